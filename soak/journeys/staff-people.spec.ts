import { expect } from '@playwright/test';
import { chooseAction, rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

// shows: admin/user-profiles, staff/user-profiles
test('every profile is listed with its identity documents, by name and by number', async ({
  browser,
  academy,
  school,
}) => {
  await school.learner('Asha', { profile: true });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/user-profiles');
  await page.getByLabel('Search by name, email or document number').fill('21GL4839');
  const profile = rowOf(page, 'User profiles', 'Asha Kumar').first();
  await expect(profile).toContainText('Z4839201');
  await profile.getByRole('button', { name: 'Details of Asha Kumar' }).click();
  const detail = page.getByRole('cell').filter({ hasText: '14 Harbour Lane' });
  await expect(detail).toContainText('21 Mar 1994');
  await expectSound(page, 'staff-profiles');
  await detail.getByRole('button', { name: /ID document/ }).click();
  const document = page.getByRole('dialog').getByRole('img');
  await expect.poll(() => document.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  expect(complaints).toEqual([]);
});

test('one page shows everything about a person, from an empty account to a certificate', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Survival Craft', { films: 1, test: true });
  const [ravi, mira] = [await school.learner('Ravi'), await school.learner('Mira', { profile: true })];
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  const open = (id: string) => page.goto(`/admin-dashboard/people/${id}`);

  await open(ravi.login.user._id);
  for (const nothing of [
    'No profile has been filled in yet.',
    'No course has been requested yet.',
    'No test has been started yet.',
    'No certificate has been earned yet.',
  ])
    await expect(page.getByText(nothing)).toBeVisible();

  await school.enrol(mira, course);
  await school.train(mira, course);
  await school.sit(mira, course, true);
  await page.goto('/admin-dashboard/user-results?q=mira');
  await chooseAction(rowOf(page, 'Test results', 'Mira Kumar'), 'Open the person’s page');
  await expect(page.getByRole('heading', { level: 1, name: 'Mira Kumar' })).toBeVisible();
  const part = (title: string) =>
    page.getByRole('heading', { level: 2, name: title, exact: true }).locator('xpath=../..');
  await expect(part('Account')).toContainText('by Academy Administrator');
  await expect(part('Profile')).toContainText('Z4839201');
  await expect(part('Enrollments')).toContainText('1 of 1 videos watched');
  await expect(part('Tests')).toContainText('2 of 2 right; 60% is needed to pass');
  const certificates = part('Certificates');
  await expect(certificates.getByRole('link', { name: 'Public page' })).toHaveAttribute('href', /\/verify\/FMA-/);
  await expect(part('History')).toContainText('Academy Administrator accepted the request for');
  await expectSound(page, 'staff-person');

  await certificates.getByRole('button', { name: 'Revoke' }).click();
  const revocation = page.getByRole('dialog', { name: 'Revoke Certificate' });
  await revocation.getByLabel('Reason').fill('Somebody else sat the test.');
  await revocation.getByRole('button', { name: 'Yes, Revoke' }).click();
  await expect(certificates).toContainText('by Academy Administrator: Somebody else sat the test.');
  await expect(certificates.getByRole('button')).toHaveCount(0);
  await expect(part('History')).toContainText('Academy Administrator revoked certificate');

  await page.getByRole('button', { name: 'Disable account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable Account' });
  await dialog.getByLabel('Reason').fill('Asked for it by mail.');
  await dialog.getByRole('button', { name: 'Yes, Disable' }).click();
  await expect(page.getByRole('button', { name: 'Enable account' })).toBeVisible();
  await expect(part('History')).toContainText('Asked for it by mail.');

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Copy of all data' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^personal-data-.+\.zip$/);
  await page.getByRole('button', { name: 'Erase person' }).click();
  const erasure = page.getByRole('dialog', { name: 'Erase Person' });
  await expect(erasure).toContainText('Kept, because the law requires it');
  await expectSound(page, 'staff-person-erasure');
  await erasure.getByRole('button', { name: 'Yes, Erase' }).click();
  await expect(erasure.getByLabel('Reason')).toBeFocused();
  await erasure.getByLabel('Reason').fill('Their letter of today.');
  await erasure.getByRole('button', { name: 'Yes, Erase' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  await expect(part('Certificates').getByRole('link', { name: 'Public page' })).toHaveAttribute(
    'href',
    /\/verify\/FMA-/,
  );
  await expect(page.getByRole('button', { name: 'Erase person' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Enable account' })).toHaveCount(0);
  await expectSound(page, 'staff-person-erased');

  await open('00000000-0000-4000-8000-000000000000');
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await expect(page).toHaveURL('/admin-dashboard');
  expect(complaints).toEqual([]);
});
