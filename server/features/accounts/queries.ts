import type { PeopleQuery } from '@fairlead/contract/accounts/calls';
import { secondFactorGraceDays } from '@fairlead/contract/accounts/second-factor';
import { type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import { builtOnce } from '../../platform/db/built-once.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  byMoment,
  type Counted,
  type Found,
  findBounded,
  isBySigns,
  limitInText,
  matches,
  matchesName,
  type Order,
  onDays,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';

/** The text that a search for people covers; the trigram index is on the same expression. */
export const searchText = sql<string>`(account.folded_name || ' ' || account.email)`;

/**
 * The owners of profiles that state a matching name in their own script, the newest first; none for a search in ASCII,
 * in which nobody has written such a name. Only approved learners have a profile.
 */
async function findByOwnScript(db: Queryable, search: Search): Promise<Found> {
  if (/^\p{ASCII}*$/u.test(search)) return { ids: [], isBounded: false };
  const profiles = db
    .selectFrom('seafarerProfile')
    .select('accountId as id')
    .where(matches(sql`own_script_name`, search))
    .orderBy('accountId', 'desc');
  // literally the condition of the partial index of trigrams, which would else be read whole beside that of signs
  return findBounded(isBySigns(search) ? profiles : profiles.where(sql<SqlBool>`own_script_name <> ''`));
}

/** The country in a person's profile; empty without one. */
export async function findCountry(db: Queryable, accountId: string): Promise<string> {
  const profile = await db
    .selectFrom('seafarerProfile')
    .select('country')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return profile?.country ?? '';
}

const named = (db: Queryable, search: Search) =>
  db.selectFrom('account').select('id').where(matchesName(searchText, search)).orderBy('id', 'desc');

async function withOwnScript(db: Queryable, search: Search, people: ReturnType<typeof named>): Promise<Found> {
  const [found, further] = [await findBounded(people), await findByOwnScript(db, search)];
  return { ids: [...found.ids, ...further.ids], isBounded: found.isBounded || further.isBounded };
}

/** The ids of people who match a search by name, name in their own script, or email address. */
export const findAnybody = (db: Queryable, search: Search) => withOwnScript(db, search, named(db, search));

/** Whether staff have approved an account or made it: the condition of the indexes for the list of people. */
const isAdmitted = sql<SqlBool>`(account.approved_at is not null or account.invited_at is not null)`;

/** The same of accounts that staff have approved or made, for searches of records that belong to them. */
export const findPeople = (db: Queryable, search: Search) =>
  withOwnScript(db, search, named(db, search).where(isAdmitted));

/** Whether login requires a second factor of an account. */
export const hasSecondFactor = sql<boolean>`exists (
  select from second_factor where account_id = account.id and confirmed_at is not null)`;

const forLogin = [
  'account.id',
  'email',
  'account.firstName',
  'account.lastName',
  'account.mobile',
  'role',
  'account.passwordHash',
  'emailVerifiedAt',
  'approvedAt',
  'refusedAt',
  'disabledAt',
  'erasedAt',
  'invitedAt',
] as const;

/** An account with the data that login needs. */
export const findAccountByEmail = (db: Queryable, email: string) =>
  db.selectFrom('account').select(forLogin).where('email', '=', email).where('erasedAt', 'is', null).executeTakeFirst();

/**
 * The same, with whether login requires a second factor, whether the account has or recently had a session from this IP
 * address, and the newest registration that is waiting for its code. In that case login checks the registration's
 * password, which gives no access yet.
 */
export const findAccountForLogin = (db: Queryable, { email, ip }: { email: string; ip: string }) =>
  db
    .selectFrom('account')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('registration')
          .select(['id', 'passwordHash'])
          .whereRef('accountId', '=', 'account.id')
          .where('verifiedAt', 'is', null)
          .orderBy('id', 'desc')
          .limit(1)
          .as('pending'),
      (join) => join.onTrue(),
    )
    .select(forLogin)
    .select((e) => [
      'pending.id as registrationId',
      e.fn.coalesce('pending.passwordHash', 'account.passwordHash').as('passwordHash'),
      hasSecondFactor.as('hasSecondFactor'),
      e
        .exists(
          e
            .selectFrom('session')
            .select('session.id')
            .whereRef('session.accountId', '=', 'account.id')
            .where('session.address', '=', ip),
        )
        .$castTo<boolean>()
        .as('isHome'),
    ])
    .where('email', '=', email)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();

