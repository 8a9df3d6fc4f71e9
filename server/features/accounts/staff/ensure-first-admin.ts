import { randomBytes } from 'node:crypto';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireStrongPassword } from '../password-rule.ts';
import { hashPassword } from '../passwords.ts';
import { insertAdmin } from './add-admin.ts';

/**
 * Creates the first administrator when there is none. Of two instances that start concurrently, one creates it.
 *
 * @throws AppError `invalid` for a configured password that is easy to guess.
 * @returns the email address, and the password only if it was generated here: it is shown once and not stored.
 */
export async function ensureFirstAdmin({ db, config, clock }: Platform): Promise<{ email: string; password?: string }> {
  const { email, password: given } = config.firstAdmin;
  const existing = await db
    .selectFrom('account')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('id')
    .executeTakeFirst();
  if (existing) return existing;
  // Not checked if an administrator exists already: the setting must never prevent an upgrade.
  if (given) await requireStrongPassword({ db, config }, given, { field: 'ADMIN_PASSWORD', owner: { email } });
  const password = given ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, (tx) => insertAdmin(tx, { email, passwordHash, now: clock() }));
  return made && !given ? { email, password } : { email };
}
