import type { Standing } from '@fairlead/contract/enrolments/calls';
import {
  declineWords,
  type EnrolmentState,
  type EnrolmentStep,
  stateNames,
} from '@fairlead/contract/values/enrolment-state';
import type { ReactNode } from 'react';
import { formatDays, restDaysSentence } from '../../../lib/format/dates.ts';
import { paths } from '../../../lib/paths.ts';
import { keepRequest } from '../../../lib/session/kept-request.ts';
import { getSession } from '../../../lib/session/session.ts';
import { Day, Moment } from '../../../lib/site.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton, type Size, type Tone } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { State } from '../../../ui/feedback/alert.tsx';
import { type Held, whenTestOpens } from './test-opens.ts';

const tones: Record<EnrolmentState, State | 'plain'> = {
  'not-requested': 'plain',
  requested: 'warn',
  'document-needed': 'warn',
  declined: 'bad',
  training: 'info',
  'test-open': 'info',
  certified: 'good',
  'certificate-expired': 'warn',
  'certificate-revoked': 'bad',
};

type BadgeProps = Pick<Standing, 'state'> & Partial<Pick<Standing, 'certificate'>>;

/**
 * The state of an enrolment in two or three words, the same for everybody on every screen. To its learner it does not
 * say 'Certified' of a certificate on hold, which is not issued yet.
 */
export const EnrolmentBadge = ({ state, certificate }: BadgeProps) =>
  certificate?.onHold ? (
    <Badge tone="warn">Certificate on hold</Badge>
  ) : (
    <Badge tone={tones[state]}>{stateNames[state]}</Badge>
  );

/** The badge on the picture of a course's card. */
export const BadgeOnPicture = ({ standing }: { standing: Standing }) => (
  <div className="absolute top-3 left-3 flex rounded-full bg-surface p-0.5 shadow-card">
    <EnrolmentBadge {...standing} />
  </div>
);

type NoteProps = {
  standing: Standing;
  /** How the course is held, which decides when its test opens. */
  held: Held;
};

/** What the state means for the learner, and why a request was declined. */
export function EnrolmentNote({ standing, held }: NoteProps) {
  if (standing.declined) return <DeclineNote declined={standing.declined} steps={standing.steps} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{meaningOf(standing, held)}</p>
      <BatchNote standing={standing} />
    </div>
  );
}

/** The states in which the learner's dates matter. */
const untilTested: readonly EnrolmentState[] = ['requested', 'document-needed', 'training', 'test-open'];

/** When and where the learner's classes are, or which place on the waiting list they have. */
export function BatchNote({ standing: { state, batch, steps, lacksOpenDate } }: { standing: Standing }) {
  if (!untilTested.includes(state)) return null;
  const noDates = 'No dates are open now. The academy offers you one.';
  if (!batch) return lacksOpenDate ? <p className="rounded-md bg-sunken px-4 py-3 text-sm">{noDates}</p> : null;
  const { firstDay, lastDay, restDays, startsAt, endsAt, venue, waiting, isCancelled } = batch;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      <p className="font-semibold">Classes: {formatDays(firstDay, lastDay)}</p>
      <p>
        {startsAt} to {endsAt}, {venue}
      </p>
      <p className="empty:hidden">{restDaysSentence(restDays)}</p>
      {isCancelled ? (
        <p className="font-semibold text-bad">
          Cancelled. {steps.includes('choose-date') ? 'Choose another date.' : noDates}
        </p>
      ) : waiting ? (
        <p className="font-semibold text-warn">Full. You are number {waiting} on the waiting list.</p>
      ) : (
        <p className="text-soft">You have a seat.</p>
      )}
    </div>
  );
}

function meaningOf({ state, steps, certificate, batch, lacksOpenDate }: Standing, held: Held): ReactNode {
  const renewal = steps.includes('renew') ? ' Enroll again to renew it.' : '';
  const lastDay = certificate?.dateOfExpiry && <Day date={certificate.dateOfExpiry} />;
  switch (state) {
    case 'requested':
      return 'The academy checks your profile and documents. You will get an email with its decision.';
    case 'document-needed':
      return 'The academy asks you for a document. Your request goes on when you have uploaded it.';
    case 'training':
      return `Your request is approved. ${whenTestOpens(held, batch !== null || lacksOpenDate)}`;
    case 'test-open':
      return 'Your training is complete. You can take the test now.';
    case 'certified':
      if (certificate?.onHold) return 'Your certificate is on hold until the academy has checked your identity.';
      if (!lastDay) return 'You passed the test. Your certificate does not expire.';
      return (
        <>
          {!renewal && 'You passed the test. '}Your certificate is valid until {lastDay}.{renewal}
        </>
      );
    case 'certificate-expired':
      return (
        <>
          Your certificate expired on {lastDay}.{renewal}
        </>
      );
    case 'certificate-revoked':
      return `The academy has revoked your certificate.${renewal}`;
    default:
      return null;
  }
}

type DeclineNoteProps = { declined: NonNullable<Standing['declined']>; steps: Standing['steps'] };

