import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync, truncateSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { transaction } from '../db/database.ts';
import type { Folder } from '../files/folders.ts';
import { insertStoredFile, markDeleted, type StoredFile } from '../files/stored-files.ts';
import { storedPath } from '../files/testing/stored-path.ts';

const program = await testApp();
const { app, db, files, clock } = program;
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const bytes = randomBytes(1_500_000);

async function store(
  content = bytes,
  folder: Folder = 'trainingVideo',
  type: 'video/mp4' | 'application/pdf' = 'video/mp4',
) {
  const kept = await files.keep(await files.receiveOwn(content, type, 'a drill.mp4'), folder);
  return transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
}
const editor = await program.person('admin');
const holder = { account: editor.accountId };
const linkOf = ({ folder, filename }: StoredFile) => files.link(folder as Folder, filename, { holder });

/** Sends a request over a real connection, because the film response cache works below Fastify's injection. */
async function open(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  const [answer] = await once(request(origin + path, { method, headers, agent }).end(), 'response');
  return answer;
}
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await open(path, headers, method);
  const { date, ...received } = answer.headers;
  return { status: answer.statusCode, headers: received, body: await buffer(answer) };
}
const statusOf = async (path: string) => (await ask(path, { range: 'bytes=0-0' })).status;

let film: StoredFile;
let link: string;
/** Deletes the row: every later response comes from the cache. */
const forgetRow = () => transaction(db, (tx) => markDeleted(tx, film.id, clock()));

beforeEach(async () => {
  film = await store();
  link = linkOf(film);
});

