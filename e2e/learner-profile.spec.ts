import { expect, type Page } from '@playwright/test';
import { identityDocuments } from './pages/pictures.ts';
import { enterLogin } from './pages/seafarer.ts';
import { complaintsOf, endSession, signedIn, slowUplink } from './pages/states.ts';
import { test } from './programs.ts';

const texts = {
  'Date of birth': '1994-03-21',
  Phone: '+919820012345',
  'Street address': '14 Harbour Lane',
  City: 'Kochi',
  'PIN code': '682001',
  'Passport number': 'Z4839201',
  'Passport expiry': '2031-05-01',
  'CDC number': 'MUM 123456',
  'CDC expiry': '2030-01-31',
  'Grade number': 'II/4',
  'INDoS number': '21GL4839',
};
const files = { 'Profile picture': 'picture', 'ID document': 'idDocument', Signature: 'signature' } as const;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillTexts(page: Page) {
  for (const [label, value] of Object.entries(texts)) await field(page, label).fill(value);
  await field(page, 'State').selectOption('Kerala');
  await field(page, 'Country').selectOption('India');
  await field(page, 'ID type').selectOption('Passport');
}
async function chooseFiles(page: Page) {
  const made = await identityDocuments();
  for (const [label, name] of Object.entries(files)) await field(page, label).setInputFiles(made[name]);
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

test('a profile is filled in, sent over a slow connection, and shown', async ({ browser, academy, school }) => {
  const page = await signedIn(browser, academy, await school.learner('Asha'));
  const complaints = complaintsOf(page);
  await page.goto('/profile');
  await fillTexts(page);
  await page.reload();
  await expect(page.getByText('We kept what you typed')).toBeVisible();
  await expect(field(page, 'INDoS number')).toHaveValue('21GL4839');
  await chooseFiles(page);
  const quick = await slowUplink(page);
  await submit(page);
  await expect(page.getByRole('progressbar', { name: /^Sending .* of / })).toBeVisible();
  await quick();
  await expect(page.getByText('Profile submitted successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Asha Kumar' })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByText('We kept what you typed')).toBeHidden();
  expect(complaints).toEqual([]);
});

// shows: states/session-refused, rules/profile-token, messages/not-logged-in, asvs/14.3.1, asvs/14.3.3
test('an expired session loses nothing that was typed; a logout deletes it', async ({ browser, academy, school }) => {
  const mira = await school.learner('Mira', { profile: true });
  const page = await signedIn(browser, academy, mira);
  const complaints = complaintsOf(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await field(page, 'City').fill('Chennai');
  await endSession(page, academy);
  await page.getByRole('button', { name: 'Update Profile' }).click();
  await expect(page.getByText('You are not logged in. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await enterLogin(page, mira);
  await expect(page).toHaveURL('/updateUserProfile');
  await expect(field(page, 'City')).toHaveValue('Chennai');

  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))))
    .toEqual([]);
  await enterLogin(page, mira);
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(field(page, 'City')).toHaveValue('Kochi');

  // the new form too, and somebody else who logs in finds nothing of it
  const noor = await school.learner('Noor');
  const second = await signedIn(browser, academy, noor);
  await second.goto('/profile');
  await field(second, 'City').fill('Mangaluru');
  await chooseFiles(second);
  await fillTexts(second);
  await field(second, 'City').fill('Mangaluru');
  await endSession(second, academy);
  await submit(second);
  await expect(second).toHaveURL('/login');
  await enterLogin(second, noor);
  await expect(second).toHaveURL('/profile');
  await expect(field(second, 'City')).toHaveValue('Mangaluru');
  await endSession(second, academy);
  await second.reload();
  await expect(second).toHaveURL('/login');
  await enterLogin(second, await school.learner('Dev'));
  await expect(second).toHaveURL('/profile');
  await expect(field(second, 'City')).toHaveValue('');
  expect(complaints).toEqual([]);
});
