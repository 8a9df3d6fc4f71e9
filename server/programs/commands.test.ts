import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Snapshot, snapshotOf } from '../checks/testing/demo-command.ts';
import { readMarker } from '../platform/academy-id/marker.ts';
import { readLastBackup } from '../platform/backup/last-backup.ts';
import { openDatabase } from '../platform/db/database.ts';
import { start } from '../program/start.ts';
import { readConfig } from '../settings/config.ts';
import { someOf } from '../testing/cases.ts';
import { type Run, runCommand } from '../testing/command.ts';
import {
  type DatabaseLocation,
  databaseLocation,
  emptyDatabaseLocation,
  onServer,
  testOnServer,
} from '../testing/database.ts';
import { silentLog } from '../testing/databases.ts';

/** Every command that opens an academy and creates none, with its arguments; in the gate, one of three. */
const commands = someOf<readonly [file: string, ...args: string[]]>(
  [
    ['backup.ts', 'BACKUP'],
    ['nightly.ts', 'BACKUPS'],
    ['doctor.ts'],
    ['verify-log.ts'],
    ['files.ts', 'check'],
    ['files.ts', 'recover'],
    ['rotate-keys.ts'],
    ['add-admin.ts', 'someone@example.org'],
    ['migrate.ts'],
  ],
  3,
);

/** Runs commands in a place, two at a time where both can open its database. */
async function runAll(place: DatabaseLocation, which: readonly (readonly string[])[] = commands) {
  const runs = new Map<string, Run>();
  const waiting = [...which];
  const workThrough = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [file = '', ...rest] = next;
      const args = rest.map((arg) => arg.replace(/^BACKUP/, `${place.dataDir}-backup`));
      runs.set(next.join(' '), await runCommand(file, place, { args }));
    }
  };
  await Promise.all(place.url === undefined ? [workThrough()] : [workThrough(), workThrough()]);
  return runs;
}

/** Expects that every command was refused with a line that has these words. */
function expectRefused(runs: Map<string, Run>, words: RegExp) {
  for (const [command, { code, output, errors }] of runs) {
    expect({ command, code }).toEqual({ command, code: expect.toSatisfy((status) => status === 1 || status === 2) });
    // the doctor prints its findings
    expect({ command, says: `${output}${errors}` }).toEqual({ command, says: expect.stringMatching(words) });
    expect({ command, output }).not.toEqual({ command, output: expect.stringContaining('agrees') });
  }
  expect(runs.size).toBeGreaterThan(0);
}

/** Whether it is not one of the notes that a failed backup and a failed night leave, or the lock of the night. */
const isNoNote = (name: string) => !/^(last-backup|last-night|night(\/lock\.db)?)$/.test(name);

async function snapshot(place: DatabaseLocation): Promise<Snapshot> {
  const db = await openDatabase({ ...place, log: silentLog });
  try {
    const { rows, files } = await snapshotOf(db, place);
    return { rows, files: files.filter(isNoNote) };
  } finally {
    await db.destroy();
  }
}

async function started(): Promise<DatabaseLocation> {
  const place = await databaseLocation();
  const { url, dataDir } = place;
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', FFMPEG: 'none', ...(url && { DATABASE_URL: url }) };
  await (await start(readConfig(env), { dev: false })).stop();
  return place;
}

const academy = await started();

test('no command creates anything where there is nothing', async () => {
  const { dataDir: within } = await emptyDatabaseLocation();
  const dataDir = join(within, 'not-there');
  expectRefused(await runAll({ dataDir }), /There is no academy: DATA_DIR \(\S+\) (does not exist|has no database)/);
  expect(await readdir(within)).toEqual([]);
}, 120_000);

test('no command does anything with the files of an academy without its database', async () => {
  const database = join(academy.dataDir, 'database');
  // but for the notes of the failed backup and night
  const files = async () => (await readdir(academy.dataDir, { recursive: true })).filter(isNoNote).sort();
  // that of a server is not there without DATABASE_URL
  if (!onServer()) await rename(database, `${academy.dataDir}-away`);
  const before = await files();
  try {
    const runs = await runAll({ dataDir: academy.dataDir }, [...commands, ['demo.ts']]);
    expectRefused(runs, /DATABASE_URL is not set/);
    expect(await files()).toEqual(before);
    for (const name of ['backup', 'backups']) expect(existsSync(`${academy.dataDir}-${name}`)).toBe(false);
    expect(await readLastBackup(academy.dataDir)).toMatchObject({ outcome: 'failed' });
  } finally {
    if (!onServer()) await rename(`${academy.dataDir}-away`, database);
  }
}, 120_000);

