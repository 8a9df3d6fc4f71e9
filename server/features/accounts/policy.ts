import { permissionsOf, type Role } from '@fairlead/contract/permissions';
import { AppError } from '../../errors.ts';
import type { Actor } from '../../platform/http/access.ts';

/** Those whose word counts against others' accounts. */
export type Judge = Pick<Actor, 'accountId' | 'may'>;

/**
 * Staff decide about accounts that may do nothing which they themselves may not: a registrar about learners and
 * registrars, an administrator about all.
 *
 * @throws AppError `forbidden`.
 */
export function demandMayJudge(actor: Judge, account: { role: Role }): void {
  if (permissionsOf[account.role].every((permission) => actor.may(permission))) return;
  throw new AppError('forbidden', 'This account may do more than yours. Please ask an administrator.');
}
