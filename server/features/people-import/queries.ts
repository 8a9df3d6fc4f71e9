import { type ImportRowsQuery, importOutcomes, type PeopleImport } from '@fairlead/contract/people-import/calls';
import { sql } from 'kysely';
import { dayAt } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { inParts } from '../../platform/db/in-parts.ts';
import { matchesName, type Order, pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { fullName, stateOf } from '../accounts/index.ts';
import { listBatchesOf } from '../batches/index.ts';
import { findEligibility, judgeEnrolling, listOpenFacts } from '../enrolments/index.ts';
import { listNumbersOf, listOwnersOfNumbers } from '../seafarers/index.ts';
import type { ReadRow } from './read-rows.ts';
import { enrolmentKey, type Facts, plainTitle } from './rules.ts';

export const noSuchImport = () =>
  notFound('This import was not found. An import that is not confirmed is kept for one day.');

/**
 * An import with the number of its rows for each outcome.
 *
 * @throws AppError `not-found`.
 */
export async function getImport(db: Queryable, id: string) {
  const [found] = await withCounts(db, await selectImports(db).where('id', '=', id).execute());
  if (!found) throw noSuchImport();
  return found;
}

/** The latest imports; so many are shown. */
export async function listImports(db: Queryable) {
  return withCounts(db, await selectImports(db).orderBy('id', 'desc').limit(20).execute());
}

const selectImports = (db: Queryable) =>
  db.selectFrom('peopleImport').select(['id', 'filename', 'createdAt', 'confirmedAt', 'undoneAt', 'layout']);

type StoredImport = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number];

async function withCounts(db: Queryable, imports: readonly StoredImport[]) {
  const rows = await db
    .selectFrom('peopleImportRow')
    .select((e) => [
      'importId',
      'outcome',
      e.fn.countAll<number>().as('count'),
      e.fn.count<number>('courseId').as('enrolments'),
      sql<number>`count(*) filter (where mailed_at is null)`.as('unmailed'),
      sql<number>`count(*) filter (where to_check <> '{}')`.as('toCheck'),
      sql<number>`sum(jsonb_array_length(remarks))::int`.as('remarks'),
    ])
    .where(
      among(
        'importId',
        imports.map(({ id }) => id),
      ),
    )
    .groupBy(['importId', 'outcome'])
    .execute();
  const rowsOf = Map.groupBy(rows, ({ importId }) => importId);
  return imports.map((one) => ({ ...one, ...sumsOf(rowsOf.get(one.id) ?? [], one) }));
}

type Counted = {
  outcome: keyof PeopleImport['counts'];
  count: number;
  enrolments: number;
  unmailed: number;
  toCheck: number;
  remarks: number;
};

function sumsOf(rows: readonly Counted[], { confirmedAt, undoneAt }: StoredImport) {
  const made = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'matched');
  const sumOf = (column: 'enrolments' | 'unmailed' | 'toCheck') => made.reduce((sum, row) => sum + row[column], 0);
  const counted = new Map(rows.map(({ outcome, count }) => [outcome, count]));
  const counts = Object.fromEntries(
    importOutcomes.map((one) => [one, counted.get(one) ?? 0]),
  ) as PeopleImport['counts'];
  const mailsLeft = confirmedAt && !undoneAt ? sumOf('unmailed') : 0;
  const remarks = rows.reduce((sum, row) => sum + row.remarks, 0);
  return { counts, enrolments: sumOf('enrolments'), toCheck: sumOf('toCheck'), remarks, mailsLeft };
}

const byRow: Order = {
  way: 'asc',
  id: sql<string>`people_import_row.id`,
  by: { expression: sql`people_import_row.row`, table: sql`people_import_row` },
};

const rowText = sql<string>`(fold_name(first_name || ' ' || last_name) || ' ' || email)`;

/** A page of the rows of an import, in their order. An import is small enough to be searched without an index. */
export async function listImportRows(
  db: Queryable,
  importId: string,
  { outcome, remarked, ...query }: ImportRowsQuery,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db
    .selectFrom('peopleImportRow')
    .leftJoin('course', 'course.id', 'peopleImportRow.courseId')
    .leftJoin('batch', 'batch.id', 'peopleImportRow.batchId')
    .selectAll('peopleImportRow')
    .select(['course.title as courseTitle', 'batch.code as batchCode'])
    .where('importId', '=', importId);
  if (outcome) matching = matching.where('outcome', '=', outcome);
  if (remarked) matching = matching.where(sql<boolean>`people_import_row.remarks <> '[]'`);
  if (search) matching = matching.where(matchesName(rowText, search));
  const rows = await pageInOrder(matching, byRow, { after, take }).execute();
  const total = await totalOf(db, matching.clearSelect().select('peopleImportRow.id'), { rows, limit, after });
  return { rows, limit, total };
}
export type ImportRow = Awaited<ReturnType<typeof listImportRows>>['rows'][number];

/** Each of these once, without null. */
export const distinct = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))];

