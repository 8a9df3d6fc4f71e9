import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { version } from '../settings/version.ts';
import { databaseLocation } from '../testing/database.ts';
import { listen } from '../testing/listen.ts';
import { CannotStart } from './opening.ts';
import { start } from './start.ts';

const { url, dataDir } = await databaseLocation();
const environment = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...(url && { DATABASE_URL: url }) };
const config = readConfig(environment);
const named = readConfig({ ...environment, BRAND_NAME: 'Kochi Nautical College' });

/** Sends a request whose body never arrives; resolves when the program has received its head. */
async function hold({ hostname, port }: URL) {
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  socket.write('POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 10\r\nExpect: 100-continue\r\n\r\n');
  const [line] = await once(socket, 'data');
  expect(line).toContain('100 Continue');
  return socket;
}

test('the program does not wait indefinitely for a request that does not end', async () => {
  const program = await start(config, { dev: false, patience: 200 });
  const socket = await hold(new URL(program.url));
  const hungUp = once(socket, 'close');
  await program.stop();
  await hungUp;
});

test('a program that was asked to end answers others while a request that had begun is running', async () => {
  const program = await start(config, { dev: false, patience: 60_000 });
  const socket = await hold(new URL(program.url));
  const stopped = program.stop();
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
  socket.destroy();
  await stopped;
  await expect(fetch(`${program.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('a program that was asked to end is not ready, and answers until its drain is over', async () => {
  const program = await start({ ...config, drainSeconds: 1 }, { dev: false });
  const stopped = program.stop();
  const ready = await fetch(`${program.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'closing', version }]);
  const answer = await fetch(`${program.url}/healthz`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(fetch(`${program.url}/healthz`)).rejects.toThrow('fetch failed');
});

test('a port in use is reported in one line, and the database is released', async () => {
  const other = await listen(createServer());
  const refused = start({ ...config, port: other.port }, { dev: false });
  await expect(refused).rejects.toThrow(CannotStart);
  await expect(refused).rejects.toThrow(/^listen EADDRINUSE[^\n]*$/);
  await other.close();
  const program = await start(config, { dev: false });
  expect((await fetch(`${program.url}/readyz`)).status).toBe(200);
  await program.stop();
});

test('no key for PDFs is made in the name of a host: it waits for the name of the academy', async () => {
  const keys = () => readdir(join(dataDir, 'keys'));
  await (await start(config, { dev: false })).stop();
  expect(await keys()).toHaveLength(2);
  const program = await start(named, { dev: false });
  expect(await keys()).toHaveLength(3);
  const { data } = (await (await fetch(`${program.url}/api/verify/keys`)).json()) as {
    data: { pdfSigners: unknown[] };
  };
  expect(data.pdfSigners).toMatchObject([{ subject: 'CN=Kochi Nautical College' }]);
  await program.stop();
});

test('a start without the files of signing keys is refused in one line that names them, and no key is replaced', async () => {
  const folder = join(dataDir, 'keys');
  const names = await readdir(folder);
  await rm(folder, { recursive: true });
  const refused = start(named, { dev: false });
  await expect(refused).rejects.toThrow(CannotStart);
  await expect(refused).rejects.toThrow(/^DATA_DIR\/keys lacks [^\n]* npm run rotate-keys -- facts log pdf\.$/);
  // one that cannot be read
  for (const name of names) await mkdir(join(folder, name), { recursive: true });
  await expect(start(named, { dev: false })).rejects.toThrow(/^[^\n]*\.pem cannot be read \(EISDIR\): [^\n]*\.$/);
});

test('a time zone that the database does not know is refused before anything is made', async () => {
  const refused = start({ ...config, timeZone: 'Asia/Later' }, { dev: false });
  await expect(refused).rejects.toThrow(CannotStart);
  await expect(refused).rejects.toThrow(/^The database does not know the time zone Asia\/Later/);
});
