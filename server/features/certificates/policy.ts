import { detailWords } from '@fairlead/contract/academy/settings';
import type { Queryable } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Academy } from '../academy/index.ts';

/** The beginning of the refusal of `requireStated`, by which jobs are found that waited for the details too long. */
export const notStated = 'The academy has not stated what stands on its certificates';

/**
 * Requires that the academy has stated what every certificate states about it.
 *
 * @throws AppError `not-yet`.
 */
export function requireStated({ missing }: Pick<Academy, 'missing'>): void {
  if (missing.length === 0) return;
  const details = missing.map((detail) => detailWords[detail]).join(', ');
  throw new AppError('not-yet', `${notStated}: ${details}. Enter it in the settings.`);
}

/** The error for a learner who would earn a certificate but has no profile with the facts for it. */
export const profileNeeded = () => new AppError('not-yet', 'Please fill profile form first.');

/**
 * Requires a profile, since a certificate states passport, CDC and INDoS numbers.
 *
 * @throws AppError `not-yet`.
 */
export async function requireProfile(db: Queryable, accountId: string): Promise<void> {
  const profile = await db
    .selectFrom('seafarerProfile')
    .select('accountId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  if (!profile) throw profileNeeded();
}

/**
 * Whether the reader may see a certificate in full, also one on hold: its holder, and staff who may read certificates.
 */
export const maySeeWhole = (actor: Actor | null, { accountId }: { accountId: string }): boolean =>
  actor !== null && (actor.accountId === accountId || actor.may('certificates:read'));
