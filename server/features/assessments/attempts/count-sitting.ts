import type { Tx } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { sittings } from '../rules.ts';

/**
 * Counts one attempt at a course's assessment against the rate limits of a person. It is called once for each attempt:
 * at the start if the assessment has a time limit, since that attempt is graded at its deadline in any case, and
 * otherwise at the submission. A refusal rolls back its count with the transaction.
 *
 * @throws AppError `too-many`.
 */
export const countSitting = (tx: Tx, enrolmentId: string, now: Date): Promise<void> =>
  consume(
    tx,
    sittings.map(({ per, max, seconds }) => ({
      key: `sitting:${enrolmentId}:${per}`,
      max,
      seconds,
      says: 'This test was taken too often in a short time. Answers that are saved stay saved.',
    })),
    now,
  );
