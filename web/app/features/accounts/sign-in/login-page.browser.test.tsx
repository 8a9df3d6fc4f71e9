import { accounts } from '@fairlead/contract/accounts/calls';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { assessments } from '@fairlead/contract/assessments/calls';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  alertWith,
  button,
  expectCount,
  expectKept,
  expectNone,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { openPage } from '../../../../testing/open-page.tsx';
import { sessionOf, signIn } from '../../../../testing/people.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const typed = { Email: 'asha.nair@example.org', Password: 'steady as she goes' };
const byPasskey = () => button('Log in with a passkey');
const session = () => localStorage.getItem('accessToken');

test.each([
  { path: '/login', role: 'learner' as const, home: '/dashboard' },
  { path: '/ornate_backend', role: 'admin' as const, home: '/admin-dashboard' },
])('$path asks for a code if the account has a second factor, keeps what was typed, and leads home', async (door) => {
  const { path, role, home } = door;
  server.answer(singleSignOn.getProvider, { name: null });
  const opened = await openPage(path);
  await expectNone(field('Code'));
  await fillIn(typed);
  server.fail(accounts.login, { status: 401, message: 'A code is needed.', code: 'second-factor' });
  await button('Login').click();
  await expect.element(field('Code')).toHaveFocus();
  await expectNone(main().getByRole('alert'));
  await expectSound(`${path}, code`);
  await field('Code').fill('AAAAA-AAAAA');
  server.fail(accounts.login, { status: 401, message: 'Invalid OTP', code: 'invalid-code' });
  await button('Login').click();
  await expect.element(alertWith('Invalid OTP')).toBeVisible();
  await expectKept({ ...typed, Code: 'AAAAA-AAAAA' });
  expect(session()).toBeNull();
  server.answer(accounts.login, sessionOf(role));
  await field('Code').fill('123456');
  await button('Login').click();
  await expect.poll(opened.path).toBe(home);
  await expect.element(page.getByRole('status').getByText('Login successful!')).toBeVisible();
  expect(server.sent(accounts.login).map(({ body }) => body.otp)).toEqual([undefined, 'AAAAA-AAAAA', '123456']);
  expect(session()).not.toBeNull();
});

test('a seafarer cannot log in through a staff page, and the session is ended', async () => {
  server.answer(singleSignOn.getProvider, { name: null });
  const opened = await openPage('/ornate_backend');
  server.answer(accounts.login, sessionOf('learner'));
  server.answer(accounts.logout, undefined);
  await fillIn(typed);
  await button('Login').click();
  await expect.element(main().getByRole('alert')).toMatchTextContent('This account has no staff role.');
  await expectKept(typed);
  expect(session()).toBeNull();
  expect(server.sent(accounts.logout)).toHaveLength(1);
  expect(opened.path()).toBe('/ornate_backend');
});

