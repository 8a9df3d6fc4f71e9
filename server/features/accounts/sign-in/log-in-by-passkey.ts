import type { Assertion, RequestOptions } from '@fairlead/contract/accounts/passkeys';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { consume, giveBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { getStanding } from '../queries.ts';
import { challengeMinutes, hasMovedOn, perIpAnHour, requireMayLogIn, wrongPasskeys } from '../rules.ts';
import { challengeOf, readSignature } from './passkey-checks.ts';
import { passkeyBlockedEmail } from './passkey-email-templates.ts';
import { findPasskey } from './passkey-queries.ts';
import { issueChallenge, requireParty, spendChallenge, userHandleOf } from './passkeys.ts';
import { startGrace } from './second-factor.ts';
import { openSession } from './sessions.ts';

/**
 * The options for a visitor's device to sign. They list no passkeys, so that they do not reveal who has an account.
 *
 * @throws AppError `too-many`, or `conflict` where passkeys are not available.
 */
export async function beginPasskeyLogin(
  { db, config, clock }: Platform,
  { ip }: { ip: string },
): Promise<RequestOptions> {
  const now = clock();
  const { id: rpId } = requireParty(config);
  await consume(db, { key: `passkey-begin:${ip}`, max: perIpAnHour, seconds: 3600 }, now);
  return {
    challenge: await issueChallenge(db, { purpose: 'log-in', accountId: null }, now),
    timeout: challengeMinutes * 60_000,
    rpId,
    userVerification: 'required',
  };
}

/** One message for every fault: a refusal must not reveal which passkeys exist, or whose they are. */
const refused = () =>
  new AppError('bad-credentials', 'This passkey does not open an account. Please log in with your password.');

type Attempt = { credential: Assertion; ip: string; userAgent: string | undefined };

/**
 * Opens a session for a person whom their passkey's device has verified, by a fingerprint, a face or a PIN. That is two
 * factors, so the account's second factor is not required.
 *
 * @throws AppError `bad-credentials`, `too-many`, `conflict` where passkeys are not available, or the reason why the
 * account may not log in.
 */
export async function logInByPasskey(platform: Platform, { credential, ip, userAgent }: Attempt) {
  const { db, clock } = platform;
  const limit = { key: `passkey-from:${ip}`, max: wrongPasskeys.perNetwork, seconds: wrongPasskeys.seconds };
  await consume(db, limit, clock());
  const { passkeyId, accountId, counter, backedUp } = await requireSignature(platform, credential);
  try {
    const account = await getStanding(db, accountId);
    requireMayLogIn(account);
    await startGrace(db, account, clock());
    // Blocking a passkey must be committed, so the refusal is thrown outside.
    const tokens = await transaction(db, async (tx) => {
      if (!(await takeUse(tx, platform, { passkeyId, counter, backedUp, ip }))) return undefined;
      // The account may have been disabled meanwhile, which ended its sessions: no new one is opened.
      const current = await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', accountId)
        .where('disabledAt', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!current) throw refused();
      return openSession(tx, platform, { account, ip, userAgent, hasShownFactor: true, counted: [limit.key] });
    });
    if (!tokens) throw refused();
    return { account, ...tokens };
  } catch (error) {
    // The signature was right, so the refusal does not count as a guess.
    await giveBack(db, limit.key);
    throw error;
  }
}

async function requireSignature({ db, config, clock }: Platform, credential: Assertion) {
  const party = requireParty(config);
  const challenge = challengeOf(credential);
  const isOurs =
    challenge !== undefined && (await spendChallenge(db, { challenge, purpose: 'log-in', accountId: null }, clock()));
  if (!isOurs) throw refused();
  const passkey = await findPasskey(db, credential.id);
  if (!passkey || credential.response.userHandle !== userHandleOf(passkey.accountId)) throw refused();
  const said = await readSignature(credential, passkey, { challenge, party });
  if (!said) throw refused();
  return { passkeyId: passkey.id, accountId: passkey.accountId, ...said };
}

type Use = { passkeyId: string; counter: number; backedUp: boolean; ip: string };

/**
 * Records a use of a passkey. If its counter did not increase, there is a copy of it: it is blocked, and its owner is
 * notified. Uses of one passkey run one after another.
 *
 * @returns false when it gives no access: it was removed, or is blocked.
 */
async function takeUse(tx: Tx, platform: Platform, { passkeyId, counter, backedUp, ip }: Use): Promise<boolean> {
  const now = platform.clock();
  const ofPasskey = tx.updateTable('passkey').where('id', '=', passkeyId);
  const passkey = await tx
    .selectFrom('passkey')
    .select(['accountId', 'name', 'counter', 'blockedAt'])
    .where('id', '=', passkeyId)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey || passkey.blockedAt) return false;
  if (hasMovedOn(passkey.counter, counter)) {
    await ofPasskey.set({ counter, backedUp, lastUsedAt: now }).execute();
    return true;
  }
  await ofPasskey.set({ blockedAt: now }).execute();
  const { accountId, name } = passkey;
  const subject = { kind: 'account', id: accountId };
  // The actor is unknown: both the owner and somebody with a copy have the key.
  await appendAudit(tx, { actorId: null, action: 'account.block-passkey', subject, ip });
  const account = await getStanding(tx, accountId);
  const values = { name: fullName(account), passkey: name };
  await sendEmail(tx, platform.config, passkeyBlockedEmail, { to: account.email, values });
  return false;
}
