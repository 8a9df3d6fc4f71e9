import type { Assertion, RequestOptions } from '@fairlead/contract/passkeys';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { consume, giveBack } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendLetter } from '../academy/send-letter.ts';
import { challengeOf, readSignature } from './passkey-checks.ts';
import { passkeyBlockedLetter } from './passkey-letters.ts';
import { findPasskey } from './passkey-queries.ts';
import { demandParty, issueChallenge, spendChallenge, userHandleOf } from './passkeys.ts';
import { getStanding } from './queries.ts';
import { challengeMinutes, demandMayLogIn, hasMovedOn, perAddressAnHour, wrongPasskeys } from './rules.ts';
import { startGrace } from './second-factor.ts';
import { openSession } from './sessions.ts';
import { fullName } from './wire.ts';

/**
 * What a visitor's device is to sign. It names no keys, so that it says nothing of who has an account.
 *
 * @throws AppError `too-many`, or `conflict` where there are no passkeys.
 */
export async function beginPasskeyLogin(
  { db, config, clock }: Platform,
  { address }: { address: string },
): Promise<RequestOptions> {
  const now = clock();
  const { id: rpId } = demandParty(config);
  await consume(db, { key: `passkey-begin:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  return {
    challenge: await issueChallenge(db, { purpose: 'log-in', accountId: null }, now),
    timeout: challengeMinutes * 60_000,
    rpId,
    userVerification: 'required',
  };
}

/** One sentence for every fault: a refusal must not show which keys there are, or whose. */
const refused = () =>
  new AppError('bad-credentials', 'This passkey does not open an account. Please log in with your password.');

type Attempt = { credential: Assertion; address: string; userAgent: string | undefined };

/**
 * Opens a session for somebody whose passkey's device has verified them, by a fingerprint, a face or a PIN. That is
 * two factors, so the account's second factor is not asked for.
 *
 * @throws AppError `bad-credentials`, `too-many`, `conflict` where there are no passkeys, or why the account may not
 *   log in.
 */
export async function logInByPasskey(platform: Platform, { credential, address, userAgent }: Attempt) {
  const { db, clock } = platform;
  const limit = { key: `passkey-from:${address}`, max: wrongPasskeys.perNetwork, seconds: wrongPasskeys.seconds };
  await consume(db, limit, clock());
  const { passkeyId, accountId, counter, backedUp } = await demandSignature(platform, credential);
  try {
    const account = await getStanding(db, accountId);
    demandMayLogIn(account);
    await startGrace(db, account, clock());
    // A passkey that is blocked must be committed, so the refusal is thrown outside.
    const tokens = await transaction(db, async (tx) => {
      if (!(await takeUse(tx, platform, { passkeyId, counter, backedUp, address }))) return undefined;
      // Disabling the account ends its sessions, and may have done so meanwhile: no further one is opened.
      const current = await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', accountId)
        .where('disabledAt', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!current) throw refused();
      return openSession(tx, platform, { account, address, userAgent, hasShownFactor: true, counted: [limit.key] });
    });
    if (!tokens) throw refused();
    return { account, ...tokens };
  } catch (error) {
    // the signature was right: what it is refused for is no guess
    await giveBack(db, limit.key);
    throw error;
  }
}

async function demandSignature({ db, config, clock }: Platform, credential: Assertion) {
  const party = demandParty(config);
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

type Use = { passkeyId: string; counter: number; backedUp: boolean; address: string };

/**
 * Writes down that a passkey was used. One whose counter did not move on has a copy somewhere: it is blocked, and its
 * owner is told. Uses of one passkey take turns.
 *
 * @returns false when it opens nothing: it was removed, or is blocked.
 */
async function takeUse(tx: Tx, platform: Platform, { passkeyId, counter, backedUp, address }: Use): Promise<boolean> {
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
  // whose doing it is cannot be told: the owner has the key, and somebody a copy of it
  await appendAudit(tx, { actorId: null, action: 'account.block-passkey', subject, address });
  const account = await getStanding(tx, accountId);
  const values = { name: fullName(account), passkey: name };
  await sendLetter(tx, platform.config, passkeyBlockedLetter, { to: account.email, values });
  return false;
}
