import type { Waiting } from '@fairlead/contract/overview';
import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { doubtfulPasses, passesInDoubt } from '../assessments/doubtful-pass-queries.ts';

/** How many of a kind are shown, and up to where they are counted. */
const shown = 5;
export const countedUpTo = 1001;

type Row = { id: string; title: string; detail: string; since: Date };

/** A kind of thing that waits: which rows are counted, and what is told of the few that are shown. */
type Kind = {
  from: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
  since: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  title: RawBuilder<unknown>;
  detail: RawBuilder<unknown>;
  /** What title and detail are read from beside; every row that waits has it, so that counting goes without. */
  join?: RawBuilder<unknown>;
  /** What is counted in the place of `from`, where that is less. */
  counted?: RawBuilder<unknown>;
};

const kinds = {
  registrations: () => ({
    from: sql`account`,
    where: sql`role = 'learner' and email_verified_at is not null and approved_at is null and refused_at is null`,
    since: sql`created_at`,
    id: sql`id`,
    title: sql`first_name || ' ' || last_name`,
    detail: sql`email`,
  }),
  requests: () => ({
    from: sql`enrolment`,
    where: sql`enrolment.status = 'pending' and enrolment.superseded_at is null`,
    since: sql`enrolment.requested_at`,
    id: sql`enrolment.id`,
    title: sql`account.first_name || ' ' || account.last_name`,
    detail: sql`course.title`,
    join: sql`join account on account.id = enrolment.account_id join course on course.id = enrolment.course_id`,
  }),
  identityChanges: () => ({
    from: sql`seafarer_profile as profile`,
    where: sql`profile.identity_changed_at is not null`,
    since: sql`profile.identity_changed_at`,
    id: sql`profile.account_id`,
    title: sql`profile.name`,
    detail: sql`account.email`,
    join: sql`join account on account.id = profile.account_id`,
  }),
  heldCertificates: () => ({
    from: sql`certificate`,
    where: sql`status = 'held'`,
    since: sql`created_at`,
    id: sql`id`,
    title: sql`name`,
    detail: sql`course_title`,
  }),
  doubtfulPasses: (db) => ({
    from: sql`${doubtfulPasses(db)} as pass`,
    counted: sql`${passesInDoubt(db).select('attempt.id')} as pass`,
    since: sql`since`,
    id: sql`id`,
    title: sql`first_name || ' ' || last_name`,
    detail: sql`course_title`,
  }),
  jobsGivenUp: () => ({
    from: sql`job`,
    where: sql`gave_up_at is not null`,
    since: sql`gave_up_at`,
    id: sql`id`,
    title: sql`kind`,
    detail: sql`'after ' || attempts || ' tries'`,
  }),
} satisfies Record<string, (db: Queryable) => Kind>;
export type WaitingKind = keyof typeof kinds;

/** What waits of one kind: the bounded count, and the few that have waited longest. */
export async function findWaiting(db: Queryable, kind: WaitingKind): Promise<Waiting> {
  const { from, where = sql`true`, since, id, title, detail, join = sql``, counted = from }: Kind = kinds[kind](db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) as count from (select from ${counted} where ${where} limit ${countedUpTo}) as waiting`.execute(db);
  const count = counts[0]?.count ?? 0;
  if (count === 0) return { count, longest: [] };
  const { rows } = await sql<Row>`
    select ${id} as id, ${title} as title, ${detail} as detail, ${since} as since
    from ${from} ${join} where ${where} order by ${since}, ${id} limit ${shown}`.execute(db);
  return {
    count,
    longest: rows.map(({ id, title, detail, since }) => ({ _id: id, title, detail, since: since.toISOString() })),
  };
}

/** The members of the staff who want to be told what waits, and were not yet on a day. */
export const listUntold = (db: Queryable, day: CalendarDate) =>
  db
    .selectFrom('account')
    .leftJoin('staffDigest', 'staffDigest.accountId', 'account.id')
    .select(['account.id', 'email', 'role', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('role', '!=', 'learner')
    .where('disabledAt', 'is', null)
    .where('wantsDailyMail', '=', true)
    .where((e) => e.or([e('staffDigest.day', 'is', null), e('staffDigest.day', '<', day)]))
    .execute();
export type Untold = Awaited<ReturnType<typeof listUntold>>[number];
