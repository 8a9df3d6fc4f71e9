import type { Difference } from '@fairlead/contract/fit-to-join/calls';
import type { CaseOutcome, ChecklistRow, TestCase } from '@fairlead/contract/fit-to-join/checklists';
import type { Rank, ShipType } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { type CellState, cellStateNames, cellStates } from '@fairlead/contract/fit-to-join/verdicts';
import { addDays, type CalendarDate, daysUntil, isOver } from '../../platform/calendar.ts';

/** A job aboard, for which a checklist says what its holder needs. */
export type Job = { rank: Rank; flag: string; shipType: ShipType };

/** What the rules read of a row of a checklist. */
export type NeedRow = Pick<ChecklistRow, 'id' | 'anyOf' | 'ranks' | 'flags' | 'shipTypes' | 'daysBeyond'>;

/**
 * What a person holds: its code, and its last day; null where it never ends. It counts from its first day on. What
 * nobody has checked counts too, and the verdict says so.
 */
export type Held = { code: string; firstDay: CalendarDate; lastDay: CalendarDate | null; isChecked?: boolean };

/** Both days count as days aboard. */
export type Voyage = { joinsOn: CalendarDate; signsOffOn: CalendarDate };

/**
 * The verdict for a row. `inDays`: so many days after joining it runs out; 0 is the day of joining. Of a missing
 * document, `lastDay` says when the latest one ended, or null if there was none. `isChecked`: whether the academy or
 * its staff have made sure of the document.
 */
export type Cell = { isChecked: boolean } & (
  | { state: 'held'; lastDay: CalendarDate | null; inDays: null }
  | { state: 'runs-out'; lastDay: CalendarDate; inDays: number }
  | { state: 'missing'; lastDay: CalendarDate | null; inDays: null }
);

const appliesTo = (wanted: readonly string[], one: string) => wanted.length === 0 || wanted.includes(one);

/** The rows of a checklist that apply to a job, in their order. */
export const rowsFor = <Row extends NeedRow>(rows: readonly Row[], { rank, flag, shipType }: Job): Row[] =>
  rows.filter((row) => appliesTo(row.ranks, rank) && appliesTo(row.flags, flag) && appliesTo(row.shipTypes, shipType));

/**
 * Prepares to judge any number of people by the rows of a job, for a voyage; the result judges one by what they hold, a
 * cell for each row. A row is held if one document is valid from the day of joining to the day of the sign-off, and as
 * long beyond it as the row asks for; documents do not take turns. It runs out if the one that lasts longest is valid
 * on the day of joining and ends too soon; otherwise it is missing. Of documents that are as good, a checked one
 * decides.
 */
export function judgeFor(rows: readonly NeedRow[], { joinsOn, signsOffOn }: Voyage): (held: readonly Held[]) => Cell[] {
  const wanted = rows.map(({ anyOf, daysBeyond }) => ({ anyOf, until: addDays(signsOffOn, daysBeyond) }));
  return (held) => {
    const byCode = Map.groupBy(held, ({ code }) => code);
    return wanted.map(({ anyOf, until }) =>
      judgeRow(
        anyOf.flatMap((code) => byCode.get(code) ?? []),
        joinsOn,
        until,
      ),
    );
  };
}

function judgeRow(own: readonly Held[], joinsOn: CalendarDate, until: CalendarDate): Cell {
  const valid = own.filter(({ firstDay, lastDay }) => firstDay <= joinsOn && !isOver(lastDay, joinsOn));
  const lasting = valid.filter(({ lastDay }) => !isOver(lastDay, until));
  const best = latest(lasting.filter(isMadeSureOf)) ?? latest(valid);
  if (!best) {
    const ended = latest(own.filter(({ lastDay }) => isOver(lastDay, joinsOn)));
    return { state: 'missing', lastDay: ended?.lastDay ?? null, inDays: null, isChecked: true };
  }
  const { lastDay } = best;
  const isChecked = isMadeSureOf(best);
  if (lastDay === null || !isOver(lastDay, until)) return { state: 'held', lastDay, inDays: null, isChecked };
  return { state: 'runs-out', lastDay, inDays: daysUntil(lastDay, joinsOn), isChecked };
}

const isMadeSureOf = ({ isChecked = true }: Held) => isChecked;

/** The one that lasts longest; of several that last as long, a checked one. */
const latest = (held: readonly Held[]): Held | undefined =>
  held.reduce<Held | undefined>((last, one) => (last && !isBetter(one, last) ? last : one), undefined);

function isBetter(one: Held, other: Held): boolean {
  if (one.lastDay === other.lastDay) return isMadeSureOf(one) && !isMadeSureOf(other);
  return other.lastDay !== null && (one.lastDay === null || one.lastDay > other.lastDay);
}

/** A course, what its certificate proves, and the last day of its next batch with a free seat; null for none. */
export type Closing = { gives: readonly string[]; lastDay: CalendarDate | null };

/**
 * The courses that give what a row asks for, each with whether it is over before the day of joining: null where no date
 * is known. Whether one helps a certain person is `closes` of the contract.
 */
