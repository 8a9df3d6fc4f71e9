import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Log } from './log.ts';
import { whileMigrating } from './transaction-scope.ts';

/** The folder of the program's own migrations. */
export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

const NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Names of the program's own migrations. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await sqlFiles(MIGRATIONS).getMigrations());
}

/** Plain SQL files named NNNN-name.sql, each with any number of statements and no BEGIN or COMMIT of its own. */
function sqlFiles(folder: string, only?: readonly string[]): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      for (const file of await fs.readdir(folder)) {
        if (!file.endsWith('.sql')) continue;
        if (!NAME.test(file)) throw new Error(`${file} is not named like 0001-initial.sql`);
        const name = path.basename(file, '.sql');
        if (only && !only.includes(name)) continue;
        const text = await fs.readFile(path.join(folder, file), 'utf8');
        // without parameters both engines use the simple protocol, which allows several statements
        migrations[name] = {
          up: async (tx) => {
            // a pooler may not pass on that this connection has no limit; the role has one then
            await sql`set local statement_timeout = 0`.execute(tx);
            await sql.raw(text).execute(tx);
          },
        };
      }
      return migrations;
    },
  };
}

/**
 * Applies pending migrations in one transaction, under the migrator's advisory lock: of several programs that start at
 * once on one server, one migrates and the others wait.
 *
 * @param only names of the migrations to apply, for a schema that must match that of a backup
 * @throws the first error, with the name of the migration; the transaction is rolled back then
 */
export async function migrate(db: Kysely<never>, log: Log, folder: string, only?: readonly string[]): Promise<void> {
  const migrator = new Migrator({ db, provider: sqlFiles(folder, only) });
  const { error, results = [] } = await whileMigrating(() => migrator.migrateToLatest());
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(failed ? `Migration ${failed} failed: ${reason}` : `Migrating failed: ${reason}`, { cause: error });
  }
  for (const { migrationName } of results) log.info({ migration: migrationName }, 'migration applied');
}
