import { expect, type Page } from '@playwright/test';
import { engines, signInWith } from '../../e2e/browsers/engine.ts';
import { choosePin, enterPin, takeAboard } from '../../e2e/pages/aboard.ts';
import { identityDocuments } from '../../e2e/pages/pictures.ts';
import type { Learner, School } from '../../e2e/pages/school.ts';
import * as seafarer from '../../e2e/pages/seafarer.ts';
import { timeOf } from '../../e2e/pages/ship.ts';
import * as staff from '../../e2e/pages/staff.ts';
import { choose, first, inFrontOf, second } from '../../e2e/pages/test-paper.ts';
import { ownProgram } from '../../e2e/programs.ts';

// The page objects of the journeys in Chromium, in the engines beside it.

const test = ownProgram(import.meta.url);

/** Seconds of each film that the server has credited to a learner. */
async function creditedTo(school: School, learner: Learner, course: string): Promise<number[]> {
  type Films = { data: { trainingVideo: { watchedSeconds: number }[] }[] };
  const { data } = await school.ask<Films>(learner, 'GET', `/trainingVideo/${course}`);
  return (data[0]?.trainingVideo ?? []).map(({ watchedSeconds }) => watchedSeconds);
}

const play = (page: Page) =>
  page.locator('video').evaluate(async (film: HTMLVideoElement) => {
    film.muted = true;
    await film.play();
  });
const pause = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.pause());

