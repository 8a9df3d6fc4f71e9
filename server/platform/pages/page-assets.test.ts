import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type ecmaVersion, parse } from 'acorn';
import { afterAll, describe, expect, test } from 'vitest';
import { oldest } from '../../../web/app/lib/pages/oldest-browsers.ts';
import { coursePage, mountedPages, openFilmPage } from './testing/pages.ts';

const build = resolve(import.meta.dirname, '../../../web/build');
const { app } = await mountedPages();
afterAll(() => app.close());
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** The scripts that a page requests before it is hydrated; those in comments are for the service worker. */
const scriptsOf = (html: string) =>
  [...new Set(html.replaceAll(/\/\*.*?\*\//g, '').match(/\/assets\/[\w.-]+\.js/g))].map((path) =>
    join(build, 'client', path),
  );

describe('a file of the build', () => {
  // a screen more, wherever it is, costs some 30 bytes here: its route is in the manifest
  test.each([
    ['/', 132_240],
    ['/courses', 133_620],
    [coursePage, 133_750],
    ['/login', 128_400],
    ['/verify', 129_820],
  ])('is small and one of few: %s is hydrated after %i bytes in all, without the web font', async (path, limit) => {
    const page = await get(path, { 'accept-encoding': 'br' });
    const scripts = scriptsOf((await get(path)).body);
    const sizes = scripts.map((file) => (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size);
    expect(scripts.length).toBeLessThanOrEqual(8);
    expect(sizes.reduce((sum, size) => sum + size, page.rawPayload.length)).toBeLessThanOrEqual(limit);
  });

  test.each([
    ['/dashboard', 165_800, 13],
    ['/admin-dashboard', 174_050, 12],
  ])('is one of few: %s of somebody who is signed in takes %i bytes and %i requests', async (path, limit, most) => {
    const page = await get(path, { 'accept-encoding': 'br' });
    const { body } = await get(path);
    const sheets = [...new Set(body.match(/\/assets\/[\w.-]+\.css/g))].map((sheet) => join(build, 'client', sheet));
    const files = [...scriptsOf(body), ...sheets];
    const sizes = files.map((file) => (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size);
    expect(sizes.reduce((sum, size) => sum + size, page.rawPayload.length)).toBeLessThanOrEqual(limit);
    expect(files.length + 1).toBeLessThanOrEqual(most);
    // neither the schemas nor the library that they are made with
    for (const file of scriptsOf(body))
      expect([file, readFileSync(file, 'utf8').includes('$ZodType')]).toEqual([file, false]);
  });

  test('that validates forms and responses is not sent to pages that are only read', async () => {
    const carriesSchemas = async (path: string) =>
      scriptsOf((await get(path)).body).some((file) => readFileSync(file, 'utf8').includes('$ZodType'));
    expect(await carriesSchemas('/registration')).toBe(true);
    for (const path of ['/', '/about', '/privacy', '/terms', '/login', '/no-such-page'])
      expect(await carriesSchemas(path)).toBe(false);
  });

  test('contains what the page needs: no part for staff, and no library for forms, films or lists', async () => {
    const modules: Record<string, Record<string, number>> = JSON.parse(
      readFileSync(join(build, 'modules.json'), 'utf8'),
    );
    const modulesOf = async (path: string) =>
      scriptsOf((await get(path)).body).flatMap((file) => Object.keys(modules[`assets/${basename(file)}`] ?? {}));
    const packages = (files: string[]) =>
      [...new Set(files.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]))].filter(Boolean).sort();
    /** React, its router and the router's dependencies, and the schema library for pages with a form or calls. */
    const router = ['cookie-es', 'react', 'react-dom', 'react-router', 'scheduler'];
    const pages = { '/contact': ['zod'], '/registration': ['zod'], '/courses': ['zod'] };
    for (const path of ['/', '/about', '/login', '/verify', '/no-such-page', coursePage, ...Object.keys(pages)]) {
      const files = await modulesOf(path);
      expect(files, path).toContain('web/app/root.tsx');
      const guarded = /\/(overview|audit|register|training|seafarers|assessments|enrolments)\/|\/staff-(?!login)/;
      expect([path, files.filter((file) => guarded.test(file))]).toEqual([path, []]);
      // neither now nor by what it loads once it is shown
      const scripts = scriptsOf((await get(path)).body).filter((file) => !/manifest-/.test(file));
      const loadsMore = scripts.filter((file) =>
        /assets\/(staff|learner|signed-in|own|work)-[\w-]+\.js/.test(readFileSync(file, 'utf8')),
      );
      expect([path, loadsMore]).toEqual([path, []]);
      const allowed = [...router, ...(pages[path as keyof typeof pages] ?? [])];
      expect([path, packages(files).filter((name) => !allowed.includes(String(name)))]).toEqual([path, []]);
    }
    // a film that visitors may watch comes with the page only where it is asked for
    const { body } = await get(coursePage);
    expect(body).toContain('90 kB to 300 kB');
    expect(body).not.toMatch(/uploads|\.mp4|\.m3u8|<video|stylesheet/);
    const player = /training\/player\/film-screen/;
    expect((await modulesOf(coursePage)).some((file) => player.test(file))).toBe(false);
    expect((await modulesOf(openFilmPage)).some((file) => player.test(file))).toBe(true);
    expect((await get(openFilmPage)).body).toContain('Loading the video');
    // the list does detect each of these packages
    const all = packages(Object.values(modules).flatMap((part) => Object.keys(part)));
    expect(all).toEqual(expect.arrayContaining(['@tanstack/query-core', 'asn1js', 'hls.js', 'tus-js-client', 'zod']));
  });

  // shows: asvs/3.4.4
  test('has none of the headers for pages', async () => {
    const { body } = await get('/');
    const font = /\/assets\/archivo-[\w-]+\.woff2/.exec(body)?.[0] ?? '';
    for (const path of [/\/assets\/react-[\w-]+\.js/.exec(body)?.[0] ?? '', font]) {
      const { statusCode, headers } = await get(path);
      expect([statusCode, headers['x-content-type-options']]).toEqual([200, 'nosniff']);
      for (const name of ['permissions-policy', 'referrer-policy', 'cross-origin-opener-policy', 'x-frame-options'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  test('is cached indefinitely under its digest, and precompressed', async () => {
    const script = /\/assets\/react-[\w-]+\.js/.exec((await get('/')).body)?.[0] ?? '';
    const plain = await get(script);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toContain('javascript');
    const brotli = await get(script, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await get(script, { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304);
  });

  test('that does not exist is 404, and not a page', async () => {
    const { statusCode, headers } = await get('/assets/gone-12345678.js');
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

describe('for the oldest browsers that README names', () => {
  const parses = (code: string, ecmaVersion: ecmaVersion, sourceType: 'module' | 'script' = 'module') => {
    parse(code, { ecmaVersion, sourceType });
    return true;
  };
  /** Functions that came with later versions of one of them. */
  const later =
    /\b(URL\.(canParse|parse)\(|AbortSignal\.any\(|Promise\.(withResolvers|try)\b|(Map|Object)\.groupBy\(|Array\.fromAsync\()|\.(isSubsetOf|symmetricDifference|isWellFormed)\(/;

  test('no script has newer syntax, or calls what they lack', () => {
    const scripts = globSync('**/*.js', { cwd: join(build, 'client') });
    expect(scripts.length).toBeGreaterThan(100);
    for (const name of scripts) {
      const code = readFileSync(join(build, 'client', name), 'utf8');
      expect([name, parses(code, 2022)]).toEqual([name, true]);
      expect([name, later.exec(code)?.[0]]).toEqual([name, undefined]);
    }
    // what Safari 16.4 cannot read is seen
    expect(() => parses('/[a--b]/v', 2022)).toThrow();
    expect(() => parses('using file = open()', 2022)).toThrow();
  });

  test('the script in the head can be read by all browsers', async () => {
    const [, head = ''] = /<head>.*?<script[^>]*>(.*?)<\/script>/s.exec((await get('/')).body) ?? [];
    expect(head).toContain('noModule');
    expect(parses(head, 5, 'script')).toBe(true);
    expect(() => parses('navigator.connection?.saveData', 5, 'script')).toThrow();
  });

  test('the stylesheet has colours that they know', async () => {
    const [, sheet = ''] = /<style[^>]*>(.*?)<\/style>/s.exec((await get('/')).body) ?? [];
    expect(sheet).toContain('--lightningcss-light');
    // Safari has these from 17.5 and 17.4 on
    expect(sheet).not.toMatch(/light-dark\(|@starting-style|transition-behavior/);
  });

  test('README and the page name the same ones', async () => {
    const readme = readFileSync(resolve(build, '../../README.md'), 'utf8');
    const { chrome, edge, firefox, safari, ios } = oldest;
    expect([edge, ios]).toEqual([chrome, safari]);
    expect(readme).toContain(`Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari} (iOS ${ios})`);
    expect((await get('/')).body).toContain(`Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer`);
  });
});
