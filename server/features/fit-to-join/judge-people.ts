import type { JudgedPerson, Question } from '@fairlead/contract/fit-to-join/calls';
import { mostJudged } from '@fairlead/contract/fit-to-join/calls';
import { endsTooEarly, signsOffTooEarly } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { type Verdict, verdictOf } from '@fairlead/contract/fit-to-join/verdicts';
import { dayInWords } from '@fairlead/contract/values/dates';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { paginationOf } from '../../platform/db/pagination.ts';
import { AppError } from '../../platform/errors.ts';
import { findPeople } from '../accounts/index.ts';
import type { PeopleScope } from './policy.ts';
import {
  type ChecklistEditions,
  countPeople,
  type EditionRow,
  findClosingCourses,
  findHoldings,
  listPeople,
  type PersonRow,
} from './queries.ts';
import { type Cell, closingFor, editionOn, type Held, judgeFor, rowsFor } from './rules.ts';
import { toJudged } from './wire.ts';

/** By what people are judged: an edition, its rows for the job, and the judge. */
export type Bench = { edition: EditionRow; rows: EditionRow['rows']; judge: (held: readonly Held[]) => Cell[] };

/**
 * Prepares a question: the edition that applies on the day of joining, or the one that is asked for, and its rows for
 * the job.
 *
 * @throws AppError `invalid` for a sign-off before the joining, `not-found` for an unknown edition, `over` for an
 *   archived checklist, and where no edition has begun on the day of joining.
 */
export function benchFor({ editions, archivedAt }: ChecklistEditions, question: Question): Bench {
  const { joinsOn } = question;
  if (archivedAt) throw new AppError('over', 'This checklist is archived. Please choose another one.');
  if (endsTooEarly(question)) {
    throw new AppError('invalid', signsOffTooEarly, { fields: { signsOffOn: signsOffTooEarly } });
  }
  const edition = question.edition ? editionNumbered(editions, question.edition) : editionOn(editions, joinsOn);
  if (!edition) throw tooEarly(editions);
  const rows = rowsFor(edition.rows, question);
  return { edition, rows, judge: judgeFor(rows, question) };
}

/** @throws AppError `not-found`. */
function editionNumbered(editions: readonly EditionRow[], number: number): EditionRow {
  const found = editions.find(({ edition }) => edition === number);
  if (!found) throw new AppError('not-found', 'This checklist has no such edition.');
  return found;
}

function tooEarly(editions: readonly EditionRow[]): AppError {
  const first = editions.map(({ appliesFrom }) => appliesFrom).toSorted()[0];
  const message = `This checklist applies from ${dayInWords(first ?? '')}. Choose that day of joining or a later one.`;
  return new AppError('conflict', message, { fields: { joinsOn: message } });
}

/** The rows of a job with the courses that close a gap in each of them. */
export async function rowsWithCourses(
  db: Queryable,
  { rows }: Pick<Bench, 'rows'>,
  { joinsOn, today }: { joinsOn: CalendarDate; today: CalendarDate },
) {
  const courses = await findClosingCourses(db, [...new Set(rows.flatMap(({ anyOf }) => anyOf))], today);
  return rows.map((row) => ({ ...row, closedBy: closingFor(row, courses, joinsOn) }));
}

/** Judges people by what they hold. */
export async function judgePeople(
  db: Queryable,
  { judge }: Pick<Bench, 'judge'>,
  people: readonly PersonRow[],
): Promise<JudgedPerson[]> {
  const holdings = await findHoldings(
    db,
    people.map(({ id }) => id),
  );
  return people.map((person) => {
    const cells = judge(holdings.get(person.id) ?? []);
    return toJudged(person, cells, verdictOf(cells.map(({ state }) => state)));
  });
}

type Asked = Parameters<typeof paginationOf>[0] & { batch?: string | undefined; only?: Verdict | undefined };

/** People of a page, where the next one begins, how many were looked at, and whether a search was cut short. */
export type JudgedPage = {
  people: JudgedPerson[];
  next: string | undefined;
  examined: number;
  /** With `only`, how many there are on the page; otherwise how many people there are, up to 1,001. */
  total: number;
  isBounded: boolean;
};

/** People looked at by one query. */
const portion = 250;

/**
 * Judges a page of people, the newest first. With `only`, people are looked at until the page is full, at most
 * `mostJudged` of them; so a page may have fewer than its limit, or none, and there are more all the same.
 */
export async function judgePage(
  db: Queryable,
  bench: Bench,
  scope: PeopleScope,
  { only, batch, ...query }: Asked,
): Promise<JudgedPage> {
  const { limit, search, after } = paginationOf(query);
  const found = search ? await findPeople(db, search) : undefined;
  const by = { found: found?.ids, batch };
  const total = only ? undefined : await countPeople(db, scope, by);
  const page = { people: [] as JudgedPerson[], next: after, examined: 0, isBounded: found?.isBounded ?? false };
  const done = (next: string | undefined) => ({ ...page, next, total: total ?? page.people.length });
  for (;;) {
    const size = only ? Math.min(portion, mostJudged - page.examined) : limit - page.people.length;
    const rows = await listPeople(db, scope, { after: page.next, take: size + 1, ...by });
    const judged = await judgePeople(db, bench, rows.slice(0, size));
    for (const person of judged) {
      page.examined += 1;
      page.next = person._id;
      if (!only || person.standing === only) page.people.push(person);
      if (page.people.length === limit) break;
    }
    const isFull = page.people.length === limit;
    const hasMore = isFull ? page.next !== rows.at(-1)?.id : rows.length > size;
    if (!hasMore) return done(undefined);
    if (isFull || page.examined >= mostJudged) return done(page.next);
  }
}
