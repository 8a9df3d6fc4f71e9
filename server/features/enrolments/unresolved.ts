import { unresolvedPoints } from '@fairlead/contract/enrolments/unresolved';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkOf, findWarnings, listProfilesOf } from '../seafarers/index.ts';
import type { Eligibility } from './eligibility-rules.ts';

type Request = {
  accountId: string;
  batch: { lastDay: CalendarDate } | null;
  lacksDocument: boolean;
  eligibility: Eligibility;
};

/**
 * Finds the unresolved points of a pending request as they are in this transaction, with the person locked.
 *
 * @param reader who accepts it: names of other people are in the points of those alone who may read people.
 */
async function findUnresolved(
  tx: Tx,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { accountId, batch, ...request }: Request,
  reader: Pick<Actor, 'may'>,
): Promise<string[]> {
  const profiles = await listProfilesOf(tx, [accountId]);
  const warningsOf = await findWarnings({ db: tx, clock, config }, profiles, reader);
  const [profile] = profiles;
  return unresolvedPoints({
    ...request,
    profile: profile ? checkOf(profile) : null,
    warnings: profile ? warningsOf(profile, batch?.lastDay ?? null) : [],
  });
}

/**
 * Requires that staff have seen every unresolved point of a request that they accept.
 *
 * @param seen the points that they saw; undefined for a call that does not say, such as the specification's.
 * @returns whether it is known that there is none.
 * @throws AppError `stale` that says the first that they have not seen.
 */
export async function requireSeenPoints(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'config'>,
  request: Request,
  { seen, reader }: { seen: readonly string[] | undefined; reader: Pick<Actor, 'may'> },
): Promise<boolean> {
  if (!seen) return false;
  const points = await findUnresolved(tx, platform, request, reader);
  const unseen = points.find((point) => !seen.includes(point));
  if (unseen) throw new AppError('stale', `Please look at this request again: ${unseen}`);
  return points.length === 0;
}