testOnServer('no command does anything with an empty database, or with another academy’s', async () => {
  const [other, empty] = [await started(), await emptyDatabaseLocation()];
  const before = [await snapshot(academy), await snapshot(other)];
  const { dataDir } = academy;
  expectRefused(
    await runAll({ url: `${empty.url}`, dataDir }),
    /has the keys and files of the academy .* has no academy/,
  );
  expectRefused(
    await runAll({ url: `${other.url}`, dataDir }),
    /belongs to the academy .* to the academy|has keys that the database .* does not know/,
  );
  expect([await snapshot(academy), await snapshot(other)]).toEqual(before);
});

/** What a command or a start with other secrets says. */
const otherVault = /The vault secret here .* is not the one with which documents .* npm run rotate-keys -- vault: /;

test('commands, a start and a restored backup name another vault secret, and one command replaces a lost one', async () => {
  const env = { VAULT_SECRET: 'o'.repeat(40) };
  const before = await snapshot(academy);
  const runs = new Map<string, Run>();
  for (const [file = '', ...args] of [['files.ts', 'check'], ['rotate-keys.ts']])
    runs.set(file, await runCommand(file, academy, { args, env }));
  expectRefused(runs, otherVault);
  expect(await snapshot(academy)).toEqual(before);
  const { url, dataDir } = academy;
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', FFMPEG: 'none', ...(url && { DATABASE_URL: url }) };
  await expect(start(readConfig({ ...settings, ...env }), { dev: false })).rejects.toThrow(otherVault);

  const backup = `${dataDir}-backup`;
  expect(await runCommand('backup.ts', academy, { args: [backup] })).toMatchObject({ code: 0 });
  const elsewhere = await emptyDatabaseLocation();
  const { code, output } = await runCommand('restore.ts', elsewhere, { args: [backup], env });
  expect([code, output]).toEqual([0, expect.stringMatching(otherVault)]);
  expect(output).toContain('Before the start: ');
  const replaced = await runCommand('rotate-keys.ts', elsewhere, { args: ['vault'], env });
  expect(replaced).toMatchObject({ code: 0, output: expect.stringContaining('encrypts from now on') });
  expect(await runCommand('verify-log.ts', elsewhere, { env })).toMatchObject({ code: 0 });
  await rm(backup, { recursive: true });
}, 120_000);

testOnServer('a refused start of a second instance leaves no secrets behind, with or without the keys', async () => {
  const [place, second] = [await started(), await emptyDatabaseLocation()];
  const settings = { DATA_DIR: second.dataDir, PORT: '0', LOG_LEVEL: 'silent', FFMPEG: 'none' };
  const startSecond = async (more = {}) =>
    start(readConfig({ ...settings, DATABASE_URL: `${place.url}`, ...more }), { dev: false });
  await expect(startSecond()).rejects.toThrow('DATA_DIR lacks secrets/vault');
  const VAULT_SECRET = await readFile(join(place.dataDir, 'secrets/vault'), 'utf8');
  await expect(startSecond({ VAULT_SECRET })).rejects.toThrow(/keys/);
  expect(await readdir(second.dataDir)).toEqual([]);
  await cp(join(place.dataDir, 'keys'), join(second.dataDir, 'keys'), { recursive: true });
  await expect(startSecond()).rejects.toThrow(/lacks \S*secrets\/vault/);
  expect(await readdir(second.dataDir)).toEqual(['keys']);
  await cp(join(place.dataDir, 'secrets'), join(second.dataDir, 'secrets'), { recursive: true });
  await (await startSecond()).stop();
});

testOnServer('no command begins an academy in an empty folder with an empty database', async () => {
  const fresh = await emptyDatabaseLocation();
  const opening = commands.filter(([file]) => file !== 'migrate.ts');
  expectRefused(await runAll(fresh, opening), /There is no academy: the database \S+ on \S+ is empty/);
  expect(await readdir(fresh.dataDir)).toEqual([]);
});

test('each command says which academy it has opened, and what is not in it', async () => {
  const { academy: id } = (await readMarker(academy.dataDir)) ?? {};
  const runs = await runAll(academy, [
    ['backup.ts', 'BACKUP'],
    ['verify-log.ts'],
    ['files.ts', 'check'],
    ['migrate.ts'],
  ]);
  const { output: backup } = runs.get('backup.ts BACKUP') ?? { output: '' };
  expect(backup).toContain(`of the academy ${id}: `);
  const { code, output } = runs.get('verify-log.ts') ?? { code: 1, output: '' };
  expect([code, output]).toEqual([
    0,
    expect.stringMatching(/ \(academy \S+\): 1 person, 0 certificates, 0 files\. It is empty\.$/m),
  ]);
  expect(output).toMatch(/^The public log of certificates: there is no link yet$/m);
  expect(output).toMatch(/^The register has no certificate\.$/m);
  expect(runs.get('files.ts check')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/It is empty\.\nFiles: 0 as their rows say, /),
  });
  await rm(`${academy.dataDir}-backup`, { recursive: true });
}, 120_000);
