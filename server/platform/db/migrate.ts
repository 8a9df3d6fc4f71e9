import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Log } from './log.ts';
import { type MigrationProgress, migrationProgress } from './migration-progress.ts';
import { whileMigrating } from './transaction-scope.ts';
import { newerInWords } from './why-not-opened.ts';

/** The folder of the program's own migrations. */
export const MIGRATIONS = path.join(import.meta.dirname, 'migrations');

const NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/** Names of the program's own migrations. */
export async function migrationNames(): Promise<string[]> {
  return Object.keys(await sqlFiles(MIGRATIONS).getMigrations());
}

/** Plain SQL files named NNNN-name.sql, each with any number of statements and no BEGIN or COMMIT of its own. */
function sqlFiles(folder: string, only?: readonly string[], progress?: MigrationProgress): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      let before: number | undefined;
      let number = 0;
      for (const file of await fs.readdir(folder)) {
        if (!file.endsWith('.sql')) continue;
        if (!NAME.test(file)) throw new Error(`${file} is not named like 0001-initial.sql`);
        const name = path.basename(file, '.sql');
        if (only && !only.includes(name)) continue;
        const text = await fs.readFile(path.join(folder, file), 'utf8');
        // without parameters both engines use the simple protocol, which allows several statements
        migrations[name] = {
          up: async (tx) => {
            before ??= await countApplied(tx);
            progress?.begin({ name, number: ++number, of: Object.keys(migrations).length - before });
            // a pooler may not pass on that this connection has no limit; the role has one then
            await sql`set local statement_timeout = 0`.execute(tx);
            await sql.raw(text).execute(tx);
            progress?.end();
          },
        };
      }
      return migrations;
    },
  };
}

/** How many migrations a database has had. */
async function countApplied(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from kysely_migration`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Which migrations are applied, and who is informed of those that take long. */
export type MigrateOptions = {
  /** Names of the migrations to apply, for a schema that must match that of a backup. */
  only?: readonly string[] | undefined;
  /** Is told in plain lines what runs, once it takes longer than a second. */
  tell?: ((line: string) => void) | undefined;
};

/**
 * Applies pending migrations in one transaction, under the migrator's advisory lock: of several programs that start at
 * once on one server, one migrates and the others wait.
 *
 * @throws the first error, with the name of the migration; the transaction is rolled back then
 */
export async function migrate(
  db: Kysely<never>,
  log: Log,
  folder: string,
  { only, tell = () => {} }: MigrateOptions = {},
): Promise<void> {
  const progress = migrationProgress(tell);
  const migrator = new Migrator({ db, provider: sqlFiles(folder, only, progress) });
  const { error, results = [] } = await whileMigrating(() => migrator.migrateToLatest());
  progress.stop(error === undefined);
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    const reason = error instanceof Error ? error.message : String(error);
    const unknown = /previously executed migration (\S+) is missing/.exec(reason)?.[1];
    if (unknown !== undefined) throw new Error(newerInWords(unknown), { cause: error });
    throw new Error(failed ? `Migration ${failed} failed: ${reason}` : `Migrating failed: ${reason}`, { cause: error });
  }
  const names = results.map(({ migrationName }) => migrationName);
  if (names.length > 0) log.info({ migrations: names }, 'migrations applied');
}
