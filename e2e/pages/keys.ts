import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has the focus; the menu of the staff area alone has some thirty stops. */
export async function tabTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 60 && !(await isThere()); steps += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
