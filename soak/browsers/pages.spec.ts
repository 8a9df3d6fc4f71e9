import { expect, type Page } from '@playwright/test';
import { startAlteringProxy } from '../../e2e/browsers/altering-proxy.ts';
import { engines, type Look, signInWith } from '../../e2e/browsers/engine.ts';
import { altered, planted } from '../../e2e/pages/planted.ts';
import type { School, SignedIn } from '../../e2e/pages/school.ts';
import { axeFindings } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

// Pages as the engines beside Chromium show them; those of Chromium are in e2e/ and in component tests.

const test = ownProgram(import.meta.url);

const tooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const main = (page: Page) => page.getByRole('main');

/** The main pages of an academy with one course, and who opens each. */
async function mainPages(school: School) {
  const asha = await school.learner('Asha', { profile: true });
  const course = await school.course('Rafts', { films: 2, played: true, test: false });
  await school.enrol(asha, course);
  return [
    { name: 'home', path: '/', who: undefined },
    { name: 'course', path: `/courses/${course}`, who: undefined },
    { name: 'login', path: '/login', who: undefined },
    { name: 'training', path: `/training/${course}`, who: asha },
    { name: 'list', path: '/admin-dashboard/approved-users', who: school.principal },
  ] as const;
}

/** Opens a page as somebody, and waits for what it shows. */
async function visit(page: Page, url: string, { path, who }: { path: string; who: SignedIn | undefined }) {
  if (who) await signInWith(page, url, who);
  await page.goto(url + path);
  await expect(main(page).getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 30_000 });
  await expect(main(page).getByText('Loading')).toHaveCount(0);
}

for (const engine of engines)
  test.describe(engine.name, () => {
    const on = async (look: Look, work: (page: Page) => Promise<void>) => {
      const { page, close } = await engine.open(look);
      try {
        await work(page);
      } finally {
        await close();
      }
    };

    test('pages stand where the engine renders something else', async ({ academy, school }) => {
      const pages = (await mainPages(school)).filter(({ name }) => /course|training|list/.test(name));
      const proxy = await startAlteringProxy(academy.url, { page: altered });
      try {
        await on({}, async (page) => {
          for (const one of pages) {
            // without scripts the texts would stay: they are there
            expect(await (await fetch(proxy.url + one.path)).text()).toContain(planted);
            await visit(page, proxy.url, one);
            await expect(main(page), one.path).toHaveText(/\w{3}/);
            await expect(page.locator('body').filter({ hasText: planted }), one.path).toHaveCount(0);
          }
        });
      } finally {
        await proxy.close();
      }
    });

    test('a page whose scripts cannot be read says what it needs', async ({ academy }) => {
      const script = (pathname: string) =>
        pathname.includes('/assets/kit') ? 'export const later = 1 |> 2;' : undefined;
      const proxy = await startAlteringProxy(academy.url, { script });
      try {
        await on({}, async (page) => {
          await page.goto(`${proxy.url}/login`);
          await expect(page.locator('body > p')).toHaveText(/^You can read the public pages .* or newer\.$/);
          await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible();
        });
      } finally {
        await proxy.close();
      }
    });

    test('the web font is used from the second page on', async ({ academy }) => {
      await on({}, async (page) => {
        await page.goto(academy.url);
        await expect.poll(() => page.evaluate(() => localStorage.getItem('letters'))).toBe('');
        await page.goto(`${academy.url}/login`);
        await expect.poll(() => page.evaluate(() => document.documentElement.dataset.letters)).toBe('');
      });
    });

    test('no main page is wider than a phone, and in Firefox axe finds nothing', async ({ academy, school }) => {
      const pages = await mainPages(school);
      await on({ width: 320, height: 640 }, async (page) => {
        for (const one of pages) {
          await visit(page, academy.url, one);
          // a window of WebKitGTK's is not narrower than 447 pixels
          expect(await page.evaluate(() => innerWidth)).toBeLessThanOrEqual(engine.name === 'Firefox' ? 320 : 450);
          expect(await tooWide(page), one.path).toBeLessThanOrEqual(0);
          if (engine.name === 'Firefox') expect([one.path, await axeFindings(page)]).toEqual([one.path, []]);
        }
      });
      const folder = process.env.PICTURES;
      if (!folder) return;
      for (const look of [{ width: 1280 }, { width: 390 }, { width: 1280, dark: true }, { width: 390, dark: true }])
        await on(look, async (page) => {
          for (const one of pages) {
            await visit(page, academy.url, one);
            const kind = `${look.width}${look.dark ? '-dark' : ''}`;
            await page.screenshot({ path: `${folder}/look-${engine.name}-${one.name}-${kind}.png` });
          }
        });
    });
  });
