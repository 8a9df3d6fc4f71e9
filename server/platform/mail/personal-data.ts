import { sql } from 'kysely';
import type { PersonalTable } from '../personal-data/personal-table.ts';

/** Letters that have not gone out yet: of one that has, nothing is kept. What it says may be a code. */
export const letterData: PersonalTable = {
  table: 'job',
  called: 'letters-on-their-way',
  tie: {
    columns: ['payload'],
    rows: ({ email }) => sql`job.kind = 'mail' and job.done_at is null and job.payload ->> 'to' = ${email}`,
  },
  gives: sql`jsonb_build_object('written_at', job.created_at, 'subject', job.payload ->> 'subject')`,
  erasure: { deletes: 'all' },
};
