import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { hasSecondFactor, secondFactorDue } from '../queries.ts';

/** The maximum length of the list, which has no pages; no academy has that many staff. */
const mostStaff = 500;

/** All current and former staff, by name, with the last known use of a session. */
export const listStaff = (db: Queryable, timeZone: string) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName', 'role', 'disabledAt'])
    .select((e) =>
      e
        .selectFrom('session')
        .select((session) => session.fn.max('lastUsedAt').as('at'))
        .whereRef('session.accountId', '=', 'account.id')
        .as('lastSeenAt'),
    )
    .select([
      hasSecondFactor.as('hasSecondFactor'),
      sql<Date | null>`nullif(${secondFactorDue(timeZone)}, 'infinity')`.as('secondFactorDue'),
    ])
    .where('role', '!=', 'learner')
    .orderBy('disabledAt', (by) => by.desc().nullsFirst())
    .orderBy('firstName')
    .orderBy('lastName')
    .orderBy('id')
    .limit(mostStaff)
    .execute();
