import type { Basis, ClosingCourse, JudgedPerson, JudgedRow } from '@fairlead/contract/fit-to-join/calls';
import type {
  Checklist,
  ChecklistEdition,
  ChecklistSummary,
  OfferedChecklist,
} from '@fairlead/contract/fit-to-join/checklists';
import { ranks, shipTypes } from '@fairlead/contract/fit-to-join/jobs-aboard';
import type { Verdict } from '@fairlead/contract/fit-to-join/verdicts';
import type { CalendarDate } from '../../platform/calendar.ts';
import { fullName, fullNameOrNull } from '../accounts/index.ts';
import type { ChecklistEditions, ClosingRow, EditionRow, ListedChecklist, PersonRow } from './queries.ts';
import { type Cell, editionOn, runCases } from './rules.ts';

const authorOf = ({ firstName, lastName }: Pick<EditionRow, 'firstName' | 'lastName'>) =>
  fullNameOrNull({ firstName, lastName });

const factsOf = ({ edition, appliesFrom, source, sourceDate, note }: EditionRow) => ({
  edition,
  appliesFrom,
  source,
  sourceDate,
  note,
});

/** The jobs that the rows of an edition name. */
function jobsOf({ rows }: EditionRow): ChecklistSummary['jobs'] {
  const named = (which: 'ranks' | 'flags' | 'shipTypes') => new Set<string>(rows.flatMap((row) => row[which]));
  const [namedRanks, namedTypes] = [named('ranks'), named('shipTypes')];
  return {
    ranks: ranks.filter((rank) => namedRanks.has(rank)),
    flags: [...named('flags')].toSorted(),
    shipTypes: shipTypes.filter((type) => namedTypes.has(type)),
  };
}

/** A checklist by which somebody can be judged. */
export const toOffered = ({ id, name, shown }: ListedChecklist): OfferedChecklist => ({
  _id: id,
  name,
  appliesFrom: shown.appliesFrom,
  jobs: jobsOf(shown),
});

/** A checklist in the list of staff. */
export function toSummary({ id, name, archivedAt, shown, inForce, next }: ListedChecklist): ChecklistSummary {
  return {
    _id: id,
    name,
    inForce,
    archivedAt: archivedAt?.toISOString() ?? null,
    ...factsOf(shown),
    rows: shown.rows.length,
    cases: shown.cases.length,
    failing: runCases(shown.rows, shown.cases).filter(({ failures }) => failures.length > 0).length,
    next: next ? { edition: next.edition, appliesFrom: next.appliesFrom } : null,
    jobs: jobsOf(shown),
  };
}

const toEdition = (row: EditionRow, inForce: EditionRow | undefined): ChecklistEdition => ({
  ...factsOf(row),
  rows: row.rows,
  cases: row.cases,
  outcomes: runCases(row.rows, row.cases),
  createdAt: row.createdAt.toISOString(),
  createdBy: authorOf(row),
  inForce: row.edition === inForce?.edition,
});

/** A checklist with its editions; `today` decides which one is in force. */
export const toChecklist = ({ id, name, archivedAt, editions }: ChecklistEditions, today: CalendarDate): Checklist => {
  const inForce = editionOn(editions, today);
  const shown = editions.map((row) => toEdition(row, inForce));
  return { _id: id, name, archivedAt: archivedAt?.toISOString() ?? null, editions: shown };
};

/** A person with the verdict on them, a cell for each row. */
export const toJudged = (person: PersonRow, cells: Cell[], standing: Verdict): JudgedPerson => ({
  _id: person.id,
  name: fullName(person),
  email: person.email,
  standing,
  cells,
});

const toClosing = ({ batch, courseId, title, isRefresher, isOnline, inTime }: Closed): ClosingCourse => ({
  courseId,
  title,
  isRefresher,
  isOnline,
  inTime,
  batch: batch && { _id: batch.id, code: batch.code, firstDay: batch.firstDay, lastDay: batch.lastDay },
});

type Closed = ClosingRow & { inTime: boolean | null };
type Row = EditionRow['rows'][number] & { closedBy: Closed[] };

const toRow = ({ id, title, anyOf, daysBeyond, source, closedBy }: Row): JudgedRow => ({
  id,
  title,
  anyOf,
  daysBeyond,
  source,
  closedBy: closedBy.map(toClosing),
});

/** By which checklist somebody is judged, and by which of its rows. */
export const toBasis = ({ id, name }: ChecklistEditions, edition: EditionRow, rows: readonly Row[]): Basis => ({
  checklist: { _id: id, name, ...factsOf(edition) },
  rows: rows.map(toRow),
});
