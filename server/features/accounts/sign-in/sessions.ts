import type { Role } from '@fairlead/contract/platform/permissions';
import { sql } from 'kysely';
import { appendAudit, appendingAudit } from '../../../platform/audit/append.ts';
import { inBatches } from '../../../platform/db/batches.ts';
import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/db/new-id.ts';
import { consume, givingBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Actor, actorOf, type FindActor } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findLiveHolder, listLiveSessions } from '../queries.ts';
import { judgeRefreshToken, raceSeconds, refreshes, sessionLife, sessionLifeOf, sessionsAnHour } from '../rules.ts';
import { secondFactorNeeded } from './second-factor.ts';
import { hashRefreshToken, makeRefreshToken, readAccessToken, signAccessToken } from './tokens.ts';

export type Tokens = { accessToken: string; refreshToken: string };

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** The expiry of a refresh token issued now: when its session would have been idle too long, or ends. */
const goodUntil = (role: Role, sessionExpiresAt: Date, now: Date) => {
  const idleAt = after(now, sessionLifeOf(role).idle);
  return idleAt < sessionExpiresAt ? idleAt : sessionExpiresAt;
};

type Open = { sessionId: string; role: Role; sessionExpiresAt: Date };

async function insertRefreshToken(tx: Tx, { sessionId, role, sessionExpiresAt }: Open, now: Date) {
  const { token, hash } = makeRefreshToken();
  const expiresAt = goodUntil(role, sessionExpiresAt, now);
  await tx.insertInto('refreshToken').values({ hash, sessionId, issuedAt: now, expiresAt }).execute();
  return token;
}

type Opening = {
  account: { id: string; role: Role };
  ip: string;
  userAgent: string | undefined;
  /** Whether a second factor was given; if not, an account that has one gets no session. */
  hasShownFactor?: boolean;
  /**
   * For a login via the academy's provider: the linked identity, the provider's session, and when the person
   * authenticated there; null for just now.
   */
  signedOn?: { identityId: string; providerSession: string | null; confirmedAt: Date | null };
  /** Keys of rate limits whose count for this login is reverted. */
  counted?: readonly string[];
};

/**
 * Opens a session for an account that may log in, and returns its first pair of tokens. Session, token, audit record
 * and reverted counts are written by one statement, which costs half of three.
 *
 * @throws AppError `second-factor` when the account has one that was not given; `too-many` for hundreds in an hour.
 */
export async function openSession(
  tx: Tx,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { account, ip, userAgent, hasShownFactor = false, signedOn, counted = [] }: Opening,
): Promise<Tokens> {
  const now = clock();
  const sessionId = newId();
  const opening = { ...sessionAction(account.id, sessionId, 'session.open'), ip };
  const { token: refreshToken, hash } = makeRefreshToken();
  const sessionExpiresAt = after(now, sessionLifeOf(account.role).inAll);
  const { rows } = await sql`
    with opened as (
      insert into session
        (id, account_id, created_at, last_used_at, expires_at, address, user_agent, identity_id, provider_session, confirmed_at)
      select ${sessionId}, id, ${now}, ${now}, ${sessionExpiresAt}, ${ip}, ${userAgent ?? null},
        ${signedOn?.identityId ?? null}::uuid, ${signedOn?.providerSession ?? null},
        ${signedOn?.confirmedAt ?? null}::timestamptz from account
      where id = ${account.id} and (${hasShownFactor}
        or not exists (select from second_factor where account_id = account.id and confirmed_at is not null))
        and ${openedLately(account.id, now)} < ${sessionsAnHour}
      returning id
    ), given_back as (${givingBack(counted)}), written_down as (${appendingAudit(tx, opening, sql`opened`)})
    insert into refresh_token (hash, session_id, issued_at, expires_at)
    select ${hash}, id, ${now}, ${goodUntil(account.role, sessionExpiresAt, now)} from opened
    returning session_id`.execute(tx);
  if (rows.length === 0) throw await reasonAgainst(tx, account.id, now);
  const bearer = { accountId: account.id, sessionId, role: account.role, sessionExpiresAt };
  return { refreshToken, accessToken: await signAccessToken(bearer, config.secrets.token, now) };
}

