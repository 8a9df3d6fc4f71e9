import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { consume, giveBack, isFirstInWindow } from '../../platform/db/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import {
  findSecondFactor,
  fullName,
  getStanding,
  openSession,
  requireMayLogIn,
  requireSecondFactor,
  setRole,
  startGrace,
} from '../accounts/index.ts';
import { signOnLinkedEmail } from './email-templates.ts';
import { type Named, nameHolder } from './name-holder.ts';
import { BadAnswer, challengeOf, claimsFor, requireProvider, signOutUrl } from './provider.ts';
import { findIdentity } from './queries.ts';
import { confirmedAtIn, NotLetIn, showsFactors, signOns } from './rules.ts';

type Attempt = {
  state: string;
  verifier: string;
  code: string;
  iss?: string | undefined;
  /** A code of the account's second factor. */
  otp?: string | undefined;
  ip: string;
  userAgent: string | undefined;
};

/** One message for every invalid response: details would help only a forger, and are in the audit log. */
const refused = () => new AppError('bad-credentials', 'This login has been used or has expired. Please log in again.');

/**
 * Opens a session for a staff member whom the academy's provider has identified.
 *
 * If the account has a second factor, its code is required too. It is skipped only if the ID token says that the
 * provider has asked for more than one factor, and the account's own was given at a login with this subject since it
 * was set up. For an administrator it is always required: the provider alone never gives access to an administrator's
 * account.
 *
 * @returns the account, the session's tokens, and the URL at which the browser logs out of the provider.
 * @throws AppError `not-found` without a provider; `bad-credentials` for a response that does not belong to this login;
 * `forbidden` for somebody who is not admitted; `second-factor` and `bad-code`; `too-many`; `unavailable`; or the
 * reason why the account may not log in.
 */
export async function finishSignOn(platform: Platform, attempt: Attempt) {
  const { db, config, clock } = platform;
  requireProvider(config);
  const limit = { key: `sign-on-from:${attempt.ip}`, max: signOns.perNetwork, seconds: signOns.seconds };
  await consume(db, limit, clock());
  try {
    const opened = await openByProvider(platform, attempt);
    await giveBack(db, limit.key);
    return opened;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason) await auditRefusal(platform, { reason, ip: attempt.ip });
    throw error instanceof BadAnswer ? refused() : error;
  }
}

async function openByProvider(platform: Platform, attempt: Attempt) {
  const { db, config, clock } = platform;
  const { issuer } = requireProvider(config);
  const { state, verifier, otp, ip, userAgent } = attempt;
  const { named, hasShownFactors, confirmedAt } = await getNamed(platform, attempt);
  const { accountId, subject, providerSession } = named;
  const account = await getStanding(db, accountId);
  requireMayLogIn(account);
  const known = await findIdentity(db, { issuer, subject });
  const factor = await findSecondFactor(db, accountId);
  if (account.role === 'admin' && !factor) throw unprotected();
  const isProved = (known?.factorShownAt ?? new Date(0)) >= (factor?.confirmedAt ?? new Date(0));
  const asksForCode = factor !== undefined && (account.role === 'admin' || !hasShownFactors || !isProved);
  if (asksForCode && !otp) await keepNamed(db, { state, ...named });
  // Before the code is checked, which can be used only once.
  const url = await signOutUrl(config);
  if (asksForCode) await requireSecondFactor(platform, { accountId, otp, ip });
  await startGrace(db, account, clock());
  return transaction(db, async (tx) => {
    if (!(await spend(tx, { state, verifier }))) throw refused();
    const current = await requireCurrent(tx, accountId);
    if (current.role === 'admin' && !asksForCode) throw refused();
    const { role } = named;
    if (role && role !== current.role && current.role !== 'admin') {
      await setRole(tx, platform, { account: current, role, actorId: null, ip });
      current.role = role;
    }
    const identityId = await link(tx, platform, { account: current, issuer, subject, asksForCode, ip });
    const signedOn = { identityId, providerSession, confirmedAt: asksForCode ? null : confirmedAt };
    const shown = { hasShownFactor: factor !== undefined, signedOn };
    const tokens = await openSession(tx, platform, { account: current, ip, userAgent, ...shown });
    return { account: current, ...tokens, signOutUrl: url };
  });
}

const unprotected = () =>
  new NotLetIn(
    'unprotected-administrator',
    'Administrators must first log in with their password and set up a second factor.',
  );

/**
 * The reason to audit; undefined for errors that the user can correct by another request, and for failures of the
 * system.
 */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof BadAnswer || error instanceof NotLetIn) return error.reason;
  const isOfAccount = error instanceof AppError && ['bad-credentials', 'disabled', 'not-approved'].includes(error.code);
  return isOfAccount ? error.code : undefined;
}

