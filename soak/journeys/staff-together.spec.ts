import { expect, type Page } from '@playwright/test';
import { rowOf } from '../../e2e/pages/staff.ts';
import { complaintsOf, signedIn } from '../../e2e/pages/states.ts';
import { ownProgram } from '../../e2e/programs.ts';

const test = ownProgram(import.meta.url);

test('when two staff decide one request, the first wins, and the other is notified of the result', async ({
  browser,
  academy,
  school,
}) => {
  const course = await school.course('Fire Fighting', { films: 0, test: false });
  const asha = await school.learner('Asha');
  const ravi = await school.learner('Ravi');
  for (const learner of [asha, ravi]) await school.request(learner, course);
  const one = await signedIn(browser, academy, school.principal);
  const other = await signedIn(browser, academy, school.principal);
  for (const page of [one, other]) await page.goto('/admin-dashboard/enrollment-request');
  const request = (page: Page, name: string) => rowOf(page, 'Enrollment requests', name);
  const decide = async (page: Page, name: string, word: 'Accept' | 'Reject') => {
    await request(page, name).getByRole('button', { name: word, exact: true }).click();
    if (word === 'Reject') await page.getByRole('dialog').getByLabel('Reason').selectOption('Batch full');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Yes, ${word}` })
      .click();
  };

  // both open the list before either decides: later the request would be gone
  for (const page of [one, other]) await expect(request(page, 'Asha')).toBeVisible();
  await decide(one, 'Asha', 'Accept');
  await expect(request(one, 'Asha')).toHaveCount(0);
  await decide(other, 'Asha', 'Reject');
  await expect(other.getByRole('dialog')).toContainText('This request is already approved.');
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(request(other, 'Asha')).toHaveCount(0);

  // both at the same moment
  await Promise.all([decide(one, 'Ravi', 'Accept'), decide(other, 'Ravi', 'Reject')]);
  const refusal = /This request is already (approved|rejected)\./;
  const isRefused = async (page: Page) => (await page.getByText(refusal).count()) === 1;
  await expect.poll(async () => [await isRefused(one), await isRefused(other)].sort()).toEqual([false, true]);
  const requests = await (
    await fetch(`${academy.url}/api/userCourses/user`, {
      headers: { authorization: `Bearer ${ravi.login.accessToken}` },
    })
  ).json();
  expect(requests).toMatchObject([{ status: (await isRefused(one)) ? 'rejected' : 'approved' }]);
});

test('a visitor’s message is answered by one of the staff, and a colleague who has it open sees that', async ({
  browser,
  academy,
  school,
}) => {
  const colleague = await school.colleague();
  const visitor = await browser.newPage({ baseURL: academy.url });
  const mine = await signedIn(browser, academy, school.principal);
  const theirs = await signedIn(browser, academy, colleague);
  const complaints = [visitor, mine].map(complaintsOf);
  await visitor.goto('/contact');
  await visitor.getByLabel('Name').fill('Leela Varghese');
  await visitor.getByLabel('Email').fill('leela@example.org');
  await visitor.getByLabel('Message').fill('When is the next course in life rafts?');
  await visitor.getByRole('button', { name: 'Send message' }).click();
  await expect(visitor.getByText('Thank you')).toBeVisible();

  for (const page of [mine, theirs]) {
    await page.goto('/admin-dashboard/messages');
    await rowOf(page, 'Messages', 'Leela Varghese').getByRole('link', { name: 'Leela Varghese' }).click();
    await expect(page.getByText('When is the next course in life rafts?')).toBeVisible();
  }
  const send = async (page: Page, text: string) => {
    await page.getByLabel('Answer', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send answer' }).click();
  };
  await send(mine, 'On Monday.');
  await expect(mine.getByText('Answered', { exact: true })).toBeVisible();
  expect((await academy.mailTo('leela@example.org', 'Your message to')).text).toContain('On Monday.');

  // the colleague's answer is kept, and not sent beside the first one before they have read that
  await send(theirs, 'Next week.');
  await expect(theirs.getByRole('alert')).toBeVisible();
  await expect(theirs.getByText('On Monday.')).toBeVisible();
  await expect(theirs.getByLabel('Another answer')).toHaveValue('Next week.');
  await theirs.getByRole('button', { name: 'Close', exact: true }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Yes, Close' }).click();
  await expect(theirs.getByText('Closed', { exact: true })).toBeVisible();
  await mine.goto('/admin-dashboard/messages');
  await expect(rowOf(mine, 'Messages', 'Leela Varghese')).toContainText('Closed');
  expect(complaints.flat()).toEqual([]);
});
