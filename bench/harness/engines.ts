import { randomUUID } from 'node:crypto';
import { createDatabase, urlOf } from '../../server/testing/databases.ts';
import { startPostgres } from '../../server/testing/postgres-server.ts';
import { type Place, temporaryFolder } from './academy.ts';

/** A database engine to measure on: a fresh place on it, and the process whose work counts beside the program's. */
export type Engine = {
  name: 'embedded engine' | 'PostgreSQL server';
  place: () => Promise<{ place: Place; remove: () => Promise<void> }>;
  /** Of the database server; none where the database is inside the program. */
  pid?: number;
};

/**
 * Runs `measure` on the embedded engine, then on a PostgreSQL server that is started for it; where none is installed,
 * on the first alone.
 */
export async function onBothEngines<T>(measure: (engine: Engine) => Promise<T>): Promise<T[]> {
  const embedded = await measure({
    name: 'embedded engine',
    place: async () => {
      const { path, remove } = await temporaryFolder();
      return { place: { dataDir: path }, remove };
    },
  });
  const postgres = await startPostgres();
  if (!postgres) return [embedded];
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
    return [embedded, server];
  } finally {
    await postgres.stop();
  }
}
