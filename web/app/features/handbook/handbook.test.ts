import { globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import routes from '../../routes.ts';
import { mayOpen } from '../../shell/staff-menu.ts';
import { staffRoutes } from '../../staff-routes.ts';
import { type HandbookPage, searchPages, textsOf } from './handbook-text.ts';
import shown from './pictures/words.json' with { type: 'json' };
import { handbooks, pageAbout, pagesOf, pathAbout, type Reader, readersFor } from './readers.ts';
import { isOnScreen } from './testing/on-screen.ts';

const readers = Object.keys(handbooks) as Reader[];
const all = await Promise.all(readers.map(async (reader) => ({ reader, pages: await pagesOf(reader) })));
const everyPage = all.flatMap(({ reader, pages }) => pages.map((page) => [`${reader}/${page.id}`, page] as const));

/** The paths of the pages below a layout; all pages without one. */
function pathsBelow(layout?: string, entries: RouteConfigEntry[] = routes, above = '', isBelow = !layout): string[] {
  return entries.flatMap(({ path = '', file, children }) => {
    const whole = [above, path].filter(Boolean).join('/');
    const inside = isBelow || file === layout;
    const isPage = !children || path !== '';
    return [...(inside && isPage ? [`/${whole}`] : []), ...pathsBelow(layout, children ?? [], whole, inside)];
  });
}
const learnerScreens = [
  ...pathsBelow('shell/learner-layout.tsx').filter((path) => !path.startsWith('/handbook')),
  ...pathsBelow('features/course-packs/open-aboard-layout.tsx'),
];
const staffScreen = (path: string) => (path ? `/admin-dashboard/${path}` : '/admin-dashboard');
const screens = [...learnerScreens, ...staffRoutes.map(({ path }) => staffScreen(path))];

/** The roles of the readers; administrators read the handbook of each. */
const roleOf: Record<Reader, Role> = {
  seafarer: 'learner',
  registrar: 'registrar',
  instructor: 'instructor',
  administrator: 'admin',
};

describe('a page of the handbook', () => {
  test('is about every screen: its ? leads there, for each role that may open it', async () => {
    const without: string[] = [];
    expect(learnerScreens.length).toBeGreaterThan(15);
    for (const screen of learnerScreens)
      if (!pageAbout(screen, await pagesOf('seafarer'))) without.push(`learner: ${screen}`);
    for (const { path, permission } of staffRoutes)
      for (const role of ['registrar', 'instructor', 'admin'] as const) {
        if (!(permissionsOf[role] as readonly string[]).includes(permission)) continue;
        const shown = staffScreen(path).replaceAll(/:\w+/g, '7');
        const about = await pathAbout(shown, readersFor(role));
        if (about.split('/').length !== 4) without.push(`${role}: ${path}`);
      }
    expect(without, 'write a page about it, or add it to the screens of one').toEqual([]);
  });

  test.each(everyPage)('%s is about screens that exist', (_, page) => {
    expect(page.screens.filter((screen) => !screens.includes(screen))).toEqual([]);
  });

  test.each(everyPage)('%s links to pages that its reader may open', (name, { links }) => {
    const role = roleOf[name.split('/')[0] as Reader];
    const pages = pathsBelow().filter((path) => path !== '/*');
    for (const [, to] of links) {
      const match = matchRoutes(
        pages.map((path) => ({ path })),
        to,
      )?.[0];
      expect([to, match?.route.path]).toEqual([to, expect.any(String)]);
      const [, root, reader, id] = to.split('/');
      if (root === 'admin-dashboard') expect([to, mayOpen(to, permissionsOf[role])]).toEqual([to, true]);
      if (root !== 'handbook') continue;
      expect(readersFor(role)).toContain(reader);
      expect(everyPage.map(([one]) => one)).toContain(`${reader}/${id}`);
    }
    expect(links.length).toBeGreaterThan(0);
  });

  test.each(everyPage)('%s quotes what stands on screen', (_, page) => {
    const quoted = textsOf(page).flatMap((text) =>
      [...text.matchAll(/‘([^‘]*?)’(?![a-z])/g)].map(([, label]) => label),
    );
    expect(quoted.filter((label = '') => !isOnScreen(label))).toEqual([]);
  });

  test('that quotes something else is found', () => {
    expect(['Enroll Now', 'My Documents', 'Enrol Quickly', 'ith'].map(isOnScreen)).toEqual([true, true, false, false]);
  });

  test.each(everyPage)('%s is short', (_, page) => {
    const words = textsOf(page).join(' ').split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(60);
    expect(words).toBeLessThanOrEqual(180);
  });
});

test.each(all)('the handbook of $reader has a day and ten pages at most, each at a path of its own', ({ pages }) => {
  expect(pages[0]?.id).toBe('a-day');
  expect(pages.length).toBeLessThanOrEqual(11);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  for (const { id } of pages) expect(encodeURIComponent(id.toLowerCase())).toBe(id);
});

describe('the ? of a screen', () => {
  test.each([
    ['learner', '/training/7', '/handbook/seafarer/training'],
    ['learner', '/no-such-page', '/handbook/seafarer'],
    ['learner', '/admin-dashboard/audit', '/handbook/seafarer'],
    ['registrar', '/admin-dashboard', '/handbook/registrar/a-day'],
    ['registrar', '/Admin-Dashboard/Enrollment-Request/one-by-one/', '/handbook/registrar/requests'],
    ['instructor', '/admin-dashboard/batches/7/attendance', '/handbook/instructor/attendance'],
    ['registrar', '/admin-dashboard/batches/7/attendance', '/handbook/registrar/batches'],
    // of another reader, where their own handbook has no page about it
    ['admin', '/admin-dashboard/takings', '/handbook/registrar/fees'],
    ['registrar', '/admin-dashboard/courses/7', '/handbook/instructor/course'],
    ['harbour-master', '/admin-dashboard/audit', '/handbook/seafarer'],
  ])('of %s on %s leads to %s', async (role, screen, path) => {
    expect(await pathAbout(screen, readersFor(role))).toBe(path);
  });

  test('learners read nothing of staff', () => {
    expect(readersFor('learner')).toEqual(['seafarer']);
  });
});

describe('the search', () => {
  const page = (id: string, title: string, purpose: string): HandbookPage => ({
    ...{ id, title, purpose, screens: [], steps: ['Open it.'], outcome: 'Done.', trouble: [], links: [] },
  });
  const pages = [
    page('fees', 'Pay a fee', 'A receipt arrives.'),
    page('test', 'Take the test', 'You pay attention.'),
    page('aboard', 'Take aboard', 'Download it.'),
  ];
  const found = (query: string) => searchPages(pages, query).map((one) => one.page.id);

  test('finds the pages with all of the words, those with them in the title first', () => {
    expect(found('PAY')).toEqual(['fees', 'test']);
    expect(found('take')).toEqual(['test', 'aboard']);
    expect(found('take download')).toEqual(['aboard']);
    expect(found('pay download')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  test('shows the text in which the words stand', () => {
    expect(searchPages(pages, 'attention')[0]?.found).toBe('You pay attention.');
    expect(searchPages(pages, 'receipt')[0]?.found).toBe('A receipt arrives.');
  });
});

describe('a picture of the handbook', () => {
  const folder = resolve(import.meta.dirname, 'pictures');
  const pictured = everyPage.flatMap(([name, { picture }]) => (picture ? [name.replace('/', '-')] : []));

  test('is there for each page that says so, and every reader has some', () => {
    const files = globSync('*.webp', { cwd: folder }).map((file) => file.replace('.webp', ''));
    expect(files.sort()).toEqual(pictured.toSorted());
    for (const reader of readers)
      expect(pictured.filter((name) => name.startsWith(reader)).length, reader).toBeGreaterThanOrEqual(2);
  });

  test.each(pictured)('%s is a WebP of at most 25 kB, whose words still stand on screen', (name) => {
    const file = resolve(folder, `${name}.webp`);
    expect(statSync(file).size).toBeLessThanOrEqual(25_000);
    expect(readFileSync(file).toString('latin1', 8, 12)).toBe('WEBP');
    const words = (shown as Record<string, string>)[name]?.split(' · ') ?? [];
    expect(words.length).toBeGreaterThan(2);
    expect(
      words.filter((text) => !isOnScreen(text)),
      'the screen has changed: draw it again (npm run pictures)',
    ).toEqual([]);
  });
});
