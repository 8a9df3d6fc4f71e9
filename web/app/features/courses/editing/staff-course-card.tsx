import { Link } from 'react-router';
import { formatRupees } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { CoursePicture } from '../../../ui/course-picture.tsx';
import { cx } from '../../../ui/cx.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Card } from '../../../ui/layout.tsx';
import { EditIcon } from '../../../ui/more-icons.tsx';
import { formatNames } from '../course-format.ts';
import type { Course } from '../wire.ts';
import { SetActivity } from './staff-set-activity.tsx';

/** A course as staff see it: its details, whether it is active, and its actions. */
export function StaffCourseCard({ course }: { course: Course }) {
  const { id, title, description, picture, isActive } = course;
  const mayEdit = useMay('courses:edit');
  return (
    <Card className="flex h-full flex-col overflow-hidden p-0">
      <div className="relative">
        <CoursePicture title={title} picture={picture} className={cx('h-40', !isActive && 'opacity-50 grayscale')} />
        <div className="absolute top-3 left-3">
          <StatusBadge status={isActive ? 'active' : 'inactive'} />
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-4 p-5">
        <div>
          <h2 id={`course-${id}`} className="line-clamp-2 text-lg">
            <Link to={paths.staff.course(id)} className="hover:text-link hover:underline">
              {title}
            </Link>
          </h2>
          <p className="mt-1 line-clamp-3 text-sm text-soft">{description}</p>
        </div>
        <CourseFacts course={course} className="mt-auto grid-cols-2 gap-x-4 gap-y-2 text-sm" />
        {mayEdit && (
          <div className="flex flex-wrap gap-3 border-t border-line pt-4">
            <LinkButton to={paths.staff.editCourse(id)} tone="plain" size="small" aria-describedby={`course-${id}`}>
              <EditIcon /> Edit
            </LinkButton>
            <SetActivity course={course} />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The duration, price, category, format, certificate validity and playback speed of a course. */
export function CourseFacts({ course, className }: { course: Course; className?: string }) {
  const { duration, price, category, format, validityMonths, highestSpeed } = course;
  return (
    <Facts
      className={className}
      facts={[
        ['Duration', duration],
        ['Price', formatRupees(price)],
        ['Category', category],
        ['Format', formatNames[format]],
        ['Certificate', validityMonths === null ? 'No expiry' : `${validityMonths} months`],
        ...(format === 'classroom' ? [] : [['Playback', `up to ${highestSpeed} ×`] as const]),
      ]}
    />
  );
}
