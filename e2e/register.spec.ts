import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { chooseAction, openFilters, rowOf } from './pages/staff.ts';
import { complaintsOf, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

const titled = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });
const row = (page: Page, text: string) => rowOf(page, 'Certificates', text);

test('staff find, print, correct and revoke certificates, and the audit shows it', async ({
  browser,
  academy,
  school,
}) => {
  const office = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(office);

  await office.goto('/admin-dashboard/certificates');
  await expect(titled(office, 'Certificates')).toBeVisible();
  await expect(office.getByText('No certificates yet.')).toBeVisible();

  const raft = await school.course('Register Rafts', { films: 1, test: true });
  const asha = await school.trained('Asha', raft);
  await school.sit(asha, raft, true);
  await office.reload();
  await expect(row(office, 'Asha Kumar')).toContainText('Valid');
  const number = (await row(office, 'Asha Kumar').getByText(/^FMA-/).textContent()) ?? '';

  await expect(async () => {
    await office.reload();
    await row(office, number)
      .getByRole('button', { name: /^Actions for/ })
      .click({ timeout: 1000 });
    await expect(office.getByRole('menuitem', { name: 'Open PDF' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await office.keyboard.press('Escape');
  await office.getByRole('checkbox', { name: /^Select all/ }).check();
  const saving = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Print as one PDF (1)' }).click();
  const printed = await saving;
  expect(printed.suggestedFilename()).toMatch(/^certificates-.*\.pdf$/);
  expect((await readFile(await printed.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await chooseAction(row(office, number), 'Correct');
  const correction = office.getByRole('dialog', { name: 'Correct Certificate' });
  await correction.getByLabel('Name', { exact: true }).fill('Asha K. Kumar');
  await correction.getByLabel('Reason').fill('The middle name was missing.');
  await correction.getByRole('button', { name: 'Yes, Issue Again' }).click();
  await expect(row(office, 'Asha K. Kumar')).toContainText('Valid');
  await expect(row(office, number)).toContainText('Replaced');

  const officer = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await officer.goto(`/verify/${number}`);
  await expect(officer.getByText('This certificate was replaced')).toBeVisible();
  await officer.getByRole('link', { name: /^FMA-/ }).click();
  await expect(officer.getByText('This certificate is valid')).toBeVisible();
  // printed for a paper file, the answer is one sheet
  const sheet = await officer.pdf({ format: 'A4' });
  if (process.env.SCREENSHOTS) await writeFile(`${process.env.SCREENSHOTS}/verification-print.pdf`, sheet);
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  const renewed = new URL(officer.url()).pathname.split('/').at(-1) ?? '';
  expect(renewed).not.toBe(number);

  await chooseAction(row(office, 'Asha K. Kumar'), 'Revoke');
  const revocation = office.getByRole('dialog', { name: 'Revoke Certificate' });
  await revocation.getByLabel('Reason').fill('Somebody else sat the test.');
  await revocation.getByRole('button', { name: 'Yes, Revoke' }).click();
  await expect(row(office, renewed)).toContainText('Revoked');
  await row(office, renewed)
    .getByRole('button', { name: /^Details of/ })
    .click();
  await expect(office.getByRole('cell', { name: /Somebody else sat the test\./ })).toBeVisible();
  await officer.reload();
  await expect(officer.getByText('This certificate was revoked')).toBeVisible();
  await expect(officer.getByText(/^Revoked on/)).toBeVisible();
  await expect(officer.getByText('Somebody else')).toHaveCount(0);
  await academy.mailTo(asha.email, 'was revoked');

  await openFilters(office);
  await office.getByLabel('State').selectOption({ label: 'Revoked' });
  await expect(row(office, 'Replaced')).toHaveCount(0);
  await expect(row(office, renewed)).toBeVisible();
  await office.getByLabel('State').selectOption({ label: 'Expired' });
  await expect(office.getByText('Nothing matches these filters.')).toBeVisible();
  await office.reload();
  await expect(office.getByRole('button', { name: 'Remove filter State: Expired' })).toBeVisible();

  await office.goto('/admin-dashboard/audit');
  await expect(office.getByRole('row', { name: /Certificate revoked/ })).toContainText('Somebody else sat the test.');
  await openFilters(office);
  await office.getByLabel('Action').selectOption({ label: 'Certificate corrected' });
  await expect(office.getByRole('row', { name: /Certificate revoked/ })).toHaveCount(0);
  await expect(office.getByRole('row', { name: /Certificate corrected/ })).toHaveCount(2);
  await office.getByRole('button', { name: 'Check the logs' }).click();
  await expect(office.getByText(/^All \d+ entries of the audit are unchanged\.$/)).toBeVisible();
  await expect(office.getByText('All 4 entries of the public log are unchanged.')).toBeVisible();
  expect(complaints).toEqual([]);
});
