import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { mayOpen } from '../../../shell/staff-menu.ts';
import { useMay, usePermissions } from '../../../shell/use-permissions.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { secondFactorQuery } from '../../accounts/second-factor/second-factor-api.ts';
import { SecondFactorReminder } from '../../accounts/second-factor/second-factor-reminder.tsx';
import { StaffFigures } from '../figures/staff-figures.tsx';
import { figuresQuery, overviewQuery } from '../staff-api.ts';
import type { OfTheAcademy, Overview, Waiting } from '../wire.ts';
import type { Route } from './+types/staff-overview-page.ts';
import { MassDeletionWaits } from './staff-mass-deletion.tsx';
import { AddSample, SampleCourse } from './staff-sample-course.tsx';
import { WaitingCard } from './staff-waiting-card.tsx';

export const meta: Route.MetaFunction = (page) => titled('Overview', page);

export const handle = { reads: [overviewQuery, secondFactorQuery, figuresQuery] };

/** Loaded separately: they are for an academy that begins. */
const FirstSteps = lazy(async () => ({ default: (await import('./staff-first-steps.tsx')).FirstSteps }));

/** Loaded separately: it is for instructors. */
const Teaching = lazy(() => import('./staff-teaching.tsx'));

export const clientLoader = async () => {
  await preload(overviewQuery);
};

type Kind = {
  of: Exclude<keyof Overview, OfTheAcademy>;
  title: string;
  hint: string;
  lead?: { to: string; text: string };
  /** The list in which an item is found, where that is not the one of `lead`. */
  list?: string;
  /** Where an item is decided, if it has a page of its own. */
  page?: (id: string) => string;
};

/** Ordered by how much each kind keeps people waiting. */
const kinds: Kind[] = [
  {
    of: 'logFlaws',
    title: 'Register and log do not match',
    hint: 'Somebody may have changed the database directly, or an old backup was restored. What does not match cannot be verified until this is solved.',
    lead: { to: staffPaths.audit, text: 'Check the logs' },
    list: staffPaths.register,
  },
  {
    of: 'registrations',
    title: 'Registrations to approve',
    hint: 'They cannot log in until you approve them.',
    lead: { to: staffPaths.unapprovedUsers, text: 'Approve users' },
  },
  {
    of: 'requests',
    title: 'Enrollment requests',
    hint: 'They cannot start the course until you decide.',
    lead: { to: staffPaths.enrolmentRequests, text: 'Decide on requests' },
  },
  {
    of: 'paymentProofs',
    title: 'Payment proofs',
    hint: 'Learners have paid, and wait for you to confirm it.',
    lead: { to: staffPaths.paymentProofs, text: 'Check the proofs' },
  },
  {
    of: 'identityChanges',
    title: 'Changed identities',
    hint: 'Something in the profile changed after it was checked.',
    lead: { to: staffPaths.userProfiles, text: 'Check the profiles' },
  },
  {
    of: 'documentsToCheck',
    title: 'Documents to check',
    hint: 'They count for enrollment once they are checked.',
    lead: { to: staffPaths.documentsToCheck, text: 'Check the documents' },
  },
  {
    of: 'heldCertificates',
    title: 'Certificates on hold',
    hint: 'Each waits for a check of a changed identity, a name in Latin letters, or what the academy has to state.',
    lead: { to: staffPaths.heldCertificates, text: 'Show what they wait for' },
  },
  {
    of: 'doubtfulPasses',
    title: 'Results to review',
    hint: 'They fell below the pass mark after an answer key was corrected. Their certificates stay valid until you decide.',
    lead: { to: staffPaths.resultsUnderReview, text: 'Decide on the results' },
  },
  {
    of: 'endingApprovals',
    title: 'Approvals that end or have ended',
    hint: 'The page of a course no longer states its approval once that has ended.',
    lead: { to: staffPaths.courses, text: 'Show the courses' },
    page: staffPaths.courseRule,
  },
  {
    of: 'playbackSpeeds',
    title: 'Playback speeds to confirm',
    hint: 'An hour of video at 2 × is half a contact hour. New courses begin at 1 ×; say once whether these stay faster.',
    lead: { to: staffPaths.courses, text: 'Show the courses' },
    page: staffPaths.course,
  },
  {
    of: 'messages',
    title: 'Messages to answer',
    hint: 'Visitors wrote them on the contact page.',
    lead: { to: staffPaths.messages, text: 'Show the messages' },
    page: staffPaths.message,
  },
  {
    of: 'jobsGivenUp',
    title: 'Failed deliveries',
    hint: 'Emails or certificates that failed after many attempts.',
    lead: { to: staffPaths.outbox, text: 'Show failed deliveries' },
    page: () => staffPaths.outbox,
  },
];

const shortcuts = [
  { to: staffPaths.createCourse, text: 'Create Course' },
  { to: staffPaths.uploadTraining, text: 'Upload Training Video' },
  { to: staffPaths.createTest, text: 'Create Test' },
  { to: staffPaths.userResults, text: 'User Results' },
];

