import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { eventually } from '../../e2e/academy.ts';
import { dayIn, plannedBatch } from '../../e2e/pages/planned-batch.ts';
import { complaintsOf, expectSound, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';
import { unzip } from '../../server/platform/archives/testing/unzip.ts';

const approval = 'DG Shipping, TR/A/29/2024, until 31 December 2027';

test('staff enter the approval of a course, and the inspection pack of its batch states it and verifies', async ({
  browser,
  academy,
  school,
}, testInfo) => {
  const course = await school.course('Boats and Rafts', { films: 0, test: true, format: 'classroom' });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto(`/admin-dashboard/courses/${course}/rule`);
  await page.getByRole('button', { name: 'New edition' }).click();
  await page.getByLabel('Approval').fill(approval);
  await page.getByLabel('Source', { exact: true }).fill('Letter of DG Shipping');
  await page.getByRole('button', { name: 'Save Rule' }).click();
  const edition = page.getByRole('listitem').filter({ hasText: 'Edition 2' });
  await expect(edition.getByText(approval)).toBeVisible();

  const learners = [await school.learner('Asha', { profile: true }), await school.learner('Ravi', { profile: true })];
  const people: { id: string }[] = [];
  for (const learner of learners) {
    await school.enrol(learner, course);
    const own = await school.ask<{ _id: string }[]>(learner, 'GET', '/userCourses/user');
    people.push(...own.map(({ _id: id }) => ({ id })));
  }
  const today = dayIn(0);
  const planned = plannedBatch(course, { code: 'BR 7', firstDay: today, lastDay: today });
  const { principal, ask } = school;
  const { data: batch } = await ask<{ data: { _id: string } }>(principal, 'POST', '/batches', planned);
  await ask(principal, 'POST', `/batches/${batch._id}/roster`, { people });
  const marks = people.flatMap(({ id }) =>
    ['morning', 'afternoon'].map((half) => ({ enrolmentId: id, day: today, half, mark: 'present', secondsAgo: 0 })),
  );
  await ask(principal, 'POST', `/batches/${batch._id}/attendance`, { marks });
  for (const learner of learners) {
    await school.sit(learner, course, true);
    await eventually('the certificate is drawn', async () => {
      const { data } = await ask<{ data: { pdfPath: unknown } }>(learner, 'GET', `/certificate/${course}`);
      return data.pdfPath ?? undefined;
    });
  }

  await page.goto(`/admin-dashboard/batches/${batch._id}`);
  await page.getByRole('link', { name: 'Inspection pack', exact: true }).click();
  await page.getByRole('button', { name: 'Make Pack' }).click();
  const pack = page.getByRole('listitem').filter({ hasText: 'Batch BR 7' });
  await expect(pack.getByText('2 people')).toBeVisible({ timeout: 60_000 });
  const downloading = page.waitForEvent('download');
  await pack.getByRole('button', { name: 'Download' }).click();
  const files = await unzip(await readFile(await (await downloading).path()));
  for (const [name, content] of Object.entries(files)) {
    const file = testInfo.outputPath('pack', name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const folder = testInfo.outputPath('pack');
  expect(execFileSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' })).toContain(
    'All is as it was signed.',
  );
  expect(Object.keys(files).filter((name) => name.endsWith('certificate.pdf'))).toHaveLength(2);

  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  await expect(page.getByRole('row').filter({ hasText: 'Letter of DG Shipping' })).toContainText(approval);
  await expect(page.getByRole('link', { name: 'Ravi Kumar' }).first()).toBeVisible();
  await expectSound(page, 'inspection-pack-index');
  expect(complaints).toEqual([]);
});
