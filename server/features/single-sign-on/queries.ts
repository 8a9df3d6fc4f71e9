import type { Queryable } from '../../platform/db/database.ts';

/** The accounts that a provider opens, with since when, and when it last did. */
export const listIdentities = (db: Queryable, issuer: string) =>
  db
    .selectFrom('staffIdentity')
    .select(['accountId', 'createdAt', 'lastUsedAt'])
    .where('issuer', '=', issuer)
    .orderBy('id')
    .execute();

/** Whose account a provider's subject opens, and when its second factor was last shown beside it. */
export const findIdentity = (db: Queryable, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('staffIdentity')
    .select(['id', 'accountId', 'factorShownAt'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();

/** Whether an account is opened by a subject of a provider already; there is one at most. */
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
 * Sessions that a provider has opened and that have not ended: of one session of the provider, or of a subject. Those that
 * the provider opened without naming a session of its own are the subject's. What was opened after the logout stays.
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
