import type { ProfileWarning } from '@fairlead/contract/seafarers/profile-warnings';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { listReadings, listSameNumbers, type ProfileRow } from './queries.ts';
import { warningsOf } from './warning-rules.ts';

/**
 * Finds what the warnings about some profiles rest on, in two queries.
 *
 * @param reader who gets the warnings: other accounts are named to those alone who may read people.
 * @returns the warnings about one of the profiles; `endsOn` is the last day of the batch that the person asks for.
 */
export async function findWarnings(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  profiles: readonly ProfileRow[],
  reader: Pick<Actor, 'may'>,
): Promise<(profile: ProfileRow, endsOn: CalendarDate | null) => ProfileWarning[]> {
  if (profiles.length === 0) return () => [];
  const ids = profiles.map(({ id }) => id);
  const pictures = Map.groupBy(await listReadings(db, ids), ({ id }) => id);
  const same = Map.groupBy(await listSameNumbers(db, ids), ({ id }) => id);
  const today = dayAt(clock(), config.timeZone);
  const mayRead = reader.may('people:read');
  return (profile, endsOn) =>
    warningsOf({
      profile,
      today,
      endsOn,
      pictures: pictures.get(profile.id) ?? [],
      sameNumbers: (same.get(profile.id) ?? []).map(({ paper, otherId, otherName }) => ({
        paper,
        other: mayRead ? { id: otherId, name: otherName } : null,
      })),
    });
}
