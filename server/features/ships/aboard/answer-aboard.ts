import { sql } from 'kysely';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { storeAnswer } from '../../training/index.ts';

/**
 * Takes an answer to a presence check aboard. The right answer is not on the ship: any counts here until the academy,
 * which gets what was chosen, has judged it.
 */
export const answerAboard = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  answer: { accountId: string; presenceId: string; choice: number | null },
) =>
  transaction(db, async (tx) => {
    const outcome = await storeAnswer(tx, answer, clock());
    const { presenceId, choice } = answer;
    const given = JSON.stringify({ [presenceId]: choice });
    if (outcome.right)
      await sql`update ship_record set answers = answers || ${given}::jsonb where pass_id = (
        select max(newest.pass_id::text)::uuid from ship_record as newest
        join presence_check on presence_check.enrolment_id = newest.enrolment
        where presence_check.id = ${presenceId})`.execute(tx);
    return outcome;
  });
