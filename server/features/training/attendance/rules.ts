import type { AttendanceMark, Half } from '@fairlead/contract/training/attendance';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { classDays, halvesOf } from '../../batches/index.ts';
import type { AttendeeRow } from './queries.ts';

type Batch = Parameters<typeof classDays>[0] & Parameters<typeof halvesOf>[0];

type HalfDay = { day: CalendarDate; half: Half };

/** The number of half days of a batch. */
export const halfDaysOf = (batch: Batch): number => classDays(batch).length * halvesOf(batch).length;

/** Tells whether a batch has class in a half of a day. */
function classesOf(batch: Batch): (halfDay: HalfDay) => boolean {
  const [days, halves] = [new Set(classDays(batch)), halvesOf(batch)];
  return ({ day, half }) => days.has(day) && halves.includes(half);
}

/**
 * What the marks of a person mean, measured by the share of the half days of the batch for which somebody may be
 * absent. Half days still to come are among those of the batch. A mark of a half day without class does not count: the
 * batch may have been changed since.
 *
 * @returns `isDropped`: absent for more than that. `isEnough`: even if the person were absent at every half day that is
 * not marked, it would not be more; a half day that nobody marked does not count as attended. `attended` of `total`
 * half days are.
 */
export function judge(batch: Batch, marks: readonly (HalfDay & Pick<Made, 'mark'>)[], mostAbsentPercent: number) {
  const total = halfDaysOf(batch);
  const counted = marks.filter(classesOf(batch));
  const absent = counted.filter(({ mark }) => mark === 'absent').length;
  const attended = counted.length - absent;
  const most = (mostAbsentPercent * total) / 100;
  return { isDropped: absent > most, isEnough: total - attended <= most, attended, total };
}

/** Why a half day cannot be marked; undefined where it can. */
export function refusalOfDay(batch: Batch, halfDay: HalfDay, today: CalendarDate): string | undefined {
  if (!classesOf(batch)(halfDay)) return 'The batch has no class then.';
  return halfDay.day > today ? 'This day is still to come.' : undefined;
}

type Person = Pick<AttendeeRow, 'status' | 'declineReason' | 'batchId' | 'supersededAt' | 'isCertified'>;

/** Whether somebody was dropped by the academy's rule, which a corrected mark takes back. */
export const isDropped = ({ status, declineReason }: Pick<Person, 'status' | 'declineReason'>): boolean =>
  status === 'rejected' && declineReason === 'absent';

/** Why nothing can be marked for a person in a batch; undefined where it can. */
export function refusalOfPerson(person: Person | undefined, batchId: string): string | undefined {
  const isHere = person?.batchId === batchId && !person.supersededAt;
  if (!isHere || !(person.status === 'approved' || isDropped(person))) return 'This person is not in the batch.';
  return person.isCertified ? 'This person has the certificate already.' : undefined;
}

/** A mark with who made it, and when. */
export type Made = { mark: AttendanceMark; by: string; at: Date };
/** A stored mark, with what of somebody else it replaced. */
export type StoredMark = Made & { replaced: { mark: AttendanceMark; by: string } | null };

/**
 * What is stored after a further mark for the same half day; undefined where nothing changes. The later mark counts,
 * however late it arrives. If two people disagree, what does not count stays beside it. The same mark made again later
 * moves the time on, so that an earlier one of somebody else that is still on its way does not count.
 */
export function settle(stored: StoredMark | undefined, made: Made): StoredMark | undefined {
  if (!stored) return { ...made, replaced: null };
  if (stored.mark === made.mark) {
    if (made.at <= stored.at) return undefined;
    return { ...made, replaced: stored.replaced?.by === made.by ? null : stored.replaced };
  }
  const isSamePerson = stored.by === made.by;
  const isLater = isSamePerson ? made.at >= stored.at : made.at > stored.at;
  if (!isLater) {
    const isKnown = stored.replaced?.mark === made.mark && stored.replaced.by === made.by;
    return isSamePerson || isKnown ? undefined : { ...stored, replaced: { mark: made.mark, by: made.by } };
  }
  const replaced = isSamePerson ? stored.replaced : { mark: stored.mark, by: stored.by };
  // who comes to agree with the other leaves no difference to show
  return { ...made, replaced: replaced?.mark === made.mark ? null : replaced };
}
