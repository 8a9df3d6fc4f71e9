import { cx } from '../../ui/cx.ts';
import type { Course } from './wire.ts';

type CourseTeachingProps = {
  course: Pick<Course, 'subjects' | 'regulations'>;
  /** The size of the headings: large on a page of their own, small in a card. */
  heading: 'text-2xl' | 'text-lg';
};

/**
 * The subjects of a course, and the regulations that it complies with. The subjects have no ticks, which would say that
 * the reader has completed them.
 */
export function CourseTeaching({ course: { subjects, regulations }, heading }: CourseTeachingProps) {
  return (
    <>
      <section>
        <h2 className={heading}>What it teaches</h2>
        <ul className="mt-3 flex list-disc flex-col gap-2 pl-5 marker:text-signal">
          {subjects.map((subject) => (
            <li key={subject} className="pl-1">
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
