import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Person } from './personal-table.ts';

/**
 * The person of an account, with every email address that they have had: what is tied to an address, such as a message
 * of the contact page, is tied to a former one too. A former address that somebody else has verified since, or was
 * invited by, is left out: what is tied to it may be the other person's.
 *
 * @param of.former addresses from before an erasure, which has removed them from the audit.
 */
export async function personOf(
  db: Queryable,
  { accountId, email, former = [], now }: { accountId: string; email: string; former?: readonly string[]; now: Date },
): Promise<Person> {
  // the audit records every change of an address, and is cleared with the erasure
  const { rows } = await sql<{ email: string }>`
    select distinct had.email from (
      select details ->> 'from' as email from audit_event
      where subject_kind = 'account' and subject_id = ${accountId}::text and action = 'account.change-email'
        and details ->> 'from' is not null
      union all select jsonb_array_elements_text(${JSON.stringify(former)}::jsonb)) as had
    where not exists (
        select from account as holder where holder.email = had.email and holder.id <> ${accountId}::uuid
          and (holder.email_verified_at is not null or holder.invited_at is not null))
      and not exists (
        select from audit_event as other where other.action = 'account.change-email'
          and other.subject_id <> ${accountId}::text and other.details ->> 'from' = had.email)`.execute(db);
  return { accountId, emails: [...new Set([email, ...rows.map((row) => row.email)])], now };
}
