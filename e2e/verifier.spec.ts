import { expect } from '@playwright/test';
import type { Academy } from './academy.ts';
import { type Issued, test } from './issued-code.ts';
import { cachedForOffline, choosePdf, choosePicture, forger, openCode, pictureOf, verdict } from './pages/codes.ts';
import { openSchool, type School } from './pages/school.ts';
import { complaintsOf, expectSound } from './pages/states.ts';

test.use({ serviceWorkers: 'allow' });

async function idOf({ principal, ask }: School, number: string) {
  const { data } = await ask<{ data: { _id: string }[] }>(principal, 'GET', `/certificates?q=${number}`);
  return data[0]?._id;
}

/** Issues a certificate again with another name; returns its number. */
async function correct(academy: Academy, { number, ...facts }: Issued['facts']): Promise<string> {
  const school = await openSchool(academy);
  const path = `/certificates/${await idOf(school, number)}/correct`;
  const { data } = await school.ask<{ data: { certNo: string } }>(school.principal, 'POST', path, {
    name: 'Asha Kumari',
    dateOfBirth: '1994-03-21',
    passportNo: 'Z4839201',
    cdcNo: facts.cdcNumber,
    indosNo: facts.indosNumber,
    gradeNo: facts.gradeNumber,
    reason: 'Misspelt',
  });
  return data.certNo;
}

async function revoke(academy: Academy, number: string) {
  const school = await openSchool(academy);
  const path = `/certificates/${await idOf(school, number)}/revoke`;
  await school.ask(school.principal, 'POST', path, { reason: 'Issued in error' });
}

test('a code is checked against the register, and only its number leaves the device', async ({ page, issued }) => {
  const complaints = complaintsOf(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await openCode(page, issued.code);
  await expect(verdict(page, 'This certificate is valid')).toBeVisible();
  await expect(page.getByText(/^Checked against the register on /)).toBeVisible();
  await expect(page.getByRole('cell', { name: issued.facts.name })).toBeVisible();
  await expectSound(page, 'code-registered');
  expect(
    sent.filter((one) => one.includes(issued.number)).map((one) => new URL(one.split(' ')[0] ?? '').pathname),
  ).toEqual([`/api/verify/${issued.number}`]);
  expect(sent.filter((one) => /Asha|Kumar|21GL4839/.test(one) || one.split('#')[0]?.includes(issued.code))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a device that has opened the page once checks codes without a network', async ({
  page,
  context,
  academy,
  issued,
}) => {
  const { withOwnKey, withStrangersKey, underOwnName } = await forger(academy);
  const { facts, code } = issued;
  await page.goto('/verify');
  await cachedForOffline(page);
  await context.setOffline(true);

  await openCode(page, code);
  await expect(verdict(page, 'This certificate is genuine')).toBeVisible();
  await expect(page.getByText(/^Signature checked offline, register last loaded on .*20\d\d/)).toBeVisible();
  await expect(page.getByRole('cell', { name: facts.name })).toBeVisible();
  await expectSound(page, 'code-offline');

  const answers: [string, string][] = [
    [withOwnKey({ ...facts, expiresOn: '2026-01-01' }), 'This certificate has expired'],
    [underOwnName({ ...facts, name: 'Somebody Else' }), 'This code was altered'],
    [withOwnKey({ ...facts, signedAt: facts.signedAt - 86_400 }), 'This certificate is forged'],
    [withStrangersKey(facts), 'Signed by an unknown key'],
    ['NOTHING', 'This code cannot be read'],
  ];
  for (const [one, answer] of answers) {
    await openCode(page, one);
    await expect(verdict(page, answer)).toBeVisible();
  }

  await page.goto('/verify');
  await choosePicture(page, await pictureOf(`https://academy.example/C#${code}`));
  await expect(verdict(page, 'This certificate is genuine')).toBeVisible();

  await page.goto('/verify');
  await choosePdf(page, issued.pdf);
  await expect(verdict(page, 'This certificate is genuine')).toBeVisible();
  await expect(page.getByText(/with the academy’s own key/)).toBeVisible();
  await expect(
    page.getByText(/^The file proves that it has been in the academy’s public log since .* as entry \d+ of \d+/),
  ).toBeVisible();
  await choosePdf(page, Buffer.concat([issued.pdf, Buffer.from('1 0 obj\n<< >>\nendobj')]));
  await expect(verdict(page, 'This PDF was changed after it was signed')).toBeVisible();

  await page.getByLabel('Certificate number').fill(issued.number);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('A number cannot be checked without internet.')).toBeVisible();

  // eight days later, when the list of withdrawals is out of date
  const later = await context.newPage();
  await later.clock.setFixedTime(Date.now() + 8 * 86_400_000);
  await openCode(later, code);
  await expect(verdict(later, 'This certificate was genuine when it was signed')).toBeVisible();
  await expect(later.getByText('The list of revoked certificates on this device is too old.')).toBeVisible();
  await later.close();

  for (const path of ['/courses', '/dashboard', '/admin-dashboard']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible();
  }
  await expectSound(page, 'offline-page');
  await context.setOffline(false);
  await page.goto('/courses');
  await page.evaluate(() => history.replaceState(null, '', '/courses'));
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No internet connection' })).toBeHidden();
  await expect(page).toHaveURL(/\/courses\??$/);
});

test('a device without a network and without cached data claims nothing', async ({ browser, academy, issued }) => {
  const context = await browser.newContext({ baseURL: academy.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/api/verify/**', (route) => route.abort());
  await openCode(page, issued.code);
  await expect(verdict(page, 'This code cannot be checked here yet')).toBeVisible();
  await context.close();
});

test('a replaced or revoked certificate is reported, with and without a network', async ({
  page,
  context,
  academy,
  issued,
}) => {
  const { facts, code } = issued;
  const newNumber = await correct(academy, facts);
  const { code: revoked, number } = await issued.successor();
  expect(number).toBe(newNumber);
  await revoke(academy, newNumber);
  const answers: [string, string, string][] = [
    [code, 'This certificate was replaced', 'Replaced on'],
    [revoked, 'This certificate was revoked', 'Revoked on'],
  ];
  for (const [one, answer] of answers) {
    await openCode(page, one);
    await expect(verdict(page, answer)).toBeVisible();
    await expect(page.getByText(/^Checked against the register on /)).toBeVisible();
  }
  await cachedForOffline(page);
  await context.setOffline(true);
  for (const [one, answer, since] of answers) {
    await openCode(page, one);
    await expect(verdict(page, answer)).toBeVisible();
    await expect(page.getByText(/^Signature checked offline/)).toBeVisible();
    await expect(page.getByText(since)).toBeVisible();
  }
  await expectSound(page, 'code-revoked-offline');
});
