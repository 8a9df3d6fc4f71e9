import type { Role } from '@fairlead/contract/permissions';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { inBatches } from '../../platform/db/batches.ts';
import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { actorOf, type FindActor } from '../../platform/http/access.ts';
import { consume, givingBack } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLiveSessions } from './queries.ts';
import { judgeRefreshToken, raceSeconds, refreshes, sessionDays } from './rules.ts';
import { secondFactorNeeded } from './second-factor.ts';
import { hashRefreshToken, makeRefreshToken, readAccessToken, signAccessToken } from './tokens.ts';

export type Tokens = { accessToken: string; refreshToken: string };

const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);

async function insertRefreshToken(tx: Tx, sessionId: string, predecessorHash: string | null, now: Date) {
  const { token, hash } = makeRefreshToken();
  await tx
    .insertInto('refreshToken')
    .values({ hash, sessionId, predecessorHash, issuedAt: now, expiresAt: daysAfter(now, sessionDays) })
    .execute();
  return token;
}

type Opening = {
  account: { id: string; role: Role };
  address: string;
  userAgent: string | undefined;
  /** Whether a second factor was shown; when not, an account that has one gets no session. */
  hasShownFactor?: boolean;
  /** Limits that give back what was counted for this login. */
  counted?: readonly string[];
};

/**
 * Opens a session for an account that may log in, and gives its first pair of tokens: session, token and what is
 * counted no longer by one statement, which costs half of three.
 *
 * @throws AppError `second-factor` when the account has one that was not shown.
 */
export async function openSession(
  tx: Tx,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { account, address, userAgent, hasShownFactor = false, counted = [] }: Opening,
): Promise<Tokens> {
  const now = clock();
  const { token: refreshToken, hash } = makeRefreshToken();
  const { rows } = await sql<{ sessionId: string }>`
    with opened as (
      insert into session (account_id, created_at, last_used_at, address, user_agent)
      select id, ${now}, ${now}, ${address}, ${userAgent ?? null} from account
      where id = ${account.id} and (${hasShownFactor}
        or not exists (select from second_factor where account_id = account.id and confirmed_at is not null))
      returning id
    ), given_back as (${givingBack(counted)})
    insert into refresh_token (hash, session_id, issued_at, expires_at)
    select ${hash}, id, ${now}, ${daysAfter(now, sessionDays)} from opened
    returning session_id`.execute(tx);
  const [session] = rows;
  if (!session) throw secondFactorNeeded();
  const bearer = { accountId: account.id, sessionId: session.sessionId, role: account.role };
  return { refreshToken, accessToken: await signAccessToken(bearer, config.secrets.token, now) };
}

const findRefreshToken = (tx: Tx, hash: string) =>
  tx
    .selectFrom('refreshToken')
    .innerJoin('session', 'session.id', 'refreshToken.sessionId')
    .innerJoin('account', 'account.id', 'session.accountId')
    .select([
      'refreshToken.predecessorHash',
      'refreshToken.firstUsedAt',
      'refreshToken.retiredAt',
      'refreshToken.expiresAt',
      'session.id as sessionId',
      'account.id as accountId',
      'account.role',
    ])
    .where('refreshToken.hash', '=', hash)
    .where('session.endedAt', 'is', null)
    .where('account.disabledAt', 'is', null)
    // Two refreshes of one session take turns.
    .forUpdate('session')
    .executeTakeFirst();

/** On a token's first use, the one it was traded for and its twins have 30 s left. */
async function retireElders(tx: Tx, hash: string, predecessorHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('refreshToken')
    .set({ retiredAt: new Date(now.getTime() + raceSeconds * 1000) })
    .where((e) => e.or([e('hash', '=', predecessorHash), e('predecessorHash', '=', predecessorHash)]))
    .where('hash', '!=', hash)
    .where('retiredAt', 'is', null)
    .execute();
}

