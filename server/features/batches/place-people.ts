import { AppError, notFound } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { placedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { lockEnrolment, movePlace } from './seats.ts';

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
 * enrolment is moved by somebody else at this moment.
 */
export async function placeEnrolment(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { enrolmentId, batchId, waiting, actorId, ip }: Placing,
): Promise<void> {
  const { db, config } = platform;
  await transaction(db, async (tx) => {
    await lockEnrolment(tx, enrolmentId, batchId);
    const placed = await findPlaced(tx, enrolmentId);
    if (!placed) throw notFound('There is no such enrollment.');
    if (placed.status === 'rejected' || placed.supersededAt) {
      throw new AppError('conflict', 'This enrollment is declined or was replaced by a renewal.');
    }
    const as = waiting ? 'waiting' : 'seat';
    const batch = await movePlace(tx, platform, { enrolmentId, courseId: placed.courseId, batchId, as });
    if (!batch) return;
    const subject = { kind: 'enrolment', id: enrolmentId };
    const details = { batch: batch.code, ...(waiting && { waiting }) };
    await appendAudit(tx, { actorId, action: 'batch.place', subject, details, ip });
    const place = waiting ? 'You are on the waiting list, and we email you when a seat is free.' : 'You have a seat.';
    await mailBatch(tx, config, placedEmail, { people: [placed], batch, more: { place } });
  });
}

const findPlaced = (tx: Tx, id: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'enrolment.courseId',
      'enrolment.status',
      'enrolment.supersededAt',
      'account.email',
      'account.firstName',
      'account.lastName',
    ])
    .where('enrolment.id', '=', id)
    .executeTakeFirst();
