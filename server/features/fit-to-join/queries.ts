import type { ChecklistRow, TestCase } from '@fairlead/contract/fit-to-join/checklists';
import { indosNumberIn } from '@fairlead/contract/seafarers/document-numbers';
import { type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { latestFirst, pageInOrder, totalOf } from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { listBatchesOf } from '../batches/index.ts';
import { findRulesInForce } from '../courses/index.ts';
import type { PeopleScope } from './policy.ts';
import { type Held, shownOn } from './rules.ts';

export const noSuchChecklist = () => notFound('There is no such checklist.');

const editions = (db: Queryable) =>
  db
    .selectFrom('checklistEdition')
    .leftJoin('account as author', 'author.id', 'checklistEdition.createdBy')
    .select(['checklistEdition.id', 'checklistEdition.checklistId', 'checklistEdition.createdAt'])
    .select(['edition', 'appliesFrom', 'source', 'sourceDate', 'note', 'author.firstName', 'author.lastName'])
    .select([
      sql<ChecklistRow[]>`checklist_edition.requirements`.as('rows'),
      sql<TestCase[]>`checklist_edition.cases`.as('cases'),
    ])
    .orderBy('edition', 'desc');

export type EditionRow = Awaited<ReturnType<ReturnType<typeof editions>['executeTakeFirstOrThrow']>>;
/** A checklist with its editions, the newest first; each has at least one. */
export type ChecklistEditions = { id: string; name: string; archivedAt: Date | null; editions: EditionRow[] };

/** Which of some codes an edition of a checklist names. */
export async function findChecklistCodes(db: Queryable, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    select distinct listed.code
    from checklist_edition cross join lateral jsonb_array_elements(requirements) as needed (one)
    cross join lateral jsonb_array_elements_text(needed.one -> 'anyOf') as listed (code)
    where listed.code = any(${codes}::text[])`.execute(db);
  return new Set(rows.map(({ code }) => code));
}

type EditionHead = Pick<EditionRow, 'id' | 'edition' | 'appliesFrom'>;
/** A checklist with the one edition that a list shows. */
export type ListedChecklist = {
  id: string;
  name: string;
  archivedAt: Date | null;
  shown: EditionRow;
  inForce: boolean;
  next?: EditionHead | undefined;
};

/**
 * All checklists by name, archived ones last, each with the edition that is shown on a day; no other edition is read
 * whole.
 */
export async function listChecklists(db: Queryable, day: CalendarDate): Promise<ListedChecklist[]> {
  const lists = await db
    .selectFrom('checklist')
    .select(['id', 'name', 'archivedAt'])
    .orderBy(sql`archived_at is not null`)
    .orderBy(sql`lower(name)`)
    .execute();
  const heads = await db
    .selectFrom('checklistEdition')
    .select(['id', 'checklistId', 'edition', 'appliesFrom'])
    .orderBy('edition', 'desc')
    .execute();
  const byList = Map.groupBy(heads, ({ checklistId }) => checklistId);
  const chosen = lists.flatMap((list) => {
    const choice = shownOn(byList.get(list.id) ?? [], day);
    return choice ? [{ ...list, ...choice }] : [];
  });
  const ids = chosen.map(({ shown }) => shown.id);
  const whole = await editions(db).where(among('checklistEdition.id', ids)).execute();
  const byId = new Map(whole.map((one) => [one.id, one]));
  return chosen.flatMap((one) => {
    const shown = byId.get(one.shown.id);
    return shown ? [{ ...one, shown }] : [];
  });
}

/** @throws AppError `not-found`. */
export async function getChecklist(db: Queryable, id: string): Promise<ChecklistEditions> {
  const found = await db
    .selectFrom('checklist')
    .select(['id', 'name', 'archivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw noSuchChecklist();
  return { ...found, editions: await editions(db).where('checklistId', '=', id).execute() };
}

/** Who can be judged: learners whom staff have approved or made, and who are not disabled. */
const people = (db: Queryable, scope: PeopleScope) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.email', 'account.firstName', 'account.lastName'])
    .where('account.role', '=', 'learner')
    // literally the condition of an index
    .where(sql<SqlBool>`(account.approved_at is not null or account.invited_at is not null)`)
    .where('account.disabledAt', 'is', null)
    .where('account.erasedAt', 'is', null)
    .$if(scope !== 'everybody', (all) => all.where(among('account.id', scope === 'everybody' ? [] : scope.accountIds)));

export type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

type Narrowed = {
  after: string | undefined;
  take: number;
  /** The ids of the people whom a search has found; undefined without one. */
  found: readonly string[] | undefined;
  batch: string | undefined;
};

/** The people whom a search has found, or who are in a batch. */
const narrowed = (db: Queryable, scope: PeopleScope, { found, batch }: Pick<Narrowed, 'found' | 'batch'>) =>
  people(db, scope)
    .$if(found !== undefined, (all) => all.where(among('account.id', found ?? [])))
    .$if(batch !== undefined, (all) =>
      all.where('account.id', 'in', (of) =>
        of
          .selectFrom('enrolment')
          .select('accountId')
          .where('batchId', '=', batch ?? '')
          .where('status', '<>', 'rejected')
          .where('supersededAt', 'is', null),
      ),
    );

/** Some of the people, the newest first, from the pagination cursor on. */
export const listPeople = (db: Queryable, scope: PeopleScope, { after, take, ...by }: Narrowed) =>
  pageInOrder(narrowed(db, scope, by), latestFirst('account.id'), { after, take }).execute();

/** How many they are, up to 1,001. */
export const countPeople = (db: Queryable, scope: PeopleScope, by: Pick<Narrowed, 'found' | 'batch'>) =>
  totalOf(db, narrowed(db, scope, by), { rows: [], limit: -1, after: undefined });

/** @throws AppError `not-found` for somebody who is not a learner in the scope. */
export async function getPerson(db: Queryable, scope: PeopleScope, id: string): Promise<PersonRow> {
  const person = await people(db, scope).where('account.id', '=', id).executeTakeFirst();
  if (!person) throw notFound('There is no such person.');
  return person;
}

/**
 * The people whom some names mean, by name: an email means one person or none, and an INDoS number everybody in whose
 * profile it is. Anything else means nobody, such as what stands in a profile for a number that was never issued.
 */
export async function findNamed(
  db: Queryable,
  scope: PeopleScope,
  names: readonly string[],
): Promise<Map<string, PersonRow[]>> {
  const emails = names.map((one) => one.toLowerCase());
  const numbers = names.flatMap((one) => indosNumberIn(one) ?? []);
  const byEmail = await people(db, scope).where(sql<SqlBool>`account.email = any(${emails}::text[])`).execute();
  const byNumber = await people(db, scope)
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'account.id')
    .select('profile.indosNumber')
    .where(sql<SqlBool>`profile.indos_number = any(${numbers}::text[])`)
    .execute();
  const ofEmail = Map.groupBy(byEmail, ({ email }) => email);
  const ofNumber = Map.groupBy(byNumber, ({ indosNumber }) => indosNumber);
  return new Map(
    names.map((name) => [name, ofEmail.get(name.toLowerCase()) ?? ofNumber.get(indosNumberIn(name) ?? '') ?? []]),
  );
}

/** What some people hold, by account: their certificates of this academy and the documents in their wallets. */
export async function findHoldings(db: Queryable, accountIds: readonly string[]): Promise<Map<string, Held[]>> {
  if (accountIds.length === 0) return new Map();
  const { rows } = await sql<Held & { accountId: string }>`
    select account_id, code, first_day, last_day, is_checked from held_document
    where account_id = any(${accountIds}::uuid[])`.execute(db);
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** A course that gives one of some codes, with its next batch. */
export type ClosingRow = {
  courseId: string;
  title: string;
  gives: string[];
  isRefresher: boolean;
  isOnline: boolean;
  batch: { id: string; code: string; firstDay: CalendarDate; lastDay: CalendarDate } | null;
  lastDay: CalendarDate | null;
};

/**
 * The active courses whose certificate proves one of some codes by the rule of today, by title. The next batch is the
 * one that is over first of those that are open, begin after today and have a free seat.
 */
export async function findClosingCourses(
  db: Queryable,
  codes: readonly string[],
  today: CalendarDate,
): Promise<ClosingRow[]> {
  const active = await db
    .selectFrom('course')
    .select(['id', 'title', 'format'])
    .where('isActive', '=', true)
    .orderBy('title')
    .orderBy('id')
    .execute();
  const rules = await findRulesInForce(
    db,
    active.map(({ id }) => id),
    today,
  );
  const giving = active.flatMap((course) => {
    const rule = rules.get(course.id);
    const gives = [rule?.qualification, rule?.kindOf].filter((code): code is string => !!code && codes.includes(code));
    return gives.length > 0 ? [{ ...course, gives, isRefresher: rule?.kind === 'refresher' }] : [];
  });
  const taught = giving.filter(({ format }) => format !== 'online').map(({ id }) => id);
  const dates = taught.length > 0 ? await listBatchesOf(db, taught, { codes: [], today }) : [];
  const next = dates
    .filter(
      ({ state, firstDay, seats, taken, waiting }) =>
        state === 'open' && firstDay > today && waiting === 0 && taken < seats,
    )
    .toSorted((one, other) => one.lastDay.localeCompare(other.lastDay));
  return giving.map(({ id, title, format, gives, isRefresher }) => {
    const batch = next.find(({ courseId }) => courseId === id) ?? null;
    return {
      courseId: id,
      title,
      gives,
      isRefresher,
      isOnline: format !== 'classroom',
      batch: batch && { id: batch.id, code: batch.code, firstDay: batch.firstDay, lastDay: batch.lastDay },
      lastDay: batch?.lastDay ?? null,
    };
  });
}
