import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { type Described, describeAcademy, describedIn, inWords } from './described-academy.ts';
import { noteAcademy, openAcademy } from './platform/academy-id/open-academy.ts';
import { describeRunning, dumpOfRunning } from './platform/backup/running-program.ts';
import { checkStored, lost, recoverStored } from './platform/files/check-stored.ts';
import { type FileRows, rowsIn, rowsOfDump } from './platform/files/file-rows.ts';
import { moveFiles } from './platform/files/move-files.ts';
import { inMoveTurn } from './platform/files/move-turn.ts';
import { openPlace, openStore } from './platform/files/stores/open-store.ts';
import { createLog } from './platform/http/log.ts';

// npm run files -- move     from FILES_ALSO to FILES, while the academy runs
// npm run files -- check    every file against its row
// npm run files -- recover  what a versioned bucket has kept of deleted files, after a restore of the database

/** Prints a line after so many files. */
const step = 1000;

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const tell = (files: number) => {
  if (files % step === 0) console.log(`${files} files …`);
};

/** Moves every file. Returns whether nothing is wrong. */
async function move(config: Config, rows: FileRows): Promise<boolean> {
  const { dataDir, secrets, files } = config;
  const { also } = files;
  if (!also)
    throw new Error(
      'There is nothing to move: set FILES_ALSO to the place where the files are now (folder, or the URL of a bucket).',
    );
  const moved = await inMoveTurn(config, () =>
    moveFiles({
      rowOf: rows.find,
      from: openPlace(also.place, dataDir).store,
      to: openPlace(files.place, dataDir).store,
      vault: secrets.vault,
      scratch: join(dataDir, 'files', '.incoming'),
      onFile: ({ files: count, bytes }) => {
        if (count > 0 && count % step === 0) console.log(`${count} files, ${megabytes(bytes)} …`);
      },
    }),
  );
  for (const name of moved.damaged) console.log(`${name} is damaged and was not moved.`);
  const missing = await lost(moved.gone, rows);
  for (const name of missing) console.log(`${name} is missing.`);
  console.log(`${moved.files} files (${megabytes(moved.bytes)}) were moved. Each has the digest of its row.`);
  if (moved.withoutRow > 0)
    console.log(`${moved.withoutRow} files have no row and were not moved. The program deletes them within a day.`);
  console.log(
    'Keep FILES_ALSO set for a day: until then, unfinished uploads and links to films may refer to the old place.',
  );
  return moved.damaged.length + missing.length === 0;
}

/** Reads every file and compares it with its row. Returns whether nothing is wrong. */
async function check(config: Config, rows: FileRows): Promise<boolean> {
  const { sound, damaged, missing } = await checkStored(openStore(config).store, rows, config.secrets.vault, tell);
  for (const name of damaged) console.log(`${name} is damaged.`);
  for (const name of missing) console.log(`${name} is missing.`);
  const wrong = damaged.length + missing.length;
  console.log(`${sound} files are what their rows say, ${wrong} are not.`);
  return wrong === 0;
}

/** Undoes the deletion of missing files. Returns whether nothing is wrong afterwards. */
async function recover(config: Config, rows: FileRows): Promise<boolean> {
  const found = await recoverStored(openStore(config).store, rows, config.secrets.vault, tell);
  for (const name of found.damaged) console.log(`${name} is damaged.`);
  for (const name of found.missing) console.log(`${name} is missing, and the store has kept no version of it.`);
  const wrong = found.damaged.length + found.missing.length;
  console.log(`${found.recovered} files were recovered, ${found.there} were there, ${wrong} are damaged or missing.`);
  return wrong === 0;
}

const commands = { move, check, recover };

/** Says which academy it is: a result of nought is of no worth for the wrong one. */
const say = (academy: Described) => console.log(`${inWords(academy)}.`);

async function run(config: Config, command: keyof typeof commands): Promise<boolean> {
  const { databaseUrl, dataDir } = config;
  const running = databaseUrl === undefined ? await rowsOfDump(() => dumpOfRunning(dataDir)) : undefined;
  if (running) {
    const described = describedIn((await describeRunning(dataDir))?.described);
    if (described) say(described);
    return commands[command](config, running);
  }
  // a database that was put back to an earlier moment is looked at, and its files are recovered, before the start
  const mayBeOlder = command !== 'move';
  const db = await openAcademy(config, { purpose: 'command', mayBeOlder, log: createLog('warn') });
  try {
    say(await describeAcademy(db, config));
    if (command === 'recover') await noteAcademy({ db, clock: () => new Date() }, config, { mayBeOlder });
    return await commands[command](config, rowsIn(db));
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
const [command = ''] = process.argv.slice(2);
if (!Object.hasOwn(commands, command)) {
  console.error('Usage: npm run files -- move | check | recover');
  process.exit(2);
}
try {
  if (!(await run(readConfig(process.env, { make: false }), command as keyof typeof commands))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
