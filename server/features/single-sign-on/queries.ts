import type { Queryable } from '../../platform/db/database.ts';

/** The accounts linked to a provider, with the time of linking and of the last login. */
export const listIdentities = (db: Queryable, issuer: string) =>
  db
    .selectFrom('staffIdentity')
    .select(['accountId', 'createdAt', 'lastUsedAt'])
    .where('issuer', '=', issuer)
    .orderBy('id')
    .execute();

/** The account linked to a provider's subject, and when its second factor was last given at a login with it. */
export const findIdentity = (db: Queryable, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('staffIdentity')
    .select(['id', 'accountId', 'factorShownAt'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Whether an account is linked to a subject of a provider already; there is at most one. */
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

/**
 * Open sessions from logins via a provider: of one session of the provider, or of a subject. Sessions for which the
 * provider named no session of its own match by subject. Sessions opened after the logout are not included.
 */
export function listOpenedSessions(
  db: Queryable,
  of: { issuer: string; subject: string | undefined; providerSession: string | undefined; before: Date },
) {
  const { issuer, subject, providerSession, before } = of;
  return db
    .selectFrom('session')
    .innerJoin('staffIdentity', 'staffIdentity.id', 'session.identityId')
    .select('session.id')
    .where('staffIdentity.issuer', '=', issuer)
    .where('session.endedAt', 'is', null)
    .$if(subject !== undefined, (sessions) => sessions.where('staffIdentity.subject', '=', subject ?? ''))
    .where((e) => {
      const named = e('session.providerSession', '=', providerSession ?? null);
      const until = e('session.createdAt', '<=', before);
      if (providerSession === undefined) return until;
      return subject === undefined ? named : e.or([named, e.and([e('session.providerSession', 'is', null), until])]);
    })
    .execute();
}
