import { expressionBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Condition } from '../../platform/db/condition.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';

const { parens } = expressionBuilder<Schema, 'account'>();

/** Months without use after which accounts are erased, as of a day in the academy's calendar. */
export type Term = { months: number; today: CalendarDate; timeZone: string };

/** The time at which an account was last used; signing up counts as use. */
const lastUse = sql<Date>`greatest(
  coalesce(account.last_seen_at, account.created_at),
  (select max(last_used_at) from session where account_id = account.id))`;

/** The first day on which the account is past its period. */
const timeIsOver = ({ months, timeZone }: Term) =>
  sql<string>`((${lastUse} at time zone ${timeZone})::date + make_interval(months => ${months}::int))::date`;

/** Unverified registrations have a period of their own, unless staff have enrolled the person. */
const mayBeErased = parens(sql<boolean>`
  account.role = 'learner' and account.erased_at is null and account.refused_at is null
  and (account.email_verified_at is not null or exists (select from enrolment where account_id = account.id))
  and not exists (select from certificate where account_id = account.id)`);

/** The erasure day announced in the warning of `days` days, if the account has not been used since. */
const announced = (days: number) => sql<string | null>`(
  select erases_on from disuse_notice
  where account_id = account.id and days = ${days}::int and last_use = ${lastUse})`;

/** Accounts that are past their period in 30 days, or were before anyone was warned. */
export const isFirstWarningDue = (term: Term): Condition =>
  parens(sql<boolean>`
  ${mayBeErased} and ${timeIsOver(term)} <= ${term.today}::date + 30 and ${announced(30)} is null`);

export const isLastWarningDue = ({ today }: Term): Condition =>
  parens(sql<boolean>`
  ${mayBeErased} and ${announced(30)} <= ${today}::date + 7 and ${announced(7)} is null`);

/** Accounts whose announced erasure day has come without further use. */
export const isErasureDue = ({ today }: Term): Condition =>
  parens(sql<boolean>`
  ${mayBeErased} and ${announced(7)} <= ${today}::date`);

/**
 * Records that a warning is sent, and the erasure day it announces: never fewer than `days` days from today.
 *
 * @returns the day; undefined when this warning was sent already.
 */
export async function addDisuseNotice(
  tx: Tx,
  { accountId, days, now, term }: { accountId: string; days: 30 | 7; now: Date; term: Term },
): Promise<CalendarDate | undefined> {
  const before = days === 7 ? announced(30) : timeIsOver(term);
  const { rows } = await sql<{ day: string }>`
    insert into disuse_notice (account_id, days, last_use, erases_on, sent_at)
    select account.id, ${days}::int, ${lastUse}, greatest(${before}, ${term.today}::date + ${days}::int), ${now}
    from account where account.id = ${accountId}
    on conflict do nothing returning erases_on::text as day`.execute(tx);
  return rows[0]?.day;
}

/**
 * Deletes warnings that no longer apply: the account was used since, earned a certificate, or is now kept for longer.
 *
 * @param term null if accounts are not erased for disuse at all.
 */
export async function withdrawDisuseNotices(tx: Tx, term: Term | null): Promise<void> {
  const stands = term
    ? sql`${mayBeErased} and disuse_notice.last_use = ${lastUse} and disuse_notice.erases_on >= ${timeIsOver(term)}`
    : sql`false`;
  await sql`
    delete from disuse_notice where not exists (
      select from account where account.id = disuse_notice.account_id and ${stands})`.execute(tx);
}

/**
 * The day on which an account will be erased unless it is used before; undefined while its owner has not been warned.
 */
export async function findErasureDay(db: Queryable, accountId: string): Promise<CalendarDate | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select coalesce(${announced(7)}, ${announced(30)})::text as day
    from account where account.id = ${accountId} and ${mayBeErased}`.execute(db);
  return rows[0]?.day ?? undefined;
}
