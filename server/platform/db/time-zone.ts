import { CompiledQuery, sql } from 'kysely';
import { offsetAt } from '../calendar.ts';
import type { Queryable } from './database.ts';
import { sqlState } from './database-error.ts';

/** PostgreSQL's code for a parameter with a value that it does not know. */
const invalidParameter = '22023';

/** What an operator does about a zone that the database does not know. */
export const zoneRemedy =
  'Update the time zone data of the database server (on Debian the package tzdata) and restart it, or set TIMEZONE to a neighbouring zone with the same time.';

export const unknownZone = (timeZone: string): string =>
  `The database does not know the time zone ${timeZone}: its time zone data is older than that of the program (${process.versions.tz}).`;

/**
 * Whether the database knows a time zone. The names that the program knows are newer where the server's time zone data
 * is older.
 */
export async function knowsTimeZone(db: Queryable, timeZone: string): Promise<boolean> {
  try {
    await sql`select now() at time zone ${timeZone}`.execute(db);
    return true;
  } catch (error) {
    if (sqlState(error) === invalidParameter) return false;
    throw error;
  }
}

/** The instants at which both are compared: each day of the next 13 months, from $1, and the offset of the zone $2. */
export const zoneOffsets = `
  select day as at, extract(epoch from (day at time zone $2) - (day at time zone 'UTC'))::float8 / 60 as minutes
  from generate_series(date_trunc('minute', $1::timestamptz), $1::timestamptz + interval '13 months', interval '1 day')
    as day order by day`;

type Offset = { at: Date; minutes: number };

/**
 * From when the database has another time in a zone than the program, whose time zone data are of different years: then
 * filters by day, and days of issue, differ by an hour's worth of rows.
 *
 * @param offsets the rows of `zoneOffsets`.
 * @returns a sentence; undefined where they agree.
 */
export function zoneDifference(offsets: readonly Offset[], timeZone: string): string | undefined {
  for (const { at, minutes } of offsets) {
    const ours = offsetAt(at, timeZone);
    if (ours === minutes) continue;
    const both = `${inWords(minutes)} for the database, ${inWords(ours)} for the program`;
    return `The time in ${timeZone} differs from ${at.toISOString().slice(0, 10)} on: ${both}, whose time zone data are ${process.versions.tz}.`;
  }
  return undefined;
}

const two = (value: number) => String(value).padStart(2, '0');
const inWords = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;

/** The same for an open database. */
export async function findZoneDifference(db: Queryable, timeZone: string, now: Date): Promise<string | undefined> {
  const { rows } = await db.executeQuery<Offset>(CompiledQuery.raw(zoneOffsets, [now, timeZone]));
  return zoneDifference(rows, timeZone);
}
