import { expect, type Page } from '@playwright/test';
import { test } from './pages/learner-test.ts';
import { papers } from './pages/papers.ts';
import { enterLogin } from './pages/seafarer.ts';
import { complaintsOf, endSession, expectSound, failing, holding, signedIn, slowUplink } from './pages/states.ts';

const texts = {
  'Date of birth': '1994-03-21',
  Phone: '+919820012345',
  'Street address': '14 Harbour Lane',
  City: 'Kochi',
  State: 'Kerala',
  Country: 'India',
  'Zip code': '682001',
  'Passport number': 'Z4839201',
  'Passport expiry': '2031-05-01',
  'CDC number': 'MUM 123456',
  'CDC expiry': '2030-01-31',
  'Grade number': 'II/4',
  'INDOS number': '21GL4839',
};
const others = ['ID type', 'Profile picture', 'ID document', 'Signature'];
const files = { 'Profile picture': 'picture', 'ID document': 'idDocument', Signature: 'signature' } as const;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillTexts(page: Page) {
  for (const [label, value] of Object.entries(texts)) await field(page, label).fill(value);
  await field(page, 'ID type').selectOption('Passport');
}
async function chooseFiles(page: Page) {
  const made = await papers();
  for (const [label, name] of Object.entries(files)) await field(page, label).setInputFiles(made[name]);
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

test('the create form: every field is asked for, explained, kept and sent', async ({ browser, academy, school }) => {
  const page = await signedIn(browser, academy, await school.learner('Asha'));
  const complaints = complaintsOf(page);
  const arrive = await holding(page, '/userProfile');
  await page.goto('/profile');
  await expect(page.getByRole('status').getByText('Loading')).toBeAttached();
  arrive();
  for (const label of [...Object.keys(texts), ...others]) await expect(field(page, label)).toHaveCount(1);
  await expect(field(page, 'Phone')).toHaveValue('+91');
  for (const type of ['Aadhar', 'PAN', 'Voter ID', 'Passport', 'Driving License'])
    await expect(field(page, 'ID type').getByRole('option', { name: type, exact: true })).toBeAttached();
  await expectSound(page, 'profile-form');

  await field(page, 'Phone').fill('');
  await submit(page);
  await expect(page.getByText('Please fill all the details before submitting the form.')).toBeVisible();
  for (const label of [...Object.keys(texts), ...others])
    await expect(page.getByText(`${label} is required`, { exact: true })).toBeVisible();
  await expect(field(page, 'Date of birth')).toBeFocused();
  await expectSound(page, 'profile-form-errors');

  await fillTexts(page);
  await chooseFiles(page);
  await field(page, 'Phone').fill('98 200');
  await field(page, 'Signature').setInputFiles({
    name: 'a.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-'),
  });
  await field(page, 'ID document').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
  await submit(page);
  for (const words of ['Enter a valid phone number', 'Must be an image', 'Must be image or PDF'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();

  await field(page, 'Passport expiry').fill('2020-05-01');
  await expect(page.getByText('This date is in the past.')).toBeVisible();
  await field(page, 'Passport expiry').fill('2031-05-01');
  await expect(page.getByText('This date is in the past.')).toBeHidden();

  await page.reload();
  await expect(page.getByText('What you typed before is back')).toBeVisible();
  await expect(field(page, 'INDOS number')).toHaveValue('21GL4839');
  await expect(field(page, 'ID type')).toHaveValue('Passport');
  await field(page, 'Phone').fill('+919820012345');
  await chooseFiles(page);
  await expect(page.getByText('signature.jpg')).toBeVisible();
  expect(complaints).toEqual([]);

  for (const [failure, words] of [
    ['no link', 'Network error. Please try again.'],
    [{ status: 500 }, 'Failed to create profile.'],
    [{ status: 409, message: 'There is a profile already.' }, 'There is a profile already.'],
  ] as const) {
    const mend = await failing(page, '/userProfile', failure, 'POST');
    await submit(page);
    await expect(page.getByText(words)).toBeVisible();
    await expect(field(page, 'City')).toHaveValue('Kochi');
    await expect(page.getByText('signature.jpg')).toBeVisible();
    await mend();
  }

  const quick = await slowUplink(page);
  await submit(page);
  await expect(page.getByRole('progressbar', { name: /^Sending .* of / })).toBeVisible();
  await quick();
  await expect(page.getByText('Profile submitted successfully!')).toBeVisible();
  const from = Date.now();
  await expect(page.getByRole('heading', { name: 'Asha Kumar' })).toBeVisible();
  expect(Date.now() - from).toBeGreaterThan(1000);
  await page.unrouteAll();
  await expectSound(page, 'profile');
  await page.reload();
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page.getByText('What you typed before is back')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('the edit form: comes from the view, keeps what is typed, says how it went', async ({
  browser,
  academy,
  school,
}) => {
  const page = await signedIn(browser, academy, await school.learner('Ravi', { profile: true }));
  const complaints = complaintsOf(page);
  await page.goto('/updateUserProfile');
  await expect(page).toHaveURL('/profile');
  await page.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/updateUserProfile');
  for (const label of ['Name', ...Object.keys(texts), ...others]) await expect(field(page, label)).toHaveCount(1);
  for (const type of ['Aadhaar', 'Voter ID', 'Driving License', 'PAN', 'Other'])
    await expect(field(page, 'ID type').getByRole('option', { name: type, exact: true })).toBeAttached();
  const stored = page.getByRole('link', { name: 'Open the stored file' });
  await expect(stored).toHaveCount(3);
  for (const link of await stored.all()) {
    const preview = page.locator('img').and(page.locator(`[src="${await link.getAttribute('href')}"]`));
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expectSound(page, 'profile-edit');

  await field(page, 'City').fill('Chennai');
  await page.reload();
  await expect(page).toHaveURL('/updateUserProfile');
  await expect(field(page, 'City')).toHaveValue('Chennai');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'City')).toHaveValue('Kochi');
  await field(page, 'City').fill('Chennai');

  const save = page.getByRole('button', { name: 'Update Profile' });
  for (const [failure, words] of [
    ['no link', 'Network error. Please try again.'],
    [{ status: 500 }, 'Failed to update profile.'],
  ] as const) {
    const mend = await failing(page, '/userProfile/update', failure);
    await save.click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(field(page, 'City')).toHaveValue('Chennai');
    await mend();
  }
  await field(page, 'Phone').fill('12');
  await save.click();
  await expect(page.getByText('Enter a valid phone number')).toBeVisible();
  await expect(field(page, 'Phone')).toBeFocused();
  await field(page, 'Phone').fill('+919820012345');
  await save.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('status').filter({ hasText: /profile/i })).toBeVisible();
  await expect(page.getByText('Chennai')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a session that runs out costs nothing that was typed; a logout takes it away', async ({
  browser,
  academy,
  school,
}) => {
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

test('a profile that cannot be read is said, and asked for again', async ({ browser, academy, school }) => {
  const page = await signedIn(browser, academy, await school.learner('Dev', { profile: true }));
  const mend = await failing(page, '/userProfile', 'no link');
  await page.goto('/profile');
  await expect(page.getByText('No profile data available.')).toBeVisible();
  await expectSound(page, 'profile-failing');
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Dev Kumar' })).toBeVisible();
});
