import { sql } from 'kysely';
import type { PersonalTable } from './personal-table.ts';

/** Attempts counted under a key that contains the person's email, as a part of its own. */
export const triesData: PersonalTable = {
  table: 'rate_limit',
  called: 'tries-counted',
  tie: {
    columns: ['key'],
    rows: ({ email }) => sql`
      (position(${`:${email} `} in rate_limit.key || ' ') > 0 or position(${`:${email}:`} in rate_limit.key) > 0)`,
  },
  erasure: { deletes: 'all' },
};
