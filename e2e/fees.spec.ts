import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { demoFeeSettings } from '../demo/fees.ts';
import { phone } from '../web/testing/looks.ts';
import { cover } from './pages/pictures.ts';
import { complaintsOf, expectSound, signedIn } from './pages/states.ts';
import { ownProgram } from './programs.ts';

const test = ownProgram(import.meta.url);

test('a learner pays by UPI, staff confirm the proof with the request, and the invoice is the learner’s alone', async ({
  browser,
  academy,
  school,
}) => {
  await school.ask(school.principal, 'PUT', '/settings/fees', demoFeeSettings);
  const course = await school.course('Radar Plotting', { films: 0, test: false });
  const [asha, ravi] = [await school.learner('Asha', { profile: true }), await school.learner('Ravi')];

  const page = await signedIn(browser, academy, asha, { viewport: phone });
  const complaints = complaintsOf(page);
  await page.goto(`/courses/${course}`);
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await page.getByRole('link', { name: 'See request' }).click();
  await page.getByRole('link', { name: 'Pay the fee' }).click();
  await expect(page.getByRole('img', { name: 'QR code that pays ₹4,500' })).toBeVisible();
  const app = page.getByRole('link', { name: 'Pay ₹4,500 with a UPI app' });
  await expect(app).toHaveAttribute('href', /^upi:\/\/pay\?pa=fairlead@example&.*am=4500\.00/);
  await page.getByLabel('Screenshot or PDF').setInputFiles(await cover());
  await page.getByLabel('Transaction number').fill('426811239054');
  await page.getByRole('button', { name: 'Send proof' }).click();
  await expect(page.getByRole('heading', { name: 'The academy checks your payment' })).toBeVisible();
  await expectSound(page, 'fee-proof-sent');

  const staff = await signedIn(browser, academy, school.principal);
  await staff.goto('/admin-dashboard/enrollment-request');
  const money = staff.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Money' });
  await expect(money).toHaveAccessibleDescription('1 pending');
  await staff.getByRole('rowheader', { name: 'Asha Kumar' }).getByRole('button').click();
  const proof = staff.getByRole('img', { name: 'Proof of payment' });
  await expect.poll(() => proof.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  await expectSound(staff, 'request-with-proof');
  await staff.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(staff.getByLabel('Confirm the payment of ₹4,500 too, 426811239054')).toBeChecked();
  await staff.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect(staff.getByText('No requests are pending.')).toBeVisible();
  await expect(money).not.toHaveAccessibleDescription(/pending/);

  await page.reload();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Tax invoice INV\// }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^INV.*00001\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await expectSound(page, 'fee-paid');

  const other = await signedIn(browser, academy, ravi);
  await other.goto(new URL(page.url()).pathname);
  await expect(other.getByRole('alert')).toContainText('Failed to load the fee.');
  await other.goto('/fees');
  await expect(other.getByText('You have nothing to pay.')).toBeVisible();
  expect(complaints).toEqual([]);
});
