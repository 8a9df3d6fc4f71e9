import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Course } from '../../courses/wire.ts';

type CourseRowProps = {
  /** The id of the heading, which names the buttons of the row for screen readers. */
  headingId: string;
  course: Pick<Course, 'title' | 'picture'>;
  /** Where the whole row leads. */
  to?: string;
  badge?: ReactNode;
  /** What there is to say, and to do, below the title. */
  children?: ReactNode;
};

/** A course as a low row: its picture, title and state. */
export function CourseRow({ headingId, course: { title, picture }, to, badge, children }: CourseRowProps) {
  return (
    <Card className="relative flex h-full items-start gap-4 p-4">
      <div className="size-12 shrink-0 overflow-hidden rounded-md">
        <CoursePicture title={title} picture={picture} className="h-full" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 id={headingId} className="min-w-0 text-base wrap-anywhere">
            {to ? (
              <Link to={to} className="after:absolute after:inset-0 after:rounded-lg hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h3>
          {badge}
        </div>
        {children}
      </div>
    </Card>
  );
}
