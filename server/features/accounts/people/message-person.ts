import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getAcademy, sendEmail } from '../../academy/index.ts';
import { staffMessageEmail } from '../staff-email-templates.ts';
import { requirePerson } from './policy.ts';

type Message = { accountId: string; subject: string; text: string; actorId: string; ip: string };

/**
 * Emails a message of staff to a person; an answer goes to the academy's email address. The audit has its subject.
 *
 * @throws AppError `not-yet` while the email address is not verified, `not-found` for a person that does not exist or
 *   was erased.
 */
export async function messagePerson(
  { db, config }: Platform,
  { accountId, subject, text, actorId, ip }: Message,
): Promise<void> {
  await transaction(db, async (tx) => {
    const person = await requirePerson(tx, accountId);
    // somebody may have typed the address of a stranger
    if (!person.emailVerifiedAt) throw new AppError('not-yet', 'This email address is not verified yet.');
    await sendEmail(tx, config, staffMessageEmail, {
      to: person.email,
      replyTo: (await getAcademy(tx, config)).email,
      values: { name: fullName(person), subject, message: text },
    });
    const about = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'account.message', subject: about, details: { note: subject }, ip });
  });
}
