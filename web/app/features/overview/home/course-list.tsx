import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../../ui/lists/list-failure.tsx';
import { activeCoursesQuery } from '../../courses/api.ts';
import { CourseDetailsCard } from '../../courses/catalogue/course-details-card.tsx';
import { BadgeOnPicture, EnrolmentActions } from '../../courses/enrolling/enrolment-parts.tsx';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { HomeSection } from './home-section.tsx';

type CourseListProps = {
  enrolments: readonly OwnEnrolment[];
  onAsk: (course: OwnEnrolment['course']) => void;
  pending: string | null;
};

/** The catalogue with the learner's own states. Nothing else on the page waits for it. */
export function CourseList({ enrolments, onAsk, pending }: CourseListProps) {
  const { data: active, isError, refetch } = useQuery(activeCoursesQuery);
  const byCourse = new Map(enrolments.map((enrolment) => [enrolment.course.id, enrolment]));
  // An approved learner keeps a course when it leaves the catalogue.
  const kept = enrolments.filter(({ status, course }) => status === 'approved' && !course.isActive);
  const all = [...kept.map(({ course }) => course), ...(active ?? [])];

  return (
    <HomeSection title="Course List">
      {!active && (
        <div className="mb-6">
          {isError ? (
            <ListFailure sentence="Failed to load courses. Please try again later." retry={() => void refetch()} />
          ) : (
            <SkeletonRows count={1} height="h-96" />
          )}
        </div>
      )}
      {all.length === 0 && active ? (
        <EmptyState title="No courses found.">New courses will be announced here.</EmptyState>
      ) : (
        <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
          {all.map((course) => {
            const own = byCourse.get(course.id);
            const asking = {
              course,
              busy: pending === course.id,
              disabled: pending !== null,
              onAsk: () => onAsk(course),
            };
            return (
              <li key={course.id}>
                <CourseDetailsCard
                  course={course}
                  badge={own && <BadgeOnPicture standing={own.standing} />}
                  action={
                    own ? (
                      <EnrolmentActions standing={own.standing} launch="Launch" brief={['launch']} {...asking} />
                    ) : (
                      <Button wide tone="navy" busy={asking.busy} disabled={asking.disabled} onClick={asking.onAsk}>
                        Enrollment
                      </Button>
                    )
                  }
                />
              </li>
            );
          })}
        </ul>
      )}
    </HomeSection>
  );
}
