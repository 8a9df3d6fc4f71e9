import { AppError } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';

/** What is said to a learner who would earn a certificate that has nobody's facts to bear. */
export const profileNeeded = () => new AppError('conflict', 'Please fill profile form first.');

/**
 * A certificate states passport, CDC and INDOS, so nobody sits for one without a profile.
 *
 * @throws AppError `conflict`.
 */
export async function demandProfile(db: Queryable, accountId: string): Promise<void> {
  const profile = await db
    .selectFrom('seafarerProfile')
    .select('accountId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!profile) throw profileNeeded();
}

/** Who sees a certificate whole, also one that is held: its holder, and staff who may read certificates. */
export const maySeeWhole = (actor: Actor | null, { accountId }: { accountId: string }): boolean =>
  actor !== null && (actor.accountId === accountId || actor.may('certificates:read'));
