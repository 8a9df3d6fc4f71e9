import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { seatFreeEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { type BatchRow, getBatch, isWaiting, listNextWaiting, noSuchBatch } from './queries.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * Locks a batch until the transaction ends, and reads it with its seats. All that takes or frees a seat locks it first,
 * so that two can never take the same one.
 *
 * @throws AppError `not-found`.
 */
export async function lockBatch(tx: Tx, batchId: string): Promise<BatchRow> {
  const locked = await tx.selectFrom('batch').select('id').where('id', '=', batchId).forUpdate().executeTakeFirst();
  if (!locked) throw noSuchBatch();
  return getBatch(tx, batchId);
}

/** Where somebody may be put who asks for a batch. */
type Asking = {
  enrolmentId: string;
  courseId: string;
  batchId: string;
  /**
   * `learner`: an open batch that has not begun, with a place on the waiting list where it is full. `seat`: staff put
   * somebody on a free seat, also after the first day. `waiting`: staff put somebody on the waiting list.
   */
  as: 'learner' | 'seat' | 'waiting';
};

/**
 * Puts an enrolment into a batch of its course, on a free seat or on the waiting list. The caller writes the audit.
 *
 * @returns the batch, and whether they have a seat.
 * @throws AppError `not-found` for a batch that the course does not have, `conflict` when it takes nobody or is full.
 */
export async function takePlace(
  tx: Tx,
  { clock, config }: With,
  { enrolmentId, courseId, batchId, as }: Asking,
): Promise<{ batch: BatchRow; isSeated: boolean }> {
  const batch = await lockBatch(tx, batchId);
  if (batch.courseId !== courseId) throw noSuchBatch();
  const now = clock();
  const today = dayAt(now, config.timeZone);
  if (batch.state === 'cancelled') throw new AppError('conflict', 'This batch is cancelled.');
  if (as === 'learner' && (batch.state !== 'open' || batch.firstDay <= today)) {
    throw new AppError('conflict', 'This date cannot be chosen any more. Please choose another one.');
  }
  if (batch.lastDay < today) throw new AppError('conflict', 'This batch is over.');
  // one who waits already must not be overtaken by somebody who asks later
  const isFree = batch.taken < batch.seats && (as === 'seat' || batch.waiting === 0);
  if (as === 'waiting' && isFree) throw new AppError('conflict', `Batch ${batch.code} has free seats.`);
  if (as === 'seat' && !isFree) throw new AppError('conflict', `Batch ${batch.code} is full.`);
  const isSeated = isFree && as !== 'waiting';
  await tx
    .updateTable('enrolment')
    .set({ batchId, batchAskedAt: now, seatedAt: isSeated ? now : null })
    .where('id', '=', enrolmentId)
    .execute();
  return { batch, isSeated };
}

/**
 * Passes the free seats of a batch to the first on its waiting list, with an email to each. A batch that has begun or is
 * cancelled passes none: staff decide who still joins.
 */
export async function fillSeats(tx: Tx, { clock, config }: With, batchId: string): Promise<void> {
  const batch = await lockBatch(tx, batchId);
  const now = clock();
  const free = batch.seats - batch.taken;
  if (free <= 0 || batch.waiting === 0) return;
  if (batch.state === 'cancelled' || batch.firstDay <= dayAt(now, config.timeZone)) return;
  const next = await listNextWaiting(tx, batchId, free);
  for (const { id } of next) {
    await tx.updateTable('enrolment').set({ seatedAt: now }).where('id', '=', id).execute();
    const subject = { kind: 'enrolment', id };
    await appendAudit(tx, { actorId: null, action: 'batch.pass-seat', subject, details: { batch: batch.code } });
  }
  await mailBatch(tx, config, seatFreeEmail, { people: next, batch });
}

/** Passes on the seats of every batch that has both a free one and a waiting list, such as after an erasure. */
export async function fillAllSeats({ db, ...platform }: With & Pick<Platform, 'db'>): Promise<void> {
  const due = await db
    .selectFrom('batch')
    .select('id')
    .where('firstDay', '>', dayAt(platform.clock(), platform.config.timeZone))
    .where('state', '<>', 'cancelled')
    .where((e) =>
      e.exists(e.selectFrom('enrolment').whereRef('batchId', '=', 'batch.id').where(isWaiting('enrolment'))),
    )
    .execute();
  for (const { id } of due) await transaction(db, (tx) => fillSeats(tx, platform, id));
}

/**
 * Frees the seat of an enrolment that was declined or withdrawn, and passes it on. The enrolment stays on the roster of
 * its batch, as somebody who left.
 */
export async function leaveSeat(tx: Tx, platform: With, enrolmentId: string): Promise<void> {
  const held = await tx
    .selectFrom('enrolment')
    .select(['batchId', 'seatedAt'])
    .where('id', '=', enrolmentId)
    .executeTakeFirst();
  if (!held?.batchId || !held.seatedAt) return;
  await tx.updateTable('enrolment').set({ seatedAt: null }).where('id', '=', enrolmentId).execute();
  await fillSeats(tx, platform, held.batchId);
}
