import type { Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/access.ts';

/**
 * An account that was not erased, of anybody; it cannot be erased before the transaction ends.
 *
 * @throws AppError `not-found`.
 */
export async function requirePerson(tx: Tx, accountId: string) {
  const person = await tx
    .selectFrom('account')
    .select(['email', 'emailVerifiedAt', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .where('erasedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!person) throw notFound('There is no such user.');
  return person;
}

/** Who may remove a note: its writer, and those who may erase the whole person, since a writer may have left. */
export const mayRemoveNote = (note: { writtenBy: string }, actor: Pick<Actor, 'accountId' | 'may'>): boolean =>
  note.writtenBy === actor.accountId || actor.may('people:erase');
