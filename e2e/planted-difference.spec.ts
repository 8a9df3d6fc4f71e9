import { type Browser, expect, type Page } from '@playwright/test';
import type { Academy } from './academy.ts';
import { addCourses } from './pages/by-api.ts';
import { altered, isPage, planted } from './pages/planted.ts';
import type { SignedIn } from './pages/school.ts';
import { signedIn } from './pages/states.ts';
import { test } from './programs.ts';

// Every page stands in a browser whose first rendering differs from what the server sent: one that writes dates in
// another way, or that made links of telephone numbers before the page was hydrated.

type Route = { id: string; parentId?: string; path?: string };
declare global {
  interface Window {
    __reactRouterManifest?: { routes: Record<string, Route> };
  }
}

/** Who opens a page, by the layout around it. */
const areas = { visitor: 'shell/public-layout', learner: 'shell/learner-layout', staff: 'shell/staff-pages' } as const;

/** The paths of all pages in an area, with `id` for each parameter, from the table of routes that pages have. */
async function pathsIn(page: Page, layout: string, id: string): Promise<string[]> {
  const routes = (await page.evaluate(() => window.__reactRouterManifest?.routes)) ?? {};
  const lineOf = (route: Route | undefined): Route[] => (route ? [...lineOf(routes[route.parentId ?? '']), route] : []);
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId));
  const pages = Object.values(routes).filter((route) => route.path || !parents.has(route.id));
  return pages
    .map((route) => lineOf(route))
    .filter((line) => line.some((one) => one.id === layout))
    .map((line) => `/${line.flatMap(({ path }) => path || []).join('/')}`.replace(/:\w+|\*/g, id));
}

/** A page of somebody, in the dark theme, to which the server's pages come altered; and what its console says. */
async function openAltered(browser: Browser, academy: Academy, who: SignedIn | undefined) {
  const page = await (who ? signedIn(browser, academy, who) : browser.newPage({ baseURL: academy.url }));
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.route(
    ({ pathname }) => isPage(pathname),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: altered(await response.text()) });
    },
  );
  return { page, said };
}

/** The ground of the dark theme. */
const dark = 'rgb(10, 22, 38)';

for (const [area, layout] of Object.entries(areas))
  test(`every page of a ${area} stands where the browser renders something else`, async ({
    browser,
    academy,
    school,
  }) => {
    const [id = ''] = await addCourses(academy, [{ title: 'Engine Room Watch' }]);
    const people = { visitor: undefined, learner: await school.learner('Ravi'), staff: school.principal };
    const { page, said } = await openAltered(browser, academy, people[area as keyof typeof people]);
    await page.goto('/about');
    await expect.poll(() => said.length).toBe(1);
    const paths = await pathsIn(page, layout, id);
    expect(paths.length).toBeGreaterThan(15);
    // in the gate one of six: what recovers is the frame around all of them
    for (const path of paths.filter((_, n) => process.env.LONG_TESTS || n % 6 === 0)) {
      said.length = 0;
      await page.goto(path, { waitUntil: 'commit' });
      // the browser itself reports calls about what does not exist
      const complaints = () => said.filter((text) => !text.startsWith('Failed to load resource'));
      await expect.poll(complaints, path).toEqual([expect.stringMatching(/^The page differed .*#418/)]);
      await expect(page.getByRole('main'), path).toHaveText(/\w{3}/);
      await expect(page.locator('body'), path).not.toContainText(planted);
      const shown = await page.evaluate(() => ({
        ground: getComputedStyle(document.documentElement).backgroundColor,
        titles: [...document.querySelectorAll('head > title')].map(({ textContent }) => textContent !== ''),
      }));
      expect([path, shown]).toEqual([path, { ground: dark, titles: [true] }]);
    }
    await page.context().close();
  });
