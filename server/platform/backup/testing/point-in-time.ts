import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, serverIdentity } from '../../../testing/postgres-server.ts';

/** What has to be installed, in words. */
const needsPgbackrest = 'This test needs pgbackrest: apt-get install pgbackrest (Debian).';

/** pgbackrest with a repository in the folder of a server, which archives its log there. */
export type Archive = {
  /** Makes a full backup while the server runs. */
  backUp: () => void;
  /** Stops the server, restores it to the given time, and starts it again when it has replayed its log up to there. */
  restoreTo: (time: string) => Promise<void>;
};

/**
 * Lets a server archive its log by pgbackrest, with the settings of docs/operations/rescue.md.
 *
 * @throws Error when pgbackrest is not installed.
 */
export async function startArchive(server: PostgresServer): Promise<Archive> {
  const program = '/usr/bin/pgbackrest';
  if (!existsSync(program)) throw new Error(needsPgbackrest);
  const identity = serverIdentity();
  const { username, password, port } = new URL(server.url);
  const own = join(server.folder, 'pgbackrest');
  const config = join(own, 'pgbackrest.conf');
  for (const folder of ['', 'repo', 'lock', 'spool']) await mkdir(join(own, folder), { recursive: true });
  await writeFile(
    config,
    `[global]
repo1-path=${own}/repo
repo1-retention-full=2
lock-path=${own}/lock
spool-path=${own}/spool
log-level-file=off
start-fast=y

[academy]
pg1-path=${server.folder}/data
pg1-socket-path=${server.folder}
pg1-port=${port}
pg1-user=${username}
pg1-database=postgres
`,
  );
  if (identity)
    for (const folder of ['', 'repo', 'lock', 'spool', 'pgbackrest.conf'])
      await chown(join(own, folder), identity.uid, identity.gid);
  const command = [`--config=${config}`, '--stanza=academy'];
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [...command, ...args], {
      encoding: 'utf8',
      cwd: server.folder,
      ...identity,
      env: { PATH: process.env.PATH, PGPASSWORD: password },
    });
    if (status !== 0) throw new Error(`pgbackrest ${args.join(' ')} failed:\n${stdout}${stderr}`);
  };
  await ask(server.url, 'alter system set archive_mode = on');
  await ask(server.url, `alter system set archive_command = '${program} ${command.join(' ')} archive-push %p'`);
  await server.halt();
  await server.resume();
  run('stanza-create');
  return {
    backUp: () => run('backup', '--type=full'),
    restoreTo: async (time) => {
      await server.halt();
      run('restore', '--delta', '--type=time', `--target=${time}`, '--target-action=promote');
      await server.resume();
    },
  };
}

/** The rows of one statement. */
export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
