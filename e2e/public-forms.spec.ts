import { expect, type Page } from '@playwright/test';
import { test } from './one-academy.ts';
import { everyComplaintOf, expectSound } from './pages/states.ts';

// Each form of the public screens, met by a server that fails, a server that says why, and a link that is gone.

type FormCase = {
  name: string;
  path: string;
  call: string;
  button: string;
  /** What is typed, by label; it has to be there still after every failure. */
  typed: Record<string, string>;
  /** What is said when the server fails without a word, and when no answer comes. */
  failure: string;
  noLink?: string;
};

const email = 'asha.nair@example.org';
const password = 'steady as she goes';

const forms: FormCase[] = [
  {
    name: 'login',
    path: '/login',
    call: '/user/login',
    button: 'Login',
    typed: { Email: email, Password: password },
    failure: 'Login failed',
  },
  {
    name: 'staff login',
    path: '/ornate_backend',
    call: '/user/login',
    button: 'Login',
    typed: { Email: email, Password: password },
    failure: 'Login failed',
  },
  {
    name: 'registration',
    path: '/registration',
    call: '/user/register',
    button: 'Register',
    typed: {
      'First name': 'Asha',
      'Last name': 'Nair',
      Mobile: '9820012345',
      Email: email,
      Password: password,
      'Confirm password': password,
    },
    failure: 'An error occurred during registration.',
    noLink: 'Network error. Please try again later.',
  },
  {
    name: 'one-time code',
    path: '/otp',
    call: '/user/verify-otp',
    button: 'Verify OTP',
    typed: { OTP: '123456' },
    failure: 'Invalid OTP',
  },
  {
    name: 'forgotten password',
    path: '/forgot-password',
    call: '/user/forgotPasssword',
    button: 'Send OTP',
    typed: { Email: email },
    failure: 'Failed to send OTP.',
  },
  {
    name: 'reset of the password',
    path: '/reset-password',
    call: '/user/resetPassword',
    button: 'Reset Password',
    typed: { OTP: '123456', 'New password': password, 'Confirm password': password },
    failure: 'Failed to reset password.',
  },
  {
    name: 'message to the academy',
    path: '/contact',
    call: '/contact',
    button: 'Send message',
    typed: { Name: 'Asha Nair', Email: email, Message: 'When is the next course?\nI sign on in March.' },
    failure: 'Your message could not be sent.',
  },
];

const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

/** Opens a form with an address carried along, as the screens before it do. */
async function open(page: Page, path: string) {
  await page.goto('/about');
  await page.evaluate((address) => {
    sessionStorage.setItem('email:otp', address);
    sessionStorage.setItem('email:resetPassword', address);
  }, email);
  await page.goto(path);
  await expect(page.getByRole('main').locator('button[type=submit]')).toBeEnabled();
  // a login can be sent earlier, by a script that stands in its form until the page lives
  await expect(page.getByRole('main').locator('form script')).toHaveCount(0);
}

async function fill(page: Page, { typed, name }: FormCase) {
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
  if (name === 'registration') await field(page, 'Prefix').selectOption('Dr');
}

async function expectKept(page: Page, { typed, name }: FormCase) {
  for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text);
  if (name === 'registration') await expect(field(page, 'Prefix')).toHaveValue('Dr');
}

for (const form of forms) {
  test(`${form.name}: a failure is told in its words, and nothing typed is lost`, async ({ page, context }) => {
    const complaints = everyComplaintOf(page, 'Failed to load resource');
    await open(page, form.path);
    await fill(page, form);
    const send = page.getByRole('main').getByRole('button', { name: form.button, exact: true });
    const told = (sentence: string) => page.getByRole('main').getByRole('alert').getByText(sentence);

    const held = Promise.withResolvers<void>();
    await page.route(`**/api${form.call}`, async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, body: '' });
    });
    await send.click();
    await expect(send).toBeDisabled();
    await expect(send).toHaveAttribute('aria-busy', 'true');
    held.resolve();
    await expect(told(form.failure)).toBeVisible();
    await expectKept(page, form);
    await page.unroute(`**/api${form.call}`);

    await page.route(`**/api${form.call}`, (route) =>
      route.fulfill({ status: 503, json: { message: 'The harbour is closed until noon.', code: 'busy' } }),
    );
    await send.click();
    await expect(told('The harbour is closed until noon.')).toBeVisible();
    await expect(told(form.failure)).toBeHidden();
    await page.unroute(`**/api${form.call}`);

    await context.setOffline(true);
    await send.click();
    await expect(told(form.noLink ?? 'Network error. Please try again.')).toBeVisible();
    await expectKept(page, form);
    await context.setOffline(false);
    expect(complaints).toEqual([]);
  });
}

