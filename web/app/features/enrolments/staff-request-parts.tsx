import { declineSummary } from '@fairlead/contract/values/enrolment-state';
import { useRef } from 'react';
import { Link } from 'react-router';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { formatRupees } from '../../lib/format/money.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import { ChosenBatch } from '../batches/staff-batch-parts.tsx';
import { EnrolmentBadge } from '../courses/enrolling/enrolment-parts.tsx';
import { FeeAmounts, FeeBadge } from '../fees/fee-parts.tsx';
import { formatPaise } from '../fees/format-paise.ts';
import { ProofBesideAmounts } from '../fees/staff-proof-parts.tsx';
import { ChangedFacts } from '../seafarers/changed-facts.tsx';
import { ProfileDocuments } from '../seafarers/profile-documents.tsx';
import { identityFacts } from '../seafarers/profile-facts.tsx';
import { AskForDocument, DocumentsAsked } from '../seafarers/staff-ask-document.tsx';
import { ScanState } from '../seafarers/staff-scan-state.tsx';
import { Warnings } from '../seafarers/staff-warnings.tsx';
import { acceptRequest, refetchRequests, rejectRequest } from './staff-api.ts';
import { checkDecline, DeclineFields, declineOf } from './staff-decline-fields.tsx';
import type { EnrolmentRequest } from './staff-wire.ts';

/** What a request is decided by: the person and the course, and the profile with its documents. */
export function RequestDetail({ request }: { request: EnrolmentRequest }) {
  const { person, course, batch, requestedAt, profile } = request;
  return (
    <div className="grid gap-5 xl:grid-cols-[2fr_3fr] xl:gap-8">
      <div className="flex min-w-0 flex-col gap-4">
        <PersonLines person={person} />
        <div>
          <p className="text-sm text-soft">requests</p>
          <p className="font-semibold">{course.title}</p>
          <p className="line-clamp-3 text-sm text-soft">{course.description}</p>
        </div>
        <Facts
          className="grid-cols-2 text-sm"
          facts={[
            ['Duration', course.duration],
            ['Price', formatRupees(course.price)],
            ['Category', course.category],
            ['Requested', <Moment key="requested" at={requestedAt} />],
            ...(batch ? [['Batch', <ChosenBatch key="batch" batch={batch} />] as const] : []),
          ]}
        />
        <Lacking eligibility={request.eligibility} />
        <Decision request={request} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <ProfileNotes request={request} />
        {profile && (
          <>
            <ProfileDocuments profile={profile} />
            <Facts facts={identityFacts(profile)} className="grid-cols-2 text-sm lg:grid-cols-3" />
          </>
        )}
        <RequestFee request={request} />
      </div>
    </div>
  );
}

/** Who asks, with a link to their page. */
export const PersonLines = ({ person }: Pick<EnrolmentRequest, 'person'>) => (
  <div>
    <p className="font-semibold">
      <PersonLink {...person} />
    </p>
    <p className="text-soft">
      <EmailText email={person.email} />
    </p>
  </div>
);

