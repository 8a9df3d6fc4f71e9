import { randomBytes } from 'node:crypto';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertAdmin } from './add-admin.ts';
import { demandStrongPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the first administrator when there is none. Of two instances that start at once, one makes it.
 *
 * @throws AppError `invalid` for a configured password that is easy to guess.
 * @returns the address, and the password only when it was made up here and now: it is shown once and kept nowhere.
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
  // Of an existing academy the setting is not looked at: it never stops an upgrade.
  if (given) await demandStrongPassword({ db, config }, given, { field: 'ADMIN_PASSWORD', owner: { email } });
  const password = given ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, (tx) => insertAdmin(tx, { email, passwordHash, now: clock() }));
  return made && !given ? { email, password } : { email };
}
