import { type RawBuilder, sql } from 'kysely';
import type { Person, PersonalTable, Traces } from '../personal-data/personal-table.ts';

/** What was done to a person, and to what is theirs. */
const isAbout = ({ accountId }: Person): RawBuilder<boolean> => sql<boolean>`
  (audit_event.subject_kind, audit_event.subject_id) in (
    select 'account', ${accountId}::text
    union all select 'enrolment', id::text from enrolment where account_id = ${accountId}
    union all select 'attempt', attempt.id::text from attempt join enrolment on enrolment.id = attempt.enrolment_id
      where enrolment.account_id = ${accountId}
    union all select 'certificate', id::text from certificate where account_id = ${accountId}
    union all select 'session', id::text from session where account_id = ${accountId}
    union all select 'file', id::text from stored_file where owner_id = ${accountId})`;

const ofTheChain = ['salt', 'digest', 'seal_index', 'seal_hash'];

/**
 * The audit keeps that something was done, when, and by whom. Once what else it says is forgotten its salt goes too,
 * and the chain holds on (decision 13). It stands first: what it is about is found by rows that go after it.
 */
export const auditData: readonly PersonalTable[] = [
  {
    table: 'audit_event',
    called: 'what-was-done-about-you',
    tie: { columns: ['subject_id'], rows: isAbout },
    withheld: [...ofTheChain, 'actor_id', 'address', 'device'],
    erasure: {
      changes: () => ({
        set: sql`details = '{}', address = null, device = null, salt = null`,
        where: sql`audit_event.subject_kind <> 'certificate'`,
      }),
      keeps: 'that it was done, when and by whom; and what is said of certificates',
    },
  },
  {
    table: 'audit_event',
    called: 'what-you-did',
    tie: { column: 'actor_id' },
    // whom staff did it to is nothing about the staff
    withheld: [...ofTheChain, 'subject_id', 'details'],
    erasure: {
      changes: () => ({ set: sql`address = null, device = null, salt = null` }),
      keeps: 'that it was done, and when',
    },
  },
];

/** What was done stays; with what would tell where from goes the salt that bound it to the chain's digest. */
export const auditTraces: Traces = {
  table: 'audit_event',
  at: 'at',
  columns: ['address', 'device'],
  with: ['salt'],
};
