import { expect, type Locator, type Page } from '@playwright/test';

/** Goes on by Tab alone, past whatever lies between, until it is there. */
export async function tabTo(page: Page, target: Locator) {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 30 && !(await isThere()); steps += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}
