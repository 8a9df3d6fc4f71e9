import { randomUUID } from 'node:crypto';
import { createDatabase, urlOf } from '../../server/testing/databases.ts';
import { installPostgres, startPostgres } from '../../server/testing/postgres-server.ts';
import { type DatabaseLocation, temporaryFolder } from './academy.ts';

/**
 * A database engine to measure: a function that creates a new place, and the process whose CPU time is added to the
 * server's.
 */
export type Engine = {
  name: 'embedded engine' | 'PostgreSQL server';
  place: () => Promise<{ place: DatabaseLocation; remove: () => Promise<void> }>;
  /** The process of the database server; undefined for the embedded engine. */
  pid?: number;
};

/** A PostgreSQL server, which is a process of its own. */
export type ServerEngine = Omit<Engine, 'pid' | 'place'> & {
  pid: number;
  place: () => Promise<{ place: Required<DatabaseLocation>; remove: () => Promise<void> }>;
};

/**
 * Runs `measure` on the embedded engine, then on a PostgreSQL server started for it; only on the embedded engine where
 * PostgreSQL is not installed.
 */
export async function onBothEngines<T>(measure: (engine: Engine) => Promise<T>): Promise<T[]> {
  const embedded = await measure({
    name: 'embedded engine',
    place: async () => {
      const { path, remove } = await temporaryFolder();
      return { place: { dataDir: path }, remove };
    },
  });
  return [embedded, ...(await onPostgres(measure))];
}

/**
 * Runs `measure` on a PostgreSQL server started for it; says so and returns nothing where PostgreSQL is not installed,
 * and cannot be.
 */
export async function onPostgres<T>(measure: (engine: ServerEngine) => Promise<T>): Promise<T[]> {
  const postgres = installPostgres() ? await startPostgres() : undefined;
  if (!postgres) {
    console.error('left out on a server, since there is no PostgreSQL, and only root can install it');
    return [];
  }
  try {
    const server = await measure({
      name: 'PostgreSQL server',
      pid: postgres.pid,
      place: async () => {
        const { path, remove } = await temporaryFolder();
        const name = `bench_${randomUUID()}`;
        await createDatabase(postgres.url, name, 'template1');
        return { place: { dataDir: path, url: urlOf(postgres.url, name) }, remove };
      },
    });
    return [server];
  } finally {
    await postgres.stop();
  }
}
