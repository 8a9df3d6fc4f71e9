import { markNames, type NewMark } from '@fairlead/contract/training/attendance';
import { appendAudit } from '../../../platform/audit/append.ts';
import { dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockBatch } from '../../batches/index.ts';
import { judgeAttendance } from './judge-attendance.ts';
import { listAttendees, listMarks, lockCompletions, type MarkRow } from './queries.ts';
import { refusalOfDay, refusalOfPerson, type StoredMark, settle } from './rules.ts';

type Marking = { batchId: string; marks: readonly NewMark[]; actorId: string; ip: string };
type Refused = Pick<NewMark, 'enrolmentId' | 'day' | 'half'> & { message: string };

/**
 * Stores marks for half days of a batch, and applies the academy's rule to everybody concerned: who is absent for too
 * long is dropped, who is not any more by a corrected mark comes back, and on the last day the tests open. Idempotent.
 *
 * @returns the marks that can never be stored, each with the reason; the others are stored all the same.
 * @throws AppError `not-found`, `over` for a cancelled batch.
 */
export async function markHalfDays(platform: Platform, { batchId, marks, actorId, ip }: Marking): Promise<Refused[]> {
  return transaction(platform.db, async (tx) => {
    // markers of one batch take turns
    const batch = await lockBatch(tx, batchId);
    if (batch.state === 'cancelled') throw new AppError('over', 'This batch is cancelled.');
    await lockCompletions(tx, batchId);
    const now = platform.clock();
    const today = dayAt(now, platform.config.timeZone);
    const attendees = new Map((await listAttendees(tx, batchId)).map((one) => [one.id, one]));
    const stored = new Map((await listMarks(tx, batchId)).map((row) => [keyOf(row), toStored(row)]));
    const refused: Refused[] = [];
    const saved: Saved[] = [];
    // the earliest first, so that the device's last word on a half day is the last here
    for (const { secondsAgo, ...mark } of marks.toSorted((a, b) => b.secondsAgo - a.secondsAgo)) {
      const message = refusalOfDay(batch, mark, today) ?? refusalOfPerson(attendees.get(mark.enrolmentId), batchId);
      if (message) {
        refused.push({ enrolmentId: mark.enrolmentId, day: mark.day, half: mark.half, message });
        continue;
      }
      const at = new Date(now.getTime() - secondsAgo * 1000);
      const before = stored.get(keyOf(mark));
      const after = settle(before, { mark: mark.mark, by: actorId, at });
      if (!after) continue;
      stored.set(keyOf(mark), after);
      saved.push({ ...mark, before, after });
    }
    await store(tx, batchId, saved);
    await audit(tx, { batchId, actorId, ip }, saved);
    const changed = new Set(saved.map(({ enrolmentId }) => enrolmentId));
    await judgeAttendance(tx, platform, batch, { isConcerned: (id) => changed.has(id), actorId, ip });
    return refused;
  });
}

type HalfDay = Pick<NewMark, 'enrolmentId' | 'day' | 'half'>;
type Saved = Omit<NewMark, 'secondsAgo'> & { before: StoredMark | undefined; after: StoredMark };

const keyOf = ({ enrolmentId, day, half }: HalfDay) => `${enrolmentId} ${day} ${half}`;

const toStored = ({ mark, markedBy, markedAt, replacedMark, replacedBy }: MarkRow): StoredMark => ({
  mark,
  by: markedBy,
  at: markedAt,
  replaced: replacedMark && replacedBy ? { mark: replacedMark, by: replacedBy } : null,
});

async function store(tx: Tx, batchId: string, saved: readonly Saved[]) {
  for (const { enrolmentId, day, half, after } of saved) {
    const row = {
      mark: after.mark,
      markedBy: after.by,
      markedAt: after.at,
      replacedMark: after.replaced?.mark ?? null,
      replacedBy: after.replaced?.by ?? null,
    };
    await tx
      .insertInto('attendance')
      .values({ enrolmentId, batchId, day, half, ...row })
      .onConflict((conflict) => conflict.columns(['enrolmentId', 'batchId', 'day', 'half']).doUpdateSet(row))
      .execute();
  }
}

/**
 * One entry for each half day that was marked, and one on each person whose mark was changed; none for a mark that was
 * stored already.
 */
async function audit(
  tx: Tx,
  { batchId, ...by }: { batchId: string; actorId: string; ip: string },
  saved: readonly Saved[],
) {
  const told = saved.filter(({ before, mark }) => before?.mark !== mark);
  for (const [halfDay, marks] of Map.groupBy(told, ({ day, half }) => `${day} ${half}`)) {
    const count = (mark: string) => marks.filter(({ after }) => after.mark === mark).length;
    const details = { halfDay, present: count('present'), absent: count('absent'), 'make-up': count('made-up') };
    await appendAudit(tx, { ...by, action: 'attendance.mark', subject: { kind: 'batch', id: batchId }, details });
  }
  for (const { enrolmentId, day, half, before, after } of saved) {
    if (!before || before.mark === after.mark) continue;
    const details = { halfDay: `${day} ${half}`, from: markNames[before.mark], to: markNames[after.mark] };
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { ...by, action: 'attendance.correct', subject, details });
  }
}
