import { expressionBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.generated.ts';
import type { PersonalTable } from './personal-table.ts';

const e = expressionBuilder<Schema, 'rateLimit'>();

/** Attempts counted under a key that contains an email address of the person, as a part of its own. */
export const triesData: PersonalTable = {
  table: 'rate_limit',
  called: 'tries-counted',
  tie: {
    columns: ['key'],
    rows: ({ addresses }) =>
      e.or(
        // a count is of the last hours: what somebody else has since is theirs
        addresses
          .filter(({ until }) => until === null)
          .flatMap(({ email }) => [
            e(sql<number>`position(${`:${email} `} in rate_limit.key || ' ')`, '>', 0),
            e(sql<number>`position(${`:${email}:`} in rate_limit.key)`, '>', 0),
          ]),
      ),
  },
  erasure: { deletes: 'all' },
};
