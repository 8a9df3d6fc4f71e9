import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../program/start.ts';
import { readConfig } from '../settings/config.ts';
import { runCommand } from '../testing/command.ts';
import { databaseLocation, emptyDatabaseLocation } from '../testing/database.ts';

const admin = { ADMIN_EMAIL: 'harbour@example.org', ADMIN_PASSWORD: 'lighthouse keeper' };
const place = await databaseLocation();
const empty = await emptyDatabaseLocation();
const backup = join(empty.dataDir, '..', `backup-of-${process.pid}`);

const configOf = ({ dataDir, url }: typeof place) =>
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...admin, ...(url && { DATABASE_URL: url }) });

const logIn = (url: string) =>
  fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }),
  });

// shows: threats/lost-machine
test('a running academy is backed up by one command, and fully restored by another', async () => {
  const program = await start(configOf(place), { dev: false });
  const { refreshToken } = (await (await logIn(program.url)).json()) as { refreshToken: string };
  const taken = await runCommand('backup.ts', place, { args: [backup] });
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(taken.output).toMatch(/files, .* MB, in/);
  expect((await logIn(program.url)).status).toBe(200);
  await program.stop();

  const restored = await runCommand('restore.ts', empty, { args: [backup] });
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toMatch(/^Restored: [\d,]+ rows and \d+ files .*\.$/m);
  const again = await start(configOf(empty), { dev: false });
  expect((await logIn(again.url)).status).toBe(200);
  // the keys were restored too: sessions are still valid
  const refreshed = await fetch(`${again.url}/api/user/refresh-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(refreshed.status).toBe(200);
  await again.stop();

  const second = await runCommand('restore.ts', empty, { args: [backup] });
  expect(second.code).toBe(1);
  expect(second.errors).toContain('a backup is restored into an empty');
  // two starts and three commands, each a process with a database
}, 120_000);

test('a stopped academy is backed up too; an existing folder, or none, is refused', async () => {
  const taken = await runCommand('backup.ts', place, { args: [`${backup}-stopped`] });
  expect(taken).toMatchObject({ code: 0, errors: '' });
  expect(await runCommand('backup.ts', place, { args: [`${backup}-stopped`] })).toMatchObject({ code: 1 });
  expect(await runCommand('backup.ts', place)).toMatchObject({ code: 2 });
});
