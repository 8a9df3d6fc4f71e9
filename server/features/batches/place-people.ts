import { appendAudits } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireAll } from '../../platform/http/require-all.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName } from '../accounts/index.ts';
import { placedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { lockEnrolments, movePlaces } from './seats.ts';

type Placing = {
  batchId: string;
  /** Puts them on the waiting list, whether there is a free seat or not. */
  waiting: boolean;
  actorId: string;
  ip: string;
};

/**
 * Staff put enrolments into a batch of their course, or move them there from others, whose seats are passed on: all of
 * them or none, in statements whose number does not depend on theirs. The learners are emailed.
 *
 * @throws AppError `not-found` for a single enrolment that does not exist; `over` when one is declined or renewed,
 *   the batch has too few free seats, is cancelled or over, or one is moved by somebody else at this moment.
 */
export async function placePeople(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  people: readonly { id: string }[],
  { batchId, waiting, actorId, ip }: Placing,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    const ids = people.map(({ id }) => id);
    await lockEnrolments(tx, ids, { toBatchId: batchId });
    const found = new Map((await listPlaced(tx, ids)).map((row) => [row.id, row]));
    const refused = ids.flatMap((id) => {
      const placed = found.get(id);
      const refusal = refusalOf(placed);
      return refusal ? [{ name: placed ? fullName(placed) : 'Somebody', refusal }] : [];
    });
    requireAll(ids.length, refused);
    const placed = [...found.values()];
    const { batch, moved } = await movePlaces(tx, platform, {
      enrolments: placed,
      batchId,
      as: waiting ? 'waiting' : 'seat',
    });
    const details = { batch: batch.code, ...(waiting && { waiting }) };
    const placing = { actorId, action: 'batch.place', details, ip };
    await appendAudits(
      tx,
      moved.map(({ id }) => ({ ...placing, subject: { kind: 'enrolment', id } })),
    );
    const place = waiting ? 'You are on the waiting list, and we email you when a seat is free.' : 'You have a seat.';
    await mailBatch(tx, platform.config, placedEmail, { people: moved, batch, more: { place } });
  });
}

function refusalOf(placed: Placed | undefined): AppError | undefined {
  if (!placed) return notFound('There is no such enrollment.');
  if (placed.status === 'rejected' || placed.supersededAt) {
    return new AppError('over', 'This enrollment is declined or was replaced by a renewal.');
  }
  return undefined;
}

const listPlaced = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'enrolment.id',
      'enrolment.courseId',
      'enrolment.status',
      'enrolment.supersededAt',
      'enrolment.batchId',
      'enrolment.seatedAt',
      'account.email',
      'account.firstName',
      'account.lastName',
    ])
    .where(among('enrolment.id', ids))
    .orderBy('enrolment.id')
    .execute();
type Placed = Awaited<ReturnType<typeof listPlaced>>[number];
