import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';
import type { Person } from './personal-table.ts';

/**
 * The person of an account, with every email address that they have had: what is tied to an address, such as a message
 * of the contact page, is tied to a former one too. A former address that somebody else has verified since, or was
 * invited by, is left out: what is tied to it may be the other person's.
 */
export async function personOf(
  db: Queryable,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<Person> {
  // the audit records every change of an address, and is cleared with the erasure
  const { rows } = await sql<{ email: string }>`
    select distinct details ->> 'from' as email from audit_event as change
    where subject_kind = 'account' and subject_id = ${accountId}::text and action = 'account.change-email'
      and details ->> 'from' is not null
      and not exists (
        select from account as holder where holder.email = change.details ->> 'from' and holder.id <> ${accountId}::uuid
          and (holder.email_verified_at is not null or holder.invited_at is not null))
      and not exists (
        select from audit_event as other where other.action = 'account.change-email'
          and other.subject_id <> ${accountId}::text and other.details ->> 'from' = change.details ->> 'from')`.execute(
    db,
  );
  return { accountId, emails: [...new Set([email, ...rows.map((row) => row.email)])], now };
}
