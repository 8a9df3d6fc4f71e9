import type { ContradictionKind, PassesQuery } from '@fairlead/contract/offline-records/calls';
import { base64url, firstHash } from '@fairlead/contract/offline-records/offline-record-format';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { findPeople } from '../accounts/index.ts';
import { type CourseScope, selectLearners, within } from '../courses/index.ts';
import type { Session } from './rules.ts';

/** Who brought a part of a record: the learner, staff as a file, or an email that an earlier version read itself. */
export type PartOrigin = 'learner' | 'staff' | 'email';

export type PassFilm = { id: string; seconds: number };

const passes = (db: Queryable) =>
  selectLearners(db)
    .innerJoin('offlinePass', 'offlinePass.enrolmentId', 'enrolment.id')
    .select(['offlinePass.id', 'offlinePass.enrolmentId', 'offlinePass.deviceKey', 'offlinePass.deviceWords'])
    .select(['offlinePass.films', 'offlinePass.issuedAt', 'offlinePass.seenAt', 'offlinePass.syncedAt'])
    .select(['offlinePass.headNumber', 'offlinePass.hashAtHead', 'offlinePass.headSession', 'offlinePass.waiting'])
    .select(['offlinePass.answers', 'offlinePass.creditedSeconds', 'offlinePass.withdrawnAt', 'offlinePass.toldAt']);

export type PassRow = Awaited<ReturnType<typeof listPasses>>['rows'][number];

/** A pass, with its person and course. */
export async function findPass(db: Queryable, id: string) {
  const row = await passes(db).where('offlinePass.id', '=', id).executeTakeFirst();
  return row && withFilms(row);
}

/**
 * All passes of the enrolment of a pass, locked until the transaction ends: what arrives for an enrolment is taken one
 * after another, from whichever device.
 */
export async function lockPassesBeside(tx: Tx, id: string) {
  const rows = await passes(tx)
    .where('offlinePass.enrolmentId', '=', (of) =>
      of.selectFrom('offlinePass as given').select('given.enrolmentId').where('given.id', '=', id),
    )
    // always in the same order, so that two devices cannot deadlock
    .orderBy('offlinePass.id')
    .forUpdate('offlinePass')
    .execute();
  return rows.map(withFilms);
}

/**
 * Whether a contact of a pass that brings nothing changes nothing: its enrolment is approved and not over, no pass of
 * it has a run or an answer that waits, and no film of them was replaced.
 */
export async function isSettled(db: Queryable, passId: string): Promise<boolean> {
  const { rows } = await sql<{ isSettled: boolean }>`
    select enrolment.status = 'approved' and enrolment.superseded_at is null and not exists (
      select from offline_pass as beside where beside.enrolment_id = enrolment.id and (
        beside.waiting <> '[]' or beside.answers <> '{}' or exists (
          select from jsonb_array_elements(beside.films) as one join film on film.id = (one ->> 'id')::uuid
          where film.successor_id is not null))
    ) as is_settled
    from offline_pass as pass join enrolment on enrolment.id = pass.enrolment_id where pass.id = ${passId}`.execute(db);
  return rows[0]?.isSettled === true;
}

/** The head of a record: the hash after its last link, in base64url, or the one before the first. */
export const headOf = ({
  id,
  headNumber,
  hashAtHead,
}: {
  id: string;
  headNumber: number;
  hashAtHead: string | null;
}) => ({
  number: headNumber,
  hash: hashAtHead ?? base64url.encode(firstHash(id)),
});

const withFilms = <Row extends { films: unknown; headSession: unknown }>({ films, headSession, ...row }: Row) => ({
  ...row,
  films: films as PassFilm[],
  headSession: headSession as Session | null,
});

