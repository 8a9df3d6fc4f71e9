import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { isRefusal } from '../../lib/calls/api-client.ts';
import { preload, queryClient } from '../../lib/calls/query-client.ts';
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
import { useEnrol } from '../courses/catalogue/use-enrol.ts';
import { ownEnrolmentsQuery } from '../enrolments/api.ts';
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
          <LinkButton to={paths.ownCertificates} tone="plain">
            My Certificates
          </LinkButton>
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
      <CourseList enrolments={enrolments} />
    </>
  );
}

function CourseList({ enrolments }: { enrolments: OwnEnrolment[] }) {
  const { data: active, isError, refetch } = useQuery(activeCoursesQuery);
  const { pending, enrol } = useEnrol();
  const byCourse = new Map(enrolments.map((enrolment) => [enrolment.course.id, enrolment]));
  // An approved learner keeps a course when it leaves the catalogue.
  const kept = enrolments.filter(({ status, course }) => status === 'approved' && !course.isActive);
  const all = [...kept.map(({ course }) => course), ...(active ?? [])];

  async function enrolAndSee(courseId: string) {
    await enrol(courseId);
    await queryClient.invalidateQueries({ queryKey: ownEnrolmentsQuery.queryKey });
  }

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
          {all.map((course) => (
            <li key={course.id}>
              <CourseDetailsCard
                course={course}
                action={
                  <Action
                    courseId={course.id}
                    status={byCourse.get(course.id)?.status}
                    pending={pending}
                    onEnrol={(id) => void enrolAndSee(id)}
                  />
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type ActionProps = {
  courseId: string;
  status: OwnEnrolment['status'] | undefined;
  pending: string | null;
  onEnrol: (courseId: string) => void;
};

function Action({ courseId, status, pending, onEnrol }: ActionProps) {
  if (status === 'approved') {
    return (
      <LinkButton to={paths.courseContent(courseId)} wide tone="navy">
        Launch
      </LinkButton>
    );
  }
  if (status === 'pending') {
    return (
      <Button wide disabled tone="plain">
        Waiting for approval
      </Button>
    );
  }
  return (
    <Button wide busy={pending === courseId} disabled={pending !== null} onClick={() => onEnrol(courseId)}>
      Enrollment
    </Button>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Dashboard" failure="Failed to load your dashboard." error={error} />;
}
