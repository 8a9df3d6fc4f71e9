import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Tx, transaction } from '../../platform/db/database.ts';
import { consume, giveBack, isFirstInWindow } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendLetter } from '../academy/send-letter.ts';
import { forgetCodes } from '../accounts/codes.ts';
import { unknownPassword } from '../accounts/invitations.ts';
import { getStanding } from '../accounts/passkey-queries.ts';
import { findAccountByEmail } from '../accounts/queries.ts';
import { demandMayLogIn } from '../accounts/rules.ts';
import { demandSecondFactor, findSecondFactor, startGrace } from '../accounts/second-factor.ts';
import { openSession } from '../accounts/sessions.ts';
import { insertStaff, setRole } from '../accounts/staff-members.ts';
import { fullName } from '../accounts/wire.ts';
import { signOnLinkedLetter } from './letters.ts';
import { BadAnswer, challengeOf, claimsFor, demandProvider, signOutUrl } from './provider.ts';
import { findIdentity, hasIdentity } from './queries.ts';
import { type Claims, emailOf, NotLetIn, nameOf, roleIn, showsFactors, signOns } from './rules.ts';

type Attempt = {
  state: string;
  verifier: string;
  code: string;
  iss?: string | undefined;
  /** A code of the account's second factor. */
  otp?: string | undefined;
  address: string;
  userAgent: string | undefined;
};

/** Whom the provider has named, and what is known of them before anything is written. */
type Named = {
  accountId: string;
  subject: string;
  /** What the academy's map of roles makes of them; null where it says nothing. */
  role: 'registrar' | 'instructor' | null;
  providerSession: string | null;
};

/** One sentence for whatever is wrong with an answer: what it was helps only a forger, and is in the audit. */
const refused = () => new AppError('bad-credentials', 'This login has been used, or has run out. Please begin again.');

/**
 * Opens a session for a member of the staff whom the academy's provider has named. Where the account has a second factor
 * and the provider does not say that it has asked for more than one, its code is asked for: it is also asked for at the
 * first login by the provider, so that whoever rules there alone takes over no account that is protected here.
 *
 * @throws AppError `not-found` without a provider; `bad-credentials` for an answer that is not one to this login;
 *   `forbidden` for somebody who is not let in; `second-factor` and `bad-code`; `too-many`; `unavailable`; or why the
 *   account may not log in.
 */
export async function finishSignOn(platform: Platform, attempt: Attempt) {
  const { db, config, clock } = platform;
  const { issuer } = demandProvider(config);
  const { state, verifier, otp, address, userAgent } = attempt;
  const limit = { key: `sign-on-from:${address}`, max: signOns.perNetwork, seconds: signOns.seconds };
  await consume(db, limit, clock());
  const { named, hasShownFactors } = await nameHolder(platform, attempt);
  const { accountId, subject, providerSession } = named;
  const account = await getStanding(db, accountId);
  demandMayLogIn(account);
  const isKnown = (await findIdentity(db, { issuer, subject })) !== undefined;
  const hasFactor = (await findSecondFactor(db, accountId)) !== undefined;
  if (account.role === 'admin' && !isKnown && !hasFactor) throw unprotected();
  if (hasFactor && !(hasShownFactors && isKnown)) {
    if (!otp) await keepNamed(db, { state, ...named });
    await demandSecondFactor(platform, { accountId, otp, address });
  }
  await startGrace(db, account, clock());
  const url = await signOutUrl(config);
  const opened = await transaction(db, async (tx) => {
    if (!(await spend(tx, { state, verifier }))) throw refused();
    const current = await demandCurrent(tx, accountId);
    const { role } = named;
    if (role && role !== current.role && current.role !== 'admin') {
      await setRole(tx, platform, { account: current, role, actorId: null, address });
      current.role = role;
    }
    const identityId = await link(tx, platform, { account: current, issuer, subject, address });
    const signedOn = { identityId, providerSession };
    const shown = { hasShownFactor: hasFactor || hasShownFactors, signedOn };
    const tokens = await openSession(tx, platform, { account: current, address, userAgent, ...shown });
    return { account: current, ...tokens };
  });
  await giveBack(db, limit.key);
  return { ...opened, signOutUrl: url };
}

const unprotected = () =>
  new NotLetIn(
    'unprotected-administrator',
    'Please log in with your password and set up a second factor first: then the academy’s login can open an administrator’s account.',
  );

/** Whom a login is of: as the provider says now, or as it said a moment ago when the second factor was missing. */
async function nameHolder(platform: Platform, attempt: Attempt): Promise<{ named: Named; hasShownFactors: boolean }> {
  const { state, verifier, code, iss, address } = attempt;
  const begun = await take(platform, { state, verifier });
  if (!begun) throw refused();
  if (begun.named) return { named: begun.named, hasShownFactors: false };
  try {
    const claims = await claimsFor(platform.config, { code, iss, state, verifier, nonce: begun.nonce });
    return { named: await nameByClaims(platform, claims, address), hasShownFactors: showsFactors(claims) };
  } catch (error) {
    if (!(error instanceof BadAnswer || error instanceof NotLetIn)) throw error;
    await writeDown(platform, { reason: error.reason, address });
    throw error instanceof NotLetIn ? error : refused();
  }
}