export default function StaffOverviewPage() {
  const { data: overview } = useSuspenseQuery(overviewQuery);
  const permissions = usePermissions();
  const waiting = kinds.flatMap(({ of, lead, list = lead?.to, page, ...card }) => {
    const those = overview[of];
    const open = lead && mayOpen(lead.to, permissions) ? { lead } : {};
    /** Where an item is decided: on its page, on the page of its person, or in a list that is searched for it. */
    const pathOf = ({ id, personId, searchText }: Waiting['longest'][number]) => {
      const ofPerson = personId && staffPaths.person(personId);
      const path = page?.(id) ?? (ofPerson || (list && searchText && staffPaths.searched(list, searchText)));
      return path && mayOpen(path, permissions) ? path : undefined;
    };
    return those && those.count > 0 ? [{ of, waiting: those, pathOf, ...card, ...open }] : [];
  });
  const isTeaching = permissions.includes('results:read') && !permissions.includes('courses:all');
  /** Its first steps lead; there are no figures before the first learner. */
  const isNew = overview.firstSteps?.some(({ step }) => step === 'learner') ?? false;
  const asksSecondFactor = overview.firstSteps?.some(({ step, state }) => step === 'second-factor' && state === 'open');
  /** It was added once, and removed: the first steps no longer offer it. */
  const lacksSample =
    useMay('settings:edit') &&
    !overview.hasSampleCourse &&
    !overview.firstSteps?.some(({ step, state }) => step === 'sample' && state !== 'done');
  const settingUp = (
    <>
      {overview.firstSteps && (
        <Suspense fallback={null}>
          <FirstSteps steps={overview.firstSteps} />
        </Suspense>
      )}
      {overview.hasSampleCourse && <SampleCourse />}
    </>
  );
  return (
    <>
      <PageHeader title="Overview">
        {isNew ? 'Set up your academy.' : isTeaching ? 'Your classes and courses.' : 'Pending tasks, oldest first.'}
      </PageHeader>
      {!asksSecondFactor && <SecondFactorReminder />}
      {overview.mailsReachNobody && <NoMailServer />}
      {overview.mailsWait && <MailsWait {...overview.mailsWait} />}
      {overview.massDeletions?.map((deletion) => (
        <MassDeletionWaits key={deletion.kind} {...deletion} />
      ))}
      {overview.night && <NightFaults {...overview.night} />}
      {overview.secondFactorPutOff && <PasswordsAlone {...overview.secondFactorPutOff} />}
      {/* people who wait come before what the academy sets up */}
      {waiting.length === 0 && settingUp}
      {isTeaching && (
        <div className="mb-8">
          <Suspense fallback={null}>
            <Teaching />
          </Suspense>
        </div>
      )}
      {waiting.length === 0 && !overview.firstSteps && !isTeaching ? (
        <EmptyState title="No pending tasks">Everything has been dealt with.</EmptyState>
      ) : (
        <ul className="grid gap-5 xl:grid-cols-2">
          {waiting.map(({ of, ...card }) => (
            <li key={of}>
              <WaitingCard {...card} />
            </li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && <div className="mt-8 empty:hidden">{settingUp}</div>}
      <Shortcuts isNew={isNew} lacksSample={lacksSample} />
      {useMay('people:read') && !isNew && <StaffFigures />}
    </>
  );
}

/** New users wait for a code that is never sent, so staff have to know. */
function NoMailServer() {
  const mayEnter = useMay('settings:edit');
  return (
    <Alert tone="warn" className="mb-6">
      <p className="font-semibold">Email is saved as files: nobody gets a code.</p>
      <p>
        There is no mail server. OTPs and decisions are only saved as files on the server.{' '}
        {mayEnter ? (
          <Link to={`${staffPaths.settings}#email`} className="font-semibold underline">
            Enter the mail server
          </Link>
        ) : (
          'Ask an administrator to enter the mail server under Settings.'
        )}
      </p>
    </Alert>
  );
}

const MailsWait = ({ since, reason }: NonNullable<Overview['mailsWait']>) => (
  <Alert tone="warn" className="mb-6">
    <p className="font-semibold">
      Emails have been waiting since <Moment at={since} />.
    </p>
    <p>They are sent when the mail server accepts them.</p>
    {reason && <p className="mt-1 text-sm break-words">{reason}</p>}
  </Alert>
);

/** Shown to administrators, who may have to ask the operator of the server. */
const NightFaults = ({ at, faults }: NonNullable<Overview['night']>) => (
  <Alert tone="warn" className="mb-6">
    <p className="font-semibold">
      The check of the night found something wrong (<Moment at={at} />
      ).
    </p>
    <ul className="mt-1 list-disc pl-5">
      {faults.map((fault) => (
        <li key={fault} className="wrap-anywhere">
          {fault}
        </li>
      ))}
    </ul>
    <p className="mt-1">The operator of the server finds what to do with the doctor: npm run doctor.</p>
  </Alert>
);

/** Shown to every administrator while an administrator has set that no second factor is required. */
const PasswordsAlone = ({ until }: { until: string | null }) => (
  <Alert
    tone="info"
    className="mb-6"
    action={
      <LinkButton to={`${staffPaths.settings}#second-factor`} tone="plain" size="small">
        Change
      </LinkButton>
    }
  >
    <p className="font-semibold">
      Staff do not need a second factor
      {until ? (
        <>
          {' '}
          until <Day date={until} />
        </>
      ) : (
        ''
      )}
      .
    </p>
    <p>Anyone who steals a password can open passports, results and certificates with it.</p>
  </Alert>
);

function Shortcuts({ isNew, lacksSample }: { isNew: boolean; lacksSample: boolean }) {
  const permissions = usePermissions();
  const usable = isNew ? [] : shortcuts.filter(({ to }) => mayOpen(to, permissions));
  if (usable.length === 0 && !lacksSample) return null;
  return (
    <section className="mt-10">
      <h2 className="text-lg">Continue with</h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {usable.map(({ to, text }) => (
          <LinkButton key={to} to={to} tone="plain">
            {text}
          </LinkButton>
        ))}
        {lacksSample && <AddSample>Add a sample course</AddSample>}
      </div>
    </section>
  );
}
