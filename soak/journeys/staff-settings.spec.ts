import { expect } from '@playwright/test';
import { logInAsStaff, openSection, openStaffPage } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

test('the daily mail is sent from the configured hour, and not to people who unsubscribed', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'All Settings');
  await openSection(page, 'Daily email');
  await expect(page.getByLabel('Hour')).toHaveValue('7');
  await page.getByLabel('Hour').selectOption('18:00');
  await page.getByRole('button', { name: 'Save daily email' }).click();
  await expect(page.getByText('Daily email saved.')).toBeVisible();
  await page.reload();
  await openSection(page, 'Daily email');
  await expect(page.getByLabel('Hour')).toHaveValue('18');
  await page.goto('/admin-dashboard/account');
  await expect(page.getByText('Sent every day')).toBeVisible();
  await page.getByRole('button', { name: 'Stop daily email' }).click();
  await expect(page.getByText('You will no longer get the daily email.')).toBeVisible();
  await expect(page.getByText('Not sent')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Get daily email' }).click();
  await expect(page.getByText('Sent every day')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('staff are invited and get another role, with the reason beside the field if refused', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'Staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a Colleague' });
  await dialog.getByLabel('Prefix').selectOption('Mrs');
  await dialog.getByLabel('First name').fill('Leela');
  await dialog.getByLabel('Last name').fill('Das');
  await dialog.getByLabel('Email').fill(academy.admin.email);
  await dialog.getByLabel('Role').selectOption('registrar');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(dialog.getByText('This email address is already in use.')).toBeVisible();
  await dialog.getByLabel('Email').fill('leela@example.org');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByRole('heading', { name: 'Leela Das' })).toBeVisible();
  await page.getByRole('button', { name: 'Change role' }).click();
  await page.getByLabel('Role', { exact: true }).selectOption('instructor');
  await page.getByRole('button', { name: 'Yes, Change' }).click();
  await expect(page.getByText('Role changed.')).toBeVisible();
  await expect(page.getByText('Instructor', { exact: true })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('an email template is previewed, saved, refused with an unknown placeholder, and reset', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'Email Templates');
  await page.getByRole('searchbox').fill('registration is approved');
  const template = page.getByRole('listitem').filter({ hasText: 'A registration is approved.' });
  await template.getByRole('button', { name: 'Edit email' }).click();
  await template.getByLabel('Text').fill('Welcome aboard, {nobody}!');
  await template.getByRole('button', { name: 'Preview' }).click();
  await expect(template.getByText('This email has no placeholder {nobody}.')).toBeVisible();
  await template.getByLabel('Text').fill('Welcome aboard, {name}!');
  await template.getByRole('button', { name: 'Preview' }).click();
  const preview = template.getByRole('region', { name: 'Preview' });
  await expect(preview.frameLocator('iframe').getByText('Welcome aboard, Asha Nair!')).toBeVisible();
  await template.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Email template saved.')).toBeVisible();
  await expect(template.getByText('Changed', { exact: true })).toBeVisible();
  await template.getByRole('button', { name: 'Edit email' }).click();
  await template.getByRole('button', { name: 'Reset to default' }).click();
  await page.getByRole('button', { name: 'Yes, Reset' }).click();
  await expect(page.getByText('Email template reset.')).toBeVisible();
  await expect(template.getByText('Changed', { exact: true })).toBeHidden();
  expect(complaints).toEqual([]);
});

test('an administrator suspends the second factor of staff, sees that, and requires it again', async ({
  page,
  academy,
}) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'All Settings');
  await openSection(page, 'Second factor of staff');
  const save = page.getByRole('button', { name: 'Save second factor' });
  await page.getByLabel('Optional until a date').check();
  await page.getByLabel('Last day').fill('2099-12-31');
  await save.click();
  await expect(page.getByText('Second factor of staff saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page.getByText('Staff do not need a second factor until')).toContainText('31 Dec 2099');
  await expectSound(page, 'second-factor-put-off');
  await openStaffPage(page, 'Staff');
  await expect(page.getByText('No second factor').first()).toBeVisible();
  await openStaffPage(page, 'All Settings');
  await openSection(page, 'Second factor of staff');
  await page.getByLabel('Required').check();
  await save.click();
  await expect(page.getByText('Second factor of staff saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await expect(page.getByText('Set up your second factor')).toBeVisible();
  await expect(page.getByText('Staff do not need a second factor')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('a test mail reports where it was sent, and that no mail failed', async ({ page, academy }) => {
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await openStaffPage(page, 'Failed Deliveries');
  await expect(page.getByText('Nothing has failed')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test email' }).click();
  await expect(page.getByText('There is no mail server: the email was saved')).toBeVisible();
  expect(complaints).toEqual([]);
});
