import { declineSummary } from '@fairlead/contract/values/enrolment-state';
import { Link } from 'react-router';
import { formatRupees } from '../../lib/format/money.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { PersonLink } from '../accounts/people/person-link.tsx';
import { ChosenBatch } from '../batches/staff-batch-parts.tsx';
import { EnrolmentBadge } from '../courses/enrolling/enrolment-parts.tsx';
import { FeeAmounts, FeeBadge } from '../fees/fee-parts.tsx';
import { ProofBesideAmounts } from '../fees/staff-proof-parts.tsx';
import { ChangedFacts } from '../seafarers/changed-facts.tsx';
import { ProfileDocuments } from '../seafarers/profile-documents.tsx';
import { identityFacts } from '../seafarers/profile-facts.tsx';
import { DocumentsAsked } from '../seafarers/staff-ask-document.tsx';
import { ScanState } from '../seafarers/staff-scan-state.tsx';
import { Warnings } from '../seafarers/staff-warnings.tsx';
import { refetchRequests } from './staff-api.ts';
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
