import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import type { Db } from '../../platform/db/database.ts';
import { type Run, runCommand } from '../../testing/command.ts';
import type { DatabaseLocation } from '../../testing/database.ts';
import { listen } from '../../testing/listen.ts';

/** Runs `server/programs/demo.ts`. */
export const runDemo = (place: DatabaseLocation, smtpUrl: string): Promise<Run> =>
  runCommand('demo.ts', place, { env: { SMTP_URL: smtpUrl } });

/** Listens in place of a mail server, accepts no email, and counts the attempts. */
export async function forbiddenMailServer(): Promise<{ url: string; tries: () => number }> {
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  const { port, close } = await listen(server);
  afterAll(close);
  return { url: `smtp://127.0.0.1:${port}`, tries: () => tries };
}

export type Snapshot = { rows: Record<string, unknown>; files: string[] };

/** The number of rows and a checksum for every table, and the names of all files. */
export async function snapshotOf(db: Db, { dataDir }: DatabaseLocation): Promise<Snapshot> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(db);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const sum = sql`select count(*), sum(hashtext(t::text)) as sum from ${sql.table(name)} as t`;
    rows[name] = (await sum.execute(db)).rows[0];
  }
  const files = await readdir(dataDir, { recursive: true });
  return { rows, files: files.filter((name) => !/^(database|secrets)/.test(name)).sort() };
}
