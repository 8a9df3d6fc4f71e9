import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatRupees } from '../../../lib/format/money.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { activeCoursesQuery } from '../../courses/api.ts';
import { CourseDetailsCard } from '../../courses/catalogue/course-details-card.tsx';
import { BadgeOnPicture, EnrolmentActions, EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { CourseRow } from './course-row.tsx';
import { HomeSection } from './home-section.tsx';

type CourseListProps = {
  enrolments: readonly OwnEnrolment[];
  onAsk: (course: OwnEnrolment['course']) => void;
  pending: string | null;
};

/** How many courses are offered before all of them are asked for. */
const shownFirst = 3;

/**
 * The catalogue with the learner's own states: a few low rows, those that the learner does not have first, and all of
 * it as cards once that is asked for. Nothing else on the page waits for it.
 */
export function CourseList({ enrolments, onAsk, pending }: CourseListProps) {
  const { data: active, isError, refetch } = useQuery(activeCoursesQuery);
  const [open, setOpen] = useState(false);
  const listId = useId();
  const byCourse = new Map(enrolments.map((enrolment) => [enrolment.course.id, enrolment]));
  // An approved learner keeps a course when it leaves the catalogue.
  const kept = enrolments.filter(({ status, course }) => status === 'approved' && !course.isActive);
  const all = [...kept.map(({ course }) => course), ...(active ?? [])];
  const shown = open
    ? all
    : all.toSorted((a, b) => Number(byCourse.has(a.id)) - Number(byCourse.has(b.id))).slice(0, shownFirst);

  return (
    <HomeSection
      title="Course List"
      more={
        all.length > 0 && (
          <Button tone="quiet" size="small" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
            {open ? 'Fewer courses' : 'All courses'}
          </Button>
        )
      }
    >
      {!active && (
        <div className="mb-6">
          {isError ? (
            <ListFailure sentence="Failed to load courses. Please try again later." retry={() => void refetch()} />
          ) : (
            <SkeletonRows count={1} height="h-24" />
          )}
        </div>
      )}
      {all.length === 0 && active ? (
        <EmptyState title="No courses found.">New courses will be announced here.</EmptyState>
      ) : (
        <ul id={listId} className={cx('grid md:grid-cols-2 lg:grid-cols-3', open ? 'gap-6' : 'gap-3')}>
          {shown.map((course) => {
            const own = byCourse.get(course.id);
            const asking = {
              course,
              busy: pending === course.id,
              disabled: pending !== null,
              onAsk: () => onAsk(course),
            };
            const headingId = `offered-${course.id}`;
            const action = own ? (
              <EnrolmentActions
                standing={own.standing}
                launch="Launch"
                brief={['launch']}
                {...(!open && { size: 'small', describedBy: headingId })}
                {...asking}
              />
            ) : (
              <Button
                wide={open}
                tone="navy"
                size={open ? undefined : 'small'}
                aria-describedby={open ? undefined : headingId}
                busy={asking.busy}
                disabled={asking.disabled}
                onClick={asking.onAsk}
              >
                Enrollment
              </Button>
            );
            return (
              <li key={course.id} className="min-w-0">
                {open ? (
                  <CourseDetailsCard
                    course={course}
                    badge={own && <BadgeOnPicture standing={own.standing} />}
                    action={action}
                  />
                ) : (
                  <CourseRow headingId={headingId} course={course} badge={own && <EnrolmentBadge {...own.standing} />}>
                    <p className="text-sm text-soft">
                      {course.duration} · {formatRupees(course.price)}
                    </p>
                    <div>{action}</div>
                  </CourseRow>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </HomeSection>
  );
}
