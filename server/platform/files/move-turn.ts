import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** The number of the move's advisory lock in a database server, beside those of `takeTurn`. */
const lock = 7_417_003;

/** Thrown when another move of the academy's files runs. */
export class MoveRuns extends Error {
  override name = 'MoveRuns';
}

type Academy = { databaseUrl?: string | undefined; dataDir: string };

/**
 * Moves the academy's files while no other command does: two moves in opposite directions would each delete the copy
 * that the other one has just compared. With a database server, the lock is that of a connection and ends with it; with
 * the embedded database, whose commands run on one machine, it is a file in DATA_DIR.
 *
 * @throws MoveRuns
 */
export const inMoveTurn = <Result>({ databaseUrl, dataDir }: Academy, work: () => Promise<Result>): Promise<Result> =>
  databaseUrl === undefined ? withLockFile(join(dataDir, 'files-move'), work) : withServerLock(databaseUrl, work);

async function withServerLock<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  const server = new pg.Client({ connectionString: url, keepAlive: true });
  server.on('error', () => undefined);
  try {
    await server.connect();
    const { rows } = await server.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [lock]);
    if (!rows[0]?.ours) throw new MoveRuns('Another command moves files of this academy: nothing was moved.');
    return await work();
  } finally {
    await server.end().catch(() => undefined);
  }
}

async function withLockFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const file = await open(path, 'wx', 0o600).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    const holder = await readFile(path, 'utf8').catch(() => '');
    throw new MoveRuns(
      `Another command (process ${holder || 'unknown'}) moves files of this academy: nothing was moved. If it was killed, ` +
        `remove ${path} and try again.`,
    );
  });
  try {
    await file.writeFile(`${process.pid}`);
    await file.close();
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
