import type { StaffMember } from '@fairlead/contract/accounts/staff-members';
import { type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { matchesName, type Search } from '../../../platform/db/pagination.ts';
import { byName, hasSecondFactor, searchText, secondFactorDue } from '../queries.ts';

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
    .orderBy(byName)
    .orderBy('id')
    .limit(mostStaff)
    .execute();

/** The current staff whose name or email address matches, the newest first, at most `limit`. */
export const findStaff = (db: Queryable, search: Search, limit: number) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName'])
    .select((e) => e.ref('role').$castTo<StaffMember['role']>().as('role'))
    // literally the condition of the partial indexes, which a parameter would prevent from being used
    .where(sql<SqlBool>`role <> 'learner'`)
    .where('disabledAt', 'is', null)
    .where(matchesName(searchText, search))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
