import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mayRemoveNote, requirePerson } from './policy.ts';

type Noting = { accountId: string; ip: string };

/**
 * Adds a note on a person, for colleagues. The audit records that there is one, and not its text, which goes with the
 * account when that is erased.
 *
 * @throws AppError `not-found` for a person that does not exist or was erased.
 */
export async function addNote(
  { db, clock }: Platform,
  { accountId, actorId, text, ip }: Noting & { actorId: string; text: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await requirePerson(tx, accountId);
    await tx.insertInto('personNote').values({ accountId, writtenBy: actorId, writtenAt: clock(), text }).execute();
    await appendAudit(tx, { actorId, action: 'account.note', subject: { kind: 'account', id: accountId }, ip });
  });
}

/**
 * Removes a note; a second call finds none.
 *
 * @throws AppError `forbidden` for a colleague's note, `not-found`.
 */
export async function removeNote(
  { db }: Platform,
  { accountId, noteId, actor, ip }: Noting & { noteId: string; actor: Pick<Actor, 'accountId' | 'may'> },
): Promise<void> {
  await transaction(db, async (tx) => {
    const note = tx.selectFrom('personNote').select('writtenBy').where('id', '=', noteId);
    const found = await note.where('accountId', '=', accountId).forUpdate().executeTakeFirst();
    if (!found) throw notFound('There is no such note.');
    if (!mayRemoveNote(found, actor)) {
      throw new AppError('forbidden', 'Only the colleague who wrote it, or an administrator, can remove it.');
    }
    await tx.deleteFrom('personNote').where('id', '=', noteId).execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: actor.accountId, action: 'account.remove-note', subject, ip });
  });
}
