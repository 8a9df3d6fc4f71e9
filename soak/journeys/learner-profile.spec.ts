import { expect, type Page } from '@playwright/test';
import { complaintsOf, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

// shows: update-profile/fields, update-profile/existing-files, rules/profile-phone
test('a profile is changed, with the stored files visible', async ({ browser, academy, school }) => {
  const page = await signedIn(browser, academy, await school.learner('Ravi', { profile: true }));
  const complaints = complaintsOf(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  const stored = page.getByRole('link', { name: 'Open the stored file' });
  await expect(stored).toHaveCount(3);
  for (const link of await stored.all()) {
    const preview = page.locator('img').and(page.locator(`[src="${await link.getAttribute('href')}"]`));
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await field(page, 'City').fill('Chennai');
  await field(page, 'Phone').fill('12');
  const save = page.getByRole('button', { name: 'Update Profile' });
  await save.click();
  await expect(page.getByText('Enter a valid phone number')).toBeVisible();
  await field(page, 'Phone').fill('+919820012345');
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('status').filter({ hasText: /profile/i })).toBeVisible();
  await expect(page.getByText('Chennai')).toBeVisible();
  expect(complaints).toEqual([]);
});
