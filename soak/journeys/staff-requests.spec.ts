import { expect, type Page } from '@playwright/test';
import { enterProfile } from '../../e2e/pages/seafarer.ts';
import { rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

const requestOf = (page: Page, text: string) => rowOf(page, 'Enrollment requests', text);

/** Opens what a request is decided by, and returns it. */
async function openRequest(page: Page, name: string) {
  const header = requestOf(page, name).getByRole('rowheader').getByRole('button');
  await header.click();
  return page.locator(`[id="${await header.getAttribute('aria-controls')}"]`);
}

// shows: staff/decide-requests
test('requests are searched, accepted and rejected, each with a confirmation', async ({ browser, academy, school }) => {
  const course = await school.course('Radar Plotting', { films: 0, test: false });
  const [asha, ravi] = [await school.learner('Asha', { profile: true }), await school.learner('Ravi')];
  for (const learner of [asha, ravi]) await school.request(learner, course);
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/enrollment-request');
  const search = page.getByLabel('Search by user name, email or course title');
  for (const words of ['ravi kumar', ravi.email, 'Radar Plotting']) {
    await search.fill(words);
    await expect(requestOf(page, 'Ravi Kumar')).toBeVisible();
  }
  await expect(requestOf(page, 'Ravi Kumar')).toContainText('No profile');
  const opened = await openRequest(page, 'Asha Kumar');
  for (const said of ['₹4,500', 'Z4839201', asha.email]) await expect(opened).toContainText(said);
  await expect(await openRequest(page, 'Ravi Kumar')).toContainText('No profile yet.');

  for (const [word, name] of [
    ['Accept', 'Asha Kumar'],
    ['Reject', 'Ravi Kumar'],
  ] as const) {
    await requestOf(page, name).getByRole('button', { name: word, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${word} Request` });
    await expect(dialog).toContainText(`Are you sure you want to ${word.toLowerCase()} this enrollment request?`);
    if (word === 'Reject') {
      await dialog.getByLabel('Reason').selectOption('Documents incomplete');
      await dialog.getByLabel('Note to the learner').fill('We need your CDC.');
    }
    await dialog.getByRole('button', { name: `Yes, ${word}` }).click();
    await expect(page.getByText(`Enrollment request ${word.toLowerCase()}ed.`)).toBeVisible();
    await expect(requestOf(page, name)).toHaveCount(0);
  }
  expect((await academy.mailTo(asha.email, 'enrolled')).text).toContain('Radar Plotting');
  expect((await academy.mailTo(ravi.email, 'Your enrollment: Radar Plotting')).text).toContain('We need your CDC.');

  // the declined learner completes the profile, asks again by that, and gets in
  const home = await signedIn(browser, academy, ravi);
  const others = complaintsOf(home);
  await home.goto('/UserCource');
  await expect(home.getByText('Not Approved', { exact: true })).toBeVisible();
  await expect(home.getByText('“We need your CDC.”')).toBeVisible();
  await home.getByRole('link', { name: 'Update your profile' }).click();
  await enterProfile(home, { passport: 'Z7654321' });
  await expect(home).toHaveURL('/EnrollmentRequest');
  await expect(home.getByText('Waiting for approval', { exact: true })).toBeVisible();
  await page.reload();
  await expect(requestOf(page, 'Ravi Kumar')).toContainText('Asked again');
  await expect(await openRequest(page, 'Ravi Kumar')).toContainText('Documents incomplete: We need your CDC.');
  await requestOf(page, 'Ravi Kumar').getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, Accept' }).click();
  await expect(page.getByText('Enrollment request accepted.')).toBeVisible();
  await home.goto('/UserCource');
  await home.getByRole('link', { name: 'Launch the Course' }).click();
  await expect(home.getByRole('heading', { name: 'Radar Plotting' })).toBeVisible();
  expect([...complaints, ...others]).toEqual([]);
});
