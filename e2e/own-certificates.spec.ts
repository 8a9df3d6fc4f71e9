import { expect, type Page } from '@playwright/test';
import { complaintsOf, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

const titled = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 });

test('a holder sees certificates, shares one by a link that expires, and subscribes to them in a calendar', async ({
  browser,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha', { profile: true });
  const page = await signedIn(browser, academy, asha);
  const complaints = complaintsOf(page);
  await page.goto('/certificates');
  await expect(page.getByText('No certificates yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get calendar link' })).toBeVisible();

  const course = await school.course('Muster and Rafts', { films: 1, test: true, validityMonths: 2 });
  await school.enrol(asha, course);
  await school.train(asha, course);
  await school.sit(asha, course, true);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Expires soon' })).toContainText('Certificate: Muster and Rafts');
  await page.getByRole('link', { name: 'My Certificates' }).click();
  await expect(titled(page, 'My Certificates')).toBeVisible();
  const own = page.getByRole('list', { name: 'Certificates' }).getByRole('listitem');
  await expect(own).toContainText('Expires soon');
  await expect(own).toContainText('Valid');
  await expect(own.getByRole('link', { name: 'Download PDF' })).toBeVisible({ timeout: 60_000 });
  const number = (await own.getByText(/^FMA-/).textContent()) ?? '';
  const saving = page.waitForEvent('download');
  await own.getByRole('link', { name: 'Download PDF' }).click();
  expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);

  await page.getByRole('button', { name: 'Get calendar link' }).click();
  const calendarUrl = page.getByRole('textbox', { name: 'Calendar link' });
  await expect(calendarUrl).toHaveValue(/\/api\/calendar\/\S+$/);
  const first = new URL(await calendarUrl.inputValue()).pathname;
  expect(await (await page.request.get(first)).text()).toContain('Muster and Rafts');
  await page.getByRole('button', { name: 'Get new link' }).click();
  await page.getByRole('button', { name: 'Yes, Get New Link' }).click();
  await expect(calendarUrl).not.toHaveValue(new RegExp(`${first}$`));
  expect((await page.request.get(first)).status()).toBe(404);

  await own.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Certificate' });
  await expect(dialog.getByText('You have not shared it yet.')).toBeVisible();
  await dialog.getByLabel('Valid for').selectOption({ label: '30 days' });
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  const link = new URL(await dialog.getByLabel('New link').inputValue()).pathname;
  expect(link).toMatch(/^\/shared\//);
  await expect(dialog.getByText('Not opened yet')).toBeVisible();

  const officer = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const officersComplaints = complaintsOf(officer);
  // a messenger that shows a preview fetches the page and runs no script
  expect(await (await officer.request.get(link)).text()).not.toContain(number);
  await officer.goto(link);
  await expect(officer.getByText('This certificate is valid')).toBeVisible();
  await expect(officer.getByRole('table')).toContainText(number);
  await expect(officer.getByRole('table')).toContainText(asha.email);
  await expect(officer.getByText(/^This link expires on/)).toBeVisible();
  const pdf = await officer.request.get(
    (await officer.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? '',
  );
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  // a page that has been open for an hour renews the link on a click
  await officer.clock.setFixedTime(Date.now() + 3_600_000);
  const answered = (path: string) =>
    officer.context().waitForEvent('response', (response) => response.url().includes(path));
  const [renewed, opened] = await Promise.all([
    answered('/api/files/link'),
    answered('/api/uploads/certificates/'),
    officer.getByRole('link', { name: 'Open PDF' }).click(),
  ]);
  expect([renewed.status(), opened.status()]).toEqual([200, 200]);
  await officer.bringToFront();

  await page.keyboard.press('Escape');
  await own.getByRole('button', { name: 'Share' }).click();
  await dialog.getByText('Opened once').click();
  await expect(dialog.getByText(/from 127\.0\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'End link' }).click();
  const question = page.getByRole('dialog', { name: 'End this link' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByText('Active', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'End link' }).click();
  await question.getByRole('button', { name: 'Yes, End' }).click();
  await expect(dialog.getByText('Ended', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'End link' })).toHaveCount(0);

  await officer.reload();
  await expect(officer.getByText('This link is no longer valid')).toBeVisible();
  expect([...complaints, ...officersComplaints]).toEqual([]);
});
