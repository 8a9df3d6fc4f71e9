import { sql } from 'kysely';
import type { PersonalTable } from '../personal-data/personal-table.ts';

/** Tries that are counted by an address of mail, between what parts the words of a key. */
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
