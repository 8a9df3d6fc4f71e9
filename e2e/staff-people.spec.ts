import { expect } from '@playwright/test';
import { rowOf } from './pages/staff.ts';
import { complaintsOf, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

// shows: staff/approved-users
test('a registration is approved, and approved people are listed by name and email', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await school.applicant('Noor');
  await page.goto('/admin-dashboard/unapproved-users');
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Unapproved Users', exact: true });
  await expect(entry).toHaveAccessibleDescription('1 pending');
  await rowOf(page, 'Unapproved users', 'Noor').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Approve' }).click();
  await expect(page.getByText('User approved successfully!')).toBeVisible();
  await expect(entry).not.toHaveAccessibleDescription(/./);

  await page.goto('/admin-dashboard/approved-users?q=noor');
  const row = rowOf(page, 'Approved users', 'Noor Kumar');
  await expect(row.getByText(/noor\.\d+@/)).toBeVisible();
  await row.getByRole('link', { name: 'Noor Kumar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Noor Kumar' })).toBeVisible();

  await page.goto('/admin-dashboard/courses');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('dialog', { name: 'Find' }).getByRole('combobox').fill('noor');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Noor Kumar' })).toBeVisible();
  expect(complaints).toEqual([]);
});