/** The number of sessions that an account has opened within the hour. */
const openedLately = (accountId: string, now: Date) => sql<number>`(
  select count(*) from session where account_id = ${accountId} and created_at > ${after(now, -3600)})`;

/** The error when no session was opened: queried afterwards, since a successful login does not need it. */
async function reasonAgainst(tx: Tx, accountId: string, now: Date): Promise<AppError> {
  const { rows } = await sql<{ count: number }>`select ${openedLately(accountId, now)} as count`.execute(tx);
  if (Number(rows[0]?.count) < sessionsAnHour) return secondFactorNeeded();
  const message = 'This account has logged in too often. Please try again in an hour.';
  return new AppError('too-many', message, { retryAfter: 3600 });
}

const findRefreshToken = (tx: Tx, hash: string, now: Date) =>
  tx
    .selectFrom('refreshToken')
    .innerJoin('session', 'session.id', 'refreshToken.sessionId')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select([
      'refreshToken.retiredAt',
      'refreshToken.expiresAt',
      'session.id as sessionId',
      'session.expiresAt as sessionExpiresAt',
      'account.id as accountId',
      'account.role',
    ])
    .where('refreshToken.hash', '=', hash)
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', now)
    .where('account.disabledAt', 'is', null)
    // Locks the session, so that refreshes of it run one after another.
    .forUpdate('session')
    .executeTakeFirst();

/** Marks a token as used; of two concurrent calls, only one returns true. */
async function isFirstUse(tx: Tx, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refreshToken')
    .set({ firstUsedAt: now })
    .where('hash', '=', hash)
    .where('firstUsedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * On a token's first use all others of its session are valid for 30 s more: its predecessor, duplicates from lost
 * responses, and any that a copy of an older one was exchanged for meanwhile.
 */
const retireOthers = (tx: Tx, { hash, sessionId }: { hash: string; sessionId: string }, now: Date) =>
  tx
    .updateTable('refreshToken')
    .set({ retiredAt: after(now, raceSeconds) })
    .where('sessionId', '=', sessionId)
    .where('hash', '!=', hash)
    .where('retiredAt', 'is', null)
    .execute();

/**
 * The audit fields of a session event. Its subject is the session, so that it does not fill the list of events on the
 * person.
 */
const sessionAction = (actorId: string | null, sessionId: string, action: string) => ({
  actorId,
  action,
  subject: { kind: 'session', id: sessionId },
});

type SessionEnd = 'session.close' | 'session.end' | 'session.end-copied' | 'session.end-by-provider';
type Ending = { sessionId: string; now: Date; ip: string };

/** Ends a session, and audits the reason; one that has already ended is not changed. `by` is null for the program. */
export async function endSession(
  tx: Tx,
  { sessionId, now, ip }: Ending,
  { action, by }: { action: SessionEnd; by: 'owner' | null },
): Promise<void> {
  const ended = await tx
    .updateTable('session')
    .set({ endedAt: now })
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .returning('accountId')
    .executeTakeFirst();
  if (!ended) return;
  await appendAudit(tx, { ...sessionAction(by === 'owner' ? ended.accountId : null, sessionId, action), ip });
}

export const endAllSessions = (tx: Tx, accountId: string, now: Date) =>
  tx
    .updateTable('session')
    .set({ endedAt: now })
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .execute();

/** Ends every session of an account but one. */
export const endOtherSessions = (tx: Tx, kept: { accountId: string; sessionId: string; now: Date }) =>
  tx
    .updateTable('session')
    .set({ endedAt: kept.now })
    .where('accountId', '=', kept.accountId)
    .where('id', '!=', kept.sessionId)
    .where('endedAt', 'is', null)
    .execute();

/**
 * Exchanges a refresh token for a new pair. The old one stays valid until its successor is first used, since a response
 * may be lost on a bad connection. After that, and 30 s for racing tabs, its use ends the whole session. Tokens issued
 * within these 30 s are valid too, but only one chain of them continues: the first use of a token retires all others,
 * so that if two parties continue with copies, the second ends the session.
 *
 * @throws AppError `not-signed-in`, or `too-many` for one session.
 */
export async function refreshSession(
  { db, config, clock }: Platform,
  { refreshToken, ip }: { refreshToken: string; ip: string },
): Promise<Tokens> {
  const now = clock();
  const hash = hashRefreshToken(refreshToken);
  // The end of a stolen session must be committed, so the refusal is thrown outside.
  const traded = await transaction(db, async (tx) => {
    const found = await findRefreshToken(tx, hash, now);
    if (!found) return undefined;
    const judged = judgeRefreshToken(found, now);
    const ending = { sessionId: found.sessionId, now, ip };
    if (judged === 'stolen') await endSession(tx, ending, { action: 'session.end-copied', by: null });
    if (judged !== 'good') return undefined;
    await consume(tx, { key: `refresh:${found.sessionId}`, ...refreshes }, now);
    if (await isFirstUse(tx, hash, now)) await retireOthers(tx, { hash, sessionId: found.sessionId }, now);
    await tx.updateTable('session').set({ lastUsedAt: now }).where('id', '=', found.sessionId).execute();
    return { ...found, refreshToken: await insertRefreshToken(tx, found, now) };
  });
  if (!traded) throw new AppError('not-signed-in', 'Your session has ended. Please log in again.');
  return { refreshToken: traded.refreshToken, accessToken: await signAccessToken(traded, config.secrets.token, now) };
}

/** Ends the session that a refresh token belongs to; does nothing for an unknown token. */
export async function logOut(
  { db, clock }: Platform,
  { refreshToken, ip }: { refreshToken: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const token = await tx
      .selectFrom('refreshToken')
      .select('sessionId')
      .where('hash', '=', hashRefreshToken(refreshToken))
      .executeTakeFirst();
    const ending = token && { sessionId: token.sessionId, now: clock(), ip };
    if (ending) await endSession(tx, ending, { action: 'session.close', by: 'owner' });
  });
}

/** Ends every session of an account, for example one on a lost phone. */
export const logOutEverywhere = (
  { db, clock }: Platform,
  { accountId, ip }: { accountId: string; ip: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    await endAllSessions(tx, accountId, clock());
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'session.end-all', subject, ip });
  });

