import { Link } from 'react-router';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { paths } from '../../../lib/paths.ts';
import { Moment } from '../../../lib/site.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { Sitting } from '../wire.ts';

type NextAttemptProps = {
  /** Null for an unlimited number. */
  attemptsLeft: number | null;
  /** The earliest time. */
  at: string | null;
};

/**
 * When the assessment can be taken again and how often, or what to do without an attempt left; nothing where it can be
 * taken at once as often as one likes.
 */
export function NextAttempt({ attemptsLeft, at }: NextAttemptProps) {
  if (attemptsLeft === 0) {
    return (
      <Alert tone="info" className="text-left">
        You have no attempts left.{' '}
        <Link to={paths.contact} className="font-semibold text-link underline">
          Ask the academy
        </Link>
        : it can allow another one.
      </Alert>
    );
  }
  if (!at && attemptsLeft === null) return null;
  return (
    <Alert tone="info" className="text-left">
      {at ? (
        <>
          You can take the test again from <Moment at={at} />.{' '}
        </>
      ) : (
        'You can take the test again now. '
      )}
      {attemptsLeft !== null && attemptsLeftInWords(attemptsLeft)}
    </Alert>
  );
}

/** The conditions of the current or next attempt in words; empty for an assessment without limits. */
export function stakesInWords({ attemptsLeft, hoursUntilNext }: Sitting): string {
  return [
    attemptsLeft === 1 && 'This is your last attempt.',
    attemptsLeft !== null && attemptsLeft > 1 && `You have ${attemptsLeft} attempts, including this one.`,
    attemptsLeft !== 1 &&
      hoursUntilNext > 0 &&
      `If you do not pass, you must wait ${formatSpan(hoursUntilNext * 3600)} before the next one.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const attemptsLeftInWords = (count: number) =>
  count === 1 ? 'It is your last one.' : `You have ${count} attempts left.`;