test('a code that cannot be sent again says so, in the server’s words where it has some', async ({ page, context }) => {
  await open(page, '/otp');
  const resend = page.getByRole('button', { name: 'Resend OTP' });
  await page.route('**/api/user/resend-otp', (route) => route.fulfill({ status: 500, body: '' }));
  await resend.click();
  await expect(page.getByText('Failed to resend OTP')).toBeVisible();
  await page.unroute('**/api/user/resend-otp');
  await context.setOffline(true);
  await resend.click();
  await expect(page.getByText('Network error. Please try again.')).toBeVisible();
});

test('without an address on the way, code and reset say what to do', async ({ page }) => {
  await page.goto('/otp');
  await expect(page.getByRole('alert').getByText('Email not provided. Please register again.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to registration' }).click();
  await expect(page).toHaveURL(/\/registration$/);
  await page.goto('/reset-password');
  await page.getByRole('link', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('the address of a reset is shown and cannot be changed', async ({ page }) => {
  await open(page, '/reset-password');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Email')).toHaveAttribute('readonly', '');
});

const later = [
  { form: 'registration', status: 201, said: 'User registered successfully!', to: '/otp', seconds: 1 },
  { form: 'one-time code', status: 200, said: 'Email verified.', to: '/login', seconds: 2 },
  { form: 'reset of the password', status: 200, said: 'Password changed.', to: '/login', seconds: 2 },
];
for (const { form: name, status, said, to, seconds } of later) {
  test(`after the ${name} the next screen comes ${seconds} s later`, async ({ page }) => {
    const form = forms.find((one) => one.name === name);
    if (!form) throw new Error(`no form ${name}`);
    await open(page, form.path);
    await fill(page, form);
    await page.route(`**/api${form.call}`, (route) => route.fulfill({ status, json: { message: said } }));
    await page.getByRole('main').getByRole('button', { name: form.button, exact: true }).click();
    await expect(page.getByRole('status').getByText(said)).toBeVisible();
    const shown = Date.now();
    await page.waitForURL(`**${to}`);
    const waited = (Date.now() - shown) / 1000;
    expect(waited).toBeGreaterThan(seconds - 0.5);
    expect(waited).toBeLessThan(seconds + 2);
  });
}

const wrong: { path: string; button: string; typed: Record<string, string>; sentences: string[] }[] = [
  { path: '/login', button: 'Login', typed: {}, sentences: ['Email is required', 'Password is required'] },
  {
    path: '/login',
    button: 'Login',
    typed: { Email: 'asha', Password: '1234' },
    sentences: ['Invalid email address', 'Password must be at least 5 characters'],
  },
  { path: '/registration', button: 'Register', typed: {}, sentences: ['Please fill in all fields.'] },
  {
    path: '/registration',
    button: 'Register',
    typed: { Mobile: '12345', Email: 'ASHA', Password: password, 'Confirm password': 'another' },
    sentences: [
      'Please enter a valid 10-digit mobile number.',
      'Email must contain "@" symbol.',
      'Passwords do not match.',
    ],
  },
  { path: '/otp', button: 'Verify OTP', typed: { OTP: '12ab3' }, sentences: ['Please enter a valid 6-digit OTP.'] },
  {
    path: '/forgot-password',
    button: 'Send OTP',
    typed: { Email: 'asha@' },
    sentences: ['Enter a valid email address'],
  },
  {
    path: '/reset-password',
    button: 'Reset Password',
    typed: { OTP: '123456', 'New password': password, 'Confirm password': 'another' },
    sentences: ['Passwords do not match.'],
  },
];
for (const { path, button, typed, sentences } of wrong) {
  test(`${path} says what is wrong with ${JSON.stringify(typed)}, and sends nothing`, async ({ page }) => {
    const sent: string[] = [];
    await open(page, path);
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
    const focused = page.locator(':focus');
    await expect(focused).toHaveAttribute('aria-invalid', 'true');
    expect(sent).toEqual([]);
    await expectSound(page, `wrong${path.replace('/', '-')}`);
  });
}

test('what is typed is tidied as the fields ask: lower case, digits alone', async ({ page }) => {
  await open(page, '/registration');
  await field(page, 'Email').pressSequentially('ASHA@Example.org');
  await expect(field(page, 'Email')).toHaveValue('asha@example.org');
  await field(page, 'Mobile').pressSequentially('98-200 123456789');
  await expect(field(page, 'Mobile')).toHaveValue('9820012345');
});
