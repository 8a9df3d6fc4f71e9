import { type Kysely, sql } from 'kysely';
import { version } from '../../settings/version.ts';
import { sqlState } from './database-error.ts';
import { otherOwnerQuery, serverRemedies } from './server-remedies.ts';

/** How a database comes to be opened by a version older than itself, and what then helps. */
export const whenNewer =
  'Start the newer version again (fairlead update with its archive), or restore a backup of this one into an empty ' +
  'database and DATA_DIR (fairlead restore).';

/** The sentence for a database that has a migration which this version does not know: a newer version has opened it. */
export const newerInWords = (unknown: string): string =>
  `The database is of a newer version than ${version}, which does not know ${unknown}: nothing was changed. ${whenNewer}`;

/**
 * Why a server's database cannot be opened or migrated, with the command that puts it right; undefined where the error
 * says enough. The role cannot do that itself: somebody enters it who administers the server.
 *
 * @param error with the SQLSTATE of the server, or whose cause has it
 */
export async function whyNotOpened(error: unknown, db: Kysely<never>, url: string): Promise<string | undefined> {
  const cause = error instanceof Error && sqlState(error) === undefined ? error.cause : error;
  const { pathname, username, hostname } = new URL(url);
  const [database, role] = [pathname.slice(1), username].map(decodeURIComponent) as [string, string];
  const on = `on ${hostname || 'this machine'}`;
  switch (sqlState(cause)) {
    case '3D000':
      return `There is no database ${database} ${on}. Enter there: ${serverRemedies.createDatabase(database, role)}`;
    case '28P01':
      return (
        `The server ${on} does not let ${role} in with this password. Correct it in DATABASE_URL; where the role is ` +
        `missing, enter there: ${serverRemedies.createRole(role)}`
      );
    case '42501':
    // no schema is visible in which tables could be made
    case '3F000':
      return whyNotPermitted(db, { database, role, reason: (cause as Error).message });
    default:
      return undefined;
  }
}

async function whyNotPermitted(
  db: Kysely<never>,
  { database, role, reason }: { database: string; role: string; reason: string },
): Promise<string> {
  const { rows } = await sql.raw<{ owner: string; madeServer: boolean }>(otherOwnerQuery).execute(db);
  const [other] = rows;
  return other
    ? `The tables in ${database} belong to ${other.owner}, and ${role} cannot change them (${reason}). Enter there: ` +
        serverRemedies.giveTables(other, role)
    : `${role} may not create tables in ${database} (${reason}). Enter there: ${serverRemedies.letCreate(database, role)}`;
}
