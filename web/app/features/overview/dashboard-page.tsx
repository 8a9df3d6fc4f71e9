import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isRefusal } from '../../lib/calls/api-client.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { BadgeIcon, BookIcon } from '../../ui/icons.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { ExpiryNotice } from '../certificates/own/expiry-notice.tsx';
import { activeCoursesQuery } from '../courses/api.ts';
import { CourseDetailsCard } from '../courses/catalogue/course-details-card.tsx';
import { BadgeOnPicture, EnrolmentActions } from '../courses/enrolling/enrolment-parts.tsx';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';
import { useOwnEnrol } from '../enrolments/use-own-enrol.ts';
import type { OwnEnrolment } from '../enrolments/wire.ts';
import { ownProfileQuery } from '../seafarers/api.ts';
import type { Route } from './+types/dashboard-page.ts';
import { Figure, LinkCard } from './dashboard-card.tsx';
import { PersonCard } from './person-card.tsx';
import { SettingsCard } from './settings-card.tsx';

export const meta: Route.MetaFunction = (page) => titled('Dashboard', page);

export const clientLoader = async () => {
  const courses = preload(activeCoursesQuery).catch((error: unknown) => {
    if (!isRefusal(error)) throw error; // the error is shown in place of the list; the rest of the page is shown
  });
  await Promise.all([courses, preload(ownEnrolmentsQuery), preload(ownProfileQuery)]);
};

export default function DashboardPage() {
  const { data: enrolments } = useSuspenseQuery(ownEnrolmentsQuery);
  const { data: profile } = useSuspenseQuery(ownProfileQuery);
  const passed = enrolments.filter(({ progress }) => progress.testPassed).length;
  const approved = enrolments.filter(({ status }) => status === 'approved').length;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <LinkButton to={paths.enrolmentRequest} tone="plain">
              Enrollment Requests
            </LinkButton>
            <LinkButton to={paths.ownCertificates} tone="plain">
              My Certificates
            </LinkButton>
          </>
        }
      />
      <ExpiryNotice />
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
        <PersonCard hasProfile={profile !== null} />
        <LinkCard icon={BookIcon} title="Courses" to={paths.userCourses}>
          <Figure count={approved} of={approved === 1 ? 'course open to you' : 'courses open to you'} />
        </LinkCard>
        <LinkCard icon={BadgeIcon} title="Reports" to={paths.certificateReport}>
          <Figure count={passed} of={passed === 1 ? 'certificate earned' : 'certificates earned'} />
        </LinkCard>
        <SettingsCard />
      </div>
      <CourseList enrolments={enrolments} hasProfile={profile !== null} />
    </>
  );
}

function CourseList({ enrolments, hasProfile }: { enrolments: OwnEnrolment[]; hasProfile: boolean }) {
  const { data: active, isError, refetch } = useQuery(activeCoursesQuery);
  const { pending, enrol } = useOwnEnrol(hasProfile);
  const byCourse = new Map(enrolments.map((enrolment) => [enrolment.course.id, enrolment]));
  // An approved learner keeps a course when it leaves the catalogue.
  const kept = enrolments.filter(({ status, course }) => status === 'approved' && !course.isActive);
  const all = [...kept.map(({ course }) => course), ...(active ?? [])];

  return (
    <section className="mt-12">
      <h2 className="mb-6 text-2xl">Course List</h2>
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
              onAsk: () => void enrol(course),
            };
            return (
              <li key={course.id}>
                <CourseDetailsCard
                  course={course}
                  badge={own && <BadgeOnPicture state={own.standing.state} />}
                  action={
                    own ? (
                      <EnrolmentActions standing={own.standing} launch="Launch" brief={['launch']} {...asking} />
                    ) : (
                      <Button wide busy={asking.busy} disabled={asking.disabled} onClick={asking.onAsk}>
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
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Dashboard" failure="Failed to load your dashboard." error={error} />;
}
