import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { afterAll, describe, expect, test } from 'vitest';
import { noPage } from '../../../platform/http/page-security.ts';
import { testApp } from '../../../testing/app.ts';
import { contentUrl, packageDesk } from '../testing/package-desk.ts';
import { scormPackage } from '../testing/scorm-package.ts';

const program = await testApp({ CONTENT_URL: contentUrl });
const { call, db, wait, person } = program;
const desk = await packageDesk(program);
const { course, open, get, editor } = desk;
afterAll(() => expect(desk.errors).toEqual([]));

const zip = scormPackage('1.2', [
  { name: 'Grand Menu/Page Ä.html', content: '<p>x</p>' },
  { name: 'evil.php', content: '<?php system($_GET["c"]);' },
  { name: 'empty.txt', content: '' },
  { name: 'x.constructor', content: 'x' },
]);

/** What is needed to read a package: the URL of its page. */
async function played() {
  const made = await course([], zip);
  return { ...made, url: (await open(made.id, made.learner)).body.data.url };
}

test('the page that plays a package may be framed by the academy alone, has its own script, and sets no cookie', async () => {
  const { url } = await played();
  const page = await get(url);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('data-academy="https://academy.example"');
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors https://academy.example');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  expect(page.headers.get('clear-site-data')).toBe('"storage", "cookies"');
  expect(page.headers.getSetCookie()).toEqual([]);
  for (const name of ['player.js', 'player.css', 'rollup.js', 'scorm12.js', 'scorm2004.js']) {
    const file = await get(`${contentUrl}/player/${name}`);
    expect([name, file.status, file.headers.get('x-content-type-options')]).toEqual([name, 200, 'nosniff']);
    expect(file.headers.get('content-security-policy')).toBe(noPage);
    const again = await get(`${contentUrl}/player/${name}`, {
      headers: { 'if-none-match': file.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  }
  expect((await get(`${contentUrl}/player/toString`)).status).toBe(404);
});

describe('a file of a package', () => {
  test('has its media type, a narrow policy and no cookie, in any spelling of its name', async () => {
    const { url } = await played();
    const page = await get(`${url}content/LESSON/index.html?page=2`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Mooring lines');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'self' data: blob:"),
    });
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://academy.example");
    expect(page.headers.getSetCookie()).toEqual([]);
    expect((await get(`${url}content/Grand%20Menu/Page%20A%CC%88.html`)).status).toBe(200);
    const script = await get(`${url}content/evil.php`);
    expect([script.headers.get('content-type'), await script.text()]).toEqual([
      'application/octet-stream',
      '<?php system($_GET["c"]);',
    ]);
    const constructed = await get(`${url}content/x.constructor`);
    expect(constructed.headers.get('content-type')).toBe('application/octet-stream');
    expect(await (await get(`${url}content/empty.txt`)).text()).toBe('');
  });

  test('is sent in parts, and again only when it has changed', async () => {
    const { url } = await played();
    const film = `${url}content/media/line.mp4`;
    const part = await get(film, { headers: { range: 'bytes=4-7' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 4-7/5000',
      'film',
    ]);
    expect((await get(film, { headers: { range: 'bytes=5000-' } })).status).toBe(416);
    const tag = part.headers.get('etag') ?? '';
    expect((await get(film, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const head = await get(film, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['5000', '']);
  });

  test('that is stored compressed is unpacked for a client that does not take it', async () => {
    const { url } = await played();
    const raw = (encoding: string) => rawGet(`${url}content/lesson/index.html`, encoding);
    const [packed, plain] = [await raw('gzip'), await raw('identity')];
    expect(gunzipSync(packed).toString()).toBe(plain.toString());
    expect(plain.toString()).toContain('</script>');
  });
});

async function rawGet(url: string, encoding: string): Promise<Buffer> {
  const { url: at } = await get(url, { method: 'HEAD' });
  return new Promise((resolve, reject) => {
    httpRequest(at, { headers: { 'accept-encoding': encoding } }, (response) => {
      buffer(response).then(resolve, reject);
    })
      .on('error', reject)
      .end();
  });
}

// shows: threats/package-script
describe('refused is', () => {
  test('everything that is not a file of a package: calls, other methods, workers, names that lead out', async () => {
    const { url } = await played();
    const status = async (path: string, init?: RequestInit) => (await get(path, init)).status;
    expect(await status(`${contentUrl}/api/courses`)).toBe(404);
    expect(await status(`${contentUrl}/`)).toBe(404);
    for (const [path, code] of [
      ['/', 404],
      [`/${'x'.repeat(20_000)}`, 431],
    ] as const) {
      const answer = await get(`${contentUrl}${path}`);
      expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([code, noPage]);
    }
    expect(await status(url, { method: 'POST', body: 'x' })).toBe(405);
    expect(await status(`${url}content/lesson/index.html`, { headers: { 'service-worker': 'script' } })).toBe(403);
    for (const path of [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      'lesson',
      'nothing.html',
      '%ff',
      'a%00.html',
      'a%0a.html',
      '',
    ])
      expect([path, await status(`${url}content/${path}`)]).toEqual([path, 404]);
  });

  test('a token that was changed, is of another package, or has expired', async () => {
    const { url } = await played();
    const file = (at: string) => `${at}content/notes.html`;
    expect((await get(file(url))).status).toBe(200);
    const token = url.split('/').at(-2) ?? '';
    const changed = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
    expect((await get(file(url.replace(token, changed)))).status).toBe(404);
    expect((await get(file(url.replace(token, token.slice(0, -2))))).status).toBe(404);
    // that of another learner, which is valid but for its signature
    const theirs = Buffer.from((await played()).url.split('/').at(-2) ?? '', 'base64url');
    theirs.set(Buffer.from(token, 'base64url').subarray(-32), theirs.length - 32);
    expect((await get(file(url.replace(token, theirs.toString('base64url'))))).status).toBe(404);
    wait(49 * 3600);
    expect((await get(file(url))).status).toBe(404);
  });

  test('a learner whose enrolment was withdrawn, staff out of their courses, and a package that was removed', async () => {
    const { id, enrolmentId } = await played();
    const again = async (url: string) => (await get(`${url}content/notes.html`)).status;
    const staff = (await call(packages.get, { params: { id } }, editor)).body.data.url;
    expect(await again(staff)).toBe(200);
    const other = await played();
    await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', other.enrolmentId).execute();
    expect(await again(other.url)).toBe(404);
    const removed = await played();
    await call(training.removeFilm, { params: { id: removed.id } }, editor);
    expect(await again(removed.url)).toBe(404);
    const disabled = await played();
    await db
      .updateTable('account')
      .set({ disabledAt: program.clock() })
      .where('id', '=', disabled.learner.accountId)
      .execute();
    expect(await again(disabled.url)).toBe(404);
    expect(enrolmentId).not.toBe(other.enrolmentId);
    expect(await person()).toBeDefined();
  });
});