/** What the database says of the people, courses and batches that rows name. */
export async function findFacts(
  db: Queryable,
  rows: readonly ReadRow[],
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
): Promise<Facts> {
  const now = clock();
  const today = dayAt(now, config.timeZone);
  const readable = rows.filter(({ problem }) => problem === null);
  const accounts = await findAccounts(db, distinct(readable.map(({ email }) => email)));
  const ids = [...accounts.values()].map(({ id }) => id);
  const courses = await findCourses(db, readable);
  const courseIds = [...courses.values()].flat().map(({ id }) => id);
  const batchTexts = distinct(readable.map(({ batch }) => batch || null));
  const batches = batchTexts.length > 0 ? await listBatchesOf(db, courseIds, { codes: batchTexts, today }) : [];
  const enrolments = courseIds.length > 0 && ids.length > 0 ? await listOpenFacts(db, ids, courseIds) : [];
  const profiles = ids.length > 0 ? await listNumbersOf(db, ids) : [];
  const lacks = await findEligibility(db, { clock, config }, { accountIds: ids, courseIds });
  return {
    today,
    lackOf: ({ accountId, birthDate }, courseId) => lacks({ accountId: accountId ?? '', courseId, birthDate }),
    accounts,
    owners: await findOwners(db, readable),
    profiles: new Map(profiles.map((profile) => [profile.accountId, profile])),
    courses,
    batches: Map.groupBy(
      batches.map((batch) => ({ ...batch, free: batch.seats - batch.taken })),
      ({ courseId }) => courseId,
    ),
    enrolments: new Map(
      enrolments.map((row) => {
        const outcome = judgeEnrolling({ ...row, batch: null }, { today, now });
        const { batchId, status } = row;
        const fact = { batchId, status, isSeated: row.seatedAt !== null, isDone: outcome === 'already-approved' };
        return [enrolmentKey(row.accountId, row.courseId), fact];
      }),
    ),
  };
}

/** The accounts with these email addresses. One that a stranger may have registered does not count as proved. */
async function findAccounts(db: Queryable, emails: readonly string[]) {
  const found = [];
  for (const some of inParts(emails)) {
    const rows = await db
      .selectFrom('account')
      .select(['id', 'email', 'role', 'firstName', 'lastName', 'emailVerifiedAt', 'approvedAt', 'refusedAt'])
      .select(['disabledAt', 'erasedAt', 'invitedAt'])
      .where('email', 'in', some)
      .execute();
    found.push(...rows);
  }
  return new Map(
    found.map((row) => {
      const state = stateOf(row);
      const isStaff = row.role !== 'learner';
      return [
        row.email,
        { id: row.id, isStaff, state, isProved: isStaff || state !== 'unverified', name: fullName(row) },
      ];
    }),
  );
}

/** The people who have one of the passport and INDoS numbers, by the field and the number. */
async function findOwners(db: Queryable, rows: readonly ReadRow[]) {
  const owners: [string, { accountId: string; name: string }][] = [];
  for (const field of ['passportNumber', 'indosNumber'] as const) {
    for (const numbers of inParts(distinct(rows.map((row) => row[field])))) {
      const found = await listOwnersOfNumbers(db, field, numbers);
      for (const one of found) {
        owners.push([`${field} ${one.number}`, { accountId: one.accountId, name: fullName(one) }]);
      }
    }
  }
  const byNumber = Map.groupBy(owners, ([key]) => key);
  return new Map([...byNumber].map(([key, found]) => [key, found.map(([, owner]) => owner)]));
}

/** The courses whose titles rows name. There are few courses, so that all are read. */
async function findCourses(db: Queryable, rows: readonly ReadRow[]) {
  const named = new Set(rows.map(({ course }) => plainTitle(course)));
  named.delete('');
  if (named.size === 0) return new Map();
  const all = await db.selectFrom('course').select(['id', 'title', 'isActive', 'format']).execute();
  const found = all
    .map(({ id, title, isActive, format }) => ({
      id,
      title: plainTitle(title),
      isActive,
      isOnline: format === 'online',
    }))
    .filter(({ title }) => named.has(title));
  return Map.groupBy(found, ({ title }) => title);
}

/** The batches in which some people are for some courses. */
export async function listHeldBatches(db: Queryable, accountIds: readonly string[], courseIds: readonly string[]) {
  const rows = await db
    .selectFrom('enrolment')
    .select('batchId')
    .distinct()
    .where(among('accountId', accountIds))
    .where(among('courseId', courseIds))
    .where('supersededAt', 'is', null)
    .where('batchId', 'is not', null)
    .execute();
  return rows.map(({ batchId }) => batchId ?? '');
}

/**
 * Stores what rows have become, a part at a time.
 *
 * @param rows each with its id; all have the same further columns.
 */
export async function storeRows(tx: Tx, rows: readonly ({ id: string } & Record<string, unknown>)[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { id: _, ...columns } = first;
  const names = Object.keys(columns).map(inSnakeCase);
  const set = sql.join(names.map((name) => sql`${sql.ref(name)} = stored.${sql.ref(name)}`));
  for (const some of inParts(rows)) {
    const stored = some.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [inSnakeCase(key), value])),
    );
    await sql`
      update people_import_row as row set ${set}
      from jsonb_populate_recordset(null::people_import_row, ${JSON.stringify(stored)}::jsonb) as stored
      where row.id = stored.id`.execute(tx);
  }
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
