import { expressionBuilder, sql } from 'kysely';
import type { Condition } from '../../platform/db/condition.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';

const e = expressionBuilder<Schema, 'account'>();

/**
 * Accounts examined by one statement, so that no statement runs long and blocks everyone on the embedded database
 * engine. The work on each account runs in a transaction of its own.
 */
const atOnce = 2000;

const isSeafarer = e.and([e('account.role', '=', 'learner'), e('account.erasedAt', 'is', null)]);

/** What is removed from each account that meets a condition. */
export type Removal = {
  which: Condition;
  remove: (accountId: string, which: Condition) => Promise<void>;
};

/** The number of accounts of people who are no staff and were not erased. */
export async function countSeafarers(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from account where ${isSeafarer}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of accounts that meet a condition. */
export async function countAccounts(db: Queryable, which: Condition): Promise<number> {
  let count = 0;
  await forEachAccount(db, which, async () => {
    count += 1;
  });
  return count;
}

/** Calls `work` for every account that meets a condition, in the order of their ids. */
export async function forEachAccount(
  db: Queryable,
  which: Condition,
  work: (accountId: string, which: Condition) => Promise<void>,
  lookAt = atOnce,
): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000';
  while (after !== null) {
    const looked: Looked | undefined = await lookThrough(db, which, { after, lookAt });
    for (const id of looked?.ids ?? []) await work(id, which);
    after = looked?.upTo ?? null;
  }
}

/** The id of the last account examined (null after all of them), and the ids of those that meet the condition. */
type Looked = { upTo: string | null; ids: string[] };

async function lookThrough(
  db: Queryable,
  which: Condition,
  { after, lookAt }: { after: string; lookAt: number },
): Promise<Looked | undefined> {
  const { rows } = await sql<Looked>`
    with looked as materialized (select id from account where id > ${after} order by id limit ${lookAt})
    select (select id from looked order by id desc limit 1) as up_to, (
      select coalesce(jsonb_agg(account.id order by account.id), '[]')
      from account join looked on looked.id = account.id where ${isSeafarer} and ${which}) as ids`.execute(db);
  return rows[0];
}

/** Locks an account if it still meets the condition; undefined if it does not. */
export async function lockAccount(tx: Tx, accountId: string, which: Condition) {
  const { rows } = await sql<{ email: string; firstName: string; lastName: string }>`
    select account.email, account.first_name, account.last_name from account where account.id = ${accountId} and ${isSeafarer} and ${which}
    for no key update of account`.execute(tx);
  return rows[0];
}

/**
 * Registrations whose email address was never verified, and that have no open invitation. Whom staff have enrolled is
 * no registration: they may sit in a classroom, and pay, without ever logging in. They are erased like other unused
 * accounts.
 */
export const unverifiedBefore = (before: Date, now: Date): Condition =>
  e.parens(sql<boolean>`
  account.email_verified_at is null and account.approved_at is null and account.refused_at is null
  and account.created_at < ${before}
  and not exists (select from enrolment where account_id = account.id)
  and not exists (select from invitation where account_id = account.id and expires_at > ${now})`);

export const refusedBefore = (before: Date): Condition => e('account.refusedAt', '<', before);

/**
 * Profiles and wallets of people whose certificates have all ended, by expiry, renewal or revocation, and who are on no
 * course. A profile or a document that was changed since then is in use.
 */
export const certificatesOverBefore = (before: Date): Condition =>
  e.parens(sql<boolean>`
  exists (select from seafarer_profile where account_id = account.id and updated_at < ${before})
  and not exists (select from wallet_document where account_id = account.id and updated_at >= ${before})
  and exists (select from certificate where account_id = account.id)
  and not exists (
    select from certificate where account_id = account.id and coalesce(
      case status when 'held' then null when 'revoked' then revoked_at when 'superseded' then superseded_at
        else expires_on::timestamptz end, 'infinity') >= ${before})
  and not exists (
    select from enrolment where account_id = account.id and superseded_at is null and status <> 'rejected'
      and not exists (select from certificate where enrolment_id = enrolment.id))`);