describe('a film in the film response cache', () => {
  test.each([
    ['whole', {}, 'GET', 200],
    ['in a part', { range: 'bytes=300000-1200000' }, 'GET', 206],
    ['in its last part', { range: 'bytes=-10' }, 'GET', 206],
    ['in a part of another file', { range: 'bytes=0-9', 'if-range': '"other"' }, 'GET', 200],
    ['in a part beyond its end', { range: 'bytes=1500000-' }, 'GET', 416],
    ['for what the browser has', { 'if-none-match': '*' }, 'GET', 304],
    ['for its head', {}, 'HEAD', 200],
    ['for the head of a part', { range: 'bytes=5-9' }, 'HEAD', 206],
  ] as const)('is answered the second time as the first, to the byte: %s', async (_, headers, method, status) => {
    const first = await ask(link, headers, method);
    await forgetRow();
    const second = await ask(link, headers, method);
    expect(second).toEqual(first);
    expect(second.status).toBe(status);
    expect(second.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  test('is sent with the right bytes in any range, however many watch at once', async () => {
    const other = randomBytes(1_500_000);
    const sides = [
      { link, bytes },
      { link: linkOf(await store(other)), bytes: other },
    ];
    for (const one of sides) await ask(one.link, {}, 'HEAD');
    const parts = Array.from({ length: 24 }, (_, i) => ({ first: i * 40_000, last: i * 40_000 + 500_000 }));
    const viewers = parts.flatMap(({ first, last }) =>
      sides.map(async (side) => {
        const { body } = await ask(side.link, { range: `bytes=${first}-${last}` });
        return body.equals(side.bytes.subarray(first, last + 1));
      }),
    );
    expect(new Set(await Promise.all(viewers))).toEqual(new Set([true]));
  });

  // shows: threats/removed-film
  test('is looked up again after a minute: a removed one is then gone', async () => {
    expect(await statusOf(link)).toBe(206);
    await forgetRow();
    program.wait(59);
    expect(await statusOf(link)).toBe(206);
    program.wait(1);
    expect(await statusOf(link)).toBe(404);
  });

  // shows: threats/removed-film
  test('is not served a second longer than the link permits', async () => {
    const expires = Number(new URL(link, origin).searchParams.get('expires'));
    program.wait(expires - clock().getTime() / 1000 - 1);
    expect(await statusOf(link)).toBe(206);
    program.wait(1);
    expect(await statusOf(link)).toBe(401);
  });

  // shows: threats/removed-film
  test('is served to nobody by another link, or without one', async () => {
    const { pathname, search } = new URL(link, origin);
    const another = (await store()).filename;
    expect(await statusOf(link)).toBe(206);
    for (const wrong of [
      pathname,
      link.replace(/signature=..../, 'signature=AAAA'),
      link.replace(/expires=(\d)/, 'expires=9$1'),
      `/api/uploads/trainingVideo/${another}${search}`,
    ]) {
      expect([wrong, await statusOf(wrong)]).toEqual([wrong, 401]);
    }
    expect((await ask(link, {}, 'POST')).status).toBe(404);
  });

  test('is not cached once more for each other spelling of its link', async () => {
    const spelled = `${link}&again=1`;
    expect(await statusOf(spelled)).toBe(206);
    await forgetRow();
    expect(await statusOf(spelled)).toBe(404);
  });

  test('is answered in order to a client that pipelines its requests', async () => {
    await ask(link, {}, 'HEAD');
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const part = (first: number, more = '') =>
      `GET ${link} HTTP/1.1\r\nhost: x\r\nrange: bytes=${first}-${first + 3}\r\n${more}\r\n`;
    socket.write(part(0) + part(700_000) + part(1_400_000, 'connection: close\r\n'));
    const received = await buffer(socket);
    const at = [0, 700_000, 1_400_000].map((first) => received.indexOf(bytes.subarray(first, first + 4)));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
  });
});

// shows: threats/removed-film
test('an identity document is looked up each time, so that a removed one is gone at once', async () => {
  film = await store(bytes, 'id_documents', 'application/pdf');
  expect(await statusOf(linkOf(film))).toBe(206);
  await forgetRow();
  expect(await statusOf(linkOf(film))).toBe(404);
});

test('a film that is missing on the disk is not found, and is not cached', async () => {
  await files.remove({ folder: 'trainingVideo', filename: film.filename });
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await ask(link);
    expect([status, JSON.parse(body.toString())]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
  }
});

test('a film that was truncated meanwhile breaks off, and is not padded', async () => {
  await ask(link, {}, 'HEAD');
  truncateSync(storedPath(files, 'trainingVideo', film.filename), 400_000);
  const answer = await open(link);
  await expect(text(answer)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

/** The number of times this process has a file open. */
const timesOpen = ({ folder, filename }: StoredFile, store = files) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === storedPath(store, folder as Folder, filename);
    } catch {
      return false; // the handle of the listing itself is closed by now
    }
  }).length;

test.runIf(process.platform === 'linux')(
  'its file is open once, however many watch and leave in the middle, and the last one closes it',
  async () => {
    film = await store(Buffer.alloc(30_000_000));
    link = linkOf(film);
    await ask(link, {}, 'HEAD');
    const viewers = await Promise.all(Array.from({ length: 10 }, () => open(link)));
    await Promise.all(viewers.map((viewer) => once(viewer, 'readable')));
    expect(timesOpen(film)).toBe(1);
    // after a minute, while they are watching, a second handle is opened beside the one that they read
    program.wait(60);
    await ask(link, {}, 'HEAD');
    expect(timesOpen(film)).toBe(2);
    for (const viewer of viewers.slice(0, 9)) viewer.destroy();
    expect((await buffer(viewers[9] as IncomingMessage)).equals(Buffer.alloc(30_000_000))).toBe(true);
    await vi.waitFor(() => expect(timesOpen(film)).toBe(1));
  },
);

test.runIf(process.platform === 'linux')('no file stays open after a program has ended', async () => {
  const next = await testApp();
  const origin = await next.app.listen({ host: '127.0.0.1', port: 0 });
  const kept = await next.files.keep(await next.files.receiveOwn(bytes, 'video/mp4', 'x.mp4'), 'trainingVideo');
  const stored = await transaction(next.db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
  const url =
    origin +
    next.files.link('trainingVideo', kept.filename, { holder: { account: (await next.person('admin')).accountId } });
  await buffer((await once(request(url, { agent: false }).end(), 'response'))[0]);
  // the route's own handle is closed just after the response
  await vi.waitFor(() => expect(timesOpen(stored, next.files)).toBe(1));
  await next.app.close();
  await vi.waitFor(() => expect(timesOpen(stored, next.files)).toBe(0));
});
