import type { Tx } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import { sittings } from './rules.ts';

/**
 * Counts one sitting of a course's test, and refuses more than a person can do. It is called once for each attempt: at
 * the start where the test has a clock, since that attempt is graded at its deadline whatever comes, and otherwise at
 * the submission. A refusal undoes its count with the transaction.
 *
 * @throws AppError `too-many`.
 */
export const countSitting = (tx: Tx, enrolmentId: string, now: Date): Promise<void> =>
  consume(
    tx,
    sittings.map(({ per, max, seconds }) => ({
      key: `sitting:${enrolmentId}:${per}`,
      ...{ max, seconds },
      says: 'This test was taken too often in a short time. Answers that are saved stay saved.',
    })),
    now,
  );
