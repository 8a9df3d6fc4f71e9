import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Address, Person } from './personal-table.ts';

/** An address that an account has, or has had from one time to another. */
export type Holding = { email: string; since: Date; until: Date | null };

type Owner = { accountId: string; email: string; now: Date };

/**
 * The person of an account, with every email address that they have had: what is tied to an address, such as a message
 * of the contact page, is tied to a former one too. Of an address that somebody else has had before or since, and has
 * verified or was invited by, only what comes from their own time is theirs.
 *
 * @param held the addresses of an erased person, as `holdingsOf` returned them before the erasure.
 */
export async function personOf(db: Queryable, owner: Owner, held: readonly Holding[] = []): Promise<Person> {
  const { accountId, now } = owner;
  const own = [...held, ...(await holdingsOf(db, owner))];
  const others = await holdingsOfOthers(
    db,
    accountId,
    own.map(({ email }) => email),
  );
  const addresses = own.map((one) =>
    withinTurn(
      one,
      others.filter(({ email }) => email === one.email),
    ),
  );
  return { accountId, addresses, now };
}

/** The addresses that an account has had, by the audit of their changes, which an erasure clears. */
export async function holdingsOf(db: Queryable, { accountId, email }: Owner): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    ${changes(sql`select ${accountId}::uuid`)}
    select email, since, until from former where email is not null
    union all select ${email}::text, coalesce((select max(until) from former), created_at), null
      from account where id = ${accountId}::uuid`.execute(db);
  return rows;
}

/** The holdings of other people of any of these addresses. */
async function holdingsOfOthers(db: Queryable, accountId: string, emails: readonly string[]): Promise<Holding[]> {
  const { rows } = await sql<Holding>`
    ${changes(sql`
      (select subject_id::uuid from audit_event
        where subject_kind = 'account' and action = 'account.change-email'
          and details ->> 'from' = any (${emails}::text[])
       union select id from account where email = any (${emails}::text[])
          and (email_verified_at is not null or invited_at is not null))
      except select ${accountId}::uuid`)}
    select email, since, until from former where email = any (${emails}::text[])
    union all select email, coalesce((select max(until) from former where former.id = account.id), created_at), null
      from account where id in (select id from meant) and email = any (${emails}::text[])
        and (email_verified_at is not null or invited_at is not null)`.execute(db);
  return rows;
}

/** Common tables: `meant`, the accounts; `former`, the addresses that they have had before the present one. */
const changes = (accounts: RawBuilder<unknown>) => sql`
  with meant (id) as (${accounts}),
  former as (
    select meant.id, details ->> 'from' as email, at as until,
      coalesce(lag(at) over (partition by meant.id order by at), account.created_at) as since
    from meant join account on account.id = meant.id
      join audit_event on subject_kind = 'account' and subject_id = meant.id::text and action = 'account.change-email')`;

/** The part of the time of a holding in which nobody else had the address. */
function withinTurn({ email, since, until }: Holding, others: readonly Holding[]): Address {
  const isAfterOthers = others.some((other) => other.since < since);
  const nextOnes = until === null ? [] : others.filter((other) => other.since >= until).map((other) => other.since);
  const next = nextOnes.length > 0 ? new Date(Math.min(...nextOnes.map(Number))) : null;
  return { email, since: isAfterOthers ? since : null, until: next };
}
