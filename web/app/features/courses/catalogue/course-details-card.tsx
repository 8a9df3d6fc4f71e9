import type { ReactNode } from 'react';
import { formatRupees } from '../../../lib/format/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Course } from '../wire.ts';

type CourseDetailsCardProps = {
  course: Course;
  /** The learner's state, on the picture. */
  badge?: ReactNode;
  /** The buttons or links. */
  action: ReactNode;
};

/** The larger card of a course, 550 px high, with duration, price and category. */
export function CourseDetailsCard({ course, badge, action }: CourseDetailsCardProps) {
  const { title, description, picture, duration, price, category } = course;
  return (
    <Card className="relative flex h-[550px] flex-col overflow-hidden p-0">
      <CoursePicture title={title} picture={picture} className="h-44 shrink-0" />
      {badge}
      <div className="flex min-h-0 flex-1 flex-col gap-3 p-5">
        <div>
          <Badge>{category}</Badge>
        </div>
        <h3 className="line-clamp-2 pb-0.5 text-lg">{title}</h3>
        <p className="line-clamp-3 leading-normal text-soft">{description}</p>
        <dl className="mt-auto grid grid-cols-2 gap-4 border-t border-line pt-3 text-sm">
          <div>
            <dt className="text-soft">Duration</dt>
            <dd className="font-semibold">{duration}</dd>
          </div>
          <div>
            <dt className="text-soft">Price</dt>
            <dd className="font-semibold">{formatRupees(price)}</dd>
          </div>
        </dl>
        {action}
      </div>
    </Card>
  );
}
