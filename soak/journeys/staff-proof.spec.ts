import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { logInAsStaff } from '../../e2e/pages/staff.ts';
import { complaintsOf, expectSound } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';
import { unzip } from '../../server/platform/archives/testing/unzip.ts';

test('staff see which parts of each film were credited and when, and download the evidence', async ({
  browser,
  academy,
  school,
}, testInfo) => {
  const course = await school.course('Muster Drills', { films: 2, test: true });
  const asha = await school.trained('Asha', course);
  await school.sit(asha, course, true);
  const page = await (await browser.newContext({ baseURL: academy.url })).newPage();
  const complaints = complaintsOf(page);
  await logInAsStaff(page, academy);
  await page.goto(`/admin-dashboard/courses/${course}`);
  await page.getByRole('link', { name: 'Proof', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proof of Training' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Watched of Raft 1: 0:00 to 0:0\d/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sittings of Raft 2' }).getByText(/credited/)).toBeVisible();
  await expectSound(page, 'proof');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence pack' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^evidence-[0-9a-f-]+\.zip$/);
  const pack = await unzip(await readFile(await file.path()));
  const report = testInfo.outputPath('report.html');
  await writeFile(report, pack['report.html'] ?? '');
  await page.goto(pathToFileURL(report).href);
  await expect(page.getByRole('heading', { level: 1, name: 'Evidence of training' })).toBeVisible();
  await expectSound(page, 'evidence-report');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).toBe('rgb(16, 26, 36)');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await ground()).toBe('rgb(255, 255, 255)');
  const printed = await page.pdf({ format: 'A4' });
  expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
  if (process.env.SCREENSHOTS) await writeFile(`${process.env.SCREENSHOTS}/evidence-report.pdf`, printed);
  expect(complaints).toEqual([]);
});