/** Whether an account has or recently had a session from this network. */
export async function hasBeenAt(db: Queryable, accountId: string, network: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', accountId)
    .where('address', '=', network)
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

/** An account with the data that login needs, without the password. */
export const getStanding = (db: Queryable, accountId: string) =>
  db
    .selectFrom('account')
    .select([
      'id',
      'email',
      'firstName',
      'lastName',
      'role',
      'emailVerifiedAt',
      'approvedAt',
      'refusedAt',
      'disabledAt',
      'erasedAt',
      'invitedAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

/**
 * The time from which an account's holder can only set up a second factor. Null for a learner, for an account that has
 * one, and for one that has not logged in since the rule exists; infinity if the academy has postponed the rule
 * indefinitely. When the rule applies again, the grace period starts again. A postponement until a day ends with that
 * day in `timeZone`.
 */
export const secondFactorDue = (timeZone: string) => sql<Date | null>`(
  case when account.role = 'learner' or account.second_factor_due is null then null
    when ${hasSecondFactor} then null
    else coalesce((
      select case when second_factor_put_off and second_factor_put_off_until is null then 'infinity'
        else greatest(account.second_factor_due, (second_factor_put_off_until + 1)::timestamp at time zone ${timeZone},
          second_factor_required_since + make_interval(days => ${sql.lit(secondFactorGraceDays)})) end
      from academy_settings), account.second_factor_due) end)`;

/** The current time, and the academy's time zone. */
type Present = { now: Date; timeZone: string };

const mustSetUp = ({ now, timeZone }: Present) =>
  sql<boolean>`coalesce(${secondFactorDue(timeZone)} <= ${now}, false)`.as('mustSetUp');

/**
 * The given sessions that have not ended, of accounts that are approved and not disabled, with their roles, whether the
 * holder can only set up a second factor, and when the holder last authenticated.
 */
export const listLiveSessions = async (db: Queryable, sessionIds: readonly string[], present: Present) => {
  const { now, timeZone } = present;
  // nearly all requests have one session: that statement is built once; `among` has another one for several
  const [only] = sessionIds;
  if (sessionIds.length === 1 && only !== undefined) return findLiveSession(db, only, now, timeZone);
  return liveSessions(db, present).where(among('session.id', sessionIds)).execute();
};

const liveSessions = (db: Queryable, present: Present) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select(['session.id', 'account.id as accountId', 'account.role', mustSetUp(present)])
    .select((e) => e.fn.coalesce('session.confirmedAt', 'session.createdAt').as('confirmedAt'))
    .where('session.endedAt', 'is', null)
    .where('account.approvedAt', 'is not', null)
    .where('account.disabledAt', 'is', null);

/** Each request of somebody who is logged in asks for this. */
const findLiveSession = builtOnce((db, id: string, now: Date, timeZone: string) =>
  liveSessions(db, { now, timeZone }).where('session.id', '=', id),
);

/** The role of an account that may log in, and whether it can only set up a second factor; undefined for any other. */
export const findLiveHolder = (db: Queryable, accountId: string, present: Present) =>
  db
    .selectFrom('account')
    .select(['role', mustSetUp(present)])
    .where('id', '=', accountId)
    .where('approvedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();

export const getAccount = (db: Queryable, id: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName', 'role'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const id = sql<string>`account.id`;
/** The order of names, the same in every database; the index is on the same expression. */
export const byName = sql<string>`account.folded_name collate "C"`;

/** Invited people whose invitation nobody has used; literally the condition of their index. */
const isInvited = sql<SqlBool>`(account.invited_at is not null and account.approved_at is null)`;
/** Who was invited, but signed up by themselves or was refused, is listed with the registrations instead. */
const isListed = sql<SqlBool>`(account.approved_at is not null
  or (account.email_verified_at is null and account.refused_at is null and account.erased_at is null))`;

const registered = sql<Date>`account.created_at`;

const orders: Record<NonNullable<PeopleQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
  name: { id, way: 'asc', by: { expression: byName, table: sql`account` } },
};

/**
 * A page of learners, newest first by default: those approved or invited, or those with a verified email address who
 * are waiting for approval. Returns the rows (one more than the limit if there is a next page) and the capped count.
 */
export async function listLearners(
  db: Queryable,
  standing: 'approved' | 'waiting',
  { timeZone, sort = 'newest', state, isCounted, ...query }: Counted<PeopleQuery & { timeZone: string }>,
) {
  const { take, limit, after, search } = paginationOf(query);
  const learners = db.selectFrom('account').where('role', '=', 'learner');
  let matching =
    standing === 'waiting'
      ? learners.where('emailVerifiedAt', 'is not', null).where('approvedAt', 'is', null).where('refusedAt', 'is', null)
      : learners.where(isAdmitted).where(isListed);
  // only approved people have a profile
  const further = search && standing === 'approved' ? await findByOwnScript(db, search) : undefined;
  if (search) {
    const isNamed = matchesName(searchText, search);
    const isFound = further?.ids.length ? sql<SqlBool>`(${isNamed} or ${among('account.id', further.ids)})` : isNamed;
    matching = matching.where(isFound);
  }
  if (state === 'disabled') matching = matching.where('disabledAt', 'is not', null);
  if (state === 'active') matching = matching.where('disabledAt', 'is', null).where('approvedAt', 'is not', null);
  if (state === 'invited') {
    matching = matching.where(isInvited).where('disabledAt', 'is', null);
  }
  if (query.from || query.to) matching = matching.where(onDays(registered, query, timeZone));
  const wanted = matching
    .select(['id', 'email', 'firstName', 'lastName', 'mobile', 'createdAt', 'invitedAgainAt'])
    .select(['emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt', 'invitedAt']);
  const order = byMoment(orders[sort], query, { expression: registered, table: sql`account` });
  const rows = await pageInOrder(wanted, order, { after, take }).limit(limitInText(take)).execute();
  const total = await totalOf(db, matching.select('id'), { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: further?.isBounded };
}

/**
 * The learners with these email addresses, in their order: approved, invited, waiting for approval or disabled ones.
 * Nobody whose address is not proved, unless staff have invited them.
 */
export async function listByEmails(db: Queryable, emails: readonly string[]) {
  const found = await db
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName', 'mobile', 'createdAt', 'invitedAgainAt'])
    .select(['emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt', 'invitedAt'])
    .where(sql<SqlBool>`email = any(${emails}::text[])`)
    .where('role', '=', 'learner')
    .where('erasedAt', 'is', null)
    .where((e) => e.or([e('emailVerifiedAt', 'is not', null), e('invitedAt', 'is not', null)]))
    .execute();
  const byEmail = new Map(found.map((one) => [one.email, one]));
  return [...new Set(emails)].flatMap((email) => byEmail.get(email) ?? []);
}

/** The data needed to check the password of an account's owner again. */
export const getCredentials = (db: Queryable, id: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName', 'mobile', 'passwordHash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
