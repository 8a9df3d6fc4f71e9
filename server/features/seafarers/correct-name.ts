import type { NameCorrection } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName, type Judge, renameAccount, requireMayJudge } from '../accounts/index.ts';
import { releaseHeld } from './confirm-identity.ts';
import { nameCorrectedEmail } from './email-templates.ts';
import { lockPerson } from './queries.ts';

type Correction = { accountId: string; correction: NameCorrection; actor: Judge; ip: string };

/**
 * Corrects a person's name, both on the account and in the profile; certificates already issued keep theirs. Staff who
 * may correct it are those who would have to confirm it, so the correction puts no certificate on hold. It releases
 * those that waited for the name alone, and none on hold for another change, since only the name was checked.
 *
 * @throws AppError `stale` when the name is no longer the one that was seen, `invalid` for an unchanged name,
 * `forbidden` for an account with more permissions than the actor, `not-found`.
 */
export async function correctName(
  { db, config, clock }: Platform,
  { accountId, correction, actor, ip }: Correction,
): Promise<void> {
  const { nameSeen, note, firstName } = correction;
  const lastName = correction.lastName ?? '';
  const name = fullName({ firstName, lastName });
  await transaction(db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['role', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    if (!account) throw notFound('There is no such user.');
    requireMayJudge(actor, account);
    const registered = fullName(await lockPerson(tx, accountId));
    const profile = await tx
      .selectFrom('seafarerProfile')
      .select('name')
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    const from = profile?.name ?? registered;
    if (from !== nameSeen) {
      throw new AppError('stale', `The name was changed to “${from}” after you opened it. Please check it again.`);
    }
    if (from === name && registered === name) {
      throw new AppError('invalid', 'This is already the name.', { fields: { lastName: 'This is already the name.' } });
    }
    await renameAccount(tx, accountId, { firstName, lastName });
    await tx
      .updateTable('seafarerProfile')
      .set({ name, updatedAt: clock(), checkedFacts: sql`checked_facts || jsonb_build_object('name', ${name}::text)` })
      .where('accountId', '=', accountId)
      .execute();
    await releaseHeld(tx, accountId);
    await appendAudit(tx, {
      actorId: actor.accountId,
      action: 'account.correct-name',
      subject: { kind: 'account', id: accountId },
      details: { from, to: name, note },
      ip,
    });
    await sendEmail(tx, config, nameCorrectedEmail, { to: account.email, values: { name, formerName: from } });
  });
}
