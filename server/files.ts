import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Config, readConfig } from './config.ts';
import { dumpOfRunning } from './platform/backup/running-program.ts';
import { type Db, openDatabase } from './platform/db/database.ts';
import { type FindRow, isSound, moveFiles, type Row } from './platform/files/move-files.ts';
import { openPlace, openStore } from './platform/files/stores/open-store.ts';
import { createLog } from './platform/http/log.ts';

// npm run files -- move     from FILES_ALSO to FILES, while the academy runs
// npm run files -- check    every file against its row

/** Prints a line after so many files. */
const step = 1000;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** The rows of stored files: from the program that runs on the embedded database, or from the database itself. */
type Rows = { find: FindRow; all: () => AsyncIterable<Row & { name: string }> };

const nameOf = (folder: string, filename: string) => `${folder}/${filename}`;

/** The rows of a dump, in memory. */
async function rowsOfDump(dump: Readable): Promise<Rows> {
  const rows = new Map<string, Row>();
  for await (const line of createInterface(dump)) {
    if (!line.startsWith('["stored_file",')) continue;
    const [, row] = JSON.parse(line);
    rows.set(nameOf(row.folder, row.filename), { sizeBytes: row.size_bytes, sha256: row.sha256 });
  }
  return {
    find: async (folder, filename) => rows.get(nameOf(folder, filename)),
    async *all() {
      for (const [name, row] of rows) yield { name, ...row };
    },
  };
}

const rowsIn = (db: Db): Rows => ({
  find: (folder, filename) =>
    db
      .selectFrom('storedFile')
      .select(['sizeBytes', 'sha256'])
      .where('folder', '=', folder)
      .where('filename', '=', filename)
      .executeTakeFirst(),
  async *all() {
    for (let after = ''; ; ) {
      const rows = await db
        .selectFrom('storedFile')
        .select(['id', 'folder', 'filename', 'sizeBytes', 'sha256'])
        .$if(after !== '', (later) => later.where('id', '>', after))
        .orderBy('id')
        .limit(step)
        .execute();
      for (const row of rows) yield { name: nameOf(row.folder, row.filename), ...row };
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  },
});

/** Moves every file. Returns whether nothing is wrong. */
async function move(config: Config, { find }: Rows): Promise<boolean> {
  const { dataDir, secrets, files } = config;
  if (!files.also) throw new Error('FILES_ALSO names no place that files could be moved from.');
  const moved = await moveFiles({
    rowOf: find,
    from: openPlace(files.also.place, dataDir).store,
    to: openPlace(files.place, dataDir).store,
    vault: secrets.vault,
    scratch: join(dataDir, 'files', '.incoming'),
    onFile: ({ files: count, bytes }) => {
      if (count > 0 && count % step === 0) console.log(`${count} files, ${megabytes(bytes)} …`);
    },
  });
  for (const name of moved.damaged) console.log(`${name} is not what its row says, and stays where it is`);
  console.log(`${moved.files} files (${megabytes(moved.bytes)}) are moved, and each has the digest of its row.`);
  if (moved.withoutRow > 0) console.log(`${moved.withoutRow} files belong to nothing: the program removes them.`);
  return moved.damaged.length === 0;
}

/** Reads every file and compares it with its row. Returns whether nothing is wrong. */
async function check(config: Config, { all }: Rows): Promise<boolean> {
  const { store } = openStore(config);
  let [sound, wrong] = [0, 0];
  for await (const { name, ...row } of all()) {
    if (await isSound(store, name, { vault: config.secrets.vault, row })) sound += 1;
    else {
      wrong += 1;
      console.log(`${name} is missing, or is not what its row says`);
    }
  }
  console.log(`${sound} files are what their rows say, ${wrong} are not.`);
  return wrong === 0;
}

const commands = { move, check };

async function run(config: Config, command: keyof typeof commands): Promise<boolean> {
  const { databaseUrl: url, dataDir } = config;
  const running = url === undefined ? await dumpOfRunning(dataDir) : undefined;
  if (running) return commands[command](config, await rowsOfDump(running));
  const db = await openDatabase({ ...(url !== undefined && { url }), dataDir, log: createLog('warn') });
  try {
    return await commands[command](config, rowsIn(db));
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
const [command = ''] = process.argv.slice(2);
if (!Object.hasOwn(commands, command)) {
  console.error('Usage: npm run files -- move | check');
  process.exit(2);
}
try {
  if (!(await run(readConfig(), command as keyof typeof commands))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
