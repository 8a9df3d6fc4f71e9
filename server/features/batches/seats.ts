import { appendAudits } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import { type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { seatFreeEmail, waitEndedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { type BatchRow, getBatch, isWaiting, listNextWaiting, noSuchBatch } from './queries.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * Locks a batch until the transaction ends, and reads it with its seats. All that takes or frees a seat locks it first,
 * so that two can never take the same one, and no batch is overbooked.
 *
 * The order of locks: batches, then people, then enrolments, each in the order of their ids. So nobody who holds an
 * enrolment waits for a batch or a person, and nothing that changes an enrolment starts before its batch is locked: see
 * `lockEnrolments`.
 *
 * @throws AppError `not-found`.
 */
export async function lockBatch(tx: Tx, batchId: string): Promise<BatchRow> {
  await lock(tx, batchId);
  return getBatch(tx, batchId);
}

/** Locks several batches, in the order of all that takes seats. */
export async function lockBatches(tx: Tx, batchIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(batchIds)].sort()) await lock(tx, id);
}

async function lock(tx: Tx, batchId: string): Promise<void> {
  // a weaker lock than that of `for update`: rows that only refer to the batch are written meanwhile
  const one = tx.selectFrom('batch').select('id').where('id', '=', batchId);
  if (!(await one.forNoKeyUpdate().executeTakeFirst())) throw noSuchBatch();
}

type Locking = {
  /** The batch to which they are to move. */
  toBatchId?: string | undefined;
  /** Whether their people are locked too, for what also writes the account or the profile. */
  withPeople?: boolean;
};

/** Locks an enrolment as `lockEnrolments` does several. */
export const lockEnrolment = (tx: Tx, enrolmentId: string, locking: Locking = {}): Promise<void> =>
  lockEnrolments(tx, [enrolmentId], locking);

/**
 * Locks enrolments after their batches and the one that they are to move to: all of the batches first, so that nobody
 * waits in a circle. What was read of an enrolment before may be out of date: read it after this. Does nothing for one
 * that does not exist.
 *
 * @throws AppError `not-found` for a batch that does not exist, `stale` when somebody moves one at this moment.
 */
export async function lockEnrolments(
  tx: Tx,
  ids: readonly string[],
  { toBatchId, withPeople = false }: Locking = {},
): Promise<void> {
  const enrolments = tx
    .selectFrom('enrolment')
    .select(['id', 'accountId', 'batchId'])
    .where(among('id', ids))
    .orderBy('id');
  const before = await enrolments.execute();
  if (before.length === 0) return;
  await lockBatches(tx, [...before.flatMap(({ batchId }) => batchId ?? []), ...(toBatchId ? [toBatchId] : [])]);
  if (withPeople) {
    const people = tx
      .selectFrom('account')
      .select('id')
      .where(
        among(
          'id',
          before.map(({ accountId }) => accountId),
        ),
      );
    await people.orderBy('id').forNoKeyUpdate().execute();
  }
  const locked = new Map((await enrolments.forNoKeyUpdate().execute()).map((row) => [row.id, row]));
  if (before.some(({ id, batchId }) => locked.get(id)?.batchId !== batchId)) {
    throw new AppError('stale', justChanged);
  }
}

export const justChanged = 'This enrollment has just changed. Please look at it again.';

/** How a place is asked for: by a learner, who may come onto the waiting list, or by staff for either kind of place. */
type AskedAs = 'learner' | 'seat' | 'waiting';

/**
 * Puts the enrolment of a learner, which is in no batch, into an open one of its course that has not begun: on a free
 * seat, or on the waiting list where it is full. The caller writes the audit, and has locked the enrolment.
 *
 * @returns the batch, and whether they have a seat.
 * @throws AppError `not-found` for a batch that the course does not have, `over` when it takes nobody.
 */
export async function takePlace(
  tx: Tx,
  { clock, config }: With,
  { enrolmentId, courseId, batchId }: { enrolmentId: string; courseId: string; batchId: string },
): Promise<{ batch: BatchRow; isSeated: boolean }> {
  const now = clock();
  const asked = { courseIds: [courseId], batchId, as: 'learner', today: dayAt(now, config.timeZone) } as const;
  const batch = await lockOpenBatch(tx, asked);
  // one who waits already must not be overtaken by somebody who asks later
  const isSeated = batch.taken < batch.seats && batch.waiting === 0;
  await tx
    .updateTable('enrolment')
    .set({ batchId, batchAskedAt: now, seatedAt: isSeated ? now : null })
    .where('id', '=', enrolmentId)
    .execute();
  return { batch, isSeated };
}

