import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrainingSet } from '@fairlead/contract/training/calls';
import { expect, type Page } from '@playwright/test';
import { keptFilms } from '../../e2e/pages/kept.ts';
import { startOwnBrowser } from '../../e2e/pages/own-browser.ts';
import { enterLogin, watchFilm } from '../../e2e/pages/seafarer.ts';
import { timeOf } from '../../e2e/pages/ship.ts';
import { complaintsOf, endSession, expectSound, failing, holding, signedIn } from '../../e2e/pages/states.ts';
import { test } from '../../e2e/programs.ts';

// shows: states/training-memory
test('a film that could not be loaded is loaded later, and its watched seconds survive a killed browser and the session', async ({
  academy,
  school,
}) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const course = await school.course('Fire Pumps', { films: 1, played: true, test: false });
  await school.enrol(ravi, course);
  const profile = await mkdtemp(join(tmpdir(), 'fairlead-profile-'));
  let ship = await startOwnBrowser(profile, academy, ravi);
  try {
    const complaints = complaintsOf(ship.page);
    await ship.page.route('**/uploads/**', (route) => route.abort());
    await ship.page.goto(`${academy.url}/training/${course}`);
    await expect(ship.page.getByText('Failed to load training video', { exact: true })).toBeVisible();
    await ship.page.unroute('**/uploads/**');
    await ship.page.getByRole('button', { name: 'Try again' }).click();

    // no report arrives, and the whole browser is killed while the film plays: at most 2 seconds are lost
    await failing(ship.page, '/trainingVideo/*/progress', 'no link');
    await watchFilm(ship.page);
    await expect.poll(() => timeOf(ship.page)).toBeGreaterThan(4);
    const watched = await timeOf(ship.page);
    await ship.kill();
    ship = await startOwnBrowser(profile, academy, ravi);
    const { page } = ship;
    complaints.push(...complaintsOf(page));
    await page.goto(`${academy.url}/training/${course}`);
    const credited = async () => {
      const { data } = await school.ask<{ data: TrainingSet[] }>(ravi, 'GET', `/trainingVideo/${course}`);
      return data[0]?.trainingVideo[0]?.watchedSeconds;
    };
    await expect.poll(credited).toBeGreaterThanOrEqual(watched - 2);

    await watchFilm(page);
    await endSession(page, academy);
    await expect(page).toHaveURL(/\/login$/, { timeout: 30_000 });
    expect(await keptFilms(page)).toBe(1);
    await enterLogin(page, ravi);
    await expect(page).toHaveURL(new RegExp(`/training/${course}$`));
    await expect(page.getByText('1 of 1 videos watched').or(page.getByText(/\d+% watched/))).toBeVisible();
    expect(complaints).toEqual([]);
  } finally {
    await ship.kill();
    await rm(profile, { recursive: true, force: true });
  }
});

const answer = async (page: Page, answers: readonly string[]) => {
  for (const [index, words] of answers.entries())
    await page.getByRole('group').nth(index).getByLabel(words, { exact: true }).check();
};
const right = ['To leeward', 'Seven short, one long'];
const wrong = ['To windward', 'A bell'];

// shows: test-page/result, test-page/certificate
test('a test is refused, answered through a lost connection and an ended session, failed and passed', async ({
  browser,
  academy,
  school,
}) => {
  const noor = await school.learner('Noor', { profile: true });
  const course = await school.course('Survival Craft', {
    films: 1,
    played: true,
    test: true,
    settings: { hoursBetween: null },
  });
  await school.enrol(noor, course);
  const page = await signedIn(browser, academy, noor);
  const complaints = complaintsOf(page);
  await page.goto(`/testPage/${course}`);
  await expect(page.getByText('Please submit the training first.')).toBeVisible();
  await school.train(noor, course);

  const arrive = await holding(page, `/test/${course}`);
  await page.reload();
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  arrive();

  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await answer(page, wrong.slice(0, 1));
  await expect(submit).toBeDisabled();
  await expect(page.getByText('1 of 2 questions left')).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByLabel('To windward')).toBeChecked();
  await answer(page, wrong);

  // the session ends during the test: the answers are there after the login
  await endSession(page, academy);
  await submit.click();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, noor);
  await expect(page).toHaveURL(`/testPage/${course}`);
  await expect(page.getByLabel('A bell')).toBeChecked();

  // the submission arrives, and its response is lost: submitting again shows the result
  await page.route('**/api/submitTest', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit.click();
  await expect(page.getByText('Submission failed. Please try again.')).toBeVisible();
  await page.unroute('**/api/submitTest');
  await submit.click();
  await expect(page.getByText('Not passed this time')).toBeVisible();

  await page.getByRole('button', { name: 'Give Test again' }).click();
  await expect(submit).toBeDisabled();
  await answer(page, right);
  await submit.click();
  await expect(page.getByText('You have passed')).toBeVisible();
  const certificate = page.getByRole('button', { name: 'View Certificate' });
  await certificate.click();
  await expect(page.getByRole('link', { name: 'Open PDF' })).toBeVisible({ timeout: 60_000 });
  await expectSound(page, 'test-passed');
  expect(complaints).toEqual([]);
});
