import type { AttendanceSheet } from '@fairlead/contract/training/attendance';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { fullName } from '../../accounts/index.ts';
import { type BatchRow, classDays, halvesOf, toBatch } from '../../batches/index.ts';
import type { AttendeeRow, MarkRow } from './queries.ts';
import { isDropped } from './rules.ts';

type Parts = {
  batch: BatchRow;
  attendees: readonly AttendeeRow[];
  marks: readonly MarkRow[];
  today: CalendarDate;
  mostAbsentPercent: number;
};

const standingOf = (row: AttendeeRow, batchId: string) => {
  if (row.batchId !== batchId || row.supersededAt) return 'left';
  if (isDropped(row)) return 'dropped';
  return row.status === 'approved' && row.seatedAt ? 'attending' : 'left';
};

/** The attendance of a batch as those who mark it see it. */
export function toSheet({ batch, attendees, marks, today, mostAbsentPercent }: Parts): AttendanceSheet {
  const marksOf = Map.groupBy(marks, ({ enrolmentId }) => enrolmentId);
  return {
    batch: toBatch(batch, today),
    days: classDays(batch),
    halves: halvesOf(batch),
    today,
    mostAbsentPercent,
    people: attendees.map((row) => ({
      _id: row.id,
      name: fullName(row),
      standing: standingOf(row, batch.id),
      isComplete: row.completedAt !== null,
      marks: (marksOf.get(row.id) ?? []).map(({ day, half, mark, by, markedAt, replacedMark, otherBy }) => ({
        day,
        half,
        mark,
        by,
        at: markedAt.toISOString(),
        replaced: replacedMark && otherBy ? { mark: replacedMark, by: otherBy } : null,
      })),
    })),
  };
}
