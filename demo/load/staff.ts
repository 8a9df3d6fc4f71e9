import { hashPassword } from '../../server/features/accounts/passwords.ts';
import { type Db, transaction } from '../../server/platform/db/database.ts';
import { demoPassword } from '../people.ts';
import type { DemoStaff } from '../person.ts';

/**
 * Inserts the accounts of staff, who can log in at once: there is no API call yet that creates staff other than
 * administrators.
 */
export async function insertStaff(db: Db, staff: readonly DemoStaff[], now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  const times = { emailVerifiedAt: now, approvedAt: now, createdAt: now };
  const rows = staff.map((person) => ({ ...person, ...times, passwordHash }));
  await transaction(db, (tx) => tx.insertInto('account').values(rows).execute());
}
