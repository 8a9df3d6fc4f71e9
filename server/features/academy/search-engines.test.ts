import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createResumableUploads } from '../../platform/files/resumable-uploads.ts';
import { guardAccess } from '../../platform/http/access.ts';
import { visitorCalls } from '../../platform/http/calls.ts';
import { collectMeasures } from '../../platform/http/measures.ts';
import { mountPages } from '../../platform/pages/pages.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { courseRoutes } from '../courses/routes.ts';
import { trainingRoutes } from '../training/routes.ts';
import { academyRoutes } from './routes.ts';

const program = await testApp();
program.config.academyDefaults.linkedin = 'https://www.linkedin.com/school/harbour';
const site = program.config.publicUrl;

const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
collectMeasures(app);
guardAccess(app, async () => undefined);
const uploads = createResumableUploads(program.db, program.files, { maxFileBytes: 1, maxBytesInAll: 1 });
const endpoints = [...courseRoutes(program), ...trainingRoutes(program, uploads), ...academyRoutes(program)];
const pages = await mountPages(app, { dev: false, callAsVisitor: visitorCalls(endpoints) });
afterAll(() => app.close());

const get = (url: string) => app.inject({ url, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } });
const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const og = (html: string, name: string) => tag(html, new RegExp(`<meta property="og:${name}" content="([^"]*)"`));
const canonical = (html: string) => tag(html, /<link rel="canonical" href="([^"]*)"/);
const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  );

const course = await addCourse(program, { title: 'Proficiency in Survival Craft </script><script>alert(1)' });
const hidden = await addCourse(program, { title: 'No longer held', isActive: false });
const draft = await addCourse(program, { title: 'Not yet published', isActive: false, isDraft: true });

describe('a public page', () => {
  // shows: routes/home, routes/contact, routes/login, routes/forgot-password
  test.each(['/', '/courses', '/about', '/contact', '/privacy', '/terms', '/verify', '/login', '/forgot-password'])(
    '%s declares what it is, under its one canonical URL',
    async (path) => {
      const { body } = await get(path);
      expect(tag(body, /<title>([^<]*)<\/title>/)).toContain(program.config.academyDefaults.name);
      expect(tag(body, /<meta name="description" content="([^"]{30,160})"/)).toBeDefined();
      expect(canonical(body)).toBe(site + path);
      expect(og(body, 'url')).toBe(site + path);
      expect(og(body, 'type')).toBe('website');
      expect(og(body, 'title')?.length).toBeGreaterThan(3);
      expect(og(body, 'description')).toBe(tag(body, /<meta name="description" content="([^"]*)"/));
      expect(og(body, 'image')).toBe(`${site}/share.png`);
      expect(body).not.toContain('evil.example');
      expect(body).not.toContain('name="robots"');
    },
  );

  test('has one canonical URL, for each spelling and each search', async () => {
    for (const path of ['/register', '/Registration', '/REGISTRATION/'])
      expect(canonical((await get(path)).body)).toBe(`${site}/registration`);
    expect(canonical((await get('/courses?q=fire&utm_source=mail')).body)).toBe(`${site}/courses`);
  });

  test('that is a step of one person’s process, or does not exist, is excluded from search engines', async () => {
    for (const path of ['/otp', '/reset-password', '/signed-on', '/verify/FMA-2026-ABCDEFGHJKLMN', '/no-such-page']) {
      const { body } = await get(path);
      expect(body, path).toContain('<meta name="robots" content="noindex"/>');
      expect(canonical(body), path).toBeUndefined();
    }
    expect((await get('/no-such-page')).body).toContain('<title>Page not found');
  });
});

test('the shared picture exists, in the declared size', async () => {
  const { statusCode, headers, rawPayload } = await get('/share.png');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png']);
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  const kept = await readFile(resolve(import.meta.dirname, '../../../web/public/share.png'));
  expect(rawPayload.equals(kept)).toBe(true);
});

describe('structured data', () => {
  test('of the home page names the academy, and only those networks on which it has an account', async () => {
    const { body } = await get('/');
    const brand = program.config.academyDefaults;
    expect(dataIn(body)).toMatchObject([
      { '@type': 'EducationalOrganization', name: brand.name, url: `${site}/`, email: brand.email },
    ]);
    expect(dataIn(body)[0].sameAs).toEqual(['https://www.linkedin.com/school/harbour']);
  });

  // shows: asvs/1.2.3
  test('of a course states its provider and its price, and can run nothing', async () => {
    const path = `/courses/${course.id}`;
    const { body, headers } = await get(path);
    expect(dataIn(body)).toMatchObject([
      {
        '@context': 'https://schema.org',
        '@type': 'Course',
        url: site + path,
        name: course.title,
        provider: { '@type': 'EducationalOrganization', name: program.config.academyDefaults.name },
        offers: { '@type': 'Offer', price: 4500, priceCurrency: 'INR' },
        timeRequired: 'P2D',
      },
    ]);
    expect(body).not.toContain('<script>alert(1)');
    expect(og(body, 'type')).toBe('article');
    // A data block is not executed, so the policy has no hash for it, and needs no other exception for it.
    const policy = String(headers['content-security-policy']);
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
  });
});

test('a course that is not offered, or not yet, is on no public page, and its own does not exist', async () => {
  for (const { id, title } of [hidden, draft]) {
    const { statusCode, body } = await get(`/courses/${id}`);
    expect([statusCode, body.includes(title), dataIn(body)]).toEqual([404, false, []]);
    for (const path of ['/', '/courses', '/courses?q=published', '/sitemap.xml'])
      expect((await get(path)).body, path).not.toContain(id);
  }
});

describe('/sitemap.xml', () => {
  const urls = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

  test('lists what is open to everybody: pages, and active courses with their last change', async () => {
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    expect(urls(body)).toContain(`${site}/courses`);
    expect(body).toContain(
      `<loc>${site}/courses/${course.id}</loc><lastmod>${program.clock().toISOString()}</lastmod>`,
    );
    for (const { id } of [hidden, draft]) expect(body).not.toContain(id);
    expect(body).not.toContain('evil.example');
    expect(body).not.toMatch(/dashboard|profile|\/verify\//i);
  });

  test('lists every course of a catalogue of several pages', async () => {
    const rows = Array.from({ length: 205 }, (_, i) => addCourse(program, { title: `Course ${i}` }));
    const all = await Promise.all(rows);
    pages.invalidate();
    const listed = new Set(urls((await get('/sitemap.xml')).body));
    expect(all.filter(({ id }) => !listed.has(`${site}/courses/${id}`))).toEqual([]);
  });
});

test('/manifest.webmanifest lets phones install the site under the academy’s name, with icons that exist', async () => {
  const page = (await get('/')).body;
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
  const { body, headers } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({ start_url: '/dashboard', scope: '/', display: 'standalone' });
  expect(page).toContain(manifest.name);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src);
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type]);
    const { width, height } = await sharp(icon.rawPayload).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('/robots.txt disallows guarded pages, and names the sitemap', async () => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toContain('text/plain');
  const lines = body.split('\n');
  for (const path of [
    '/admin-dashboard',
    '/ornate_backend',
    '/dashboard',
    '/profile',
    '/verify/',
    '/courses/*/content',
  ])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).not.toContain('Disallow: /');
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
});
