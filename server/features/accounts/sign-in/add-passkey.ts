import type { Attestation, CreationOptions } from '@fairlead/contract/accounts/passkeys';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy, sendEmail } from '../../academy/index.ts';
import { getAccount } from '../queries.ts';
import { challengeMinutes, passkeysOfAccount } from '../rules.ts';
import { requireOwner } from './confirm-identity.ts';
import { algorithms, challengeOf, readNewKey } from './passkey-checks.ts';
import { passkeyAddedEmail } from './passkey-email-templates.ts';
import { listPasskeys } from './passkey-queries.ts';
import { issueChallenge, requireParty, spendChallenge, userHandleOf } from './passkeys.ts';

type Owner = { accountId: string; ip: string };

const tooMany = () =>
  new AppError('limit', `An account has at most ${passkeysOfAccount.most} passkeys. Remove one first.`);

/**
 * The options for the owner's device to create a passkey, after a check of everything that login requires. The passkey
 * must be discoverable by the device at login, and usable only after the device has verified its user.
 *
 * @throws AppError `invalid`, `second-factor` and `bad-code` for a wrong password or code, `too-many`, `conflict` where
 * passkeys are not available, `limit` if too many exist.
 */
export async function beginPasskey(
  platform: Platform,
  { accountId, ...proof }: Owner & { currentPassword: string; otp?: string | undefined },
): Promise<CreationOptions> {
  const { db, config, clock } = platform;
  const now = clock();
  const party = requireParty(config);
  const account = await requireOwner(platform, { accountId, ...proof });
  const aDay = { key: `passkey:by:${accountId}`, max: passkeysOfAccount.begunADay, seconds: 24 * 3600 };
  await consume(db, aDay, now);
  const own = await listPasskeys(db, accountId);
  if (own.length >= passkeysOfAccount.most) throw tooMany();
  return {
    challenge: await issueChallenge(db, { purpose: 'add', accountId }, now),
    timeout: challengeMinutes * 60_000,
    rp: { id: party.id, name: (await getAcademy(db, config)).name },
    user: { id: userHandleOf(accountId), name: account.email, displayName: fullName(account) },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({
      type: 'public-key',
      id,
      transports: transports as string[],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** One message for every fault: details would help only a forger. */
const refused = () => new AppError('invalid', 'This passkey could not be added. Please start again.');

type Adding = Owner & { sessionId: string; name: string; credential: Attestation };

/**
 * Stores the passkey that the owner's device has created, which can be used for login from then on, and notifies the
 * owner by email.
 *
 * @throws AppError `invalid` for one that does not match the challenge, or that an account has already; `conflict`
 * where passkeys are not available; `limit` when too many exist; `not-signed-in` when the session was ended meanwhile.
 */
export async function addPasskey(
  { db, config, clock }: Platform,
  { accountId, sessionId, name, credential, ip }: Adding,
): Promise<void> {
  const now = clock();
  const party = requireParty(config);
  const challenge = challengeOf(credential);
  if (!challenge || !(await spendChallenge(db, { challenge, purpose: 'add', accountId }, now))) throw refused();
  const key = await readNewKey(credential, { challenge, party });
  if (!key) throw refused();
  const transports = JSON.stringify(credential.response.transports ?? []);
  const added = transaction(db, async (tx) => {
    await requireStillSignedIn(tx, { accountId, sessionId });
    if ((await listPasskeys(tx, accountId)).length >= passkeysOfAccount.most) throw tooMany();
    await tx
      .insertInto('passkey')
      .values({ ...key, transports, accountId, name, createdAt: now })
      .execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.add-passkey', subject, ip });
    const account = await getAccount(tx, accountId);
    const values = { name: fullName(account), passkey: name };
    await sendEmail(tx, config, passkeyAddedEmail, { to: account.email, values });
  });
  await added.catch((error: unknown) => {
    throw isUniqueViolation(error, 'passkey_credential_id_key') ? refused() : error;
  });
}

/** A new password or an administrator may have ended the session while the device was asking its user. */
async function requireStillSignedIn(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<void> {
  // Locks the account, so that concurrent additions cannot exceed the limit.
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const live = tx.selectFrom('session').select('id').where('id', '=', sessionId).where('endedAt', 'is', null);
  if (!(await live.forShare().executeTakeFirst()))
    throw new AppError('not-signed-in', 'Your session has ended. Please log in again.');
}
