import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getMostAbsentPercent } from '../../academy/index.ts';
import { type BatchRow, getBatch, lockBatch } from '../../batches/index.ts';
import { decline, reinstate } from '../../enrolments/index.ts';
import { completeBatch, withdrawCompletion } from './complete-attendance.ts';
import { type AttendeeRow, listAttendees, listMarks, lockCompletions } from './queries.ts';
import { isDropped, judge, refusalOfPerson } from './rules.ts';

type With = Pick<Platform, 'config' | 'clock'>;
type By = { actorId: string; ip?: string };

/**
 * Applies the academy's rule to people of a batch that the caller has locked, with their completions: anyone who is
 * absent for too long is dropped, and comes back when they are not any more; a completion of the training that the
 * marks do not support any more is withdrawn; and from the last day on the tests open. Idempotent.
 *
 * @param isConcerned the people to judge, by the ids of their enrolments.
 */
export async function judgeAttendance(
  tx: Tx,
  platform: With,
  batch: BatchRow,
  { isConcerned, ...by }: By & { isConcerned: (enrolmentId: string) => boolean },
): Promise<void> {
  const most = await getMostAbsentPercent(tx);
  const marksOf = Map.groupBy(await listMarks(tx, batch.id), ({ enrolmentId }) => enrolmentId);
  for (const attendee of await listAttendees(tx, batch.id)) {
    if (!isConcerned(attendee.id) || refusalOfPerson(attendee, batch.id)) continue;
    const outcome = judge(batch, marksOf.get(attendee.id) ?? [], most);
    if (attendee.completedAt && !outcome.isEnough) {
      await withdrawCompletion(tx, platform, attendee, { ...by, outcome, mostAbsent: most });
    }
    await dropOrReinstate(tx, platform, { attendee, batchId: batch.id, isDue: outcome.isDropped, ...by });
  }
  await completeBatch(tx, platform, batch);
}

type Ruling = By & { attendee: AttendeeRow; batchId: string; isDue: boolean };

async function dropOrReinstate(tx: Tx, platform: With, { attendee, batchId, isDue, ...by }: Ruling): Promise<void> {
  const decision = { enrolmentId: attendee.id, ...by };
  if (isDue && attendee.status === 'approved') {
    const why = { reason: 'absent', note: null, action: 'enrolment.drop' } as const;
    await decline(tx, platform, { ...decision, ...why }, ['approved']);
  } else if (!isDue && isDropped(attendee)) {
    // the seat may have gone to somebody else, and staff then find another one
    const { taken, seats } = await getBatch(tx, batchId);
    if (taken < seats) await reinstate(tx, platform, decision);
  }
}

/** Applies the academy's rule to everybody in a batch whose days or times were changed. Idempotent. */
export async function judgeChangedBatch(
  { db, ...platform }: With & Pick<Platform, 'db'>,
  { batchId, actorId }: { batchId: string; actorId: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const batch = await lockBatch(tx, batchId);
    if (batch.state === 'cancelled') return;
    await lockCompletions(tx, batchId);
    await judgeAttendance(tx, platform, batch, { isConcerned: () => true, actorId });
  });
}