test('an unverified email leads to its code, with a notice', async () => {
  const opened = await openPage('/login', { and: ['/otp'] });
  const refusal = { status: 403, message: 'Please verify your email first.', code: 'not-verified' };
  server.fail(accounts.login, { ...refusal, about: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01' });
  await fillIn(typed);
  await button('Login').click();
  await expect.poll(opened.path).toBe('/otp');
  await expect.element(page.getByRole('alert').getByText('Please verify your email first.')).toBeVisible();
  await expect.element(main().getByText(typed.Email)).toBeVisible();
});

test('a passkey that was not used, or is refused, is reported, and the form remains', async () => {
  const opened = await openPage('/login');
  await expect.element(byPasskey()).toBeVisible();
  await expectSound('login with a passkey');
  await fillIn(typed);
  const answered = Promise.withResolvers<never>();
  const asked = Promise.withResolvers<void>();
  vi.spyOn(navigator.credentials, 'get').mockImplementationOnce(() => {
    asked.resolve();
    return answered.promise;
  });
  server.answer(passkeys.beginPasskeyLogin, {
    challenge: 'AAAA',
    timeout: 60_000,
    rpId: 'localhost',
    userVerification: 'required',
  });
  await byPasskey().click();
  await expect.element(byPasskey()).toBeDisabled();
  await expect.element(byPasskey()).toHaveAttribute('aria-busy', 'true');
  // a promise rejected before the page awaits it would be an unhandled error
  await asked.promise;
  answered.reject(new DOMException('no', 'NotAllowedError'));
  await expect.element(alertWith('No passkey was used. Please try again, or log in with your password.')).toBeVisible();
  await expect.element(main().getByRole('alert')).toHaveFocus();
  await expect.element(byPasskey()).toBeEnabled();
  await expectSound('login without a passkey');
  for (const [fault, words] of [
    [{ status: 500 }, 'Login failed'],
    [{ status: 503, message: 'The harbour is closed until noon.' }, 'The harbour is closed until noon.'],
    ['no link', 'Network error. Please try again.'],
  ] as const) {
    server.fail(passkeys.beginPasskeyLogin, fault);
    await byPasskey().click();
    await expect.element(alertWith(words)).toBeVisible();
    await expectCount(main().getByRole('alert'), 1);
    await expectKept(typed);
  }
  expect(server.sent(passkeys.logInByPasskey)).toEqual([]);
  expect(opened.path()).toBe('/login');
});

test('a passkey is offered if the browser supports them, otherwise only the form', async () => {
  await openPage('/login', { academy: { publicUrl: 'https://academy.example' } });
  await expect.element(button('Login')).toBeEnabled();
  // the script that offers it has loaded by now
  await import('../passkeys/passkey-login.tsx');
  await fillIn(typed);
  await expectNone(byPasskey());

  const known = Object.getOwnPropertyDescriptor(window, 'PublicKeyCredential') ?? {};
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  await openPage('/login');
  await expect.element(button('Login')).toBeEnabled();
  await fillIn(typed);
  await expectNone(byPasskey());
  Object.defineProperty(window, 'PublicKeyCredential', known);

  await openPage('/login');
  await expect.element(byPasskey()).toBeVisible();
});

const noFactor = { since: null, recoveryCodes: 0, due: null, isOverdue: false };

test('staff are asked to set up a second factor while there is time', async () => {
  signIn('instructor');
  server.answer(secondFactor.getSecondFactor, { ...noFactor, due: '2026-12-05T09:00:00.000Z' });
  const nothing = {
    registrations: null,
    requests: null,
    identityChanges: null,
    documentsToCheck: null,
    heldCertificates: null,
    paymentProofs: null,
    doubtfulPasses: null,
    messages: null,
    logFlaws: null,
    endingApprovals: null,
    playbackSpeeds: null,
    jobsGivenUp: { count: 0, longest: [] },
    mailsReachNobody: false,
    mailsWait: null,
    secondFactorPutOff: null,
    night: null,
    massDeletions: null,
    firstSteps: null,
    hasSampleCourse: false,
  };
  server.answer(overview.getOverview, { data: nothing });
  server.answer(courses.list, { data: [] });
  server.answer(batches.list, { data: [] });
  server.answer(assessments.listPublished, { data: [] });
  const opened = await openPage('/admin-dashboard');
  await expect.element(main().getByText('Set up your second factor')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Overview');
  await expectSound('second factor, soon');
  await page.getByRole('link', { name: 'Set up now' }).click();
  await expect.poll(opened.path).toBe('/admin-dashboard/account');
  await expectNone(main().getByText('Set up your second factor'));
});

test('staff can do nothing else once the time for a second factor has passed', async () => {
  signIn('instructor');
  server.answer(secondFactor.getSecondFactor, { ...noFactor, isOverdue: true });
  server.fail(overview.getOverview, { status: 403 });
  server.answer(courses.list, { data: [] });
  const opened = await openPage('/admin-dashboard/courses');
  const title = page.getByRole('heading', { level: 1 });
  await expect.element(title).toHaveTextContent('Set up your second factor');
  await expectNone(button('Cancel'));
  await expectSound('second factor, overdue');
  server.answer(secondFactor.begin, { secret: 'JBSWY3DPEHPK3PXP', qr: { side: 21, path: 'M0 0h7v7H0z' } });
  await field('Current password').fill(typed.Password);
  await button('Continue').click();
  await expectNone(button('Cancel'));
  await field('Code').fill('123456');
  server.answer(secondFactor.confirm, { message: 'on', recoveryCodes: ['AAAAA-11111'] });
  server.answer(secondFactor.getSecondFactor, { ...noFactor, since: '2026-09-05T09:00:00.000Z', recoveryCodes: 10 });
  await button('Turn on').click();
  await expect.element(main().getByText('AAAAA-11111')).toBeVisible();
  expect(opened.path()).toBe('/admin-dashboard/courses');
  await button('I have saved them').click();
  await expect.poll(opened.path).toBe('/admin-dashboard');
  await expectNone(main().getByText('Set up your second factor'));
});

test.each(['/login', '/ornate_backend'])(
  '%s: an account that waits for approval is told so, without an error',
  async (path) => {
    server.answer(singleSignOn.getProvider, { name: null });
    await openPage(path);
    await fillIn(typed);
    const words = 'Your account is waiting for approval by the academy. We will send you an email when you can log in.';
    server.fail(accounts.login, { status: 403, code: 'not-approved', message: words });
    await button('Login').click();
    const notice = main().getByRole('status').filter({ hasText: words });
    await expect.element(notice).toBeVisible();
    await expect.element(notice).toHaveFocus();
    await expectNone(main().getByRole('alert'));
    await expectSound(`${path}, waiting for approval`);
    // it goes with the next attempt
    server.fail(accounts.login, { status: 401, message: 'Invalid email or password' });
    await button('Login').click();
    await expect.element(alertWith('Invalid email or password')).toBeVisible();
    await expectNone(notice);
  },
);
