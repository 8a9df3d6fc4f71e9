import { permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import { AppError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/access.ts';

/** Actors who may decide about other people's accounts. */
export type Judge = Pick<Actor, 'accountId' | 'may'>;

/**
 * Requires that the actor has every permission of the account to decide about: a registrar decides about learners and
 * registrars, an administrator about all.
 *
 * @throws AppError `forbidden`.
 */
export function requireMayJudge(actor: Judge, account: { role: Role }): void {
  if (permissionsOf[account.role].every((permission) => actor.may(permission))) return;
  throw new AppError('forbidden', 'This account has more permissions than yours. Please ask an administrator.');
}
