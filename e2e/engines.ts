import { copyServerTemplate, copyTemplate } from './database-template.ts';

/** The database of one program: its URL, unless it is embedded, and how it is removed after the last use. */
export type Database = { url?: string; drop: () => Promise<void> };

/** A kind of database, and how a program with this data folder gets one. */
export type Engine = { name: string; open: (dataDir: string) => Promise<Database> };

const nothing = async () => {};

/** The embedded database, migrated. */
export const embedded: Engine = {
  name: 'the embedded database',
  open: async (dataDir) => {
    await copyTemplate(dataDir);
    return { drop: nothing };
  },
};

/** The embedded database of a first start: the data folder is empty. */
export const firstStart: Engine = { name: 'an empty data folder', open: async () => ({ drop: nothing }) };

/** A database that exists already, on a server that the test itself runs. */
export const databaseAt = (url: string): Engine => ({ name: 'a server', open: async () => ({ url, drop: nothing }) });

const maintenanceUrl = process.env.TEST_DATABASE_URL;

const server = (maintenance: string): Engine => ({
  name: 'a PostgreSQL server',
  open: () => copyServerTemplate(maintenance),
});

/** Both engines, where there is a server; without one the test command says so. */
export const engines: Engine[] = maintenanceUrl ? [embedded, server(maintenanceUrl)] : [embedded];

/**
 * The engine of a journey that does not depend on it: a server where there is one, which takes an eighth less of a
 * processor. `npm run soak -- engines` runs all journeys on the embedded database.
 */
export const usualEngine: Engine = engines.at(-1) ?? embedded;
