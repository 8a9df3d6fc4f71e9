import { expect, test } from '@playwright/test';
import { type Academy, startAcademy } from './academy.ts';
import { embedded, engines } from './engines.ts';
import { film } from './films.ts';
import { readSheet } from './pages/certificate-pdf.ts';
import * as seafarer from './pages/seafarer.ts';
import * as staff from './pages/staff.ts';

const course = 'Personal Survival Techniques';
const films = [film('e2e-muster'), film('e2e-raft')];
const person: seafarer.Seafarer = {
  firstName: 'Rajesh',
  lastName: 'Kumar',
  email: 'rajesh.kumar@example.org',
  password: 'steady as she goes',
  passport: 'Z4839201',
};
const questions: Parameters<typeof staff.createTest>[3] = [
  {
    text: 'What is the signal to muster?',
    options: [
      'Seven short blasts and one long',
      'One long blast',
      'Three short blasts',
      'Continuous ringing of a bell',
    ],
    correct: 'Seven short blasts and one long',
  },
  {
    text: 'Where is a life raft launched?',
    options: ['On the windward side', 'On the lee side', 'Over the stern', 'From the bridge wing'],
    correct: 'On the lee side',
  },
];

// in the gate on the embedded database, which a first start has; most other journeys run on a server
for (const engine of process.env.EVERY_TEST_ON === 'both' ? engines : [embedded]) {
  test(`a seafarer gets from registration to a certificate that verifies, on ${engine.name}`, async ({ browser }) => {
    const academy: Academy = await startAcademy({ engine, mail: 'smtp' });
    const office = await (await browser.newContext()).newPage();
    const ship = await (await browser.newContext({ acceptDownloads: true })).newPage();
    const faults: string[] = [];
    for (const page of [office, ship]) page.on('pageerror', (error) => faults.push(String(error)));
    try {
      // shows: routes/registration, routes/otp, register/fields, register/success, otp/address, otp/six-digits,
      //   otp/success, states/registration, rules/register-required
      await test.step('a seafarer signs up with a mailed code, and waits for approval', async () => {
        await seafarer.register(ship, academy, person);
        await ship.reload();
        await seafarer.enterLogin(ship, person);
        await expect(ship.getByText(/^Your account is waiting for approval by the academy\./)).toBeVisible();
      });

      // shows: admin/unapproved-users, admin/title, admin/menu-users, staff/unapproved-users, staff/confirm-approval,
      //   staff/no-unapproved-users, messages/user-approved
      await test.step('staff approve the seafarer', async () => {
        await staff.logInAsStaff(office, academy);
        await staff.approveUser(office, seafarer.fullName(person));
        await academy.mailTo(person.email, 'is approved');
      });

      // shows: admin/courses, admin/test-form, admin/all-tests, admin/training-video, admin/all-training-videos,
      //   admin/create-course, admin/menu-courses, admin/menu-training, admin/menu-test, staff/create-course,
      //   staff/create-test, staff/test-lists, staff/upload-training, staff/training-videos,
      //   messages/course-saved, messages/test-created, messages/test-published
      await test.step('staff create a course with films and a published test', async () => {
        await staff.createCourse(office, course);
        await staff.uploadFilms(office, course, films);
        await expect(office.getByRole('heading', { name: 'All Training Videos' })).toBeVisible();
        await staff.createTest(office, course, 100, questions);
        await staff.publishTest(office);
      });

      // shows: admin/guard-refusal, roles/admin-area
      await test.step('a learner has no access to the staff area', async () => {
        await ship.goto(`${academy.url}/ornate_backend`);
        await seafarer.enterLogin(ship, person);
        await expect(ship.getByRole('alert')).toBeVisible();
        await ship.goto(`${academy.url}/admin-dashboard`);
        await expect(ship).toHaveURL(`${academy.url}/ornate_backend`);
      });

      // shows: routes/profile, routes/user-courses, catalogue/title, profile/create-form, profile/view,
      //   profile/create-fields, profile/created, states/profile, rules/profile-incomplete, messages/profile-submitted
      await test.step('the seafarer fills in the profile and requests the course', async () => {
        await seafarer.logIn(ship, academy, person);
        await seafarer.fillProfile(ship, academy, person);
        await seafarer.requestEnrolment(ship, academy, course);
        await ship.goto(`${academy.url}/UserCource`);
        await expect(ship.getByText('Waiting for approval', { exact: true })).toBeVisible();
      });

      // shows: admin/enrolment-requests, admin/menu-courses, staff/enrolment-requests, staff/decide-requests,
      //   states/enrolment-leaves-list
      await test.step('staff see profile and documents beside the request, and accept it', async () => {
        await staff.acceptRequest(office, { name: seafarer.fullName(person), passport: person.passport });
        await academy.mailTo(person.email, course);
      });

      // shows: routes/user-courses, routes/training, routes/course-content, user-courses/launch, player/locks,
      //   player/progress, player/buttons, states/training-order, states/training-locks, states/training-submit,
      //   messages/training-submitted
      await test.step('the films play in order, and the second opens automatically', async () => {
        await ship.goto(`${academy.url}/UserCource`);
        await ship.getByRole('link', { name: 'Launch the Course' }).click();
        await expect(ship).toHaveURL(/\/courses\/[\w-]+\/content$/);
        await ship.getByRole('link', { name: 'Start Training' }).click();
        await expect(ship.getByRole('button', { name: /Locked: watch the video before it first/ })).toBeDisabled();
        await expect(ship.getByRole('button', { name: 'Give Test' })).toBeDisabled();
        await seafarer.watchFilm(ship);
        await expect(ship.getByText('1 of 2 videos watched')).toBeVisible({ timeout: 60_000 });
        await expect(ship.getByRole('heading', { level: 2, name: /^2\./ })).toBeVisible();
        await seafarer.watchFilm(ship);
        await expect(ship.getByText('2 of 2 videos watched')).toBeVisible({ timeout: 60_000 });
        await ship.getByRole('button', { name: 'Submit Training' }).click();
        await expect(ship.getByText('Training successfully submitted')).toBeVisible();
        await expect(ship).toHaveURL(/\/testPage\//);
        await ship.goto(`${academy.url}/UserCource`);
      });

      // shows: routes/test-page, test-page/questions, test-page/result, test-page/certificate, states/test-complete,
      //   states/test-score, states/test-pass
      await test.step('a failed test blocks the next attempt, staff allow it at once, and the right answers pass', async () => {
        await ship.getByRole('link', { name: 'Launch the Course' }).click();
        await ship.getByRole('link', { name: 'Give Test' }).click();
        await seafarer.answerAll(ship, ['One long blast', 'On the lee side']);
        await expect(ship.getByText('Not passed this time')).toBeVisible();
        await expect(ship.getByText('Score: below 100%')).toBeVisible();
        await expect(ship.getByText(/can take the test again from .* You have 2 attempts left\./)).toBeVisible();
        await staff.allowAttempt(office, course);
        await ship.getByRole('button', { name: 'Give Test again' }).click();
        await seafarer.answerAll(
          ship,
          questions.map(({ correct }) => correct),
        );
        await expect(ship.getByText('You have passed')).toBeVisible();
        await ship.getByRole('button', { name: 'View Certificate' }).click();
        await expect(ship.getByRole('link', { name: 'Open PDF' })).toBeVisible({ timeout: 60_000 });
      });

      // shows: routes/verify, routes/certificate-report, certificate/report, certificate/verify-table,
      //   messages/verify-not-found
      await test.step('the certificate is a PDF whose code leads to its public verification', async () => {
        await ship.goto(`${academy.url}/certificate-report`);
        await ship.getByLabel('Course').selectOption({ label: course });
        await ship.getByRole('button', { name: 'View Certificate' }).click();
        const downloading = ship.waitForEvent('download');
        await ship.getByRole('link', { name: 'Download PDF' }).click();
        const chunks: Buffer[] = [];
        for await (const chunk of await (await downloading).createReadStream()) chunks.push(chunk as Buffer);
        const sheet = await readSheet(ship.context(), Buffer.concat(chunks));
        expect(sheet.text).toContain(seafarer.fullName(person));
        expect(sheet.text).toContain(person.passport);
        expect(sheet.scanned).toMatch(new RegExp(`^${academy.url}/C#[A-Z2-7]+$`));

        const officer = await (await browser.newContext()).newPage();
        await officer.goto(sheet.scanned ?? '');
        await expect(officer.getByText('This certificate is valid')).toBeVisible();
        await expect(officer.getByText(/^Checked against the register on /)).toBeVisible();
        await expect(officer.getByRole('cell', { name: seafarer.fullName(person) })).toBeVisible();
        await expect(officer.getByRole('cell', { name: 'MUM 123456' })).toBeVisible();
        await expect(officer.getByText(person.passport)).toBeHidden();
        await officer.getByLabel('Certificate number').fill('FMA-2026-0000000000000');
        await officer.getByRole('button', { name: 'Verify' }).click();
        await expect(officer.getByText('Certificate not found')).toBeVisible();
        await academy.mailTo(person.email, 'certificate');
      });

      // shows: routes/guarded, routes/dashboard, admin/user-results, admin/menu-test, header/logout, staff/user-results
      await test.step('staff see the results, and logout ends the session everywhere on this device', async () => {
        await staff.openStaffPage(office, 'User Results');
        await expect(office.getByText(seafarer.fullName(person)).first()).toBeVisible();
        await expect(office.getByText('Not passed').first()).toBeVisible();
        await expect(office.getByText('Passed', { exact: true }).filter({ visible: true }).first()).toBeVisible();
        await ship.goto(`${academy.url}/dashboard`);
        await ship.getByRole('button', { name: 'Logout' }).click();
        await expect(ship).toHaveURL(`${academy.url}/login`);
        await ship.goto(`${academy.url}/dashboard`);
        await expect(ship).toHaveURL(`${academy.url}/login`);
      });
      expect(faults).toEqual([]);
      expect(academy.output()).not.toContain('"level":50');
    } finally {
      await academy.stop();
    }
  });
}
