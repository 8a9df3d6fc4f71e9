import { marksInWords } from '@fairlead/contract/assessments/marks';
import { declineSummary } from '@fairlead/contract/values/enrolment-state';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { Moment } from '../../../lib/site.tsx';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { Badge, StatusBadge } from '../../../ui/badge.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { ChosenBatch } from '../../batches/staff-batch-parts.tsx';
import { CertificateBadges } from '../../certificates/certificate-line.tsx';
import { CertificateBody } from '../../certificates/register/staff-certificate-parts.tsx';
import type { RegisteredCertificate } from '../../certificates/register/staff-wire.ts';
import { EnrolmentBadge } from '../../courses/enrolling/enrolment-parts.tsx';
import { completedInWords } from '../../courses/item-words.ts';
import { Withdraw } from '../../enrolments/staff-enrol-actions.tsx';
import { FeeBadge } from '../../fees/fee-parts.tsx';
import { formatPaise } from '../../fees/format-paise.ts';
import { ChargeFee } from '../../fees/staff-charge-actions.tsx';
import { By } from './staff-person-account.tsx';
import type { PersonAttempt, PersonEnrolment } from './staff-person-wire.ts';

type RowProps = { title: ReactNode; badge: ReactNode; children: ReactNode };

/** One enrolment, attempt or certificate: its title, its state, and details. */
function Row({ title, badge, children }: RowProps) {
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-base wrap-anywhere">{title}</h3>
        <div className="flex flex-wrap gap-2">{badge}</div>
      </div>
      {children}
    </li>
  );
}

const rows = 'divide-y divide-line';

/** The courses of a person, with the progress in each and what was watched. */
export function Enrolments({ enrolments, name }: { enrolments: PersonEnrolment[]; name: string }) {
  return (
    <ul className={rows}>
      {enrolments.map((enrolment) => {
        const { id, courseTitle, status, state, declined, requestedAt, decidedAt, decidedBy } = enrolment;
        const { superseded, batch, fee, isChargeable } = enrolment;
        return (
          <Row
            key={id}
            title={<span id={`enrolment-${id}`}>{courseTitle}</span>}
            badge={
              <>
                {superseded && <Badge tone="info">Renewed</Badge>}
                <EnrolmentBadge state={state} />
              </>
            }
          >
            <p className="text-sm text-soft">
              Requested <Moment at={requestedAt} />
              {decidedAt && status !== 'pending' && (
                <>
                  , decided <By at={decidedAt} by={decidedBy} />
                </>
              )}
            </p>
            {declined && declineSummary(declined) && (
              <p className="text-sm wrap-anywhere">Reason: {declineSummary(declined)}</p>
            )}
            {batch && (
              <p className="text-sm">
                Batch <ChosenBatch batch={batch} />
              </p>
            )}
            {fee && <FeeLine id={id} fee={fee} courseTitle={courseTitle} />}
            {status !== 'pending' && <Watching enrolment={enrolment} />}
            <div className="flex flex-wrap gap-3 empty:hidden">
              {isChargeable && (
                <ChargeFee id={id} name={name} courseTitle={courseTitle} describedBy={`enrolment-${id}`} />
              )}
              {status === 'approved' && !superseded && (
                <Withdraw id={id} courseTitle={courseTitle} describedBy={`enrolment-${id}`} />
              )}
            </div>
          </Row>
        );
      })}
    </ul>
  );
}

type FeeLineProps = Pick<PersonEnrolment, 'id' | 'courseTitle'> & { fee: NonNullable<PersonEnrolment['fee']> };

/** What is left to pay, with the way to the ledger. */
function FeeLine({ id, fee, courseTitle }: FeeLineProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        Fee {formatPaise(fee.chargedPaise)}, {formatPaise(fee.balancePaise)} to pay
      </span>
      <FeeBadge {...fee} />
      <Link to={staffPaths.fee(id)} className="font-semibold text-link hover:underline">
        Payments<span className="sr-only"> for {courseTitle}</span>
      </Link>
    </p>
  );
}

function Watching({ enrolment }: { enrolment: PersonEnrolment }) {
  const { courseTitle, films, progress } = enrolment;
  if (films.length === 0) {
    return (
      <p className="text-sm">
        {progress.trainingSubmitted ? 'Training completed.' : 'This course has no videos or packages.'}
      </p>
    );
  }
  return (
    <>
      <ProgressBar
        className="max-w-md"
        percent={progress.percent}
        label={progress.trainingSubmitted ? 'Training submitted' : 'Training watched'}
      />
      <details>
        <summary className="w-fit rounded-sm text-sm font-semibold text-link hover:underline">
          {completedInWords(progress)}
          <span className="sr-only"> of {courseTitle}</span>
        </summary>
        <ol className="mt-2 divide-y divide-line border-y border-line text-sm">
          {films.map(({ serial, title, watchedSeconds, durationSeconds, completedAt }) => (
            <li key={serial} className="flex flex-wrap justify-between gap-x-6 py-1.5">
              <span className="min-w-0 wrap-anywhere">
                {serial}. {title}
              </span>
              <span className="text-soft tabular-nums">
                {formatRunningTime(Math.min(watchedSeconds, durationSeconds))} of {formatRunningTime(durationSeconds)}
                {completedAt && (
                  <>
                    , done <Moment at={completedAt} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </details>
      <Link to={staffPaths.watchRecord(enrolment.id)} className="w-fit text-sm font-semibold text-link hover:underline">
        Proof of training<span className="sr-only"> in {courseTitle}</span>
      </Link>
    </>
  );
}

/** Every attempt of a person at an assessment. */
export function Attempts({ attempts }: { attempts: PersonAttempt[] }) {
  return (
    <ul className={rows}>
      {attempts.map((attempt) => (
        <Row
          key={attempt.id}
          title={attempt.courseTitle}
          badge={
            attempt.submittedAt ? (
              <StatusBadge status={attempt.passed ? 'passed' : 'failed'} />
            ) : (
              <Badge tone="warn">Not submitted yet</Badge>
            )
          }
        >
          <p className="text-sm text-soft">
            {attempt.testTitle}, <Moment at={attempt.submittedAt ?? attempt.startedAt} />
          </p>
          {attempt.submittedAt && (
            <p className="text-sm">
              {marksInWords(attempt.score ?? 0)} of {attempt.totalQuestions} right; {attempt.passMark}% is needed to
              pass
            </p>
          )}
        </Row>
      ))}
    </ul>
  );
}

/** Every certificate of a person, with its actions. */
export function Certificates({ certificates }: { certificates: RegisteredCertificate[] }) {
  return (
    <ul className={rows}>
      {certificates.map((certificate) => (
        <Row
          key={certificate.id}
          title={<span id={`certificate-${certificate.id}`}>{certificate.courseTitle}</span>}
          badge={<CertificateBadges certificate={certificate} />}
        >
          <CertificateBody certificate={certificate} />
        </Row>
      ))}
    </ul>
  );
}