export const endSession = (tx: Tx, sessionId: string, now: Date) =>
  tx.updateTable('session').set({ endedAt: now }).where('id', '=', sessionId).where('endedAt', 'is', null).execute();

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
 * Trades a refresh token for a new pair. The old one stays good until its successor is first used, since an
 * answer may be lost at sea; after that, and 30 s for racing tabs, its use ends the whole session.
 *
 * @throws AppError `not-signed-in`, or `too-many` for one session.
 */
export async function refreshSession({ db, config, clock }: Platform, refreshToken: string): Promise<Tokens> {
  const now = clock();
  const hash = hashRefreshToken(refreshToken);
  // The end of a stolen session must be committed, so the refusal is thrown outside.
  const traded = await transaction(db, async (tx) => {
    const found = await findRefreshToken(tx, hash);
    if (!found) return undefined;
    const judged = judgeRefreshToken(found, now);
    if (judged === 'stolen') await endSession(tx, found.sessionId, now);
    if (judged !== 'good') return undefined;
    await consume(tx, { key: `refresh:${found.sessionId}`, ...refreshes }, now);
    if (!found.firstUsedAt) {
      await tx.updateTable('refreshToken').set({ firstUsedAt: now }).where('hash', '=', hash).execute();
      if (found.predecessorHash) await retireElders(tx, hash, found.predecessorHash, now);
    }
    await tx.updateTable('session').set({ lastUsedAt: now }).where('id', '=', found.sessionId).execute();
    return { ...found, refreshToken: await insertRefreshToken(tx, found.sessionId, hash, now) };
  });
  if (!traded) throw new AppError('not-signed-in', 'Your session has ended. Please log in again.');
  return { refreshToken: traded.refreshToken, accessToken: await signAccessToken(traded, config.secrets.token, now) };
}

/** Ends the session that a refresh token belongs to; an unknown token has nothing to end. */
export async function logOut({ db, clock }: Platform, refreshToken: string): Promise<void> {
  await transaction(db, async (tx) => {
    const token = await tx
      .selectFrom('refreshToken')
      .select('sessionId')
      .where('hash', '=', hashRefreshToken(refreshToken))
      .executeTakeFirst();
    if (token) await endSession(tx, token.sessionId, clock());
  });
}

/** Ends every session of an account: whoever is in on a lost phone is out. */
export const logOutEverywhere = ({ db, clock }: Platform, accountId: string) =>
  transaction(db, (tx) => endAllSessions(tx, accountId, clock()));

/**
 * How the platform learns who is behind an access token: by the session's row, so that its end counts at once. Of
 * requests that come at once one query asks for all.
 */
export function sessionLookup({ db, config, clock }: Platform): FindActor {
  const find = inBatches<string, Awaited<ReturnType<typeof listLiveSessions>>[number] | undefined>({}, async (ids) => {
    const live = new Map((await listLiveSessions(db, ids)).map((session) => [session.id, session]));
    return ids.map((id) => live.get(id));
  });
  return async (accessToken) => {
    const bearer = await readAccessToken(accessToken, config.secrets.token, clock());
    if (!bearer) return undefined;
    const live = await find(bearer.sessionId);
    return live && actorOf(live.accountId, bearer.sessionId, live.role);
  };
}

/**
 * Removes sessions that ended or ran out more than a week ago, and tokens that can no longer be used. When a session was
 * last used stays with its account.
 */
export async function sweepSessions(db: Db, now: Date): Promise<void> {
  const weekAgo = daysAfter(now, -7);
  const isPast = sql<boolean>`(ended_at < ${weekAgo} or last_used_at < ${daysAfter(weekAgo, -sessionDays)})`;
  await transaction(db, async (tx) => {
    await sql`
      update account set last_seen_at = greatest(account.last_seen_at, past.at)
      from (select account_id, max(last_used_at) as at from session where ${isPast} group by account_id) as past
      where account.id = past.account_id`.execute(tx);
    await tx.deleteFrom('session').where(isPast).execute();
  });
  await db.deleteFrom('refreshToken').where('retiredAt', '<', weekAgo).execute();
}