/** Locks a batch that takes people of these courses in this way; whether a seat is free is not asked. */
async function lockOpenBatch(
  tx: Tx,
  {
    courseIds,
    batchId,
    as,
    today,
  }: { courseIds: readonly string[]; batchId: string; as: AskedAs; today: CalendarDate },
): Promise<BatchRow> {
  const batch = await lockBatch(tx, batchId);
  if (courseIds.some((courseId) => courseId !== batch.courseId)) throw noSuchBatch();
  if (batch.courseFormat === 'online') {
    throw new AppError('conflict', 'This course is held online only now. It has no classes to join.');
  }
  if (batch.state === 'cancelled') throw new AppError('over', 'This batch is cancelled.');
  if (as === 'learner' && (batch.state !== 'open' || batch.firstDay <= today)) {
    throw new AppError('over', 'This date cannot be chosen any more. Please choose another one.');
  }
  if (batch.lastDay < today) throw new AppError('over', 'This batch is over.');
  if (as === 'waiting' && batch.firstDay <= today) {
    throw new AppError('over', `Batch ${batch.code} has begun, and nobody waits for it any more.`);
  }
  return batch;
}

/**
 * Locks a batch in which so many people at once take a seat, all or none. The caller writes the seats into the
 * enrolments that it makes.
 *
 * @throws AppError `not-found` for a batch that the course does not have, `over` when it takes nobody, `full` when it
 *   has too few free seats.
 */
export async function lockFreeSeats(
  tx: Tx,
  { clock, config }: With,
  { courseId, batchId, count }: { courseId: string; batchId: string; count: number },
): Promise<void> {
  const today = dayAt(clock(), config.timeZone);
  const batch = await lockOpenBatch(tx, { courseIds: [courseId], batchId, as: 'seat', today });
  if (batch.taken + count > batch.seats) throw new AppError('full', `Batch ${batch.code} is full.`);
}

const nowhere = { batchId: null, batchAskedAt: null, seatedAt: null };

/** An enrolment with the place that it has now. */
type Placed = { id: string; courseId: string; batchId: string | null; seatedAt: Date | null };

/**
 * Puts enrolments into a batch on behalf of the academy, out of those that they were in, whose seats are passed on: all
 * on free seats, also after the first day, or all on the waiting list. The caller writes the audit, and has locked the
 * enrolments with the batches before it read them.
 *
 * @returns the batch, and those that did not have this place already.
 * @throws AppError `not-found` for a batch that a course does not have, `over` when it takes nobody, `full` when it has
 *   too few free seats, `stale` when it has one for somebody who is to wait.
 */
export async function movePlaces<Enrolment extends Placed>(
  tx: Tx,
  platform: With,
  { enrolments, batchId, as }: { enrolments: readonly Enrolment[]; batchId: string; as: 'seat' | 'waiting' },
): Promise<{ batch: BatchRow; moved: Enrolment[] }> {
  const isThere = (one: Placed) => one.batchId === batchId && (one.seatedAt !== null) === (as === 'seat');
  const moved = enrolments.filter((one) => !isThere(one));
  if (moved.length === 0) return { batch: await getBatch(tx, batchId), moved };
  const ids = moved.map(({ id }) => id);
  // they leave their places first, so that they are not counted among those who have one
  await tx.updateTable('enrolment').set(nowhere).where(among('id', ids)).execute();
  const now = platform.clock();
  const courseIds = moved.map(({ courseId }) => courseId);
  const batch = await lockOpenBatch(tx, { courseIds, batchId, as, today: dayAt(now, platform.config.timeZone) });
  const free = Math.max(batch.seats - batch.taken, 0);
  if (as === 'seat' && free < moved.length) throw new AppError('full', tooFew(batch.code, free, moved.length));
  if (as === 'waiting' && free > 0) throw new AppError('stale', `Batch ${batch.code} has free seats.`);
  await tx
    .updateTable('enrolment')
    .set({ batchId, batchAskedAt: now, seatedAt: as === 'seat' ? now : null })
    .where(among('id', ids))
    .execute();
  await fillLeftSeats(tx, platform, moved);
  return { batch, moved };
}

const tooFew = (code: string, free: number, people: number) =>
  free === 0
    ? `Batch ${code} is full.`
    : `Batch ${code} has only ${free} free ${free === 1 ? 'seat' : 'seats'} for ${people} people.`;

/** Passes on the seats that enrolments had, by the places that they had before. */
async function fillLeftSeats(tx: Tx, platform: With, left: readonly Pick<Placed, 'batchId' | 'seatedAt'>[]) {
  const batchIds = new Set(left.flatMap(({ batchId, seatedAt }) => (batchId && seatedAt ? [batchId] : [])));
  for (const batchId of [...batchIds].sort()) await fillSeats(tx, platform, batchId);
}

