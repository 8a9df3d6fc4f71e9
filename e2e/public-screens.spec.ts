import { expect } from '@playwright/test';
import type { Academy } from './academy.ts';
import { test } from './one-academy.ts';
import { addCourses } from './pages/by-api.ts';
import { everyComplaintOf, expectSound, expectWithin } from './pages/states.ts';

// What holds for every public screen alike: for whoever sees little, works by keys, or wants nothing to move.

let filled: Promise<string[]> | undefined;
function courses(academy: Academy): Promise<string[]> {
  filled ??= addCourses(academy, [{ title: 'HAZMAT' }, { title: 'Engine Room Watch' }]);
  return filled;
}

const screens = ['/', '/about', '/contact', '/privacy', '/terms', '/login', '/ornate_backend'];
const others = [
  '/registration',
  '/forgot-password',
  '/otp',
  '/reset-password',
  '/signed-on?state=1',
  '/verify',
  '/no-such-page',
];

test('public screens are accessible in both themes and at both widths', async ({ page, academy }) => {
  const [id] = await courses(academy);
  const complaints = everyComplaintOf(page, '404');
  for (const path of [...screens, ...others, `/courses/${id}`, '/courses?q=hazmat', '/courses?q=nothing-of-the-kind']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectSound(page, `public${path.replaceAll(/[/?=]+/g, '-')}`);
  }
  expect(complaints).toEqual([]);
});

test('enlarged to twice its size a screen loses nothing and moves in one direction only', async ({
  browser,
  academy,
}) => {
  const [id] = await courses(academy);
  // 1280 pixels at 200 percent are 640 of the page's
  const context = await browser.newContext({
    baseURL: academy.url,
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  for (const path of [...screens, ...others, `/courses/${id}`, '/courses']) {
    await page.goto(path);
    await expectWithin(page, path);
  }
  await context.close();
});

test('by keys alone: past the header, through the menu and back to where one was', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const focused = page.locator(':focus');
  await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Skip to content');
  await expect(focused).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveText('Browse Courses');

  await page.reload();
  for (const name of ['Skip to content', /Academy/, 'Home', 'Courses', 'Contact', 'Login']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveText(name);
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
  }

  await page.setViewportSize({ width: 390, height: 844 });
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  const around = [];
  for (let i = 0; i < 5; i += 1) {
    around.push(await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent));
    await page.keyboard.press('Tab');
  }
  expect(around).toEqual(['Close', 'Home', 'Courses', 'Contact', 'Login']);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});

test('whoever asks for less motion gets none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of ['/', '/courses', '/login']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { animationName, transitionProperty, transitionDuration } = getComputedStyle(element);
        // a colour that changes does not move
        const shifts =
          transitionDuration !== '0s' && !/^(background-color|color|border-color|, )+$/.test(transitionProperty);
        return animationName !== 'none' || shifts
          ? [`${element.className}: ${animationName} ${transitionProperty}`]
          : [];
      }),
    );
    expect(moving, path).toEqual([]);
  }
});
