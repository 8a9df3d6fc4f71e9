import { expect } from '@playwright/test';
import { publicTest as test } from './programs.ts';

test('the keyboard alone skips the header, goes through the menu and returns to where it was', async ({ page }) => {
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
  for (let i = 0; i < 6; i += 1) {
    around.push(await focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent));
    await page.keyboard.press('Tab');
  }
  expect(around).toEqual(['Close', 'Home', 'Courses', 'Contact', 'Verify a certificate', 'Login']);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
});
