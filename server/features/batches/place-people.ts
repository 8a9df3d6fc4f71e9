import { AppError, notFound } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { decideAll } from '../../platform/http/decide-all.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/full-name.ts';
import { placedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { lockEnrolments, movePlace } from './seats.ts';

type Placing = {
  batchId: string;
  /** Puts them on the waiting list, whether there is a free seat or not. */
  waiting: boolean;
  actorId: string;
  ip: string;
};

/**
 * Staff put enrolments into a batch of their course, or move them there from others, whose seats are passed on: all of
 * them or none. The learners are emailed.
 *
 * @throws AppError `not-found` for a single enrolment that does not exist; `conflict` when one is declined or renewed, the
 * batch is full, cancelled or over, or one is moved by somebody else at this moment.
 */
export async function placePeople(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  people: readonly { id: string }[],
  placing: Placing,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    await decideAll(await lockEnrolments(tx, people, placing.batchId), {
      decide: ({ id }) => place(tx, platform, id, placing),
      nameOf: async ({ id }) => {
        const found = await findPlaced(tx, id);
        return found ? fullName(found) : 'Somebody';
      },
    });
  });
}

async function place(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  enrolmentId: string,
  { batchId, waiting, actorId, ip }: Placing,
): Promise<void> {
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
  const where = waiting ? 'You are on the waiting list, and we email you when a seat is free.' : 'You have a seat.';
  await mailBatch(tx, platform.config, placedEmail, { people: [placed], batch, more: { place: where } });
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
