import { expect } from '@playwright/test';
import { test } from '../../e2e/programs.ts';

// shows: entities/certificate-without-expiry
test('a certificate of a course without validity shows N/A as its last day', async ({ browser, academy, school }) => {
  const course = await school.course('Rope Work', { films: 1, test: true, validityMonths: null });
  const asha = await school.trained('Asha', course);
  await school.sit(asha, course, true);
  const { data } = await school.ask<{ data: { certNo: string } }>(asha, 'GET', `/certificate/${course}`);
  const officer = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await officer.goto(`/verify/${data.certNo}`);
  await expect(officer.getByRole('row', { name: 'Date of expiry' })).toContainText('N/A');
});
