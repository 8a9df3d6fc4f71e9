import { sql } from 'kysely';
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
