import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';
import { hasSecondFactor, secondFactorDue } from './queries.ts';

/** More staff than an academy has; the list has no pages. */
const mostStaff = 500;

/** Everybody who is or was of the staff, by name, with the last use of a session that is still known. */
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