type Said = {
  named: Named;
  /** Whether the provider has asked for more than one factor. */
  hasShownFactors: boolean;
  /** When the person last authenticated at the provider. */
  confirmedAt: Date;
};

/**
 * The identity for this login: from the provider's response, or as stored a moment ago if the second factor was
 * missing.
 */
async function getNamed(platform: Platform, { state, verifier, code, iss, ip }: Attempt): Promise<Said> {
  const begun = await take(platform, { state, verifier });
  if (!begun) throw refused();
  if (begun.named) return { named: begun.named, hasShownFactors: false, confirmedAt: new Date(0) };
  const claims = await claimsFor(platform.config, { code, iss, state, verifier, nonce: begun.nonce });
  const named = await nameHolder(platform, claims, ip);
  return { named, hasShownFactors: showsFactors(claims), confirmedAt: confirmedAtIn(claims, platform.clock()) };
}

type Begun = { state: string; verifier: string };

/**
 * Reads a login that has begun. It allows one use of the provider's code, and after that only further attempts at the
 * second factor.
 */
async function take({ db, config, clock }: Platform, { state, verifier }: Begun) {
  const now = clock();
  const begun = await db
    .updateTable('signOn')
    .set((e) => ({ usedAt: e.fn.coalesce('usedAt', e.val(now)) }))
    .where('state', '=', state)
    .where('issuer', '=', requireProvider(config).issuer)
    .where('codeChallenge', '=', challengeOf(verifier))
    .where('expiresAt', '>', now)
    .where((e) => e.or([e('usedAt', 'is', null), e('accountId', 'is not', null)]))
    .returning(['nonce', 'accountId', 'subject', 'role', 'providerSession'])
    .executeTakeFirst();
  if (!begun) return undefined;
  const { nonce, accountId, subject, role, providerSession } = begun;
  return { nonce, named: accountId && subject ? { accountId, subject, role, providerSession } : undefined };
}

/** Deletes a finished login; of two concurrent requests that finish it, the second gets `false`. */
async function spend(tx: Tx, { state, verifier }: Begun): Promise<boolean> {
  const spent = await tx
    .deleteFrom('signOn')
    .where('state', '=', state)
    .where('codeChallenge', '=', challengeOf(verifier))
    .returning('state')
    .executeTakeFirst();
  return spent !== undefined;
}

const keepNamed = (db: Db, { state, ...named }: Named & { state: string }) =>
  db.updateTable('signOn').set(named).where('state', '=', state).execute();

/** The account may have been disabled or given another role meanwhile: its current state decides. */
async function requireCurrent(tx: Tx, accountId: string) {
  const current = await tx
    .selectFrom('account')
    .select(['id', 'email', 'firstName', 'lastName', 'role'])
    .where('id', '=', accountId)
    .where('disabledAt', 'is', null)
    .where('role', '!=', 'learner')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!current) throw refused();
  return current;
}

type Linking = {
  account: { id: string; email: string; firstName: string; lastName: string };
  issuer: string;
  subject: string;
  /** Whether the account's second factor was given at this login. */
  asksForCode: boolean;
  ip: string;
};

/** Links a provider's subject to an account, or updates the link; the owner gets an email the first time. */
async function link(tx: Tx, { config, clock }: Platform, { account, issuer, subject, ...linking }: Linking) {
  const [now, accountId] = [clock(), account.id];
  const used = { lastUsedAt: now, ...(linking.asksForCode && { factorShownAt: now }) };
  const known = await tx
    .updateTable('staffIdentity')
    .set(used)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const made = await tx
    .insertInto('staffIdentity')
    .values({ accountId, issuer, subject, createdAt: now, ...used })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // A concurrent login has linked this account or this subject first.
  if (!made) throw refused();
  const about = { kind: 'account', id: accountId };
  const { ip } = linking;
  await appendAudit(tx, { actorId: accountId, action: 'account.add-sign-on', subject: about, ip });
  const values = { name: fullName(account), provider: requireProvider(config).name };
  await sendEmail(tx, config, signOnLinkedEmail, { to: account.email, values });
  return made.id;
}

/** At most one record in 15 minutes per IP address and reason, so that nobody can flood the audit log. */
const auditRefusal = ({ db, clock }: Platform, { reason, ip }: { reason: string; ip: string }) =>
  transaction(db, async (tx) => {
    const window = { key: `login.fail-sign-on:${reason} at ${ip}`, seconds: signOns.seconds };
    if (!(await isFirstInWindow(tx, window, clock()))) return;
    const subject = { kind: 'visitor', id: 'unknown' };
    await appendAudit(tx, { actorId: null, action: 'login.fail-sign-on', subject, details: { reason }, ip });
  });
