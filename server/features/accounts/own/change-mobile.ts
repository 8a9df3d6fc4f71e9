import { countryCodeOf } from '@fairlead/contract/academy/places';
import { mayBeCut } from '@fairlead/contract/values/phone-numbers';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireMobile } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCountry } from '../queries.ts';

type Change = { accountId: string; mobile: string; ip: string };

/**
 * Changes an account's mobile number, which is not used for login. What was confirmed before is forgotten. A number
 * without a country code is one of the country in the profile.
 *
 * @throws AppError `invalid`.
 */
export async function changeMobile({ db }: Platform, { accountId, mobile: typed, ip }: Change): Promise<void> {
  await transaction(db, async (tx) => {
    const mobile = requireMobile(typed, countryCodeOf(await findCountry(tx, accountId)));
    await tx.updateTable('account').set({ mobile, confirmedMobile: null }).where('id', '=', accountId).execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.change-mobile', subject, ip });
  });
}

/**
 * Records that the owner of an account says that its mobile number, which may have been cut, is right. Idempotent.
 *
 * @param mobile the number that the owner saw.
 * @throws AppError `stale` if another number is stored, `invalid` if the number was not in doubt.
 */
export async function confirmMobile({ db }: Platform, { accountId, mobile, ip }: Change): Promise<void> {
  if (!mayBeCut(mobile)) throw new AppError('invalid', 'This number needs no confirmation.');
  await transaction(db, async (tx) => {
    const { mobile: stored, confirmedMobile } = await tx
      .selectFrom('account')
      .select(['mobile', 'confirmedMobile'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (stored !== mobile) {
      throw new AppError('stale', 'Your mobile number has changed. Please load the page again.');
    }
    if (confirmedMobile === mobile) return;
    await tx.updateTable('account').set({ confirmedMobile: mobile }).where('id', '=', accountId).execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.confirm-mobile', subject, ip });
  });
}
