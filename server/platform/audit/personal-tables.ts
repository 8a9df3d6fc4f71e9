import { expressionBuilder, sql } from 'kysely';
import type { Condition } from '../db/condition.ts';
import type { Schema } from '../db/schema.generated.ts';
import type { ErasureRecord, Person, PersonalTable, Traces } from '../personal-data/personal-table.ts';
import { type Forgotten, recordForgotten } from './forgotten-links.ts';

const e = expressionBuilder<Schema, 'auditEvent'>();

/** Whether an event is about a person or a row of theirs. */
const isAbout = ({ accountId }: Person): Condition =>
  e(
    sql`(audit_event.subject_kind, audit_event.subject_id)`,
    'in',
    sql`(
    select 'account', ${accountId}::text
    union all select 'enrolment', id::text from enrolment where account_id = ${accountId}
    union all select 'attempt', attempt.id::text from attempt join enrolment on enrolment.id = attempt.enrolment_id
      where enrolment.account_id = ${accountId}
    union all select 'certificate', id::text from certificate where account_id = ${accountId}
    union all select 'session', id::text from session where account_id = ${accountId}
    union all select 'file', id::text from stored_file where owner_id = ${accountId})`,
  );

/** Each link whose content is erased is recorded, so that a salt removed by hand is noticed. */
const recorded: ErasureRecord = {
  columns: ['seal_index', 'salt'],
  write: (tx, events) => recordForgotten(tx, events as readonly Forgotten[]),
};

const ofTheChain = ['salt', 'digest', 'seal_index', 'seal_hash'];

/**
 * The audit keeps that something was done, when, and by whom. When the other fields are erased, the salt is erased too,
 * and the chain stays valid (decision 13). This table comes first because its rows are found by means of rows in tables
 * that are erased after it.
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
        where: e('auditEvent.subjectKind', '<>', 'certificate'),
      }),
      recorded,
      keeps: 'that it was done, when and by whom; and what is said of certificates',
    },
  },
  {
    table: 'audit_event',
    called: 'what-you-did',
    tie: { column: 'actor_id' },
    // the people affected by a staff member's action are not data about the staff member
    withheld: [...ofTheChain, 'subject_id', 'details'],
    erasure: {
      changes: () => ({ set: sql`address = null, device = null, salt = null` }),
      recorded,
      keeps: 'that it was done, and when',
    },
  },
];

/**
 * The event stays. When the IP address and the device are cleared, the salt that bound them to the chain's digest is
 * cleared too.
 */
export const auditTraces: Traces = {
  table: 'audit_event',
  at: 'at',
  columns: ['address', 'device'],
  with: ['salt'],
  recorded,
};
