import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useBrand } from '../../../lib/brand.ts';
import { preload, queryClient } from '../../../lib/calls/query-client.ts';
import { dayOf } from '../../../lib/format/dates.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { cx } from '../../../ui/cx.ts';
import { BadgeIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { BookIcon, SettingsIcon, UsersIcon } from '../../../ui/more-icons.tsx';
import { activeCoursesQuery } from '../../courses/api.ts';
import { homeQuery, refetchHome } from '../../enrolments/home/api.ts';
import type { Home } from '../../enrolments/home/wire.ts';
import { useOwnEnrol } from '../../enrolments/use-own-enrol.ts';
import type { OwnEnrolment } from '../../enrolments/wire.ts';
import { useSyncedRecords } from '../../offline-records/use-synced-records.ts';
import { DocumentRequests } from '../../seafarers/document-requests.tsx';
import type { Route } from './+types/dashboard-page.ts';
import { CertificateCards } from './certificate-cards.tsx';
import { ContinueCard } from './continue-card.tsx';
import { CourseList } from './course-list.tsx';
import { LinkCard } from './dashboard-card.tsx';
import { ExpiringList } from './expiring-list.tsx';
import { greetingName } from './greeting-name.ts';
import { MyCourses } from './my-courses.tsx';
import { NextClass } from './next-class.tsx';
import { nextClassOf } from './next-class-day.ts';
import { wordsOf } from './next-words.tsx';
import { RequestCards } from './request-cards.tsx';

export const meta: Route.MetaFunction = (page) => titled('Dashboard', page);

export const handle = { slim: true, reads: [homeQuery, activeCoursesQuery] };

export const clientLoader = async () => {
  // the catalogue stands at the end of the page, which does not wait for it; its failure is shown there
  void queryClient.prefetchQuery(activeCoursesQuery);
  await preload(homeQuery);
};

/** The states that are shown among the requests. */
const requestStates: readonly EnrolmentState[] = ['requested', 'document-needed', 'declined'];

/** On a wide screen two columns. */
const columns = 'grid gap-x-6 gap-y-6 lg:grid-cols-[2fr_1fr]';

/** Whether its test was taken without a pass, and none is under way. */
const hasFailed = ({ standing }: OwnEnrolment, { step, test }: Home['next']) =>
  standing.state === 'test-open' && step !== 'continue-test' && !(step === 'take-test' && test?.attempts === 0);

/** Whether nothing is left to do in it: its certificate stands among the certificates. */
const isDone = ({ standing: { state, certificate } }: OwnEnrolment) => state === 'certified' && !certificate?.onHold;

/** The first page of a learner: what to do now, the next class, what expires, then courses and certificates. */
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
  const accepted = enrolments.filter((one) => !isRequest(one) && !isDone(one));
  const today = dayOf(new Date(), useBrand().timeZone);
  const nextClass = nextClassOf(enrolments, today);
  const isAccompanied = nextClass !== undefined || home.expiring.length > 0;
  const hasCourses = requests.length > 0 || accepted.length > 0;
  return (
    <>
      <PageHeader title={`Welcome, ${name}`} dense />
      <div className="flex flex-col gap-8">
        <div className={isAccompanied ? columns : ''}>
          <ContinueCard
            words={wordsOf({ next, hasProfile, enrolments, documentRequests, about, onAsk, pending })}
            about={about}
            studiesAgain={about !== undefined && hasFailed(about, next)}
          />
          {isAccompanied && (
            <div className="flex flex-col gap-6">
              {nextClass && <NextClass next={nextClass} isToday={nextClass.day === today} />}
              <ExpiringList expiring={home.expiring} />
            </div>
          )}
        </div>
        {furtherAsked.length > 0 && <DocumentRequests requests={furtherAsked} after={refetchHome} />}
        <div className={cx('empty:hidden', hasCourses && home.certificates.length > 0 && `items-start ${columns}`)}>
          {hasCourses && (
            <div className="flex flex-col gap-6">
              <RequestCards requests={requests} onAsk={onAsk} pending={pending} />
              <MyCourses enrolments={accepted} />
            </div>
          )}
          <CertificateCards certificates={home.certificates} />
        </div>
        <SpecifiedCards enrolments={enrolments} hasProfile={hasProfile} />
        <CourseList enrolments={enrolments} onAsk={onAsk} pending={pending} />
      </div>
    </>
  );
}

/** The four cards of the specification. */
function SpecifiedCards({ enrolments, hasProfile }: { enrolments: readonly OwnEnrolment[]; hasProfile: boolean }) {
  const earned = enrolments.filter(
    ({ progress, standing }) => progress.testPassed && !standing.certificate?.onHold,
  ).length;
  const approved = enrolments.filter(({ status }) => status === 'approved').length;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <LinkCard icon={UsersIcon} title="Users" to={paths.profile}>
        {hasProfile ? 'Your profile is complete.' : 'Your profile is not complete yet.'}
      </LinkCard>
      <LinkCard icon={BookIcon} title="Courses" to={paths.userCourses}>
        {approved} {approved === 1 ? 'course' : 'courses'} open to you
      </LinkCard>
      <LinkCard icon={BadgeIcon} title="Reports" to={paths.certificateReport}>
        {earned} {earned === 1 ? 'certificate' : 'certificates'} earned
      </LinkCard>
      <LinkCard icon={SettingsIcon} title="Settings" to={paths.account}>
        Login, theme, low data
      </LinkCard>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Dashboard" failure="Failed to load your dashboard." error={error} />;
}
