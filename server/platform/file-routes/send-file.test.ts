import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFiles, type Files } from '../files/files.ts';
import type { ContentType, Folder } from '../files/folders.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { storedPath } from '../files/testing/stored-path.ts';
import { answerErrors } from '../http/errors.ts';
import { sendFile } from './send-file.ts';

const bytes = randomBytes(300_000);
const createdAt = new Date('2026-11-20T10:00:00.700Z');
const lastModified = 'Fri, 20 Nov 2026 10:00:00 GMT';
let dataDir: string;
let files: Files;
let app: FastifyInstance;
let url: string;
/** The file that the server sends next. */
let stored: StoredFile;

async function store(folder: Folder, contentType: ContentType, originalName = 'a film.mp4', content = bytes) {
  const kept = await files.keep(await files.receiveOwn(content, contentType, originalName), folder);
  const row = {
    id: 'the row',
    ownerId: null,
    createdAt,
    deletedAt: null,
    scannedAt: null,
    malware: null,
    scanTries: 0,
    scanAfter: null,
  };
  return { ...kept, ...row, originalName };
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'send-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
  app = Fastify({ forceCloseConnections: true });
  answerErrors(app);
  app.get('/file', (_, reply) => sendFile(reply, files, stored));
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/file`;
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  stored = await store('trainingVideo', 'video/mp4');
});

const get = (headers: RequestInit['headers'] = {}, method = 'GET') => fetch(url, { headers, method });
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a film is sent whole, with the headers that a player needs to seek', async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '300000',
    'accept-ranges': 'bytes',
    'last-modified': lastModified,
    etag: `"${stored.sha256.slice(0, 32)}"`,
    'cache-control': 'private, max-age=43200, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-disposition': 'inline; filename="a film.mp4"; filename*=UTF-8\'\'a%20film.mp4',
  });
  expect((await bodyOf(response)).equals(bytes)).toBe(true);
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-', 0, 299_999],
  ['bytes=70000-200000', 70_000, 200_000],
  ['bytes=-500', 299_500, 299_999],
  ['bytes=299999-900000', 299_999, 299_999],
])('the range %s of a film is sent', async (range, first, last) => {
  const response = await get({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/300000`);
  expect(response.headers.get('content-length')).toBe(String(last - first + 1));
  expect((await bodyOf(response)).equals(bytes.subarray(first, last + 1))).toBe(true);
});

test('a range beyond the end is refused, with the true length', async () => {
  const response = await get({ range: 'bytes=300000-' });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */300000');
  expect(await response.text()).toBe('');
});

test('several ranges at once, or an invalid one, get the whole file', async () => {
  for (const range of ['bytes=0-1,5-6', 'bytes=x', 'pages=1']) {
    const response = await get({ range });
    expect(response.status).toBe(200);
    expect((await bodyOf(response)).length).toBe(300_000);
  }
});

test('HEAD returns all headers and no content', async () => {
  const whole = await get({}, 'HEAD');
  expect([whole.status, whole.headers.get('content-length'), whole.headers.get('content-type')]).toEqual([
    200,
    '300000',
    'video/mp4',
  ]);
  expect(await whole.text()).toBe('');
  const part = await get({ range: 'bytes=0-9' }, 'HEAD');
  expect([part.status, part.headers.get('content-length')]).toEqual([206, '10']);
});

test('a browser that has the file cached gets 304', async () => {
  const etag = `"${stored.sha256.slice(0, 32)}"`;
  for (const [name, value] of [
    ['if-none-match', etag],
    ['if-none-match', `"other", W/${etag}`],
    ['if-none-match', '*'],
    ['if-modified-since', lastModified],
    ['if-modified-since', 'Sat, 21 Nov 2026 10:00:00 GMT'],
  ] as const) {
    const response = await get({ [name]: value });
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
  }
});

