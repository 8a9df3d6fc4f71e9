import pg from 'pg';
import { migrationNames } from '../../platform/db/migrate.ts';
import { POOL_SIZE } from '../../platform/db/server-dialect.ts';
import { otherOwnerQuery, serverRemedies } from '../../platform/db/server-remedies.ts';
import { weaknessOfWay } from '../../platform/db/server-way.ts';
import { unknownZone, zoneDifference, zoneOffsets, zoneRemedy } from '../../platform/db/time-zone.ts';
import { whenNewer } from '../../platform/db/why-not-opened.ts';
import type { Config } from '../../settings/config.ts';
import { checkDatabaseDisk } from './check-database-disk.ts';
import { checkLimits } from './check-database-limits.ts';
import { attempt, type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** How long the server may take to answer, in milliseconds. */
const patience = 10_000;
/** Clocks may differ this much, in seconds: codes and time stamps have minutes. */
const clockTolerance = 5;
/** A replica that is behind this much, in seconds, would lose that much in a failover. */
const replicaTolerance = 60;
/** The write-ahead log that a slot without a reader may keep, in bytes. */
const slotTolerance = 2 ** 30;

const serverAt = (url: string) =>
  new pg.Client({ connectionString: url, connectionTimeoutMillis: patience, statement_timeout: patience });
type Server = pg.Client;

/**
 * The PostgreSQL server, its database and its replicas. Nothing is changed there. The embedded database needs no check.
 */
export async function checkDatabase(
  { databaseUrl, timeZone }: Pick<Config, 'databaseUrl' | 'timeZone'>,
  clock: () => Date,
): Promise<Finding[]> {
  if (databaseUrl === undefined) return [fine('The embedded database, which needs no server')];
  const server = serverAt(databaseUrl);
  // an error between two statements is found by the next one
  server.on('error', () => {});
  try {
    await server.connect();
  } catch (error) {
    await server.end().catch(() => {});
    return [unreachable(error, databaseUrl)];
  }
  try {
    const findings: Finding[] = [];
    for (const check of [
      version,
      encoding,
      searches,
      connections,
      rights,
      upkeep,
      durability,
      migrations,
      replicas,
      slots,
      () => serverClock(server, clock),
      () => zone(server, timeZone, clock()),
    ])
      findings.push(...(await attempt(async () => [await check(server)])));
    for (const check of [() => checkDatabaseDisk(server), () => checkLimits(databaseUrl)])
      findings.push(...(await attempt(check)));
    return [...findings, way(databaseUrl)];
  } finally {
    await server.end();
  }
}

function unreachable(error: unknown, url: string): Finding {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const name = new URL(url).pathname.slice(1);
  const remedies: Record<string, string> = {
    '3D000': serverRemedies.createDatabase(name, decodeURIComponent(new URL(url).username)),
    '28P01': 'Correct the user or the password in DATABASE_URL.',
    '53300': 'Raise max_connections of the server, or end other programs’ connections.',
  };
  return wrong(
    `The database server cannot be used: ${reasonOf(error)}.`,
    remedies[String(code)] ?? 'Start the server, or correct the host and the port in DATABASE_URL.',
  );
}

/** The value of a query with one row and one column. */
async function read<Value>(server: Server, query: string, values: unknown[] = []): Promise<Value> {
  const { rows } = await server.query({ text: query, values, rowMode: 'array' });
  return rows[0]?.[0] as Value;
}

async function version(server: Server): Promise<Finding> {
  const number = Number(await read<string>(server, 'show server_version_num'));
  return number >= 150_000
    ? fine(`PostgreSQL ${await read<string>(server, 'show server_version')}`)
    : wrong('The database server is older than PostgreSQL 15.', 'Upgrade it with pg_upgradecluster or a dump.');
}

async function encoding(server: Server): Promise<Finding> {
  const { rows } = await server.query(
    'select pg_encoding_to_char(encoding) as encoding, datctype from pg_database where datname = current_database()',
  );
  const { encoding, datctype } = rows[0];
  const remedy =
    'Back up, create the database with --encoding=UTF8 --locale=C.UTF-8 --template=template0, and restore.';
  if (encoding !== 'UTF8')
    return wrong(`The database has the encoding ${encoding}: names of people are refused.`, remedy);
  return ['C', 'POSIX'].includes(datctype)
    ? look(`The database has the locale ${datctype}: searches in other scripts are slow.`, remedy)
    : fine(`Encoding UTF-8, locale ${datctype}`);
}

async function searches(server: Server): Promise<Finding> {
  if (await read(server, "select true from pg_extension where extname = 'pg_trgm'"))
    return fine('The extension pg_trgm');
  return (await read(server, "select true from pg_available_extensions where name = 'pg_trgm'"))
    ? look('The extension pg_trgm is not created; the first start creates it.', 'create extension pg_trgm')
    : wrong('The extension pg_trgm is missing, which searches need.', 'apt-get install postgresql-contrib');
}

async function connections(server: Server): Promise<Finding> {
  const most = await read<number>(
    server,
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))`,
  );
  // a restart has those of the old and of the new process for a moment
  return most >= 2 * POOL_SIZE
    ? fine(`${most} connections are permitted, ${POOL_SIZE} for each running program`)
    : wrong(
        `${most} connections are permitted, but each running program uses ${POOL_SIZE}, and twice as many while it is restarted.`,
        'Raise max_connections, or the connection limit of the database or the user.',
      );
}

/** Whether the user of the program may change the tables: an update cannot be made otherwise. */
async function rights(server: Server): Promise<Finding> {
  const { rows } = await server.query(
    `select current_user as "user", current_setting('transaction_read_only') = 'on' as "isReadOnly",
       pg_is_in_recovery() as "isReplica", has_schema_privilege('public', 'create') as "mayCreate",
       current_database() as "database"`,
  );
  const { user, isReadOnly, isReplica, mayCreate, database } = rows[0];
  const [other] = (await server.query(otherOwnerQuery)).rows;
  const name = pg.escapeIdentifier(user);
  if (isReplica)
    return wrong('DATABASE_URL leads to a replica, which only reads.', 'Name the primary in DATABASE_URL.');
  if (isReadOnly)
    return wrong(
      'The database only reads: nothing can be stored.',
      `alter role ${name} reset default_transaction_read_only, and the same for the database`,
    );
  if (!mayCreate)
    return wrong(`${user} may not create tables, which updates do.`, serverRemedies.letCreate(database, user));
  if (other)
    return wrong(
      `Tables belong to ${other.owner}, and ${user} cannot change them in an update.`,
      serverRemedies.giveTables(other, user),
    );
  return fine(`${user} may read, write and change the tables`);
}

/** Without autovacuum, tables grow and statistics age until searches take seconds. */
async function upkeep(server: Server): Promise<Finding> {
  const off = await read<boolean>(
    server,
    "select not bool_and(setting::boolean) from pg_settings where name in ('autovacuum', 'track_counts')",
  );
  return off
    ? wrong(
        'Autovacuum is off: tables grow, and searches become slow.',
        'alter system set autovacuum = on; alter system set track_counts = on',
      )
    : fine('Autovacuum is on');
}

async function durability(server: Server): Promise<Finding> {
  const off = await read<string[]>(
    server,
    "select array_agg(name::text order by name) from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'",
  );
  return off
    ? wrong(
        `The database server has ${off.join(' and ')} off: a power failure loses what people were told is saved.`,
        off.map((name) => `alter system set ${name} = on`).join('; '),
      )
    : fine('What is committed is on the disk');
}

async function migrations(server: Server): Promise<Finding> {
  const known = await migrationNames();
  const exists = await read(server, "select true from pg_tables where tablename = 'kysely_migration'");
  if (!exists) return look('The database is empty; the first start fills it.', 'npm start');
  const applied = (await server.query('select name from kysely_migration')).rows.map(({ name }) => String(name));
  const foreign = applied.filter((name) => !known.includes(name));
  if (foreign.length > 0)
    return wrong(`The database is of a newer version: it has ${foreign[0]}, which this one does not know.`, whenNewer);
  const pending = known.length - applied.length;
  return pending > 0
    ? look(
        `${pending} migrations are pending; the next start applies them.`,
        'Back up before: npm run backup -- FOLDER',
      )
    : fine('The schema is that of this program');
}

async function replicas(server: Server): Promise<Finding> {
  const { rows } = await server.query(
    `select application_name as name, state, extract(epoch from replay_lag)::float8 as lag, current_user as "user"
     from pg_stat_replication`,
  );
  const hidden = rows.find(({ state }) => state === null);
  if (hidden)
    return look(
      'The database user may not see how far replicas are.',
      `As the owner of the server: grant pg_read_all_stats to ${pg.escapeIdentifier(hidden.user)}`,
    );
  const late = rows.filter(({ lag }) => lag > replicaTolerance);
  if (late.length > 0)
    return wrong(
      `The replica ${late[0].name} is ${Math.round(late[0].lag)} s behind.`,
      'Look at its log and its disk.',
    );
  return fine(rows.length === 0 ? 'No replica' : `${rows.length} replicas, none more than a minute behind`);
}

async function slots(server: Server): Promise<Finding> {
  const { rows } = await server.query(
    `select slot_name as name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::float8 as kept
     from pg_replication_slots where not active and not pg_is_in_recovery()`,
  );
  const [slot] = rows;
  if (!slot) return fine('No replication slot without a reader');
  const says = `Nobody reads the replication slot ${slot.name}: the server keeps its log for it until the disk is full.`;
  const remedy = `Start the replica again, or: select pg_drop_replication_slot('${slot.name}')`;
  return slot.kept > slotTolerance ? wrong(says, remedy) : look(says, remedy);
}

async function serverClock(server: Server, clock: () => Date): Promise<Finding> {
  const theirs = await read<Date>(server, 'select clock_timestamp()');
  const seconds = Math.abs(theirs.getTime() - clock().getTime()) / 1000;
  return seconds <= clockTolerance
    ? fine('The clocks of this machine and of the database server agree')
    : wrong(
        `The clocks of this machine and of the database server differ by ${Math.round(seconds)} s.`,
        'Let both follow a time server: timedatectl set-ntp true',
      );
}

async function zone(server: Server, timeZone: string, now: Date): Promise<Finding> {
  const known = await read<boolean>(
    server,
    'select exists (select from pg_timezone_names where lower(name) = lower($1))',
    [timeZone],
  );
  if (!known) return wrong(unknownZone(timeZone), zoneRemedy);
  const { rows } = await server.query(zoneOffsets, [now, timeZone]);
  const difference = zoneDifference(rows, timeZone);
  return difference ? wrong(difference, zoneRemedy) : fine(`The database has the program’s time in ${timeZone}`);
}

function way(url: string): Finding {
  const weakness = weaknessOfWay(url);
  return weakness
    ? wrong(`The connection to the database: ${weakness}.`, 'Add ?sslmode=verify-full to DATABASE_URL.')
    : fine('Nobody can listen between the program and its database');
}