/** What of the course's requirements is missing, and what staff have to look up in the documents. */
export function Lacking({ eligibility }: Pick<EnrolmentRequest, 'eligibility'>) {
  const { missing, toCheck } = eligibility;
  if (missing.length + toCheck.length === 0) return null;
  return (
    <Alert tone={missing.length > 0 ? 'warn' : 'info'}>
      {missing.length > 0 && (
        <>
          <strong>Missing for this course:</strong>
          <Lines lines={missing} />
        </>
      )}
      {toCheck.length > 0 && (
        <div className="not-first:mt-2">
          <strong>Check in the documents:</strong>
          <Lines lines={toCheck} />
        </div>
      )}
    </Alert>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="list-disc pl-5">
    {lines.map((one) => (
      <li key={one}>{one}</li>
    ))}
  </ul>
);

type NotesProps = { request: EnrolmentRequest; after?: () => Promise<void> };

/** What to know of the profile before the decision: warnings, what has changed, and which documents were asked for. */
export function ProfileNotes({ request: { profile, warnings }, after = refetchRequests }: NotesProps) {
  if (!profile) {
    return (
      <Alert tone="info">
        <strong>No profile yet.</strong> There are no documents to check. You can still accept the request, but the
        learner must fill in the profile before the training.
      </Alert>
    );
  }
  return (
    <>
      <Warnings warnings={warnings} />
      {profile.identityChanged && (
        <Alert tone="warn">
          <strong>Identity changed</strong> since it was last checked. Accepting records that you have checked it.
          <ChangedFacts profile={profile} />
        </Alert>
      )}
      <DocumentsAsked profile={profile} after={after} />
      <ScanState profile={profile} />
    </>
  );
}

/** What is to be paid, and the proof of payment that waits; nothing without a fee. */
export function RequestFee({ request: { id, fee } }: { request: EnrolmentRequest }) {
  if (!fee) return null;
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base">
          <Link to={staffPaths.fee(id)} className="text-link hover:underline">
            Fee
          </Link>
        </h2>
        <FeeBadge {...fee} />
      </div>
      {fee.proof ? (
        <ProofBesideAmounts proof={fee.proof} balancePaise={fee.balancePaise} />
      ) : (
        <FeeAmounts fee={fee} className="grid-cols-2 text-sm" />
      )}
    </section>
  );
}

const batchNote = ({ code, waiting }: NonNullable<EnrolmentRequest['batch']>) =>
  waiting === null ? code : `${code}, waiting`;

/** What is open about the fee of a request. */
function FeeNote({ fee: { state, proof } }: { fee: NonNullable<EnrolmentRequest['fee']> }) {
  if (proof) return <Badge tone="info">Payment to check</Badge>;
  return state === 'due' && <Badge tone="warn">Fee due</Badge>;
}

/** What to know before a request is opened: its state, if it is decided, and what is unusual about it. */
export function RequestNotes({ request }: { request: EnrolmentRequest }) {
  const { state, declined, profile, batch, fee, warnings, eligibility } = request;
  if (state !== 'requested') return <EnrolmentBadge state={state} />;
  const hasNewDocument = profile?.documentRequests.some(({ answeredAt }) => answeredAt !== null);
  return (
    <>
      {warnings.length > 0 && (
        <Badge tone="warn">{warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}</Badge>
      )}{' '}
      {eligibility.missing.length > 0 && <Badge tone="warn">Requirements missing</Badge>}{' '}
      {hasNewDocument && <Badge tone="info">New document</Badge>}{' '}
      {profile?.identityChanged && <Badge tone="warn">Identity changed</Badge>}{' '}
      {!profile && <Badge tone="info">No profile</Badge>} {fee && <FeeNote fee={fee} />}{' '}
      {declined && <Badge>Asked again</Badge>}{' '}
      {batch && <Badge tone={batch.waiting === null ? 'plain' : 'warn'}>{batchNote(batch)}</Badge>}
    </>
  );
}

/** Why the request is declined, or was before the learner asked again. */
export function Decision({ request: { state, declined } }: { request: EnrolmentRequest }) {
  if (!declined) return null;
  const { at, times } = declined;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      {state === 'declined' ? (
        <EnrolmentBadge state={state} />
      ) : (
        <p className="font-semibold">
          {times === 1 ? 'Requested again after a rejection' : `Rejected ${times} times before`}
        </p>
      )}
      <p className="mt-1 wrap-anywhere">{declineSummary(declined) || 'No reason was given.'}</p>
      {at && (
        <p className="text-soft">
          Rejected <Moment at={at} />
        </p>
      )}
    </div>
  );
}

function About({ request: { person, course } }: { request: EnrolmentRequest }) {
  return (
    <p className="text-soft">
      <strong className="text-ink">{person.name}</strong>, {person.email}, for{' '}
      <strong className="text-ink">{course.title}</strong>
    </p>
  );
}

type Proof = NonNullable<NonNullable<EnrolmentRequest['fee']>['proof']>;

/**
 * Whether nothing speaks against a proof at first sight; one of more than the fee would be refused with the request.
 */
