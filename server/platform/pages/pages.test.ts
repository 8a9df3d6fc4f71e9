import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import type { CallAsVisitor } from '../http/calls.ts';
import { course, coursePage, mountedPages } from './testing/pages.ts';

/** The calls made while rendering, and the response for a course's page. */
let asked: Parameters<CallAsVisitor>[] = [];
let answerCourse = (): unknown => ({ data: course('Fire Fighting') });
const logged: string[] = [];

const { app, pages } = await mountedPages({
  onAsk: (call) => asked.push(call),
  answerCourse: () => answerCourse(),
  log: (line) => logged.push(line),
});
afterAll(() => app.close());

const build = resolve(import.meta.dirname, '../../../web/build');
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes('src='))
    .map(([, , content]) => content ?? '');

beforeEach(() => {
  asked = [];
  logged.length = 0;
  answerCourse = () => ({ data: course('Fire Fighting') });
  pages.invalidate();
});

describe('a page', () => {
  // shows: threats/personal-data-in-cache, asvs/14.2.2
  test('is the same for everybody, and is rendered without a session', async () => {
    const stranger = await get('/courses');
    pages.invalidate();
    const somebody = await get('/courses', {
      authorization: 'Bearer secret.secret.secret',
      cookie: 'who=me',
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect(stranger.statusCode).toBe(200);
    expect(stranger.body).toContain('Fire Fighting');
    expect(somebody.body).toBe(stranger.body);
    expect(JSON.stringify(asked)).not.toContain('secret');
  });

  test('is rendered once for many readers, whatever campaign parameters the URL has', async () => {
    const readers = Array.from({ length: 20 }, (_, i) => get(`/courses?utm_source=mail-${i}`));
    const bodies = new Set((await Promise.all(readers)).map((answer) => answer.body));
    expect(bodies.size).toBe(1);
    expect(asked.filter(([, path]) => path === '/courses/active')).toHaveLength(1);
    await get('/courses');
    expect(asked.filter(([, path]) => path === '/courses/active')).toHaveLength(1);
  });

  test('is rendered again once its data has changed', async () => {
    expect((await get(coursePage)).body).toContain('Fire Fighting');
    answerCourse = () => ({ data: course('Boat Handling') });
    expect((await get(coursePage)).body).toContain('Fire Fighting');
    pages.invalidate();
    expect((await get(coursePage)).body).toContain('Boat Handling');
  });

  test('is separate for each search', async () => {
    await get('/courses?q=fire');
    await get('/courses?q=boat');
    const searched = asked.filter(([, path]) => path === '/courses/active').map(([, , parts]) => parts.query);
    expect(searched).toMatchObject([{ q: 'fire' }, { q: 'boat' }]);
  });

  // shows: threats/endless-urls
  test.each([
    ['/', '/?q=1', '/?q=2'],
    ['/login', '/login?q=fire', '/LOGIN?after=1'],
    ['/courses', '/courses?after=1', '/courses?_routes=a&page=7'],
    ['/courses?q=fire', '/courses?q=fire&after=1&x=2', '/courses?y=1&q=fire'],
  ])('is not rendered again for query parameters that it does not read: %s', async (page, ...others) => {
    const { body } = await get(page);
    const before = asked.length;
    // Another spelling of the path is a separate page with the same content.
    for (const other of others) expect((await get(other)).body).toBe(body);
    expect(asked.length - before).toBeLessThanOrEqual(others.filter((other) => /[A-Z]/.test(other)).length);
  });

  test('is not sent again to a client that has it cached', async () => {
    const first = await get('/');
    const again = await get('/', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect((await get('/', { 'if-none-match': '"another"' })).statusCode).toBe(200);
  });

  test('is sent in an encoding that the client accepts', async () => {
    const plain = await get('/');
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(plain.headers.vary).toContain('accept-encoding');
  });

  test('answers HEAD without a body, and only GET and HEAD', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/login' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  });
});

describe('the content security policy of a page', () => {
  // shows: threats/script-in-page, asvs/1.3.2, asvs/3.4.3, asvs/14.2.3
  test('allows its inline scripts and styles by hash, and no others', async () => {
    const { body, headers } = await get('/login');
    const policy = String(headers['content-security-policy']);
    const scripts = inlineScripts(body);
    const style = /<style[^>]*>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? '';
    expect(scripts.length).toBeGreaterThan(2);
    for (const script of scripts) expect(policy).toContain(hash(script));
    expect(policy).toContain(hash(style));
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy.match(/'sha256-/g)).toHaveLength(body.match(/<(script|style)[^>]*>(?!<\/)/g)?.length ?? 0);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker code-worker");
    expect(body).not.toContain('nonce=');
  });

  // shows: threats/script-in-page, asvs/3.4.3
  test('allows no script that came with the content', async () => {
    answerCourse = () => ({ data: course('</title></script><script>alert(1)</script>') });
    const { body, headers } = await get(coursePage);
    expect(body).not.toContain('<script>alert(1)');
    expect(String(headers['content-security-policy'])).not.toContain(hash('alert(1)'));
  });

  // shows: asvs/3.4.4, asvs/3.4.5
  test('is sent with the other headers that isolate a page', async () => {
    for (const url of ['/', '/no-such-page', '/favicon.svg']) {
      expect((await get(url)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
    }
  });
});

describe('a URL without a page', () => {
  test('is answered 404 with a page that links on', async () => {
    const { statusCode, body } = await get('/no-such-page');
    expect(statusCode).toBe(404);
    expect(body).toContain('Browse Courses');
  });

  // shows: asvs/13.4.2, asvs/15.2.3
  test('includes that of the component kit: it is shown only in development', async () => {
    expect((await get('/design')).statusCode).toBe(404);
    const parts = globSync(join(build, '**/*.{js,json,css}')).filter((file) =>
      /design-page|Contrast of what meets/.test(readFileSync(file, 'utf8')),
    );
    expect(parts).toEqual([]);
  });

  test('with a host or an additional slash stays on this site', async () => {
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    // with node:http, because fetch and inject would normalise the URL before sending it
    const statusOf = (path: string) =>
      new Promise<number | undefined>((answered, failed) => {
        const asking = request({ port, host: '127.0.0.1', path }, (answer) => {
          answer.resume();
          answered(answer.statusCode);
        });
        asking.on('error', failed).end();
      });
    for (const path of ['//', '/..//', '/\\', '//courses', 'http://elsewhere.example/courses'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
    expect(await statusOf('//elsewhere.example/courses')).toBe(404);
    expect(logged).toEqual([]);
  });

  test('below /api belongs to the API, in every spelling', async () => {
    for (const url of ['/api/nothing', '/API/nothing', '/api', '/api/']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not-found' });
    }
  });

  // shows: threats/path-traversal, asvs/5.3.2, asvs/13.4.1
  test('leads to no file outside the build', async () => {
    for (const url of [
      '/..%2f..%2fpackage.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%2e%2e/%2e%2e/x.js',
    ]) {
      const { statusCode, body } = await get(url);
      expect([statusCode, body.includes('"dependencies"')]).toEqual([404, false]);
    }
  });

  test('shares one page with all others, which is rendered once and contains none of their URLs', async () => {
    const first = await get('/no-such-page');
    const before = asked.length;
    for (const url of ['/another', '/wp-admin/setup.php', '/no-such-page?q=fire', '/COURSE', '/nowhere'])
      expect(await get(url)).toMatchObject({ statusCode: 404, body: first.body });
    expect(asked.length).toBe(before);
    expect(first.body).not.toContain('no-such-page');
    pages.invalidate();
    await get('/another');
    expect(asked.length).toBeGreaterThan(before);
  });

  test('is detected in any spelling of an existing page', async () => {
    for (const url of ['/About', '/%61bout', '/about/', '/ADMIN-dashboard/users', '/verify'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 200]);
    for (const url of ['/about/us', '/%62bout', '/courses/1/2/3', '/offline/x'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
  });

  test('is not cached if its route exists: such URLs are unlimited', async () => {
    answerCourse = () => {
      throw new AppError('not-found', 'There is no such course');
    };
    await get(coursePage);
    const before = asked.length;
    expect((await get(coursePage)).statusCode).toBe(404);
    expect(asked.length).toBeGreaterThan(before);
  });

  test('includes the router’s own URLs for the data of a page', async () => {
    const data = await get('/no-such-page.data');
    expect([data.statusCode, data.headers['content-type']]).toEqual([404, 'text/x-script']);
  });
});

describe('a page whose data is refused', () => {
  test('has the status of the refusal', async () => {
    answerCourse = () => {
      throw new AppError('not-found', 'There is no such course');
    };
    expect((await get(coursePage)).statusCode).toBe(404);
    answerCourse = () => {
      throw new AppError('invalid', 'Not a valid id');
    };
    expect((await get('/courses/x')).statusCode).toBe(404);
  });

  test('reports a server error without details, logs it, and recovers as soon as possible', async () => {
    answerCourse = () => {
      throw new Error('the secret cause');
    };
    const { statusCode, body } = await get(coursePage);
    expect(statusCode).toBe(500);
    expect(body).toContain('Something went wrong');
    expect(body).not.toContain('secret cause');
    expect(logged.join()).toContain('the secret cause');
    answerCourse = () => ({ data: course('Fire Fighting') });
    expect((await get(coursePage)).statusCode).toBe(200);
  });
});

describe('pages at unlimited URLs', () => {
  // shows: threats/endless-urls, asvs/2.4.1
  test('are limited for each network, while cached and plain pages continue, and other networks too', async () => {
    const rates = { network: { burst: 4, perSecond: 0.001 }, together: { burst: 6, perSecond: 0.001 } };
    const few = await mountedPages({ rates });
    const from = (remoteAddress: string, url: string) => few.app.inject({ url, remoteAddress });
    const statuses = async (remoteAddress: string, urls: string[]) => {
      const answers: number[] = [];
      for (const url of urls) answers.push((await from(remoteAddress, url)).statusCode);
      return answers;
    };
    const searches = ['/courses?q=a', '/courses?q=b', '/verify/FMA-2026-1', '/LOGIN', '/courses?q=e', '/%63ourses'];
    expect(await statuses('203.0.113.1', searches)).toEqual([200, 200, 200, 200, 429, 429]);
    // Cached pages, and pages with a fixed URL, do not count against the limit.
    expect(await statuses('203.0.113.1', ['/courses?q=a', '/', '/login', '/courses', '/nowhere-else'])).toEqual([
      200, 200, 200, 200, 404,
    ]);
    expect(await statuses('203.0.113.2', ['/courses?q=f', '/courses?q=g', '/courses?q=h'])).toEqual([200, 200, 429]);
    const refused = await from('203.0.113.2', '/courses?q=h');
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': expect.stringMatching(/^\d+$/),
      'content-security-policy': expect.stringContaining('default-src'),
    });
    expect(refused.body).toContain('Please try again in');
    await few.app.close();
  });
});