/**
 * Passes the free seats of a batch to the first on its waiting list, with an email to each. A batch that has begun or
 * is cancelled passes none: staff decide who still joins.
 */
export async function fillSeats(tx: Tx, platform: With, batchId: string): Promise<void> {
  const { clock, config } = platform;
  const batch = await lockBatch(tx, batchId);
  const now = clock();
  if (batch.state === 'cancelled' || batch.firstDay <= dayAt(now, config.timeZone)) return;
  for (let free = batch.seats - batch.taken; free > 0; ) {
    const next = await listNextWaiting(tx, batchId, free);
    if (next.length === 0) return;
    const seated = await endWaits(tx, { batch, people: next, set: { seatedAt: now }, action: 'batch.pass-seat' });
    await mailBatch(tx, config, seatFreeEmail, { people: seated, batch });
    free -= seated.length;
  }
}

type Ending<Person> = {
  batch: BatchRow;
  people: readonly Person[];
  set: Partial<typeof nowhere> | { seatedAt: Date };
  /** The name of the action in the audit. */
  action: string;
};

/** Ends the waits of people, and returns those who still waited: somebody may be erased at this moment. */
async function endWaits<Person extends { id: string }>(tx: Tx, { batch, people, set, action }: Ending<Person>) {
  const ids = people.map(({ id }) => id);
  const waiting = tx.updateTable('enrolment').set(set).where(among('id', ids)).where('batchId', '=', batch.id);
  const rows = await waiting.where(isWaiting('enrolment')).returning('id').execute();
  const ended = new Set(rows.map(({ id }) => id));
  const ending = { actorId: null, action, details: { batch: batch.code } };
  await appendAudits(
    tx,
    ids.filter((id) => ended.has(id)).map((id) => ({ ...ending, subject: { kind: 'enrolment', id } })),
  );
  return people.filter(({ id }) => ended.has(id));
}

/** Passes on the seats of every batch that has both a free one and a waiting list, such as after an erasure. */
export async function fillAllSeats({ db, ...platform }: With & Pick<Platform, 'db'>): Promise<void> {
  const today = dayAt(platform.clock(), platform.config.timeZone);
  const due = await listAwaited(db).where('firstDay', '>', today).execute();
  for (const { id } of due) await transaction(db, (tx) => fillSeats(tx, platform, id));
}

/**
 * Ends the waiting lists of the batches that have begun, with an email to each who waited. Their requests stay pending,
 * without a batch, so that they can ask for another date. Idempotent.
 */
export async function endWaitingLists({ db, clock, config }: With & Pick<Platform, 'db'>): Promise<void> {
  const today = dayAt(clock(), config.timeZone);
  const due = await listAwaited(db).where('firstDay', '<=', today).execute();
  for (const { id } of due) {
    await transaction(db, async (tx) => {
      const batch = await lockBatch(tx, id);
      if (batch.state === 'cancelled' || batch.firstDay > today) return;
      const people = await listNextWaiting(tx, id, batch.waiting);
      const ended = await endWaits(tx, { batch, people, set: nowhere, action: 'batch.end-wait' });
      for (const [status, next] of Object.entries(afterWait)) {
        const told = ended.filter((person) => person.status === status);
        await mailBatch(tx, config, waitEndedEmail, { people: told, batch, more: { next } });
      }
    });
  }
}

/** The sentence for somebody whose wait ends without a seat, by the status of the enrolment. */
const afterWait = {
  pending: 'Your request is kept. Ask for another date on the page of the course, or the academy offers you one.',
  approved: 'You stay enrolled in the course. The academy offers you another date.',
};

/** The batches that somebody waits for, but cancelled ones. */
const listAwaited = (db: Queryable) =>
  db
    .selectFrom('batch')
    .select('id')
    .where('state', '<>', 'cancelled')
    .where((e) =>
      e.exists(e.selectFrom('enrolment').whereRef('batchId', '=', 'batch.id').where(isWaiting('enrolment'))),
    );

/**
 * Frees the seats of enrolments that were declined or withdrawn, and passes them on. The enrolments stay on the rosters
 * of their batches, as people who left. The caller has locked them.
 */
export async function leaveSeats(tx: Tx, platform: With, enrolmentIds: readonly string[]): Promise<void> {
  const held = await tx
    .selectFrom('enrolment')
    .select(['id', 'batchId', 'seatedAt'])
    .where(among('id', enrolmentIds))
    .where('batchId', 'is not', null)
    .where('seatedAt', 'is not', null)
    .execute();
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await tx.updateTable('enrolment').set({ seatedAt: null }).where(among('id', ids)).execute();
  await fillLeftSeats(tx, platform, held);
}
