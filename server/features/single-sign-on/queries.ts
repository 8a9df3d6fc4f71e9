import type { Queryable } from '../../platform/db/database.ts';

/** The accounts that a provider opens, with since when, and when it last did. */
export const listIdentities = (db: Queryable, issuer: string) =>
  db
    .selectFrom('staffIdentity')
    .select(['accountId', 'createdAt', 'lastUsedAt'])
    .where('issuer', '=', issuer)
    .orderBy('id')
    .execute();

/** Whose account a provider's subject opens. */
export const findIdentity = (db: Queryable, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('staffIdentity')
    .select(['id', 'accountId'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** A provider's subject whom an account knows already; there is one at most. */
export const hasIdentity = async (
  db: Queryable,
  { issuer, accountId }: { issuer: string; accountId: string },
): Promise<boolean> => {
  const found = await db
    .selectFrom('staffIdentity')
    .select('id')
    .where('issuer', '=', issuer)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return found !== undefined;
};

/** Sessions that a provider has opened and that have not ended: a subject's, or those of one session of the provider. */
export function listOpenedSessions(
  db: Queryable,
  of: { issuer: string; subject: string | undefined; providerSession: string | undefined; before: Date },
) {
  let sessions = db
    .selectFrom('session')
    .innerJoin('staffIdentity', 'staffIdentity.id', 'session.identityId')
    .select('session.id')
    .where('staffIdentity.issuer', '=', of.issuer)
    .where('session.endedAt', 'is', null);
  if (of.subject !== undefined) sessions = sessions.where('staffIdentity.subject', '=', of.subject);
  // Without a session of the provider those are meant that there were: one that was opened since stays.
  sessions =
    of.providerSession === undefined
      ? sessions.where('session.createdAt', '<=', of.before)
      : sessions.where('session.providerSession', '=', of.providerSession);
  return sessions.execute();
}
