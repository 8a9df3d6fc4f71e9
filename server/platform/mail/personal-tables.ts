import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.generated.ts';
import { isUnderAddressOf, type PersonalTable } from '../personal-data/personal-table.ts';

const e = expressionBuilder<Schema, 'job'>();

/**
 * Emails that have not been sent yet; nothing is kept of those that have. Their content is withheld, because it may
 * include a code.
 */
export const outboxData: PersonalTable = {
  table: 'job',
  called: 'letters-on-their-way',
  tie: {
    columns: ['payload'],
    rows: (person) =>
      e.and([
        e('job.kind', '=', 'mail'),
        e('job.doneAt', 'is', null),
        isUnderAddressOf(person, { email: sql<string>`job.payload ->> 'to'`, at: e.ref('job.createdAt') }),
      ]),
  },
  gives: sql`jsonb_build_object('written_at', job.created_at, 'subject', job.payload ->> 'subject')`,
  erasure: { deletes: 'all' },
};
