import { expect, type Page } from '@playwright/test';
import { film } from './films.ts';
import { ownProgram } from './pages/learner-test.ts';
import { complaintsOf, expectShownFor, expectSound, failing, signedIn, stopClock } from './pages/states.ts';

const test = ownProgram(import.meta.url);

const cardOf = (page: Page, list: string, title: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: title }).first();

test('a test is made of one empty question at first, for active courses alone, and says why when it cannot be', async ({
  browser,
  academy,
  school,
}) => {
  await school.emptyCatalogue();
  await school.course('Old Rules', { films: 0, test: false });
  await school.emptyCatalogue();
  for (const title of ['Ship Stability', 'Ship Stability', 'Cargo Care'])
    await school.course(title, { films: 0, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  await page.goto('/admin-dashboard/test-form');
  const offered = page.getByLabel('Course', { exact: true }).locator('option:not([value=""])');
  await expect(offered).toHaveText(['Cargo Care', 'Ship Stability']);
  await expect(page.getByRole('group', { name: /^Question \d/ })).toHaveCount(1);
  await expect(page.getByLabel('Question text')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Test' }).click();
  for (const words of ['Course is required', 'Pass mark is required', 'Question text is required'])
    await expect(page.getByText(words)).toBeVisible();
  await expectSound(page, 'staff-test-form');

  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Cargo Care' });
  await page.getByLabel('Pass mark').fill('60');
  await page.getByLabel('Question text').fill('What is trimmed first?');
  for (const [i, option] of ['The hold', 'The deck', 'The sail', 'Nothing'].entries())
    await page.getByLabel(`Option ${i + 1}`).fill(option);
  await page.getByLabel('Correct answer').fill('The hold');
  for (const [failure, words] of [
    [{ status: 500 }, 'Something went wrong'],
    [{ status: 400, message: 'A test of this title is there already.' }, 'A test of this title is there already.'],
  ] as const) {
    const mend = await failing(page, '/test', failure, 'POST');
    await page.getByRole('button', { name: 'Create Test' }).click();
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await mend();
  }
  await page.clock.install();
  await stopClock(page);
  await page.getByRole('button', { name: 'Create Test' }).click();
  await expectShownFor(page, page.getByText('Test created successfully!'), 4);
  expect(complaints).toEqual([]);
});

test('tests are published and taken back, and the published are a list of their own', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Fire Pumps', { films: 0, test: true });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  for (const [path, call] of [
    ['All-tests', '/test?*'],
    ['Published-tests', '/test/published**'],
  ] as const) {
    const [mend, mendBare] = [
      await failing(page, call, { status: 500 }),
      await failing(page, call.replace(/\?\*|\*\*/, ''), { status: 500 }),
    ];
    await page.goto(`/admin-dashboard/${path}`);
    await expect(page.getByText('Failed to fetch tests.')).toBeVisible();
    await Promise.all([mend(), mendBare()]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Failed to fetch tests.')).toBeHidden();
  }
  const search = page.getByLabel('Search by course or title');
  await search.fill('no test of this name');
  await expect(page.getByText('No tests found.')).toBeVisible();
  await search.fill('Fire Pumps');
  const card = cardOf(page, 'Published tests', 'Fire Pumps');
  await expect(card).toContainText('Published');
  await card.getByText('Show the questions').click();
  await expect(card).toContainText('To leeward (right answer)');
  await expectSound(page, 'staff-published-tests');

  const mend = await failing(page, '/test/unpublished/*', { status: 500 });
  await page.clock.install();
  await stopClock(page);
  await card.getByRole('button', { name: 'Unpublish' }).click();
  await expectShownFor(page, page.getByText('Failed to update publish status.'), 6);
  await page.clock.resume();
  await mend();
  await card.getByRole('button', { name: 'Unpublish' }).click();
  await expect(page.getByText('Test unpublished successfully.')).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.goto('/admin-dashboard/All-tests?q=Fire+Pumps');
  await cardOf(page, 'Tests', 'Fire Pumps').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Test published successfully.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('results: failing, none found, and whose they are', async ({ browser, academy, school }) => {
  const course = await school.course('Muster Drill', { films: 1, test: true });
  const asha = await school.learner('Asha', { profile: true });
  await school.enrol(asha, course);
  await school.train(asha, course);
  await school.sit(asha, course, false);
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  const mend = await failing(page, '/submitTest**', { status: 500 });
  await page.goto('/admin-dashboard/user-results');
  await expect(page.getByText('Failed to fetch test submissions')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  const search = page.getByLabel('Search by user name, email or course');
  await search.fill('nobody of this name');
  await expect(page.getByText('No test submissions found.')).toBeVisible();
  await search.fill(asha.email);
  const row = page.getByRole('row').filter({ hasText: 'Muster Drill' });
  for (const said of ['Asha Kumar', '0 of 2', '0%', 'Not passed']) await expect(row).toContainText(said);
  await expectSound(page, 'staff-results');
  await row.getByRole('link', { name: 'Asha Kumar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Asha Kumar' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('films: a list that fails, and an upload that is refused with or without a word', async ({
  browser,
  academy,
  school,
}) => {
  await school.course('Engine Watch', { films: 1, test: false });
  const page = await signedIn(browser, academy, school.principal);
  const complaints = complaintsOf(page);
  const mendList = await failing(page, '/trainingVideo**', { status: 500 });
  await page.goto('/admin-dashboard/All-training-video');
  await expect(page.getByText('Failed to load training videos.')).toBeVisible();
  await mendList();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Search by course or title').fill('nothing of this name');
  await expect(page.getByText('No training videos found.')).toBeVisible();
  await page.getByLabel('Search by course or title').fill('Engine Watch');
  await expect(cardOf(page, 'Training videos', 'Engine Watch')).toContainText('Raft 1');
  await expectSound(page, 'staff-training');

  await page.goto('/admin-dashboard/training-video');
  await page.getByLabel('Course', { exact: true }).selectOption({ label: 'Engine Watch' });
  await page.getByLabel('Title').fill('Engine room');
  await page.getByLabel('Video 1').setInputFiles(film('e2e-raft'));
  for (const [failure, words] of [
    [{ status: 500 }, 'Something went wrong during upload.'],
    [{ status: 413, message: 'The film is too large.' }, 'The film is too large.'],
  ] as const) {
    const mend = await failing(page, '/trainingVideo/uploaded', failure, 'POST');
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(page.getByText(words)).toBeVisible();
    await mend();
  }
  await expect(page.getByLabel('Title')).toHaveValue('Engine room');
  expect(complaints).toEqual([]);
});