/** The latest pass of a device for an enrolment; undefined if it has none. */
export async function findPassOfDevice(db: Queryable, enrolmentId: string, deviceKey: string) {
  const row = await passes(db)
    .where('offlinePass.enrolmentId', '=', enrolmentId)
    .where('offlinePass.deviceKey', '=', deviceKey)
    .orderBy('offlinePass.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && withFilms(row);
}

/** How many passes of an enrolment are valid. */
export async function countValid(db: Queryable, enrolmentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('offlinePass')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enrolmentId', '=', enrolmentId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The parts that continue the record of a pass and have some of its links, from one number to another, in their order.
 */
export const listParts = (tx: Tx, passId: string, { from, to }: { from: number; to: number }) =>
  tx
    .selectFrom('offlinePart')
    .select(['firstNumber', 'hashBefore as previous', 'links'])
    .where('passId', '=', passId)
    .where('continues', '=', true)
    .where('lastNumber', '>=', from)
    .where('firstNumber', '<=', to)
    .orderBy('firstNumber')
    .execute();

/** How many parts that do not continue the record of a pass are stored. */
export async function countCopies(tx: Tx, passId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('offlinePart')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('passId', '=', passId)
    .where('continues', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const isContradictory = sql<SqlBool>`exists (
  select from offline_contradiction where offline_contradiction.pass_id = offline_pass.id)`;

/**
 * A page of the passes in the course scope, the latest first by default. Returns the rows (one more than the limit if
 * there is a next page) and the capped count.
 */
export async function listPasses(
  db: Queryable,
  courseScope: CourseScope,
  { sort = 'newest', course, state, ...query }: PassesQuery,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = passes(db).where(within(courseScope, 'enrolment.courseId'));
  const found = search ? await findPeople(db, search) : undefined;
  if (found) matching = matching.where(among('enrolment.accountId', found.ids));
  if (course) matching = matching.where('enrolment.courseId', '=', course);
  if (state === 'to-check') matching = matching.where(isContradictory);
  else if (state) matching = matching.where('offlinePass.withdrawnAt', state === 'withdrawn' ? 'is not' : 'is', null);
  const order = { id: sql<string>`offline_pass.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const rows = (await pageInOrder(matching, order, { after, take }).execute()).map(withFilms);
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }), isBounded: found?.isBounded };
}

/** What contradicts itself in the records of some passes. */
export const listContradictions = (db: Queryable, passIds: readonly string[]) =>
  db
    .selectFrom('offlineContradiction')
    .select(['passId', 'kind', 'times', 'firstAt', 'lastAt'])
    .where(among('passId', passIds))
    .orderBy('firstAt')
    .orderBy('kind')
    .execute();

/**
 * What proves the offline records of an enrolment to anybody: the key of each device, and the links as they arrived,
 * with hashes and signatures in base64url.
 */
export async function listRecordProofs(db: Queryable, enrolmentId: string) {
  const issued = await db
    .selectFrom('offlinePass')
    .select(['id', 'deviceWords as device', 'deviceKey', 'films', 'issuedAt', 'withdrawnAt', 'creditedSeconds'])
    .where('enrolmentId', '=', enrolmentId)
    .orderBy('id')
    .execute();
  const ids = issued.map(({ id }) => id);
  const parts = await db
    .selectFrom('offlinePart')
    .select([
      'passId',
      'firstNumber',
      'lastNumber',
      'hashBefore as previous',
      'hashAfter as hash',
      'links',
      'signature',
      'continues',
      'receivedAt',
    ])
    .select((e) =>
      e
        .case()
        .when('byEmail', '=', true)
        .then<PartOrigin>('email')
        .when('uploadedBy', 'is not', null)
        .then('staff')
        .else('learner')
        .end()
        .as('origin'),
    )
    .where(among('passId', ids))
    .orderBy('id')
    .execute();
  const contradictions = await listContradictions(db, ids);
  const withoutPass = <Row extends { passId: string }>({ passId: _, ...row }: Row) => row;
  return issued.map(({ films, ...pass }) => ({
    ...pass,
    films: films as unknown as PassFilm[],
    parts: parts
      .filter(({ passId }) => passId === pass.id)
      .map((part) => ({ ...withoutPass(part), links: base64url.encode(part.links) })),
    contradictions: contradictions
      .filter(({ passId }) => passId === pass.id)
      .map(({ kind, ...noted }) => ({ ...withoutPass(noted), kind: kind as ContradictionKind })),
  }));
}