export const closingFor = <Course extends Closing>(
  { anyOf }: Pick<NeedRow, 'anyOf'>,
  courses: readonly Course[],
  joinsOn: CalendarDate,
): (Course & { inTime: boolean | null })[] =>
  courses
    .filter(({ gives }) => gives.some((code) => anyOf.includes(code)))
    .map((course) => ({ ...course, inTime: course.lastDay === null ? null : course.lastDay < joinsOn }));

/** The edition that applies on a day: the one that began last, and of several that began together the newest. */
export const editionOn = <Edition extends { edition: number; appliesFrom: CalendarDate }>(
  editions: readonly Edition[],
  day: CalendarDate,
): Edition | undefined =>
  editions
    .filter(({ appliesFrom }) => appliesFrom <= day)
    .reduce<Edition | undefined>((last, one) => (last && !beganLater(one, last) ? last : one), undefined);

type Begun = { edition: number; appliesFrom: CalendarDate };
const beganLater = (one: Begun, other: Begun) =>
  one.appliesFrom > other.appliesFrom || (one.appliesFrom === other.appliesFrom && one.edition > other.edition);

/**
 * The edition of a checklist that a list shows on a day: the one that applies, and before the first has begun that one.
 * `next` is the one that begins after it. Undefined without editions.
 */
export function shownOn<Edition extends Begun>(
  editions: readonly Edition[],
  day: CalendarDate,
): { shown: Edition; inForce: boolean; next: Edition | undefined } | undefined {
  const current = editionOn(editions, day);
  const inOrder = editions.toSorted((one, other) => one.appliesFrom.localeCompare(other.appliesFrom));
  const shown = current ?? inOrder[0];
  if (!shown) return undefined;
  const next = inOrder.find(({ appliesFrom }) => appliesFrom > day && appliesFrom > shown.appliesFrom);
  return { shown, inForce: current !== undefined, next };
}

/** Runs test cases by the rows beside which they stand: each finds the gaps that it expects, and no others. */
export const runCases = (rows: readonly ChecklistRow[], cases: readonly TestCase[]): CaseOutcome[] =>
  cases.map((one) => ({ name: one.name, failures: failuresOf(rows, one) }));

function failuresOf(rows: readonly ChecklistRow[], { held, gaps, ...about }: TestCase): string[] {
  const applying = rowsFor(rows, about);
  const cells = judgeFor(applying, about)(held);
  const expected = new Map<string, CellState>(gaps.map(({ row, state }) => [row, state]));
  const wrong = applying.flatMap(({ id, title }, n) => {
    const [want, is] = [expected.get(id) ?? 'held', cells[n]?.state ?? 'held'];
    return want === is ? [] : [`${title}: ${inWords(is)}, and not ${inWords(want)}`];
  });
  const unmet = gaps.filter(({ row }) => applying.every(({ id }) => id !== row));
  return [...wrong, ...unmet.map(({ row }) => `${titleOf(rows, row)}: not asked for in this job`)];
}

const inWords = (state: CellState) => cellStateNames[state].toLowerCase();
const titleOf = (rows: readonly ChecklistRow[], id: string) => rows.find((row) => row.id === id)?.title ?? id;

/** What changes for a job from one edition to another: rows that are added or removed, or ask for something else. */
export function changesBetween(
  before: readonly ChecklistRow[],
  after: readonly ChecklistRow[],
  job: Job,
): Difference['changes'] {
  const [old, now] = [rowsFor(before, job), rowsFor(after, job)];
  const oldById = new Map(old.map((row) => [row.id, row]));
  const nowIds = new Set(now.map(({ id }) => id));
  return [
    ...now.flatMap((row): Difference['changes'] => {
      const was = oldById.get(row.id);
      if (!was) return [{ id: row.id, title: row.title, change: 'added', what: asked(row) }];
      if (asked(was) === asked(row)) return [];
      return [{ id: row.id, title: row.title, change: 'changed', what: `${asked(was)}; from then on ${asked(row)}` }];
    }),
    ...old
      .filter(({ id }) => !nowIds.has(id))
      .map((row) => ({ id: row.id, title: row.title, change: 'removed' as const, what: asked(row) })),
  ];
}

const asked = ({ anyOf, daysBeyond }: NeedRow) =>
  `${anyOf.join(' or ')}${daysBeyond > 0 ? `, ${daysBeyond} days beyond the sign-off` : ''}`;

/**
 * The rows that somebody lacks by a later edition and did not lack by an earlier one: with a worse verdict, a row that
 * is not asked for counting as held. Each list has a cell for each row.
 */
export function newlyLacking<Row extends { id: string }>(
  before: { rows: readonly Row[]; cells: readonly Cell[] },
  after: { rows: readonly Row[]; cells: readonly Cell[] },
): { row: Row; cell: Cell }[] {
  const was = new Map<string, CellState>(before.rows.map(({ id }, n) => [id, before.cells[n]?.state ?? 'held']));
  return after.rows.flatMap((row, n) => {
    const cell = after.cells[n];
    return cell && worse(cell.state, was.get(row.id) ?? 'held') ? [{ row, cell }] : [];
  });
}

const worse = (one: CellState, other: CellState): boolean => cellStates.indexOf(one) > cellStates.indexOf(other);
