import type { Log } from '../log.ts';
import type { Outcome } from './messages.ts';

const MINUTE = 60_000;
/** PGlite has no checkpointer: without this its log of changes grew to 1.4 GB in a load test. */
const CHECKPOINT_EVERY = 5 * MINUTE;
/** PGlite has no autovacuum, so nobody else frees dead rows or keeps the planner's figures fresh. */
const VACUUM_EVERY = 6 * 60 * MINUTE;
/** One table's vacuum or one checkpoint may take this long before the database counts as hung. */
const LIMIT = 5 * MINUTE;

/** Runs a statement alone on the connection, within so many milliseconds. */
type Run = (sql: string, limit: number) => Promise<Outcome>;

export type Maintenance = {
  /** Says that the database was used, so that an idle one stays at rest. */
  noteUse(): void;
  stop(): void;
};

/** Does at intervals what a server's background processes do. */
export function maintain(run: Run, log: Log): Maintenance {
  let usedSinceCheckpoint = true;
  let usedSinceVacuum = true;
  let stopped = false;
  const every = (interval: number, name: string, work: () => Promise<void>) =>
    setInterval(() => {
      work().catch((error: unknown) => {
        // one that waited for its turn while the database was closed has nothing left to do
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

/** Table by table, so that others get their turn in between. */
async function vacuumTables(run: Run, isStopped: () => boolean): Promise<void> {
  const tables = await run(`select format('%I.%I', schemaname, relname) from pg_stat_user_tables`, LIMIT);
  for (const [table] of tables.rows) {
    if (isStopped()) return;
    await run(`vacuum (analyze) ${table}`, LIMIT);
  }
}
