import { expect, type Page } from '@playwright/test';
import { addCourses } from './pages/by-api.ts';
import { test } from './programs.ts';

// What somebody sees whose browser runs no scripts, or is too old for them: the page, and a sentence above it.

const sentence = /^You can read the public pages .* needs JavaScript, in Chrome or Edge \d+, .* or newer\.$/;

const paths = ['/', '/login', '/dashboard', '/admin-dashboard'];

test.describe('with scripting off', () => {
  test.use({ javaScriptEnabled: false });

  test('a public page can be read, and every page says what it needs', async ({ page, academy }) => {
    const [id = ''] = await addCourses(academy, [{ title: 'Engine Room Watch' }]);
    await page.goto(`/courses/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Engine Room Watch' })).toBeVisible();
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator('noscript')).toBeVisible();
      // the runner itself finds no text in such an element
      expect(await page.locator('noscript').textContent()).toMatch(sentence);
    }
  });
});

const said = (page: Page) => page.locator('body > p');

/** Has each script of the build whose name begins like this come with other text. */
const replaceScript = (page: Page, name: string, body: string) =>
  page.route(`**/assets/${name}*.js`, (route) => route.fulfill({ contentType: 'text/javascript', body }));

// the root of each page, and where it begins, are in 'kit'
for (const script of ['kit', 'react'])
  test(`a page whose ${script} the browser cannot read says what it needs`, async ({ page }) => {
    await replaceScript(page, script, 'export const later = 1 |> 2;');
    for (const path of paths) {
      await page.goto(path);
      await expect(said(page), path).toHaveText(sentence);
      await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('status')).first(), path).toBeVisible();
    }
  });

test('a browser without modules is told', async ({ page }) => {
  await page.addInitScript(() => delete (HTMLScriptElement.prototype as Partial<HTMLScriptElement>).noModule);
  await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'));
  await page.goto('/');
  await expect(said(page)).toHaveText(sentence);
});

test('a link that breaks, or a fault of a page, is not called an old browser', async ({ page }) => {
  await page.route('**/assets/kit*.js', (route) => route.abort('connectionfailed'));
  const lost = page.waitForEvent('requestfailed');
  await page.goto('/login');
  await lost;
  await expect(said(page)).toHaveCount(0);
  await page.unroute('**/assets/kit*.js');
  await page.reload();
  await expect(page.locator('main form button[type=submit]')).toBeEnabled();
  await expect.poll(() => page.evaluate(() => 'hasStarted' in window)).toBe(true);
  await page.evaluate(() => void Promise.reject(new SyntaxError('not of a script')));
  await expect(said(page)).toHaveCount(0);
});
