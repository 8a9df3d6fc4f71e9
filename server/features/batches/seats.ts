import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import { type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { seatFreeEmail, waitEndedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { type BatchRow, getBatch, isWaiting, listNextWaiting, noSuchBatch } from './queries.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * Locks a batch until the transaction ends, and reads it with its seats. All that takes or frees a seat locks it first,
 * so that two can never take the same one.
 *
 * The order of locks: batches in the order of their ids, then enrolments. So nobody who holds an enrolment waits for a
 * batch, and nothing that changes an enrolment starts before its batch is locked: see `lockEnrolment`.
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

/**
 * Locks an enrolment after its batch, and after the one that it is to move to. What was read of it before may be out of
 * date: read it after this. Does nothing for an enrolment that does not exist.
 *
 * @throws AppError `not-found` for a batch that does not exist, `conflict` when somebody moves it at this moment.
 */
export async function lockEnrolment(tx: Tx, enrolmentId: string, toBatchId?: string): Promise<void> {
  await lockEnrolments(tx, [{ id: enrolmentId }], toBatchId);
}

/**
 * The same for several: all of their batches first, so that nobody waits in a circle.
 *
 * @returns them in the order in which they can leave their places: those without a seat first, so that no seat is passed to
 * one of them.
 */
export async function lockEnrolments<Item extends { id: string }>(
  tx: Tx,
  items: readonly Item[],
  toBatchId?: string,
): Promise<Item[]> {
  const ids = items.map(({ id }) => id);
  const enrolments = tx
    .selectFrom('enrolment')
    .select(['id', 'batchId', 'seatedAt'])
    .where(among('id', ids))
    .orderBy('id');
  const before = await enrolments.execute();
  if (before.length > 0) {
    await lockBatches(tx, [...before.flatMap(({ batchId }) => batchId ?? []), ...(toBatchId ? [toBatchId] : [])]);
  }
  const locked = new Map((await enrolments.forNoKeyUpdate().execute()).map((row) => [row.id, row]));
  if (before.some(({ id, batchId }) => locked.get(id)?.batchId !== batchId))
    throw new AppError('conflict', justChanged);
  const isSeated = ({ id }: Item) => Boolean(locked.get(id)?.seatedAt);
  return items.toSorted((a, b) => Number(isSeated(a)) - Number(isSeated(b)));
}

export const justChanged = 'This enrollment has just changed. Please look at it again.';

/** The place that an enrolment asks for. */
export type Asking = {
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
 * Puts an enrolment that is in no batch into one of its course, on a free seat or on the waiting list. The caller writes
 * the audit, and has locked the enrolment.
 *
 * @returns the batch, and whether they have a seat.
 * @throws AppError `not-found` for a batch that the course does not have, `conflict` when it takes nobody or is full.
 */
export async function takePlace(
  tx: Tx,
  { clock, config }: With,
  { enrolmentId, courseId, batchId, as }: Asking,
): Promise<{ batch: BatchRow; isSeated: boolean }> {
  const now = clock();
  const batch = await lockOpenBatch(tx, { courseId, batchId, as, today: dayAt(now, config.timeZone) });
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

/** Locks a batch of a course that takes people in this way; whether a seat is free is not asked. */
async function lockOpenBatch(
  tx: Tx,
  { courseId, batchId, as, today }: Pick<Asking, 'courseId' | 'batchId' | 'as'> & { today: CalendarDate },
): Promise<BatchRow> {
  const batch = await lockBatch(tx, batchId);
  if (batch.courseId !== courseId) throw noSuchBatch();
  if (batch.courseFormat === 'online') {
    throw new AppError('conflict', 'This course is held online only now. It has no classes to join.');
  }
  if (batch.state === 'cancelled') throw new AppError('conflict', 'This batch is cancelled.');
  if (as === 'learner' && (batch.state !== 'open' || batch.firstDay <= today)) {
    throw new AppError('conflict', 'This date cannot be chosen any more. Please choose another one.');
  }
  if (batch.lastDay < today) throw new AppError('conflict', 'This batch is over.');
  if (as === 'waiting' && batch.firstDay <= today) {
    throw new AppError('conflict', `Batch ${batch.code} has begun, and nobody waits for it any more.`);
  }
  return batch;
}

/**
 * Locks a batch in which so many people at once take a seat, all or none. The caller writes the seats into the enrolments
 * that it makes.
 *
 * @throws AppError `not-found` for a batch that the course does not have, `conflict` when it takes nobody or has too few
 * free seats.
 */
export async function lockFreeSeats(
  tx: Tx,
  { clock, config }: With,
  { courseId, batchId, count }: { courseId: string; batchId: string; count: number },
): Promise<void> {
  const today = dayAt(clock(), config.timeZone);
  const batch = await lockOpenBatch(tx, { courseId, batchId, as: 'seat', today });
  if (batch.taken + count > batch.seats) throw new AppError('conflict', `Batch ${batch.code} is full.`);
}

const nowhere = { batchId: null, batchAskedAt: null, seatedAt: null };

/**
 * Puts an enrolment into a batch, out of the one that it was in, whose seat is passed on. The caller writes the audit,
 * and has locked the enrolment with both batches.
 *
 * @returns the batch; undefined when it has this place already.
 * @throws AppError as `takePlace`.
 */
export async function movePlace(
  tx: Tx,
  platform: With,
  asking: Asking & { as: 'seat' | 'waiting' },
): Promise<BatchRow | undefined> {
  const { enrolmentId, batchId, as } = asking;
  const enrolment = tx.selectFrom('enrolment').select(['batchId', 'seatedAt']).where('id', '=', enrolmentId);
  const before = await enrolment.executeTakeFirstOrThrow();
  if (before.batchId === batchId && (before.seatedAt !== null) === (as === 'seat')) return undefined;
  // leaves its place first, so that it is not counted among those who have one
  await tx.updateTable('enrolment').set(nowhere).where('id', '=', enrolmentId).execute();
  const { batch } = await takePlace(tx, platform, asking);
  if (before.batchId && before.seatedAt) await fillSeats(tx, platform, before.batchId);
  return batch;
}

/**
 * Passes the free seats of a batch to the first on its waiting list, with an email to each. A batch that has begun or is
 * cancelled passes none: staff decide who still joins.
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
  /** What the audit calls it. */
  action: string;
};

/** Ends the waits of people, and returns those who still waited: somebody may be erased at this moment. */
async function endWaits<Person extends { id: string }>(tx: Tx, { batch, people, set, action }: Ending<Person>) {
  const ended: Person[] = [];
  for (const person of people) {
    const { id } = person;
    const waiting = tx.updateTable('enrolment').set(set).where('id', '=', id).where('batchId', '=', batch.id);
    const row = await waiting.where(isWaiting('enrolment')).returning('id').executeTakeFirst();
    if (!row) continue;
    const subject = { kind: 'enrolment', id };
    await appendAudit(tx, { actorId: null, action, subject, details: { batch: batch.code } });
    ended.push(person);
  }
  return ended;
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

/** What follows for somebody whose wait ends without a seat, by the status of the enrolment. */
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
 * Frees the seat of an enrolment that was declined or withdrawn, and passes it on. The enrolment stays on the roster of
 * its batch, as somebody who left. The caller has locked it.
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
