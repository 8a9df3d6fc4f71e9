import { randomBytes } from 'node:crypto';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashPassword } from '../passwords.ts';

/** Inserts an administrator who may log in at once; returns false when the email address is in use. */
export async function insertAdmin(
  tx: Tx,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('account')
    .values({
      email,
      passwordHash,
      role: 'admin',
      prefix: 'Mr',
      firstName: 'Academy',
      lastName: 'Administrator',
      mobile: '',
      emailVerifiedAt: now,
      approvedAt: now,
      createdAt: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  // There is no actor: the account was created by a person with access to the server or the database.
  const subject = { kind: 'account', id: made.id };
  await appendAudit(tx, { actorId: null, action: 'account.add-admin', subject });
  return true;
}

/**
 * Creates an administrator with a generated password.
 *
 * @returns the password, which is not stored anywhere.
 * @throws AppError `exists` for an email address in use.
 */
export async function addAdmin({ db, clock }: Pick<Platform, 'db' | 'clock'>, email: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const made = await transaction(db, (tx) => insertAdmin(tx, { email, passwordHash, now: clock() }));
  if (!made) throw new AppError('exists', `${email} is already in use.`);
  return password;
}