/**
 * Returns the function by which the platform finds the actor of an access token: from the session's row, so that its
 * end takes effect at once. Concurrent requests are combined into one query.
 */
export function sessionLookup({ db, config, clock }: Platform): FindActor {
  const { timeZone } = config;
  const find = inBatches<string, Awaited<ReturnType<typeof listLiveSessions>>[number] | undefined>({}, async (ids) => {
    const live = new Map(
      (await listLiveSessions(db, ids, { now: clock(), timeZone })).map((session) => [session.id, session]),
    );
    return ids.map((id) => live.get(id));
  });
  return async (accessToken) => {
    const bearer = await readAccessToken(accessToken, config.secrets.token, clock());
    if (!bearer) return undefined;
    const live = await find(bearer.sessionId);
    return live && actorOf({ ...live, sessionId: bearer.sessionId });
  };
}

/**
 * The current actor for an account that is approved and not disabled, for use with a link or permission issued earlier.
 */
export async function findHolder(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  accountId: string,
): Promise<Pick<Actor, 'accountId' | 'may'> | undefined> {
  const holder = await findLiveHolder(db, accountId, { now: clock(), timeZone: config.timeZone });
  return holder && actorOf({ ...holder, accountId, sessionId: '' });
}

/**
 * Deletes sessions that ended or expired more than a week ago, and tokens that can no longer be used. The time of a
 * session's last use is kept with its account.
 */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  const weekAgo = after(now, -7 * 24 * 3600);
  const longUnused = after(weekAgo, -sessionLife.learner.idle);
  const isPast = sql<boolean>`(ended_at < ${weekAgo} or expires_at < ${weekAgo} or last_used_at < ${longUnused})`;
  await transaction(db, async (tx) => {
    await sql`
      update account set last_seen_at = greatest(account.last_seen_at, past.at)
      from (select account_id, max(last_used_at) as at from session where ${isPast} group by account_id) as past
      where account.id = past.account_id`.execute(tx);
    await tx.deleteFrom('session').where(isPast).execute();
  });
  await db.deleteFrom('refreshToken').where('retiredAt', '<', weekAgo).execute();
}
