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

/** Names of the program's own migrations, in their order. */
export const migrationNames = (): Promise<string[]> => namesIn(MIGRATIONS);

/** @throws Error for a file of SQL with another name than a migration has. */
async function namesIn(folder: string): Promise<string[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql'));
  const other = files.find((file) => !NAME.test(file));
  if (other !== undefined) throw new Error(`${other} is not named like 0001-initial.sql`);
  return files.map((file) => path.basename(file, '.sql')).sort();
}

/** Plain SQL files named NNNN-name.sql, each with any number of statements and no BEGIN or COMMIT of its own. */
function sqlFiles(folder: string, only?: readonly string[], progress?: MigrationProgress): MigrationProvider {
  return {
    async getMigrations() {
      const migrations: Record<string, Migration> = {};
      let before: number | undefined;
      let number = 0;
      for (const name of await namesIn(folder)) {
        if (only && !only.includes(name)) continue;
        const text = await fs.readFile(path.join(folder, `${name}.sql`), 'utf8');
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

/**
 * Whether a database has had all migrations, and no other. The migrator finds that out, too, but reads the catalogue of
 * all tables and the text of all files before.
 */
async function isUpToDate(db: Kysely<never>, folder: string, only?: readonly string[]): Promise<boolean> {
  const wanted = (await namesIn(folder)).filter((name) => only?.includes(name) ?? true);
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    db,
  );
  if (!rows[0]?.found) return false;
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(db);
  return applied.rows.map(({ name }) => name).join() === wanted.join();
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
  if (await isUpToDate(db, folder, only)) return;
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
