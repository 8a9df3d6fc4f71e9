import { cx } from '../../ui/cx.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import type { Course } from './wire.ts';

type CourseTeachingProps = {
  course: Pick<Course, 'subjects' | 'regulations'>;
  /** The size of the headings: large on a page of their own, small in a card. */
  heading: 'text-2xl' | 'text-lg';
};

/** The subjects of a course, and the regulations that it complies with. */
export function CourseTeaching({ course: { subjects, regulations }, heading }: CourseTeachingProps) {
  return (
    <>
      <section>
        <h2 className={heading}>What it teaches</h2>
        <ul className="mt-3 flex flex-col gap-2">
          {subjects.map((subject) => (
            <li key={subject} className="flex gap-3">
              <CheckIcon className="mt-1 text-good" />
              {subject}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className={heading}>Regulations</h2>
        <p className={cx('whitespace-pre-line', heading === 'text-lg' ? 'mt-2' : 'mt-3')}>{regulations}</p>
      </section>
    </>
  );
}
