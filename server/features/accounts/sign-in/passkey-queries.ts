import type { Queryable } from '../../../platform/db/database.ts';

/** The passkeys of an account, oldest first. */
export const listPasskeys = (db: Queryable, accountId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'credentialId', 'transports', 'name', 'backedUp', 'createdAt', 'lastUsedAt', 'blockedAt'])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();

/** The passkey with a credential id, of any account. */
export const findPasskey = (db: Queryable, credentialId: string) =>
  db
    .selectFrom('passkey')
    .select(['id', 'accountId', 'credentialId', 'publicKey', 'backupEligible'])
    .where('credentialId', '=', credentialId)
    .executeTakeFirst();
