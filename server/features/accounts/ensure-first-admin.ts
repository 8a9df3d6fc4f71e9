import { randomBytes } from 'node:crypto';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertAdmin } from './add-admin.ts';
import { hashPassword } from './passwords.ts';

/**
 * Makes the first administrator when there is none. Of two instances that start at once, one makes it.
 *
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
  const password = given ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, (tx) => insertAdmin(tx, { email, passwordHash, now: clock() }));
  return made && !given ? { email, password } : { email };
}
