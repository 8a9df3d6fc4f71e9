import type { Queryable } from '../../platform/db/database.ts';
import type { Actor } from '../../platform/http/access.ts';
import { getFeeSettings } from '../academy/index.ts';
import { type FeeRow, findFee, noSuchFee } from './queries.ts';

/**
 * A learner's own fee; another's is answered as one that does not exist, and so is every one while the academy has fees
 * switched off.
 *
 * @throws AppError `not-found`.
 */
export async function getOwnFee(db: Queryable, { accountId }: Pick<Actor, 'accountId'>, id: string): Promise<FeeRow> {
  const fee = await findFee(db, id);
  if (fee?.accountId !== accountId || !(await getFeeSettings(db)).isOn) throw noSuchFee();
  return fee;
}

/**
 * Whether somebody may read a document: its learner, and staff who may read fees; one for several people, whose
 * `accountId` is null, staff alone.
 */
export const mayReadDocument = (
  actor: Pick<Actor, 'accountId' | 'may'>,
  { accountId }: { accountId: string | null },
): boolean => actor.accountId === accountId || actor.may('fees:read');
