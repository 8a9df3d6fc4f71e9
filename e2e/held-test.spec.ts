import { expect, type Page } from '@playwright/test';
import { complaintsOf, failing, signedIn } from './pages/states.ts';
import { choose, first, inFrontOf, second } from './pages/test-paper.ts';
import { test } from './programs.ts';

const chosen = (page: Page, option: string) => page.getByLabel(option, { exact: true });
const saved = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/answers') && answer.ok());

test('a connection lost during a test loses no answer, and another device continues it', async ({
  browser,
  academy,
  school,
}) => {
  const settings = { minutes: 30, attemptsAllowed: 2, review: 'correct', noteLeaving: true, shuffleOptions: true };
  const { learner, course } = await inFrontOf(school, 'Leela', settings);
  const page = await signedIn(browser, academy, learner);
  const complaints = complaintsOf(page);
  await page.goto(`/testPage/${course}`);
  await expect(page.getByText('You have used 0 of 2 attempts.')).toBeVisible();
  await page.getByRole('button', { name: 'Start Test' }).click();
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d) left$/);

  // the link is lost: the answer is kept on the device, and sent by a reload once the link is back
  const restore = await failing(page, '/attempts/*/answers', 'no link');
  await choose(page, first.text, first.right);
  await expect(page.getByText('No connection: 1 answer is saved here and sent when it is back.')).toBeVisible();
  await page.reload();
  await expect(chosen(page, first.right)).toBeChecked();
  await expect(page.getByText('No connection: 1 answer')).toBeVisible();
  await restore();
  await expect(page.getByText('No connection')).toBeHidden({ timeout: 15_000 });

  // the same test paper on another device, with the answer; answers given there are saved too
  const phone = await signedIn(browser, academy, learner);
  await phone.goto(`/testPage/${course}`);
  await expect(chosen(phone, first.right)).toBeChecked();
  const arrived = saved(phone);
  await choose(phone, second.text, second.wrong);
  await arrived;
  const optionsOf = (on: Page) => on.getByRole('group').locator('label').allTextContents();
  expect(await optionsOf(phone)).toEqual(await optionsOf(page));
  await page.reload();
  await expect(chosen(page, second.wrong)).toBeChecked();
  await choose(page, second.text, second.right);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You have passed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your answers' })).toBeVisible();
  await expect(page.getByText(`${second.right} (chosen, correct answer)`)).toBeVisible();

  // the phone still shows the test paper: submitting it again shows its result
  await phone.getByRole('button', { name: 'Submit' }).click();
  await expect(phone.getByText('Score: 2 of 2')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a test that is open on two devices loses no answer: the older view shows the newer ones, and replaces none', async ({
  browser,
  academy,
  school,
}) => {
  const { learner, course } = await inFrontOf(school, 'Mohan', { minutes: 30 });
  const older = await signedIn(browser, academy, learner);
  await older.goto(`/testPage/${course}`);
  await older.getByRole('button', { name: 'Start Test' }).click();
  await expect(older.getByRole('timer')).toBeVisible();
  const newer = await signedIn(browser, academy, learner);
  await newer.goto(`/testPage/${course}`);
  const arrived = saved(newer);
  await choose(newer, first.text, first.right);
  await arrived;

  // an answer on the older view would replace the newer one; an answer to another question is saved
  const restore = await failing(older, '/attempts/*/answers', 'no link');
  await choose(older, first.text, first.wrong);
  await choose(older, second.text, second.wrong);
  await expect(older.getByText('No connection: 2 answers are saved here')).toBeVisible();
  await restore();
  await expect(older.getByText(/^Not saved: you have answered question \d in another tab/)).toBeVisible({
    timeout: 15_000,
  });
  await expect(chosen(older, first.right)).toBeChecked();
  await expect(chosen(older, second.wrong)).toBeChecked();

  // shown again, the other view has the answer of the first device; changed, it is the newest
  await newer.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(newer.getByText(/^Answers that you gave in another tab/)).toBeVisible();
  await expect(chosen(newer, second.wrong)).toBeChecked();
  const changed = saved(newer);
  await choose(newer, second.text, second.right);
  await changed;
  await older.getByRole('button', { name: 'Submit' }).click();
  await expect(older.getByText(/^Not submitted: you have changed answers in another tab/)).toBeVisible();
  await expect(chosen(older, second.right)).toBeChecked();
  await older.getByRole('button', { name: 'Submit' }).click();
  await expect(older.getByText('Score: 2 of 2')).toBeVisible();
});
