import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import { useSuspenseQuery } from '@tanstack/react-query';
import { preload, queryClient } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { BadgeIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { BookIcon } from '../../../ui/more-icons.tsx';
import { activeCoursesQuery } from '../../courses/api.ts';
import { homeQuery, refetchHome } from '../../enrolments/home/api.ts';
import { useOwnEnrol } from '../../enrolments/use-own-enrol.ts';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { useSyncedRecords } from '../../offline-records/use-synced-records.ts';
import { DocumentRequests } from '../../seafarers/document-requests.tsx';
import type { Route } from './+types/dashboard-page.ts';
import { CertificateCards } from './certificate-cards.tsx';
import { ContinueCard } from './continue-card.tsx';
import { CourseList } from './course-list.tsx';
import { Figure, LinkCard } from './dashboard-card.tsx';
import { ExpiringList } from './expiring-list.tsx';
import { greetingName } from './greeting-name.ts';
import { MyCourses } from './my-courses.tsx';
import { wordsOf } from './next-words.tsx';
import { PersonCard } from './person-card.tsx';
import { RequestCards } from './request-cards.tsx';
import { SettingsCard } from './settings-card.tsx';

export const meta: Route.MetaFunction = (page) => titled('Dashboard', page);

export const clientLoader = async () => {
  // the catalogue stands at the end of the page, which does not wait for it; its failure is shown there
  void queryClient.prefetchQuery(activeCoursesQuery);
  await preload(homeQuery);
};

/** The states that are shown among the requests. */
const requestStates: readonly EnrolmentState[] = ['requested', 'document-needed', 'declined'];

/** The first page of a learner: what to do now, then their requests, documents, courses and certificates. */
export default function DashboardPage() {
  const { data: home } = useSuspenseQuery(homeQuery);
  useSyncedRecords();
  const name = greetingName(home.firstName, useSession()?.user?.name ?? home.firstName);
  const { pending, enrol } = useOwnEnrol(home.hasProfile);
  const onAsk = (course: OwnEnrolment['course']) => void enrol(course);
  const { hasProfile, enrolments, documentRequests, next } = home;
  // the first one is the next step itself
  const furtherAsked = next.step === 'upload-document' ? documentRequests.slice(1) : documentRequests;
  const about = enrolments.find(({ id }) => id === next.enrolmentId);
  const isRequest = ({ standing: { state } }: OwnEnrolment) => requestStates.includes(state);
  const requests = enrolments.filter((one) => isRequest(one) && one !== about);
  return (
    <>
      <PageHeader title={`Welcome, ${name}`} />
      <div className="flex flex-col gap-12">
        <ContinueCard
          words={wordsOf({ next, hasProfile, enrolments, documentRequests, about, onAsk, pending })}
          about={about}
        />
        {furtherAsked.length > 0 && <DocumentRequests requests={furtherAsked} after={refetchHome} />}
        {(requests.length > 0 || home.expiring.length > 0) && (
          <div
            className={requests.length > 0 && home.expiring.length > 0 ? 'grid gap-x-6 gap-y-12 lg:grid-cols-2' : ''}
          >
            <RequestCards requests={requests} onAsk={onAsk} pending={pending} />
            <ExpiringList expiring={home.expiring} />
          </div>
        )}
        <MyCourses enrolments={enrolments.filter((one) => !isRequest(one))} />
        <CertificateCards certificates={home.certificates} />
        <SpecifiedCards enrolments={enrolments} hasProfile={hasProfile} />
        <CourseList enrolments={enrolments} onAsk={onAsk} pending={pending} />
      </div>
    </>
  );
}

/** The four cards of the specification. */
function SpecifiedCards({ enrolments, hasProfile }: { enrolments: readonly OwnEnrolment[]; hasProfile: boolean }) {
  const passed = enrolments.filter(({ progress }) => progress.testPassed).length;
  const approved = enrolments.filter(({ status }) => status === 'approved').length;
  return (
    <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
      <PersonCard hasProfile={hasProfile} />
      <LinkCard icon={BookIcon} title="Courses" to={paths.userCourses}>
        <Figure count={approved} of={approved === 1 ? 'course open to you' : 'courses open to you'} />
      </LinkCard>
      <LinkCard icon={BadgeIcon} title="Reports" to={paths.certificateReport}>
        <Figure count={passed} of={passed === 1 ? 'certificate earned' : 'certificates earned'} />
      </LinkCard>
      <SettingsCard />
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Dashboard" failure="Failed to load your dashboard." error={error} />;
}
