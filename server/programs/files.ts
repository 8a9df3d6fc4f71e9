import { join } from 'node:path';
import { counted } from '@fairlead/contract/values/numbers';
import { noteAcademy, openAcademy } from '../platform/academy-id/open-academy.ts';
import { describeRunning, dumpOfRunning, marksOfRunning } from '../platform/backup/running-program.ts';
import { checkStored, lost, recoverStored } from '../platform/files/check-stored.ts';
import { type FileRows, rowsIn, rowsOfDump } from '../platform/files/file-rows.ts';
import { moveFiles } from '../platform/files/move-files.ts';
import { inMoveTurn } from '../platform/files/move-turn.ts';
import { openPlace, openStore } from '../platform/files/stores/open-store.ts';
import { countsInWords, type Marks, removeMarks, sumOf } from '../platform/files/unmark-files.ts';
import { createLog } from '../platform/http/log.ts';
import { type Described, describeAcademy, describedIn, inWords } from '../program/described-academy.ts';
import { type Config, readConfig } from '../settings/config.ts';

// npm run files -- move     from FILES_ALSO to FILES, while the academy runs
// npm run files -- check    every file against its row
// npm run files -- recover  what a versioned bucket has kept of deleted files, after a restore of the database
// npm run files -- unmark   files in use that are marked as deleted: takes the mark off

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
  console.log(
    `${counted(moved.files, 'file was', 'files were')} moved (${megabytes(moved.bytes)}). Each has the digest of its row.`,
  );
  if (moved.withoutRow > 0)
    console.log(
      `${counted(moved.withoutRow, 'file has', 'files have')} no row, and was not moved. The program deletes such files after 30 days.`,
    );
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
  console.log(`Files: ${sound} as their rows say, ${wrong} damaged or missing.`);
  return wrong === 0;
}

/** Undoes the deletion of missing files. Returns whether nothing is wrong afterwards. */
async function recover(config: Config, rows: FileRows): Promise<boolean> {
  const found = await recoverStored(openStore(config).store, rows, config.secrets.vault, tell);
  for (const name of found.damaged) console.log(`${name} is damaged.`);
  for (const name of found.missing) console.log(`${name} is missing, and the store has kept no version of it.`);
  const wrong = found.damaged.length + found.missing.length;
  console.log(`Files: ${found.recovered} recovered, ${found.there} were there, ${wrong} damaged or missing.`);
  return wrong === 0;
}

/** Takes the mark off files in use that are marked as deleted. Returns whether nothing is wrong afterwards. */
function unmark({ files, packages }: Marks): boolean {
  const count = sumOf(files);
  console.log(
    count === 0
      ? 'No file in use is marked as deleted.'
      : `${counted(count, 'file in use was', 'files in use were')} marked as deleted, and can be opened again: ${countsInWords(files)}.`,
  );
  for (const title of packages) console.log(`The package "${title}" cannot be played. Please upload it again.`);
  return packages.length === 0;
}

/** Says which academy it is: a result of nought is of no worth for the wrong one. */
const say = (academy: Described) => console.log(`${inWords(academy)}.`);

const ofRows = { move, check, recover };
const commands = [...Object.keys(ofRows), 'unmark'];
const workOf = (command: string) => ofRows[command as keyof typeof ofRows];

/** Runs a command beside the program that has the embedded database open; undefined when none does. */
async function runBeside(config: Config, command: string): Promise<boolean | undefined> {
  const { dataDir } = config;
  const found = await describeRunning(dataDir);
  if (!found) return undefined;
  const described = describedIn(found.described);
  if (described) say(described);
  if (command === 'unmark') {
    const marks = await marksOfRunning(dataDir, { method: 'POST' });
    return marks && unmark(marks);
  }
  const rows = await rowsOfDump(() => dumpOfRunning(dataDir));
  return rows && workOf(command)(config, rows);
}

async function run(config: Config, command: string): Promise<boolean> {
  if (config.databaseUrl === undefined) {
    const beside = await runBeside(config, command);
    if (beside !== undefined) return beside;
  }
  // a database that was put back to an earlier moment is looked at, and its files are recovered, before the start
  const mayBeOlder = command !== 'move';
  const db = await openAcademy(config, { purpose: 'command', mayBeOlder, log: createLog('warn') });
  try {
    if (command === 'recover') await noteAcademy({ db, clock: () => new Date() }, config, { mayBeOlder });
    say(await describeAcademy(db, config));
    return command === 'unmark' ? unmark(await removeMarks(db)) : await workOf(command)(config, rowsIn(db));
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
const [command = ''] = process.argv.slice(2);
if (!commands.includes(command)) {
  console.error(`Usage: npm run files -- ${commands.join(' | ')}`);
  process.exit(2);
}
try {
  if (!(await run(readConfig(process.env, { make: false }), command))) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
