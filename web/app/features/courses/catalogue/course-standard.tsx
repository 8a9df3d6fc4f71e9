import { Facts } from '../../../ui/facts.tsx';
import type { Fact } from '../rule-facts.ts';

/** Who may take a course, and the standard to which it is held; nothing of what its rule does not say. */
export function CourseStandard({ required, standard }: { required: readonly string[]; standard: readonly Fact[] }) {
  return (
    <>
      {required.length > 0 && (
        <section>
          <h2 className="text-2xl">Who may take this course</h2>
          <p className="mt-3">Before you enroll, you need:</p>
          <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 marker:text-signal">
            {required.map((one) => (
              <li key={one} className="pl-1">
                {one}
              </li>
            ))}
          </ul>
        </section>
      )}
      {standard.length > 0 && (
        <section>
          <h2 className="text-2xl">Standard</h2>
          <Facts facts={standard} className="mt-3" />
        </section>
      )}
    </>
  );
}
