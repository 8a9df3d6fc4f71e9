import pg from 'pg';
import { STATEMENT_LIMIT, TRANSACTION_LIMIT } from '../../platform/db/time-limits.ts';
import { type Finding, fine, look, wrong } from './finding.ts';

/** Limits of the server on what the program does, and what comes of them; the program needs none of them. */
const consequences: Record<string, string> = {
  idle_session_timeout: 'ends connections that nobody uses for a while: calls fail, and instances hear of changes late',
  lock_timeout: 'ends calls that wait for somebody else’s change: people get errors while others save',
  transaction_timeout: 'ends long transactions: backups fail',
};
/** Limits that the program itself sets on its connections, in milliseconds. */
const own: Record<string, number> = {
  statement_timeout: STATEMENT_LIMIT,
  idle_in_transaction_session_timeout: TRANSACTION_LIMIT,
};

const seconds = (milliseconds: number) => `${milliseconds / 1000} s`;

/**
 * Whether the server, the database or the user limits what the program does, as its own connections have it: a pooler
 * in between may not pass on the limits that the program sets.
 */
export async function checkLimits(url: string): Promise<Finding[]> {
  const server = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_LIMIT,
    idle_in_transaction_session_timeout: TRANSACTION_LIMIT,
  });
  server.on('error', () => {});
  try {
    await server.connect();
    const { rows } = await server.query<{ name: string; limit: number; user: string }>(
      'select name, setting::float8 as limit, current_user as user from pg_settings where name = any($1) order by name',
      [[...Object.keys(consequences), ...Object.keys(own)]],
    );
    const findings = rows.flatMap(({ name, limit, user }) => findingOf(name, limit, pg.escapeIdentifier(user)));
    return findings.length > 0 ? findings : [fine('No limit of the database server cuts the program off')];
  } finally {
    await server.end().catch(() => {});
  }
}

function findingOf(name: string, limit: number, user: string): Finding[] {
  const consequence = consequences[name];
  if (consequence !== undefined)
    return limit > 0
      ? [
          wrong(
            `The database server ${consequence} (${name} is ${seconds(limit)}).`,
            `alter role ${user} set ${name} = 0`,
          ),
        ]
      : [];
  const ours = own[name] ?? 0;
  const remedy = `alter role ${user} set ${name} = '${seconds(ours).replace(' ', '')}'`;
  if (limit === 0) return [look(`A pooler does not pass on the program’s limit ${name}.`, remedy)];
  return limit < ours
    ? [wrong(`${name} is ${seconds(limit)}, and the program needs ${seconds(ours)}: what takes longer fails.`, remedy)]
    : [];
}
