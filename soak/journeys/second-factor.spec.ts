import { expect } from '@playwright/test';
import { tabTo } from '../../e2e/pages/keys.ts';
import { scan } from '../../e2e/pages/second-factor.ts';
import { logInAsStaff } from '../../e2e/pages/staff.ts';
import { complaintsOf } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

test('staff are led to a second factor, and can do nothing else once the time has passed', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await expect(page.getByText('Set up your second factor')).toBeVisible();
  await page.getByRole('link', { name: 'Set up now' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(page.getByText('Set up your second factor')).toHaveCount(0);

  await page.route('**/api/user/account/second-factor', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const answer = await route.fetch();
    const state = await answer.json();
    return route.fulfill({ json: { ...state, isOverdue: state.since === null } });
  });
  await page.goto(`${academy.url}/admin-dashboard/courses`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up your second factor');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code', { exact: true }).fill((await scan(page)).generate());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [code = ''] = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(`${academy.url}/admin-dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(page.getByText('Set up your second factor')).toHaveCount(0);

  // the other tests use the same academy
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByLabel('Current password').fill(academy.admin.password);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByText('Your second factor has been removed.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a second factor is set up and removed by keyboard alone', async ({ page, academy }) => {
  const { keyboard } = page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await logInAsStaff(page, academy);
  await tabTo(page, page.getByRole('link', { name: 'Account', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(button('Set up')).toBeVisible();
  await tabTo(page, button('Set up'));
  await keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await keyboard.type(academy.admin.password);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await keyboard.type((await scan(page)).generate());
  await keyboard.press('Enter');
  await expect(button('Save as file')).toBeFocused();
  const [code = ''] = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  await tabTo(page, button('I have saved them'));
  await keyboard.press('Enter');
  await expect(button('Remove')).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await keyboard.type(academy.admin.password);
  await keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await keyboard.type(code);
  await keyboard.press('Enter');
  await expect(page.getByText('Your second factor has been removed.')).toBeVisible();
  await expect(button('Set up')).toBeFocused();
});