for (const engine of engines)
  test.describe(engine.name, () => {
    let page: Page;
    let close: () => Promise<void>;
    test.beforeEach(async () => {
      ({ page, close } = await engine.open());
    });
    test.afterEach(async () => {
      if (process.env.PICTURES) {
        const path = `${process.env.PICTURES}/${engine.name}-${test.info().title.replaceAll(/\W+/g, '-')}.png`;
        await page.screenshot({ path }).catch(() => undefined);
      }
      await close();
    });

    test('a seafarer signs up with a mailed code, is approved, and fills in the profile', async ({ academy }) => {
      const person: seafarer.Seafarer = {
        firstName: 'Rajesh',
        lastName: `Kumar ${engine.name}`,
        email: `rajesh.${engine.name.toLowerCase()}@example.org`,
        password: 'steady as she goes',
        passport: 'Z4830007',
      };
      await seafarer.register(page, academy, person);
      const office = await engine.open();
      try {
        await staff.logInAsStaff(office.page, academy);
        await staff.approveUser(office.page, seafarer.fullName(person));
      } finally {
        await office.close();
      }
      await seafarer.logIn(page, academy, person);
      await seafarer.fillProfile(page, academy, person);
    });

    test('a course is requested from the catalogue, and staff accept it', async ({ academy, school }) => {
      await school.emptyCatalogue();
      const asha = await school.learner('Asha', { profile: true });
      const course = await school.course(`Fire Pumps in ${engine.name}`, { films: 1, test: false });
      await signInWith(page, academy.url, asha);
      await seafarer.requestEnrolment(page, academy, `Fire Pumps in ${engine.name}`);
      const office = await engine.open();
      try {
        await staff.logInAsStaff(office.page, academy);
        await staff.acceptRequest(office.page, { name: seafarer.fullName(asha), passport: asha.passport });
      } finally {
        await office.close();
      }
      await page.goto(`${academy.url}/courses/${course}/content`);
      await expect(page.getByRole('link', { name: 'Start Training' })).toBeVisible();
    });

    test('films play in order, and a reload resumes where the person was', async ({ academy, school }) => {
      const asha = await school.learner('Asha', { profile: true });
      const course = await school.course(`Boats in ${engine.name}`, { films: 2, played: true, test: false });
      await school.enrol(asha, course);
      await signInWith(page, academy.url, asha);
      await page.goto(`${academy.url}/training/${course}`);
      await expect(page.getByRole('button', { name: /^2\. Raft 2/ })).toBeDisabled();
      await seafarer.watchFilm(page);
      await expect(page.getByText('1 of 2 videos watched')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
      // an engine may not begin a film by itself
      await play(page);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(2);
      await pause(page);
      const left = await timeOf(page);
      await page.reload();
      await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
      await expect.poll(() => timeOf(page)).toBeGreaterThan(left - 1.5);
    });

    test('a test is taken, its answers survive a reload, and the certificate is shown', async ({ academy, school }) => {
      const { learner, course } = await inFrontOf(school, 'Ravi', { minutes: 30, attemptsAllowed: 2 });
      await signInWith(page, academy.url, learner);
      await page.goto(`${academy.url}/testPage/${course}`);
      await page.getByRole('button', { name: 'Start Test' }).click();
      await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d) left$/);
      await choose(page, first.text, first.right);
      await page.reload();
      await expect(page.getByLabel(first.right, { exact: true })).toBeChecked();
      await choose(page, second.text, second.right);
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('You have passed')).toBeVisible({ timeout: 30_000 });
    });

    test('seconds watched aboard without the server are said, kept, and sent when it is back', async ({
      academy,
      school,
    }) => {
      const asha = await school.learner('Asha', { profile: true });
      const course = await school.course(`Rafts at sea in ${engine.name}`, { films: 2, played: true, test: false });
      await school.enrol(asha, course);
      await signInWith(page, academy.url, asha);
      await page.goto(`${academy.url}/courses/${course}/content`);
      await takeAboard(page);
      await academy.terminate();
      let reached = 0;
      try {
        await page.goto(`${academy.url}/training/${course}`);
        await seafarer.watchFilm(page);
        await expect(page.getByRole('heading', { level: 2, name: '2. Raft 2' })).toBeVisible({ timeout: 30_000 });
        await play(page);
        await expect.poll(() => timeOf(page)).toBeGreaterThan(3);
        await pause(page);
        reached = await timeOf(page);
        await expect(page.getByText(/s watched and not sent yet/).first()).toBeVisible();
      } finally {
        await academy.restart();
      }
      await expect
        .poll(() => creditedTo(school, asha, course), { timeout: 90_000 })
        .toEqual([expect.closeTo(6, 0), expect.closeTo(reached, 0)]);
      await expect(page.getByText(/s watched and not sent yet/)).toBeHidden();
    });

    test('a course aboard opens by its PIN without the server', async ({ academy, school }) => {
      const asha = await school.learner('Asha', { profile: true });
      const course = await school.course(`Lamps in ${engine.name}`, { films: 1, played: true, test: false });
      await school.enrol(asha, course);
      await signInWith(page, academy.url, asha);
      await page.goto(`${academy.url}/courses/${course}/content`);
      await takeAboard(page);
      await page.getByRole('link', { name: 'Courses Aboard' }).click();
      await choosePin(page, '482913');
      await page.goto(`${academy.url}/dashboard`);
      await page.getByRole('button', { name: 'Logout' }).click();
      await expect(page).toHaveURL(/\/(login|aboard\/open)$/);
      await academy.terminate();
      try {
        await page.goto(`${academy.url}/aboard/open`);
        await enterPin(page, '000000');
        await expect(page.getByText('This PIN is wrong.')).toBeVisible();
        await enterPin(page, '482913');
        await expect(page.getByRole('heading', { name: 'Welcome, Asha' })).toBeVisible();
        await page.goto(`${academy.url}/training/${course}`);
        await seafarer.watchFilm(page);
      } finally {
        await academy.restart();
      }
    });

    test('a forgotten password is replaced with a mailed code', async ({ academy, school }) => {
      const asha = await school.learner('Asha', { profile: true });
      await page.goto(`${academy.url}/forgot-password`);
      await page.getByLabel('Email').fill(asha.email);
      await page.getByRole('button', { name: 'Send OTP' }).click();
      await expect(page).toHaveURL(`${academy.url}/reset-password`);
      const { text = '' } = await academy.mailTo(asha.email, 'reset');
      await page.getByLabel('OTP').fill(/\b\d{6}\b/.exec(text)?.[0] ?? '');
      await page.getByLabel('New password', { exact: true }).fill('full ahead both engines');
      await page.getByLabel('Confirm password').fill('full ahead both engines');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page).toHaveURL(`${academy.url}/login`);
      await seafarer.enterLogin(page, { ...asha, password: 'full ahead both engines' });
      await expect(page).toHaveURL(`${academy.url}/dashboard`);
    });

    test('a document is added with a day that was typed, and is shown until that day', async ({ academy, school }) => {
      await signInWith(page, academy.url, await school.learner('Asha', { profile: true }));
      await page.goto(`${academy.url}/documents`);
      await page.getByRole('button', { name: 'Add document' }).first().click();
      await page.getByRole('button', { name: /^Medical certificate Medical$/ }).click();
      await page.getByLabel('Day of issue').pressSequentially('01022025');
      const { idDocument } = await identityDocuments();
      await page.getByLabel('Picture or PDF').setInputFiles(idDocument);
      await page.getByLabel('Number', { exact: true }).fill('MC 4711');
      await page.getByLabel('Issued by').fill('Port Health, Kochi');
      // over the day before; the same day in each engine's order of day and month; the last day follows from it
      await page.getByLabel('Day of issue').pressSequentially('05052026');
      await page.getByRole('button', { name: 'Save document' }).click();
      await expect(page.getByText('5 May 2028').first()).toBeVisible();
    });

    test('staff find a certificate in a list, and a visitor verifies it', async ({ academy, school }) => {
      const course = await school.course(`Boilers in ${engine.name}`, { films: 1, test: true });
      const asha = await school.trained('Asha', course);
      await school.sit(asha, course, true);
      await staff.logInAsStaff(page, academy);
      await staff.openStaffPage(page, 'Certificates');
      await page.getByRole('searchbox').first().fill('Boilers');
      const row = staff.rowOf(page, 'Certificates', `Boilers in ${engine.name}`);
      const number = await row.getByText(/^FMA-/).evaluate((cell) => cell.textContent ?? '');
      await page.goto(`${academy.url}/verify`);
      await page.getByLabel('Certificate number').fill(number);
      await page.getByRole('button', { name: 'Verify' }).click();
      await expect(page.getByText('This certificate is valid')).toBeVisible();
      await expect(page.getByText(seafarer.fullName(asha)).first()).toBeVisible();
    });

    test('a message is sent to the academy, and staff read it', async ({ academy }) => {
      await page.goto(`${academy.url}/contact`);
      await page.getByLabel('Name').fill('Captain Rao');
      await page.getByLabel('Email').fill('rao@example.org');
      await page.getByLabel('Message').fill(`Do you teach in ${engine.name}?`);
      await page.getByRole('main').getByRole('button', { name: /^Send/ }).click();
      await expect.poll(async () => (await academy.mails()).some(({ text }) => text?.includes(engine.name))).toBe(true);
    });
  });