test('a browser that has another file cached, or an older one, gets this one', async () => {
  for (const headers of [
    { 'if-none-match': '"other"' } as RequestInit['headers'],
    { 'if-none-match': '"other"', 'if-modified-since': lastModified },
    { 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' },
    { 'if-modified-since': 'yesterday' },
  ]) {
    expect((await get(headers)).status).toBe(200);
  }
});

test('a range is sent only to be combined with ranges of the same file', async () => {
  const range = 'bytes=10-19';
  const etag = `"${stored.sha256.slice(0, 32)}"`;
  for (const condition of [etag, lastModified]) {
    expect((await get({ range, 'if-range': condition })).status).toBe(206);
  }
  for (const condition of ['"other"', `W/${etag}`, 'Sat, 21 Nov 2026 10:00:00 GMT', 'x']) {
    const response = await get({ range, 'if-range': condition });
    expect([response.status, (await bodyOf(response)).length]).toEqual([200, 300_000]);
  }
});

// shows: threats/script-in-upload, asvs/3.2.1, asvs/3.4.6, asvs/14.3.2
test.each([
  ['courseImg', 'image/webp', 'public, max-age=31536000, immutable', 'inline'],
  ['profile_pictures', 'image/jpeg', 'private, no-store', 'inline'],
  ['id_documents', 'image/jpeg', 'private, no-store', 'inline'],
  ['id_documents', 'application/pdf', 'private, no-store', 'attachment'],
  ['signatures', 'application/pdf', 'private, no-store', 'attachment'],
] as const)(
  'from %s a file of %s is stored %s and shown %s, in a sandbox',
  async (folder, type, caching, disposition) => {
    stored = await store(folder, type);
    const { headers } = await get();
    expect(headers.get('cache-control')).toBe(caching);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
  },
);

test('a certificate opens in the browser’s own viewer, outside a sandbox', async () => {
  stored = await store('certificates', 'application/pdf', 'FMA-2026.pdf');
  const { headers } = await get();
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="FMA-2026\.pdf"/);
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
});

// shows: threats/header-injection, asvs/1.2.1, asvs/5.4.1
test('no file name can add a header, and every name arrives', async () => {
  const name = 'a"\r\nset-cookie: x=1; "\\ पासपोर्ट (1)*\uD800.mp4';
  stored = { ...stored, originalName: name };
  const { headers } = await get();
  expect(headers.get('set-cookie')).toBeNull();
  const disposition = headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(/^inline; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!~%-]+$/);
  expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(name.toWellFormed());
});

/** Files of the store that this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dataDir);
    } catch {
      // The handle of the listing itself is closed by now.
      return false;
    }
  });

test.runIf(process.platform === 'linux')('a viewer who leaves in the middle leaves no file open', async () => {
  stored = await store('trainingVideo', 'video/mp4', 'long.mp4', Buffer.alloc(50_000_000));
  await new Promise<void>((resolve, reject) => {
    const viewer = request(url, (response) => {
      response.once('data', () => {
        expect(openFiles()).toHaveLength(1);
        response.destroy();
        resolve();
      });
    });
    viewer.once('error', reject).end();
  });
  await vi.waitFor(() => expect(openFiles()).toEqual([]));
  await get({}, 'HEAD');
  expect(openFiles()).toEqual([]);
});

test('a missing file is not found, and no caching header is sent', async () => {
  await files.remove({ folder: 'trainingVideo', filename: stored.filename });
  const response = await get();
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not-found' });
  expect([response.headers.get('cache-control'), response.headers.get('etag')]).toEqual(['no-store', null]);
});

test('a file that differs from its row is a server error, not half a film', async () => {
  truncateSync(storedPath(files, 'trainingVideo', stored.filename), 1000);
  expect((await get()).status).toBe(500);
});

test('a film is left to the web server in front if there is one, and an identity document never is', async () => {
  const own = files;
  files = { ...own, handOver: '/stored' };
  try {
    const film = await get({ range: 'bytes=5-9' });
    expect(film.headers.get('x-accel-redirect')).toBe(`/stored/trainingVideo/${stored.filename}`);
    expect([film.status, film.headers.get('content-type'), await film.text()]).toEqual([200, 'video/mp4', '']);
    for (const folder of ['id_documents', 'certificates', 'courseImg'] as const) {
      stored = await store(folder, folder === 'courseImg' ? 'image/jpeg' : 'application/pdf', 'a paper.pdf');
      const paper = await get();
      expect(paper.headers.get('x-accel-redirect')).toBeNull();
      expect((await bodyOf(paper)).equals(bytes)).toBe(true);
    }
  } finally {
    files = own;
  }
});
