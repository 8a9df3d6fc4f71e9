import type { Role } from '@fairlead/contract/platform/permissions';
import type { Queryable } from '../../../platform/db/database.ts';
import { sessionLifeOf } from '../rules.ts';

/** The maximum number of sessions listed, more than one person has devices; with more, all can be ended at once. */
const mostSessions = 100;

/** An account as its owner sees it, with a new email address that is waiting for confirmation. */
export const getOwnAccount = (db: Queryable, id: string, now: Date) =>
  db
    .selectFrom('account')
    .leftJoin('oneTimeCode as pending', (join) =>
      join
        .onRef('pending.accountId', '=', 'account.id')
        .on('pending.purpose', '=', 'change-email')
        .on('pending.expiresAt', '>', now),
    )
    .select([
      'id',
      'email',
      'firstName',
      'lastName',
      'role',
      'mobile',
      'confirmedMobile',
      'wantsDailyMail',
      'pending.newEmail as pendingEmail',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** The sessions of an account that can still be used, last used first. */
export const listLiveSessions = (db: Queryable, { accountId, role }: { accountId: string; role: Role }, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'userAgent', 'address', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', new Date(now.getTime() - sessionLifeOf(role).idle * 1000))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostSessions)
    .execute();