function DeclineNote({ declined: { reason, note, askAgainFrom }, steps }: DeclineNoteProps) {
  const words = reason && declineWords[reason];
  return (
    <div className="flex flex-col gap-1 rounded-md border-l-4 border-bad bg-bad-soft px-4 py-3">
      {words && reason !== 'other' && <p className="font-semibold text-bad">{words.name}</p>}
      {words?.sentence && <p>{words.sentence}</p>}
      {note && <p className="wrap-anywhere whitespace-pre-line">“{note}”</p>}
      {!words && !note && <p>The academy gave no reason. Write to the academy to ask for it.</p>}
      <p className="text-sm text-soft">
        {askAgainFrom ? (
          <>
            You can ask again from <Moment at={askAgainFrom} />.
          </>
        ) : steps.includes('update-profile') ? (
          'Update your profile, then ask again.'
        ) : steps.includes('ask-again') ? (
          'You can ask again. Your progress is kept.'
        ) : (
          'The course is not offered at the moment.'
        )}
      </p>
    </div>
  );
}

type ActionsProps = {
  standing: Standing;
  /** The course, with the batch that was chosen of it. */
  course: { id: string; title: string; batchId?: string | undefined };
  /** The word for opening the course in this place: 'Launch the Course'. */
  launch: string;
  /** Sends a request: again after a decline, or to renew a certificate. */
  onAsk: () => void;
  /** Whether a request is being sent, for this course (`busy`) or for any. */
  busy: boolean;
  disabled: boolean;
  /**
   * In a small place: the first step alone, or these too. A decision has then to be read elsewhere before something
   * is done about it.
   */
  brief?: readonly EnrolmentStep[];
  /** Whether the buttons stand in a row of the page and are as wide as their words; in a card they fill it. */
  inRow?: boolean;
  size?: Size | undefined;
  /** The id of the element that names the course, for screen readers where many links have the same text. */
  describedBy?: string;
};

/** What the learner can do next, as buttons: the first one stands out. */
export function EnrolmentActions({ standing, course, launch, brief, inRow, ...rest }: ActionsProps) {
  const { state, steps } = standing;
  const named = { size: rest.size, 'aria-describedby': rest.describedBy };
  const look = { ...named, className: brief ? 'grow px-3 whitespace-nowrap' : inRow ? 'max-sm:w-full' : 'grow' };
  const firstLook = brief || inRow ? look : { ...named, className: 'w-full' };
  const isRead = brief && (state === 'declined' || state === 'requested' || state === 'document-needed');
  const shown = isRead ? [] : steps.filter((step, index) => index === 0 || !brief || brief.includes(step));
  return (
    <div className={cx('flex gap-3', brief ? 'flex-nowrap' : 'flex-wrap')}>
      {(isRead || (state === 'requested' && !brief)) && (
        <LinkButton {...firstLook} tone="plain" to={paths.enrolmentRequest}>
          {state === 'declined' ? 'See why' : 'See request'}
        </LinkButton>
      )}
      {shown.map((step, index) => (
        <Step
          key={step}
          step={step}
          course={course}
          launch={launch}
          {...rest}
          look={index === 0 ? firstLook : look}
          tone={index === 0 ? firstTones[step] : 'plain'}
        />
      ))}
    </div>
  );
}

/** What leads to something that is there already is quieter than what there is to do. */
const firstTones: Partial<Record<EnrolmentStep, Tone>> = { launch: 'navy', certificate: 'navy' };

type StepProps = Pick<ActionsProps, 'course' | 'launch' | 'onAsk' | 'busy' | 'disabled'> & {
  step: EnrolmentStep;
  tone: Tone | undefined;
  look: Pick<ActionsProps, 'size'> & { 'aria-describedby': string | undefined; className: string };
};

function Step({ step, course, launch, onAsk, busy, disabled, tone, look }: StepProps) {
  switch (step) {
    case 'launch':
      return (
        <LinkButton {...look} tone={tone} to={paths.courseContent(course.id)}>
          {launch}
        </LinkButton>
      );
    case 'test':
      return (
        <LinkButton {...look} tone={tone} to={paths.test(course.id)}>
          Give Test
        </LinkButton>
      );
    case 'certificate':
      return (
        <LinkButton {...look} tone={tone} to={paths.certificateReport} state={{ courseId: course.id }}>
          View Certificate
        </LinkButton>
      );
    case 'choose-date':
      return course.batchId ? (
        <Button {...look} tone={tone} busy={busy} disabled={disabled} onClick={onAsk}>
          Ask for this date
        </Button>
      ) : (
        <LinkButton {...look} tone={tone} to={`${paths.course(course.id)}#enroll`}>
          Choose a date
        </LinkButton>
      );
    case 'upload-document':
      return (
        <LinkButton {...look} tone={tone} to={paths.profile}>
          Upload the document
        </LinkButton>
      );
    case 'update-profile':
      return (
        <LinkButton {...look} tone={tone} to={paths.profile} onClick={() => keepFor(course)}>
          Update your profile
        </LinkButton>
      );
    default:
      return (
        <Button {...look} tone={tone} busy={busy} disabled={disabled} onClick={onAsk}>
          {asking[step]}
        </Button>
      );
  }
}

const asking = { request: 'Enroll Now', 'ask-again': 'Ask again', renew: 'Enroll Again' };

/** The profile then leads back to the request. */
const keepFor = ({ id, title }: ActionsProps['course']) =>
  keepRequest({ courseId: id, title, from: paths.enrolmentRequest, email: getSession()?.user?.email ?? null });