const isUnsuspicious = ({ isReferenceUsed, scan, amountPaise }: Proof, { fee }: EnrolmentRequest) =>
  !isReferenceUsed && scan !== 'infected' && amountPaise <= (fee?.balancePaise ?? 0);

type DecideProps = {
  request: EnrolmentRequest;
  /**
   * What to do when it is decided, and when it was refused because it has changed; by default its list is read again.
   */
  onDone?: () => Promise<void>;
  onChanged?: () => Promise<void>;
  size?: 'small';
};

/** Tells a decision that was made from one that was refused. */
function useOutcome({ onDone = refetchRequests, onChanged = refetchRequests }: DecideProps) {
  const done = useRef(false);
  return {
    noting: async (decision: Promise<string>) => {
      const said = await decision;
      done.current = true;
      return said;
    },
    after: () => (done.current ? onDone() : onChanged()),
  };
}

export function Accept(props: DecideProps) {
  const { request, size } = props;
  const { noting, after } = useOutcome(props);
  const mayRecord = useMay('fees:record');
  const proof = mayRecord ? request.fee?.proof : undefined;
  const dialog = {
    label: 'Accept',
    ...(size && { size }),
    tone: 'signal',
    shortcut: 'a',
    describedBy: `request-${request.id}`,
    title: 'Accept Request',
    text: (
      <>
        <p>Are you sure you want to accept this enrollment request?</p>
        <About request={request} />
        <Lacking eligibility={request.eligibility} />
        {request.profile && <p className="text-soft">This records that the documents were checked.</p>}
      </>
    ),
    confirm: 'Yes, Accept',
    after,
    failure: 'Failed to accept course',
  } as const;
  const { missing } = request.eligibility;
  if (!proof && missing.length === 0) return <ConfirmAction {...dialog} act={() => noting(acceptRequest(request))} />;
  const accepted = (form: FormData) => ({
    proofId: form.has('withPayment') ? proof?.id : undefined,
    overrule: textOf(form, 'overrule').trim() || undefined,
  });
  const check = (form: FormData): FieldErrors =>
    missing.length > 0 && !accepted(form).overrule ? { overrule: 'Please write the reason' } : {};
  return (
    <FormAction {...dialog} check={check} act={(form) => noting(acceptRequest(request, accepted(form)))}>
      {missing.length > 0 && (
        <TextField
          label="Reason to accept anyway"
          name="overrule"
          hint="Such as the certificate of another academy. The audit keeps it."
          maxLength={500}
          required
        />
      )}
      {proof && (
        <CheckboxField
          label={
            <>
              Confirm the payment of {formatPaise(proof.amountPaise)} too
              {proof.reference && <span className="wrap-anywhere">, {proof.reference}</span>}
            </>
          }
          name="withPayment"
          defaultChecked={isUnsuspicious(proof, request)}
        />
      )}
    </FormAction>
  );
}

export function Reject(props: DecideProps) {
  const { request, size } = props;
  const { noting, after } = useOutcome(props);
  return (
    <FormAction
      label="Reject"
      {...(size && { size })}
      tone="danger"
      shortcut="r"
      describedBy={`request-${request.id}`}
      title="Reject Request"
      text={
        <>
          <p>Are you sure you want to reject this enrollment request?</p>
          <About request={request} />
          <p className="text-soft">They get the reason by email, and can ask again.</p>
        </>
      }
      check={checkDecline}
      confirm="Yes, Reject"
      act={(form) => noting(rejectRequest(request, declineOf(form)))}
      after={after}
      failure="Failed to reject course"
    >
      <DeclineFields />
    </FormAction>
  );
}

/** Asks the person for a better document; nothing without a profile. */
export const AskFor = ({ request: { id, profile }, onDone = refetchRequests, onChanged, size }: DecideProps) =>
  profile && (
    <AskForDocument
      profile={profile}
      describedBy={`request-${id}`}
      onDone={onDone}
      onRefused={onChanged ?? refetchRequests}
      shortcut="d"
      {...(size && { size })}
    />
  );
