import pg from 'pg';
import type { Log } from '../platform/db/log.ts';

/** Says nothing of the ordinary; an error goes to console.error, which fails the test. */
export const silentLog: Log = {
  info: () => {},
  // such as an open that takes long on a busy machine
  warn: (...details: unknown[]) => console.warn(...details),
  error: (...details: unknown[]) => console.error(...details),
};

/** The address of another database on the same server. */
export function urlOf(maintenanceUrl: string, name: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Lends one connection to the maintenance database. */
export async function withMaintenance<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes a database as a copy of another one, to which nobody may be connected. */
export async function createDatabase(maintenanceUrl: string, name: string, template: string): Promise<void> {
  const statement = `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`;
  await withMaintenance(maintenanceUrl, (client) => client.query(statement));
}

/** Removes the databases whose names begin so, and throws out whoever is still connected to them. */
export async function dropDatabases(maintenanceUrl: string, prefix: string): Promise<void> {
  await withMaintenance(maintenanceUrl, async (client) => {
    const found = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { datname } of found.rows) {
      await client.query(`drop database ${pg.escapeIdentifier(datname)} with (force)`);
    }
  });
}
