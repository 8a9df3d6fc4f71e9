import { accounts } from '@fairlead/contract/accounts/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stopClock } from '../../../../testing/clock.ts';
import {
  alertWith,
  button,
  expectCount,
  expectFailuresShown,
  expectNone,
  expectWrong,
  type FilledForm,
  type FormWords,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { carryEmail } from '../../../lib/session/carried-email.ts';

const email = 'asha.nair@example.org';
const password = 'steady as she goes';

/** Opens a screen with an email passed on, as the previous screens do. */
function open(path: string, and: string[] = []) {
  server.answer(singleSignOn.getProvider, { name: null });
  carryEmail('otp', { email });
  carryEmail('resetPassword', { email });
  return openPage(path, { and });
}

type Named = FilledForm & FormWords & { path: string };

const forms = {
  login: {
    path: '/login',
    call: accounts.login,
    button: 'Login',
    typed: { Email: email, Password: password },
    failure: 'Login failed',
  },
  'staff login': {
    path: '/ornate_backend',
    call: accounts.login,
    button: 'Login',
    typed: { Email: email, Password: password },
    failure: 'Login failed',
  },
  registration: {
    path: '/registration',
    call: accounts.register,
    button: 'Register',
    typed: {
      Prefix: 'Dr',
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
  'one-time code': {
    path: '/otp',
    call: accounts.verifyEmail,
    button: 'Verify OTP',
    typed: { OTP: '123456' },
    failure: 'Invalid OTP',
  },
  'forgotten password': {
    path: '/forgot-password',
    call: accounts.forgotPassword,
    button: 'Send OTP',
    typed: { Email: email },
    failure: 'Failed to send OTP.',
  },
  'reset of the password': {
    path: '/reset-password',
    call: accounts.resetPassword,
    button: 'Reset Password',
    typed: { OTP: '123456', 'New password': password, 'Confirm password': password },
    failure: 'Failed to reset password.',
  },
} satisfies Record<string, Named>;

// shows: login/busy-button, login/errors, register/fields, forgot-password/form, states/login, messages/login-server,
//   messages/login-failed, messages/register-failure, messages/register-network, messages/other-network,
//   messages/invalid-otp, messages/send-failure, messages/reset-failure
test.each(Object.entries<Named>(forms))('%s: a failure is reported, and nothing typed is lost', async (name, form) => {
  await open(form.path);
  await expectFailuresShown(form);
  await expectSound(`${name}, failed`);
});

test('an error from the server is shown at its field until it is corrected', async () => {
  const { path, call, typed } = forms.registration;
  await open(path);
  await fillIn(typed);
  server.fail(call, { status: 400, message: 'Look again.', fields: { mobile: 'No such mobile', tittle: 'No title' } });
  await button('Register').click();
  await expectWrong('Mobile', 'No such mobile');
  await expectWrong('Prefix', 'No title');
  await expect.element(field('Prefix')).toHaveFocus();
  await expectNone(main().getByRole('alert'));
  await field('Mobile').fill('9820012346');
  await expect.element(field('Mobile')).not.toHaveAttribute('aria-invalid');
  await expectNone(main().getByText('No such mobile'));
  await expectWrong('Prefix', 'No title');
});

test('the code has the focus, and the login that follows has the email', async () => {
  const opened = await open('/otp', ['/login']);
  await expect.element(field('OTP')).toHaveFocus();
  server.answer(accounts.verifyEmail, { message: 'Email verified.' });
  const { passes } = stopClock();
  // as a phone with a keyboard of another script has it
  await fillIn({ OTP: '२६० ८८९' });
  await expect.element(field('OTP')).toHaveValue('260889');
  await button('Verify OTP').click();
  await expect.element(main().getByText('Email verified.')).toBeVisible();
  await passes(2);
  await expect.poll(opened.path).toBe('/login');
  await expect.element(field('Email')).toHaveValue(email);
  await expect.element(field('Password')).toHaveValue('');
});

// shows: otp/resend, messages/resend-failure
test('a code that is sent again, or cannot be, is reported for 4 seconds', async () => {
  await open('/otp');
  const { passes } = stopClock();
  const resend = page.getByRole('button', { name: 'Resend OTP' });
  const release = server.hold(accounts.resendCode);
  server.answer(accounts.resendCode, { message: 'A new code is on its way.' });
  await resend.click();
  await expect.element(resend).toBeDisabled();
  await expect.element(resend).toHaveAttribute('aria-busy', 'true');
  release();
  for (const [role, words] of [
    ['status', 'A new code is on its way.'],
    ['alert', 'Failed to resend OTP'],
    ['alert', 'The harbour is closed until noon.'],
    ['alert', 'Network error. Please try again.'],
  ] as const) {
    const notice = page.getByRole(role).getByText(words);
    await expect.element(notice).toBeVisible();
    await expect.element(resend).toBeEnabled();
    await passes(3.999);
    await expect.element(notice).toBeVisible();
    await passes(0.001);
    await expectNone(notice);
    if (words.startsWith('A new')) server.fail(accounts.resendCode, { status: 500 });
    else if (words.startsWith('Failed'))
      server.fail(accounts.resendCode, { status: 503, message: 'The harbour is closed until noon.' });
    else server.fail(accounts.resendCode, 'no link');
    if (!words.startsWith('Network')) await resend.click();
  }
  expect(server.sent(accounts.resendCode).map(({ body }) => body.email)).toEqual([email, email, email, email]);
});

// shows: routes/forgot-password, otp/address, messages/no-email
test('without an email from the previous step, code and reset show what to do', async () => {
  const code = await openPage('/otp', { and: ['/registration'] });
  await expect.element(alertWith('Email not provided. Please register again.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to registration' }).click();
  await expect.poll(code.path).toBe('/registration');
  const reset = await openPage('/reset-password');
  await expect.element(alertWith('Email not provided. Please request an OTP first.')).toBeVisible();
  await page.getByRole('link', { name: 'Send OTP' }).click();
  await expect.poll(reset.path).toBe('/forgot-password');
});

test('where the academy cannot send email, registration and code say so', async () => {
  const academy = { sendsEmail: false };
  await openPage('/registration', { academy });
  await expect
    .element(alertWith('This site cannot send email yet. Please ask the academy before you register.'))
    .toBeVisible();
  carryEmail('otp', { email });
  await openPage('/otp', { academy });
  await expect.element(alertWith(/Ask the academy for your code/)).toBeVisible();
  await expectNone(page.getByText('We sent a 6-digit OTP', { exact: false }));
  await expectSound('code, no mail server');
});

// shows: routes/reset-password, reset-password/fields
test('the email of a reset is shown and cannot be changed', async () => {
  await open('/reset-password');
  await expect.element(field('Email')).toHaveValue(email);
  await expect.element(field('Email')).toHaveAttribute('readonly');
});

// shows: register/success, otp/success, reset-password/success, constants/redirect-accounts
test.each([
  {
    name: 'registration' as const,
    succeed: () =>
      server.answer(accounts.register, { message: 'made', registration: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01' }),
    said: 'User registered successfully!',
    to: '/otp',
    seconds: 1,
  },
  {
    name: 'one-time code' as const,
    succeed: () => server.answer(accounts.verifyEmail, { message: 'Email verified.' }),
    said: 'Email verified.',
    to: '/login',
    seconds: 2,
  },
  {
    name: 'reset of the password' as const,
    succeed: () => server.answer(accounts.resetPassword, { message: 'Password changed.', device: 'this one' }),
    said: 'Password changed.',
    to: '/login',
    seconds: 2,
  },
])('after the $name the next screen is shown $seconds s later', async ({ name, succeed, said, to, seconds }) => {
  const form = forms[name];
  const opened = await open(form.path, [to]);
  await fillIn(form.typed);
  succeed();
  const { passes } = stopClock();
  await button(form.button).click();
  await expect.element(main().getByRole('status').getByText(said)).toBeVisible();
  // it has succeeded and must not be sent again
  await expect.element(button(form.button)).toBeDisabled();
  await expect.element(button(form.button)).not.toHaveAttribute('aria-busy');
  await passes(seconds - 0.001);
  expect(opened.path()).toBe(form.path);
  await passes(0.001);
  await expect.poll(opened.path).toBe(to);
  if (to === '/otp') await expect.element(main().getByText(email)).toBeVisible();
  // two seconds are short for a sentence: the login repeats it
  else await expect.element(main().getByText(said)).toBeVisible();
  expect(server.sent(form.call)).toHaveLength(1);
});

const wrong: { form: keyof typeof forms; typed: Record<string, string>; above?: string; at: Record<string, string> }[] =
  [
    { form: 'login', typed: {}, at: { Email: 'Email is required', Password: 'Password is required' } },
    {
      form: 'login',
      typed: { Email: 'asha', Password: '1234' },
      at: { Email: 'Invalid email address', Password: 'Password must be at least 5 characters' },
    },
    {
      form: 'registration',
      typed: {},
      above: 'Please fill in all fields.',
      at: {
        Prefix: 'Prefix is required',
        'First name': 'First name is required',
        'Last name': 'Last name is required',
        Email: 'Email is required',
        'Confirm password': 'Please repeat the password',
      },
    },
    {
      form: 'registration',
      typed: { Mobile: '12345', Email: 'ASHA', Password: password, 'Confirm password': 'another' },
      above: 'Please fill in all fields.',
      at: {
        Mobile: 'Please enter a valid 10-digit mobile number.',
        Email: 'Email must contain "@" symbol.',
        'Confirm password': 'Passwords do not match.',
      },
    },
    { form: 'one-time code', typed: { OTP: '12ab3' }, at: { OTP: 'Please enter a valid 6-digit OTP.' } },
    { form: 'forgotten password', typed: { Email: 'asha@' }, at: { Email: 'Enter a valid email address' } },
    {
      form: 'reset of the password',
      typed: { OTP: '123456', 'New password': password, 'Confirm password': 'another' },
      at: { 'Confirm password': 'Passwords do not match.' },
    },
  ];
// shows: otp/six-digits, rules/register-required, rules/register-mobile, rules/register-email,
//   rules/register-passwords-match, rules/otp-digits, rules/login-email-required, rules/login-email,
//   rules/login-password-required, rules/login-password-length, rules/forgot-email, rules/reset-passwords-match,
//   constants/otp
test.each(wrong)('$form reports what is wrong with $typed, and sends nothing', async ({ form, typed, above, at }) => {
  const { path, button: name } = forms[form];
  const opened = await open(path);
  await fillIn(typed);
  await button(name).click();
  for (const [label, sentence] of Object.entries(at)) await expectWrong(label, sentence);
  await expectCount(main().getByRole('alert'), above ? 1 : 0);
  if (above) await expect.element(alertWith(above)).toBeVisible();
  // the first field that is wrong
  await expect.poll(() => document.activeElement).toBe(document.querySelector('main [aria-invalid=true]'));
  await expectSound(`${form}, wrong`);
  expect(server.written()).toEqual([]);
  expect(opened.path()).toBe(path);
});

// shows: rules/register-mobile-digits, rules/register-email-case
test('typed text is normalised as the fields require: lower case, only digits', async () => {
  await open('/registration');
  await userEvent.type(field('Email'), 'ASHA@Example.org');
  await expect.element(field('Email')).toHaveValue('asha@example.org');
  await userEvent.type(field('Mobile'), '98-200 123456789');
  await expect.element(field('Mobile')).toHaveValue('9820012345');
});