/** Uses a login up, for one try of the provider's code; one that was named is taken as often as its code is tried. */
async function take({ db, clock }: Platform, { state, verifier }: { state: string; verifier: string }) {
  const now = clock();
  const begun = await db
    .updateTable('signOn')
    .set((e) => ({ usedAt: e.fn.coalesce('usedAt', e.val(now)) }))
    .where('state', '=', state)
    .where('codeChallenge', '=', challengeOf(verifier))
    .where('expiresAt', '>', now)
    .where((e) => e.or([e('usedAt', 'is', null), e('accountId', 'is not', null)]))
    .returning(['nonce', 'accountId', 'subject', 'role', 'providerSession'])
    .executeTakeFirst();
  if (!begun) return undefined;
  const { nonce, accountId, subject, role, providerSession } = begun;
  return { nonce, named: accountId && subject ? { accountId, subject, role, providerSession } : undefined };
}

/** Of two who finish a login at once, the second finds it gone. */
async function spend(tx: Tx, { state, verifier }: { state: string; verifier: string }): Promise<boolean> {
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

/** The account of somebody by the provider's claims; a new one where the academy's map has a role for them. */
async function nameByClaims(platform: Platform, claims: Claims, address: string): Promise<Named> {
  const { db, config } = platform;
  const signOn = demandProvider(config);
  const { issuer } = signOn;
  const email = emailOf(claims, signOn);
  const subject = String(claims.sub);
  const providerSession = typeof claims.sid === 'string' ? claims.sid : null;
  const role = roleIn(claims, signOn);
  const known = await findIdentity(db, { issuer, subject });
  const account = known ? { id: known.accountId } : await findAccountByEmail(db, email);
  const held = account && (await getStanding(db, account.id));
  const isOfStaff = held && held.role !== 'learner';
  if (role === undefined && held?.role !== 'admin') {
    throw new NotLetIn('no-role', 'The academy’s login gives you no role here. Please ask an administrator.');
  }
  if (held && isOfStaff) {
    if (!known && (await hasIdentity(db, { issuer, accountId: held.id }))) {
      throw new NotLetIn(
        'another-subject',
        'This account belongs to another login of the academy’s. Please ask an administrator.',
      );
    }
    return { accountId: held.id, subject, role: role ?? null, providerSession };
  }
  const colleague = role && (await makeColleague(platform, { claims, email, role, address }));
  if (colleague) return { accountId: colleague, subject, role, providerSession };
  throw held
    ? new NotLetIn('learner', 'This email address belongs to a seafarer’s account. Please ask an administrator.')
    : new NotLetIn('no-account', 'You have no staff account here yet. Please ask an administrator to invite you.');
}

type Newcomer = { claims: Claims; email: string; role: 'registrar' | 'instructor'; address: string };

/** Makes the account of a new colleague; undefined when somebody else's has the address. */
async function makeColleague(
  { db, clock }: Platform,
  { claims, email, role, address }: Newcomer,
): Promise<string | undefined> {
  const passwordHash = await unknownPassword();
  return transaction(db, async (tx) => {
    // providers tell no title
    const colleague = { ...nameOf(claims, email), email, prefix: 'Mr' as const, role, passwordHash, approvedBy: null };
    const made = await insertStaff(tx, colleague, clock());
    if (!made) return undefined;
    await forgetCodes(tx, made.id);
    const subject = { kind: 'account', id: made.id };
    await appendAudit(tx, { actorId: null, action: 'account.add-by-sign-on', subject, details: { to: role }, address });
    return made.id;
  });
}

/** Disabling an account, or another role, may have come meanwhile: what counts is what stands now. */
async function demandCurrent(tx: Tx, accountId: string) {
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
  address: string;
};

/** Notes that a provider's subject opens an account; the first time its owner is told. */
async function link(tx: Tx, { config, clock }: Platform, { account, issuer, subject, address }: Linking) {
  const [now, accountId] = [clock(), account.id];
  const known = await tx
    .updateTable('staffIdentity')
    .set({ lastUsedAt: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (known) return known.id;
  const made = await tx
    .insertInto('staffIdentity')
    .values({ accountId, issuer, subject, createdAt: now, lastUsedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // another login has come first, for this account or for this subject
  if (!made) throw refused();
  const about = { kind: 'account', id: accountId };
  await appendAudit(tx, { actorId: accountId, action: 'account.add-sign-on', subject: about, address });
  const values = { name: fullName(account), provider: demandProvider(config).name };
  await sendLetter(tx, config, signOnLinkedLetter, { to: account.email, values });
  return made.id;
}

/** Once in 15 minutes for a network and a reason, that nobody can fill the audit. */
const writeDown = ({ db, clock }: Platform, { reason, address }: { reason: string; address: string }) =>
  transaction(db, async (tx) => {
    const window = { key: `login.fail-sign-on:${reason} at ${address}`, seconds: signOns.seconds };
    if (!(await isFirstInWindow(tx, window, clock()))) return;
    const subject = { kind: 'visitor', id: 'unknown' };
    await appendAudit(tx, { actorId: null, action: 'login.fail-sign-on', subject, details: { reason }, address });
  });

/** Removes logins that nobody has finished. */
export async function sweepSignOns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('signOn').where('expiresAt', '<=', now).execute();
}
