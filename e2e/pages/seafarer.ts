import { expect, type Page } from '@playwright/test';
import type { Academy } from '../academy.ts';
import { identityDocuments } from './pictures.ts';

export type Seafarer = { firstName: string; lastName: string; email: string; password: string; passport: string };

export const fullName = ({ firstName, lastName }: Seafarer) => `${firstName} ${lastName}`;

export async function register(page: Page, { url, mailTo }: Academy, person: Seafarer): Promise<void> {
  await page.goto(`${url}/Registration`);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('Please fill in all fields.')).toBeVisible();
  await page.getByLabel('Prefix').selectOption('Mr');
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Mobile').fill('98200 12345 99');
  await expect(page.getByLabel('Mobile')).toHaveValue('9820012345');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('User registered successfully!')).toBeVisible();
  await expect(page).toHaveURL(`${url}/otp`);
  const mail = await mailTo(person.email, 'verification OTP');
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  await page.getByLabel('OTP').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(`${url}/login`);
}

/** Submits the open login form; the caller checks the result. */
export async function enterLogin(page: Page, { email, password }: Pick<Seafarer, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

export async function logIn(page: Page, { url }: Academy, person: Seafarer): Promise<void> {
  await page.goto(`${url}/login`);
  await enterLogin(page, person);
  await expect(page).toHaveURL(`${url}/dashboard`);
}

/** Fills in the profile form that is open, and sends it. */
export async function enterProfile(page: Page, person: Pick<Seafarer, 'passport'>): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Please fill all the details before submitting the form.')).toBeVisible();
  await expect(page.getByText('Passport number is required')).toBeVisible();
  await expect(page.getByText('Signature is required')).toBeVisible();
  const texts: Record<string, string> = {
    'Date of birth': '1994-03-21',
    Phone: '+919820012345',
    'Street address': '14 Harbour Lane',
    City: 'Kochi',
    'PIN code': '682001',
    'Passport number': person.passport,
    'Passport expiry': '2031-05-01',
    'CDC number': 'MUM 123456',
    'CDC expiry': '2030-01-31',
    'Grade number': 'II/4',
    'INDoS number': `21GL${person.passport.slice(-4)}`,
  };
  for (const [label, value] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('State', { exact: true }).selectOption('Kerala');
  await page.getByLabel('Country').selectOption('India');
  await page.getByLabel('ID type').selectOption('Passport');
  const { picture, idDocument, signature } = await identityDocuments();
  await page.getByLabel('Profile picture').setInputFiles(picture);
  await page.getByLabel('ID document').setInputFiles(idDocument);
  await page.getByLabel('Signature').setInputFiles(signature);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Profile submitted successfully!')).toBeVisible();
}

export async function fillProfile(page: Page, { url }: Academy, person: Seafarer): Promise<void> {
  await page.goto(`${url}/profile`);
  await enterProfile(page, person);
  await expect(page.getByRole('heading', { name: fullName(person) })).toBeVisible();
  await expect(page.getByText(person.passport)).toBeVisible();
}

export async function requestEnrolment(page: Page, { url }: Academy, course: string): Promise<void> {
  await page.goto(`${url}/courses`);
  await expect(page.getByRole('heading', { name: 'Explore Our Courses' })).toBeVisible();
  await expect(page.getByRole('heading', { name: course })).toBeVisible();
  await page.getByRole('button', { name: 'Enroll Now' }).click();
  await expect(
    page.getByText('Your enrollment request has been submitted. Please wait for admin approval.'),
  ).toBeVisible();
}

/** What is asked of a film: measurements that take these steps are checked without the types of a browser. */
type Film = HTMLVideoElement & { readyState: number; currentTime: number; muted: boolean; play: () => Promise<void> };

/** Plays the open film, and checks that it really plays; the caller waits for its end. */
export async function watchFilm(page: Page): Promise<void> {
  const video = page.locator('video');
  // WebKit starts the processes of its player with the first film
  const isLoaded = () => video.evaluate((film: Film) => film.readyState);
  await expect.poll(isLoaded, { timeout: 30_000 }).toBeGreaterThan(0);
  await video.evaluate(async (film: Film) => {
    film.muted = true;
    await film.play();
  });
  await expect.poll(() => video.evaluate((film: Film) => film.currentTime)).toBeGreaterThan(1);
}

export async function answerAll(page: Page, answers: string[]): Promise<void> {
  const submit = page.getByRole('button', { name: 'Submit' });
  for (const [index, answer] of answers.entries()) {
    await expect(submit).toBeDisabled();
    await page.getByRole('group').nth(index).getByLabel(answer, { exact: true }).check();
  }
  await submit.click();
}
