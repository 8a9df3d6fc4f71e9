import { expect, type Page } from '@playwright/test';
import { engines } from './browsers/engine.ts';
import { takeAboard } from './pages/aboard.ts';
import { plannedBatch } from './pages/planned-batch.ts';
import type { School } from './pages/school.ts';
import { enterLogin, watchFilm } from './pages/seafarer.ts';
import { timeOf } from './pages/ship.ts';
import { ownProgram } from './programs.ts';

// What differed between engines, in each engine beside Chromium; in the gate in WebKit alone, the engine of iPhones.
// Ten journeys are in `npm run browsers`.

const test = ownProgram(import.meta.url);

/** A course in the classroom whose public page shows a date and a price. */
async function datedCourse(school: School): Promise<string> {
  const course = await school.course('Fire Drill', { films: 0, test: false, format: 'classroom' });
  await school.ask(school.principal, 'POST', '/batches', plannedBatch(course));
  return course;
}

/** Types a day and a month into a date, and no year, in whichever order the engine has them. */
async function typeHalfDate(page: Page, label: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.pressSequentially('0202');
  expect(await field.evaluate((date: HTMLInputElement) => [date.value, date.validity.badInput])).toEqual(['', true]);
}

for (const engine of engines.filter(({ name }) => process.env.LONG_TESTS || name === 'WebKitGTK'))
  test(`pages, a film, a half-typed date and a course aboard, in ${engine.name}`, async ({ academy, school }) => {
    const asha = await school.learner('Asha', { profile: true });
    const dated = await datedCourse(school);
    const course = await school.course(`Rafts in ${engine.name}`, { films: 2, played: true, test: false });
    await school.enrol(asha, course);
    const { page, close } = await engine.open();
    try {
      await test.step('public pages stand, with their dates', async () => {
        await page.goto(academy.url);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.goto(`${academy.url}/courses/${dated}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Fire Drill' })).toBeVisible();
        await expect(page.getByRole('radio', { name: /Drill yard 4 seats free/ })).toBeVisible();
      });
      await test.step('a learner logs in', async () => {
        await page.goto(`${academy.url}/login`);
        await enterLogin(page, asha);
        // among other journeys, an engine begins its first page of learners late
        await expect(page).toHaveURL(`${academy.url}/dashboard`, { timeout: 30_000 });
      });
      await test.step('a date without its year is refused, and nothing is added', async () => {
        await page.goto(`${academy.url}/documents`);
        await page.getByRole('button', { name: 'Add document' }).first().click();
        await page.getByRole('button', { name: /^Medical certificate Medical$/ }).click();
        await typeHalfDate(page, 'Day of issue');
        await page.getByRole('button', { name: 'Save document' }).click();
        await expect(page.getByText('This date is not complete, or does not exist.')).toBeVisible();
      });
      await test.step('a course is taken aboard', async () => {
        await page.goto(`${academy.url}/courses/${course}/content`);
        await takeAboard(page);
      });
      await test.step('ten seconds of film', async () => {
        await page.goto(`${academy.url}/training/${course}`);
        await watchFilm(page);
        await expect(page.getByText('1 of 2 videos watched')).toBeVisible({ timeout: 30_000 });
        await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
        await watchFilm(page);
        await expect.poll(() => timeOf(page)).toBeGreaterThan(3);
      });
      await test.step('without the server, the training opens again', async () => {
        await academy.terminate();
        await page.goto(`${academy.url}/training/${course}`);
        await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
        // on a slow machine the second film has come to its end meanwhile
        await expect(page.getByText(/^[12] of 2 videos watched/)).toBeVisible();
      });
    } finally {
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${engine.name}.png` });
      await close();
      await academy.restart();
    }
  });
