import { addDays, type CalendarDate, daysUntil, isOver } from '../../platform/calendar.ts';

/** A job aboard, for which a rule set says what its holder needs. */
export type Job = { rank: string; flag: string; shipType: string };

/** A row of a rule set: a document or a qualification that is needed. */
export type NeedRow = {
  id: string;
  /** Codes of what meets the row; one of them is enough. */
  anyOf: readonly string[];
  /** For which jobs it applies; an empty list means all of them. */
  ranks: readonly string[];
  flags: readonly string[];
  shipTypes: readonly string[];
  /** How many days after the sign-off it has to be valid, as some ports ask of a passport. */
  daysBeyond: number;
};

/** What a person holds: its code, and its last day; null where it never ends. It counts from its first day on. */
export type Held = { code: string; firstDay: CalendarDate; lastDay: CalendarDate | null };

/** Both days count as days aboard. */
export type Voyage = { joinsOn: CalendarDate; signsOffOn: CalendarDate };

/** A course that gives a code, with the last day of the next time it is held; null where no date is known. */
export type Closing = { courseId: string; gives: readonly string[]; lastDay: CalendarDate | null };

/** The verdict for a row. `inDays`: so many days after joining it runs out; 0 is the day of joining. */
export type Verdict = { row: NeedRow } & (
  | { state: 'held'; lastDay: CalendarDate | null }
  | { state: 'runs-out'; lastDay: CalendarDate; inDays: number; closedBy: ClosedBy[] }
  | { state: 'missing'; lastDay: CalendarDate | null; closedBy: ClosedBy[] }
);

/** A course that closes a gap; `inTime`: whether it is over before the day of joining, null where no date is known. */
export type ClosedBy = { courseId: string; inTime: boolean | null };

const appliesTo = (wanted: readonly string[], one: string) => wanted.length === 0 || wanted.includes(one);

/** The rows of a rule set that apply to a job, in their order. */
export const rowsFor = (rows: readonly NeedRow[], { rank, flag, shipType }: Job): NeedRow[] =>
  rows.filter((row) => appliesTo(row.ranks, rank) && appliesTo(row.flags, flag) && appliesTo(row.shipTypes, shipType));

/**
 * Judges what a person holds by the rows of a job, for a voyage. A row is held if one document is valid from the day of
 * joining to the day of the sign-off, and as long beyond it as the row asks for; documents do not take turns. It runs out
 * if the one that lasts longest is valid on the day of joining and ends too soon; otherwise it is missing, and `lastDay`
 * says when the latest one ended, or null if there was none.
 */
export function judge(
  rows: readonly NeedRow[],
  held: readonly Held[],
  { joinsOn, signsOffOn }: Voyage,
  courses: readonly Closing[] = [],
): Verdict[] {
  return rows.map((row) => {
    const own = held.filter(({ code }) => row.anyOf.includes(code));
    const valid = latest(own.filter(({ firstDay, lastDay }) => firstDay <= joinsOn && !isOver(lastDay, joinsOn)));
    const closedBy = () => closing(row, courses, joinsOn);
    if (!valid) {
      const ended = latest(own.filter(({ lastDay }) => isOver(lastDay, joinsOn)));
      return { row, state: 'missing', lastDay: ended?.lastDay ?? null, closedBy: closedBy() };
    }
    const { lastDay } = valid;
    if (!isOver(lastDay, addDays(signsOffOn, row.daysBeyond))) return { row, state: 'held', lastDay };
    const until = lastDay ?? signsOffOn;
    return { row, state: 'runs-out', lastDay: until, inDays: daysUntil(until, joinsOn), closedBy: closedBy() };
  });
}

/** The one that lasts longest. */
const latest = (held: readonly Held[]): Held | undefined =>
  held.reduce<Held | undefined>((last, one) => (last && !lastsLonger(one, last) ? last : one), undefined);

const lastsLonger = (one: Held, other: Held) =>
  other.lastDay !== null && (one.lastDay === null || one.lastDay > other.lastDay);

const closing = (row: NeedRow, courses: readonly Closing[], joinsOn: CalendarDate): ClosedBy[] =>
  courses
    .filter(({ gives }) => gives.some((code) => row.anyOf.includes(code)))
    .map(({ courseId, lastDay }) => ({ courseId, inTime: lastDay === null ? null : lastDay < joinsOn }));
