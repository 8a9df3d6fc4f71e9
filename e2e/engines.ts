import { randomBytes } from 'node:crypto';
import { createDatabase, dropDatabases, urlOf } from '../server/testing/databases.ts';

/** The settings of one program's database: none for the embedded engine, or an empty database on the test server. */
export type Engine = { name: string; database: () => Promise<{ url?: string; drop: () => Promise<void> }> };

const maintenanceUrl = process.env.TEST_DATABASE_URL;

const embedded: Engine = { name: 'the embedded database', database: async () => ({ drop: async () => {} }) };

const server = (maintenance: string): Engine => ({
  name: 'a PostgreSQL server',
  database: async () => {
    const name = `fairlead_journey_${randomBytes(6).toString('hex')}`;
    await createDatabase(maintenance, name, 'template1');
    return { url: urlOf(maintenance, name), drop: () => dropDatabases(maintenance, name) };
  },
});

/** Both engines, where there is a server; without one the test command says so. */
export const engines: Engine[] = maintenanceUrl ? [embedded, server(maintenanceUrl)] : [embedded];

/**
 * The engine for a journey that does not depend on it: a server where there is one, since all other journeys run on the
 * embedded database. Both engines with EVERY_TEST_ON=both.
 */
export const journeyEngines = process.env.EVERY_TEST_ON === 'both' ? engines : engines.slice(-1);
