import { AppError, notFound } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { placedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { fillSeats, lockBatch, takePlace } from './seats.ts';

type Placing = {
  enrolmentId: string;
  batchId: string;
  /** Puts them on the waiting list, whether there is a free seat or not. */
  waiting: boolean;
  actorId: string;
  ip: string;
};

/**
 * Staff put an enrolment into a batch of its course, or move it there from another one, whose seat is passed on. The
 * learner is emailed.
 *
 * @throws AppError `not-found`, `conflict` when it is declined or renewed, the batch is full, cancelled or over, or the
 * enrolment has just been moved by somebody else.
 */
export async function placeEnrolment(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { enrolmentId, batchId, waiting, actorId, ip }: Placing,
): Promise<void> {
  const { db, config } = platform;
  await transaction(db, async (tx) => {
    const before = await findPlaced(tx, enrolmentId);
    if (!before) throw notFound('There is no such enrollment.');
    // both batches in the order of their ids, so that two moves in opposite directions do not wait for each other
    for (const id of [...new Set([before.batchId ?? batchId, batchId])].sort()) await lockBatch(tx, id);
    const locked = await tx
      .selectFrom('enrolment')
      .select('batchId')
      .where('id', '=', enrolmentId)
      .forUpdate()
      .execute();
    if (locked[0]?.batchId !== before.batchId) {
      throw new AppError('conflict', 'This enrollment has just been moved. Please look at it again.');
    }
    if (before.status === 'rejected' || before.supersededAt) {
      throw new AppError('conflict', 'This enrollment is declined or was replaced by a renewal.');
    }
    const isThere = before.batchId === batchId && (before.seatedAt === null) === waiting;
    if (isThere) return;
    // leaves its place first, so that it is not counted among those who have one
    const nowhere = { batchId: null, batchAskedAt: null, seatedAt: null };
    await tx.updateTable('enrolment').set(nowhere).where('id', '=', enrolmentId).execute();
    const asking = { enrolmentId, courseId: before.courseId, batchId, as: waiting ? 'waiting' : 'seat' } as const;
    const { batch } = await takePlace(tx, platform, asking);
    const subject = { kind: 'enrolment', id: enrolmentId };
    const details = { batch: batch.code, ...(waiting && { waiting }) };
    await appendAudit(tx, { actorId, action: 'batch.place', subject, details, ip });
    const place = waiting ? 'You are on the waiting list, and we email you when a seat is free.' : 'You have a seat.';
    await mailBatch(tx, config, placedEmail, { people: [before], batch, more: { place } });
    if (before.batchId && before.seatedAt) await fillSeats(tx, platform, before.batchId);
  });
}

const findPlaced = (tx: Parameters<typeof lockBatch>[0], id: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'enrolment.courseId',
      'enrolment.batchId',
      'enrolment.seatedAt',
      'enrolment.status',
      'enrolment.supersededAt',
      'account.email',
      'account.firstName',
      'account.lastName',
    ])
    .where('enrolment.id', '=', id)
    .executeTakeFirst();
