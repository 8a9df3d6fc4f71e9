import type { Log } from '../log.ts';
import type { Outcome } from './messages.ts';

const MINUTE = 60_000;
/** PGlite has no checkpointer: without this, its WAL grew to 1.4 GB in a load test. */
const CHECKPOINT_EVERY = 5 * MINUTE;
/** PGlite has no autovacuum, so nothing else frees dead rows or updates the planner's statistics. */
const VACUUM_EVERY = 6 * 60 * MINUTE;
/** One table's vacuum or one checkpoint may take this long before the database counts as hung. */
const LIMIT = 5 * MINUTE;

/** Runs a statement alone on the connection, with a time limit in milliseconds. */
type Run = (sql: string, limit: number) => Promise<Outcome>;

export type Maintenance = {
  /** Records that the database was used. An idle database gets no maintenance. */
  noteUse(): void;
  stop(): void;
};

/** Does at intervals the work of a server's background processes. */
export function maintain(run: Run, log: Log): Maintenance {
  let usedSinceCheckpoint = true;
  let usedSinceVacuum = true;
  let stopped = false;
  const every = (interval: number, name: string, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error: unknown) => {
        // a task that waited for its turn while the database was closed has nothing left to do
        if (!stopped) log.error({ err: error }, `${name} of the database failed`);
      });
    }, interval).unref();

  const checkpoint = every(CHECKPOINT_EVERY, 'checkpoint', async () => {
    if (!usedSinceCheckpoint) return;
    usedSinceCheckpoint = false;
    await run('checkpoint', LIMIT);
  });
  const vacuum = every(VACUUM_EVERY, 'vacuum', async () => {
    if (!usedSinceVacuum) return;
    usedSinceVacuum = false;
    await vacuumTables(run, () => stopped);
  });
  return {
    noteUse: () => {
      usedSinceCheckpoint = true;
      usedSinceVacuum = true;
    },
    stop: () => {
      stopped = true;
      clearInterval(checkpoint);
      clearInterval(vacuum);
    },
  };
}

/** Vacuums table by table, so that other callers get their turn in between. */
async function vacuumTables(run: Run, isStopped: () => boolean): Promise<void> {
  const tables = await run(`select format('%I.%I', schemaname, relname) from pg_stat_user_tables`, LIMIT);
  for (const [table] of tables.rows) {
    if (isStopped()) return;
    await run(`vacuum (analyze) ${table}`, LIMIT);
  }
}
