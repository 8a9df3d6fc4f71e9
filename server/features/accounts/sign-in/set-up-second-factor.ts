import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { giveBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type QrCode, qrCode } from '../../../platform/qr-code.ts';
import { getAcademy, sendEmail } from '../../academy/index.ts';
import { badCode } from '../codes.ts';
import { getAccount } from '../queries.ts';
import { secondFactorOnEmail } from '../staff-email-templates.ts';
import { requireOwnPassword } from './password-guesses.ts';
import { countTry, decryptSecret, encryptSecret, recoveryCodeHash } from './second-factor.ts';
import { endOtherSessions } from './sessions.ts';
import { makeRecoveryCodes, makeSecret, provisioningUri, stepOf } from './totp.ts';

type Beginning = { accountId: string; currentPassword: string; ip: string };

/**
 * Generates a secret for the owner's app, which replaces one that was never confirmed.
 *
 * @throws AppError `invalid` for a wrong password, `too-many`, `exists` when there is a second factor already.
 */
export async function beginSecondFactor(
  { db, config, clock }: Platform,
  { accountId, currentPassword, ip }: Beginning,
): Promise<{ secret: string; qr: QrCode }> {
  const { email } = await requireOwnPassword(db, { accountId, password: currentPassword, ip, now: clock() });
  const secret = makeSecret();
  const sealedSecret = encryptSecret(config, accountId, secret);
  const begun = await db
    .insertInto('secondFactor')
    .values({ accountId, sealedSecret })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ sealedSecret }).where('secondFactor.confirmedAt', 'is', null),
    )
    .returning('accountId')
    .executeTakeFirst();
  if (!begun) throw new AppError('exists', 'Your account already has a second factor. Remove it first.');
  const { name: academy } = await getAcademy(db, config);
  return { secret, qr: qrCode(provisioningUri(secret, { academy, email })) };
}

type Confirmation = { accountId: string; sessionId: string; otp: string; ip: string };

/**
 * Confirms a second factor by a code of the owner's app, which proves that it has the secret: from then on login
 * requires one. Sessions opened without it end, except the current one.
 *
 * @returns the recovery codes, of which only hashes are stored.
 * @throws AppError `bad-code`, `stale` when none is waiting for confirmation, or `too-many`.
 */
export async function confirmSecondFactor(
  { db, config, clock }: Platform,
  { accountId, sessionId, otp, ip }: Confirmation,
): Promise<string[]> {
  const now = clock();
  // Counted, since somebody with only the session was not shown the secret, and could guess a code to take over a
  // set-up that the owner left unfinished.
  const counted = await countTry(db, `${accountId}:set-up`, now);
  return transaction(db, async (tx) => {
    // Waits for a login in progress, whose session ends below; a later login requires the factor.
    await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const lastStep = await provedStep(tx, otp, { config, accountId, now });
    await giveBack(tx, counted);
    await tx
      .updateTable('secondFactor')
      .set({ confirmedAt: now, lastStep })
      .where('accountId', '=', accountId)
      .execute();
    const codes = makeRecoveryCodes();
    const rows = codes.map((code) => ({ accountId, codeHash: recoveryCodeHash(config, accountId, code) }));
    await tx.insertInto('recoveryCode').values(rows).execute();
    await endOtherSessions(tx, { accountId, sessionId, now });
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.set-up-second-factor', subject, ip });
    const account = await getAccount(tx, accountId);
    await sendEmail(tx, config, secondFactorOnEmail, { to: account.email, values: { name: fullName(account) } });
    return codes;
  });
}

async function provedStep(
  tx: Tx,
  otp: string,
  { config, accountId, now }: Pick<Platform, 'config'> & { accountId: string; now: Date },
): Promise<number> {
  const waiting = await tx
    .selectFrom('secondFactor')
    .select('sealedSecret')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!waiting) throw new AppError('stale', 'The setup was not completed. Please start again.');
  const step = stepOf(decryptSecret(config, accountId, waiting.sealedSecret), otp, now);
  if (step === undefined) throw badCode();
  return step;
}
