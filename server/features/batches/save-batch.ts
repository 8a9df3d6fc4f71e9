import { isDeepStrictEqual } from 'node:util';
import type { BatchInput } from '@fairlead/contract/batches/calls';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { getCourse } from '../courses/index.ts';
import { batchChangedEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { type BatchRow, getBatch, isInstructorOf, listAddressees } from './queries.ts';
import { classDays, halvesOf } from './rules.ts';
import { fillSeats, lockBatch } from './seats.ts';

/**
 * Run by the training feature: applies the rule of attendance to the people of a batch after a change of its half days.
 * Payload: `{ batchId, actorId }`, the actor being who changed it.
 */
export const judgeAttendanceJob = 'judge-attendance';

type Writing = { input: BatchInput; actorId: string; ip: string };

const toColumns = ({ isOpen, restDays, ...same }: BatchInput) => ({
  ...same,
  state: isOpen ? ('open' as const) : ('closed' as const),
  restDays: JSON.stringify(restDays.toSorted()),
});

/** @throws AppError `invalid` for an instructor who is not assigned to the course. */
async function requireInstructor(tx: Tx, courseId: string, accountId: string | null) {
  if (accountId === null || (await isInstructorOf(tx, { courseId, accountId }))) return;
  const message = 'Assign this instructor to the course first';
  throw new AppError('invalid', message, { fields: { instructorId: message } });
}

/**
 * Creates a batch of a course that is held in the classroom.
 *
 * @throws AppError `not-found`, `conflict` for a course that is held online only, `invalid` for an instructor who is
 *   not assigned to the course.
 */
export async function createBatch(
  platform: Platform,
  { courseId, input, actorId, ip }: Writing & { courseId: string },
): Promise<BatchRow> {
  return transaction(platform.db, async (tx) => {
    const course = await getCourse(tx, courseId);
    if (course.format === 'online') {
      throw new AppError('conflict', 'This course is held online only. Change its format first.');
    }
    await requireInstructor(tx, courseId, input.instructorId);
    const { id } = await tx
      .insertInto('batch')
      .values({ ...toColumns(input), courseId, createdAt: platform.clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await appendAudit(tx, { actorId, action: 'batch.create', subject: { kind: 'batch', id }, ip });
    await platform.changes.record(tx, 'public-pages');
    return getBatch(tx, id);
  });
}

const halfDaysOf = (batch: BatchRow) => ({ days: classDays(batch), halves: halvesOf(batch) });

/** The fields of a batch whose change is emailed to its people. */
const announced = ['firstDay', 'lastDay', 'restDays', 'startsAt', 'endsAt', 'venue'] as const;

/**
 * Changes a batch. Its people are emailed about new days, days without class, times or another venue; new seats go to
 * the waiting list. After a change of its half days its attendance is judged by the new ones.
 *
 * @throws AppError `not-found`, `stale` if somebody has changed it since `seenVersion`, `invalid` for an instructor who
 * is not assigned to the course, `over` when it is cancelled, `conflict` for fewer seats than are taken.
 */
export async function updateBatch(
  platform: Platform,
  { id, input, seenVersion, actorId, ip }: Writing & { id: string; seenVersion: number | undefined },
): Promise<BatchRow> {
  const { config } = platform;
  return transaction(platform.db, async (tx) => {
    const before = await lockBatch(tx, id);
    if (seenVersion !== undefined && seenVersion !== before.version) {
      throw new AppError('stale', 'Somebody changed this batch after you opened it. Open it again to see what is new.');
    }
    if (before.state === 'cancelled') throw new AppError('over', 'This batch is cancelled.');
    if (input.seats < before.taken) {
      const message = `${before.taken} seats are taken already`;
      throw new AppError('conflict', `${message}. Move people to another batch first.`, { fields: { seats: message } });
    }
    if (input.instructorId !== before.instructorId) await requireInstructor(tx, before.courseId, input.instructorId);
    await tx
      .updateTable('batch')
      .set((batch) => ({ ...toColumns(input), version: batch('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await appendAudit(tx, { actorId, action: 'batch.update', subject: { kind: 'batch', id }, ip });
    const batch = await getBatch(tx, id);
    if (announced.some((field) => !isDeepStrictEqual(before[field], batch[field]))) {
      await mailBatch(tx, config, batchChangedEmail, { people: await listAddressees(tx, id), batch });
    }
    await fillSeats(tx, platform, id);
    if (!isDeepStrictEqual(halfDaysOf(before), halfDaysOf(batch))) {
      await enqueue(tx, judgeAttendanceJob, { batchId: id, actorId });
    }
    await platform.changes.record(tx, 'public-pages');
    return getBatch(tx, id);
  });
}
