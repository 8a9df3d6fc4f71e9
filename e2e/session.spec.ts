import { expect } from '@playwright/test';
import { codeIn } from './pages/approved-seafarer.ts';
import { enterLogin } from './pages/seafarer.ts';
import { complaintsOf, endSession, signedIn } from './pages/states.ts';
import { test } from './programs.ts';

// How a session is refreshed, and what remains of one that has ended.

// shows: forgot-password/form
test('a code for a forgotten password carries the email along, and the new password logs in', async ({
  page,
  academy,
  school,
}) => {
  const asha = await school.learner('Asha');
  const complaints = complaintsOf(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // the login has a field of the same name, and stands for a moment after the address has changed
  await expect(page.getByRole('heading', { name: 'Forgot Password', level: 1 })).toBeVisible();
  await page.getByLabel('Email').fill(asha.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByLabel('Email')).toHaveValue(asha.email);
  const code = codeIn((await academy.mailTo(asha.email, 'password')).text);
  await page.getByLabel('OTP').fill(code);
  await page.getByLabel('New password').fill('fair winds and following seas');
  await page.getByLabel('Confirm password').fill('fair winds and following seas');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, asha);
  await expect(page.getByText('Invalid email or password')).toBeVisible();
  await enterLogin(page, { ...asha, password: 'fair winds and following seas' });
  await expect(page).toHaveURL('/dashboard');
  expect(complaints).toEqual([]);
});

// shows: states/session-refused
test('a refused refresh deletes everything about the person, and leads to the login', async ({
  browser,
  academy,
  school,
}) => {
  const ravi = await school.learner('Ravi', { profile: true });
  const course = await school.course('Life Rafts', { films: 1, played: true, test: false });
  await school.enrol(ravi, course);
  const page = await signedIn(browser, academy, ravi);
  await page.goto(`/training/${course}`);
  await expect(page.getByText('0 of 1 videos watched')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await endSession(page, academy);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(new URL(response.url()).pathname);
  });
  await page.goto('/EnrollmentRequest');
  await expect(page).toHaveURL('/login');
  expect(refused).toEqual(['/api/userCourses/user', '/api/user/refresh-token']);
  const left = await page.evaluate(() => Object.keys(localStorage));
  // whether the font and the database of this device work is nothing about a person
  expect(left.filter((key) => !['letters', 'keptOnDisk'].includes(key))).toEqual(['theme']);
});
