import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { ownCopy, personalData } from '@fairlead/contract/personal-data/calls';
import type { Role } from '@fairlead/contract/platform/permissions';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type Account,
  both,
  current,
  enrolment,
  noFactor,
  openAccount,
  passkeysOf,
  press,
  sessions,
  signInWithAccount,
} from '../../../testing/account.ts';
import { stopClock } from '../../../testing/clock.ts';
import {
  alertWith,
  button,
  expectFailuresShown,
  expectNone,
  expectWrong,
  type FilledForm,
  type FormWords,
  field,
  fillIn,
  main,
} from '../../../testing/forms.ts';
import { personOf } from '../../../testing/people.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const newPassword = 'a new lighthouse';

type AccountForm = FilledForm &
  FormWords & {
    name: string;
    role?: Role;
    account?: Partial<Account>;
    /** Further steps before the form is shown. */
    before?: () => Promise<void> | void;
    /** The buttons that open the form. */
    open: string[];
    /** Lets the call succeed; then `said` is shown for `seconds`, and the focus returns to `back`. */
    succeed?: () => void;
    said?: string;
    seconds?: number;
    back?: string;
  };

const forms: AccountForm[] = [
  {
    name: 'the password',
    open: ['Change password'],
    call: ownAccount.changePassword,
    button: 'Change password',
    typed: { ...current, 'New password': newPassword, 'Confirm password': newPassword },
    failure: 'Failed to change the password.',
    succeed: () => server.answer(ownAccount.changePassword, { message: 'Your password has been changed.' }),
    said: 'Your password has been changed.',
    seconds: 4,
    back: 'Change password',
  },
  {
    name: 'the email',
    open: ['Change email'],
    call: ownAccount.changeEmail,
    button: 'Send OTP',
    typed: { 'New email': 'meera@example.org', ...current },
    failure: 'Failed to send OTP.',
  },
  {
    name: 'the OTP for a new email',
    account: { pendingEmail: 'meera@example.org' },
    open: ['Enter OTP'],
    call: ownAccount.confirmEmail,
    button: 'Verify OTP',
    typed: { OTP: '123456' },
    failure: 'Failed to change the email address.',
    succeed: () =>
      server.answer(ownAccount.confirmEmail, {
        message: 'Your email address has been changed.',
        user: { ...personOf('learner'), email: 'meera@example.org' },
      }),
    said: 'Your email address has been changed.',
    seconds: 6,
  },
  {
    name: 'the mobile number',
    open: ['Change mobile'],
    call: ownAccount.changeMobile,
    button: 'Change mobile',
    typed: { 'New mobile': '9999900000' },
    failure: 'Failed to change the mobile number.',
    succeed: () => server.answer(ownAccount.changeMobile, { message: 'Your mobile number has been changed.' }),
    said: 'Your mobile number has been changed.',
    seconds: 3,
    back: 'Change mobile',
  },
  {
    name: 'a copy of all data',
    open: ['Download a copy'],
    call: ownCopy,
    button: 'Download',
    typed: current,
    failure: 'Failed to prepare your data.',
  },
  {
    name: 'the erasure',
    open: ['Erase account'],
    before: () => field('I understand that this cannot be undone').click(),
    call: personalData.eraseOwn,
    button: 'Erase my account for good',
    typed: current,
    failure: 'Failed to erase your account.',
  },
  {
    name: 'a new passkey',
    open: ['Add a passkey'],
    call: passkeys.beginPasskey,
    button: 'Add passkey',
    typed: { Name: 'The phone on the bridge', ...current },
    failure: 'Failed to add the passkey.',
  },
  {
    name: 'the beginning of a second factor',
    role: 'registrar',
    open: ['Set up'],
    call: secondFactor.begin,
    button: 'Continue',
    typed: current,
    failure: 'Failed to start.',
  },
  {
    name: 'the code of an app',
    role: 'registrar',
    open: ['Set up'],
    before: async () => {
      server.answer(secondFactor.begin, enrolment);
      await fillIn(current);
      await press('Continue');
      await expect.element(field('Code')).toHaveFocus();
    },
    call: secondFactor.confirm,
    button: 'Turn on',
    typed: { Code: '123456' },
    failure: 'Failed to set up the second factor.',
  },
];

async function openForm({ role, account, open, before }: AccountForm) {
  signInWithAccount(role, account);
  await openAccount(role);
  await press(...open);
  await before?.();
}

// shows: messages/other-network
test.each(forms)('$name: a failure is reported, and nothing typed is lost', async (form) => {
  await openForm(form);
  await expectFailuresShown(form);
  await expectSound(`account, ${form.name}`);
});

const done = forms.filter(({ succeed }) => succeed);
test.each(done)('$name: success is shown for $seconds s, and the focus returns', async (form) => {
  const { typed, button: send, succeed, said = '', seconds = 0, back } = form;
  await openForm(form);
  await fillIn(typed);
  succeed?.();
  const { passes } = stopClock();
  await press(send);
  const notice = page.getByRole('status').getByText(said);
  await expect.element(notice).toBeVisible();
  for (const label of Object.keys(typed)) await expectNone(field(label));
  if (back) await expect.element(button(back)).toHaveFocus();
  await passes(seconds - 0.001);
  await expect.element(notice).toBeVisible();
  await passes(0.001);
  await expectNone(notice);
});

test('an error in a field is shown at it, and nothing is sent', async () => {
  signInWithAccount();
  await openAccount();
  await press('Change password', 'Change password');
  await expectWrong('Current password', 'Current password is required');
  await expect.element(field('Current password')).toHaveFocus();
  await press('Change mobile');
  await field('New mobile').fill('123');
  await press('Change mobile');
  await expectWrong('New mobile', 'Please enter a valid 10-digit mobile number.');
  await press('Erase account');
  await fillIn(current);
  await press('Erase my account for good');
  await expect.element(alertWith('Please confirm that this cannot be undone')).toBeVisible();
  expect(server.written()).toEqual([]);
  server.fail(personalData.eraseOwn, {
    status: 400,
    message: 'No',
    fields: { currentPassword: 'This is not your current password.' },
  });
  await field('I understand that this cannot be undone').click();
  await press('Erase my account for good');
  await expectWrong('Current password', 'This is not your current password.');
  await expect.element(field('I understand that this cannot be undone')).toBeChecked();
});

test('an OTP for a new email is pending, is entered, and can be sent again to the same email', async () => {
  signInWithAccount();
  await openAccount();
  await press('Change email');
  await fillIn({ 'New email': 'meera@example.org', ...current });
  server.answer(ownAccount.changeEmail, { message: 'sent', pendingEmail: 'meera@example.org' });
  await press('Send OTP');
  await expect.element(field('OTP')).toHaveFocus();
  await expectSound('account, OTP for a new email');
  await press('Resend OTP');
  await expect.element(field('New email')).toHaveValue('meera@example.org');
  await press('Cancel');
  await expect.element(main().getByText('is not verified yet', { exact: false })).toBeVisible();
  await expect.element(button('Enter OTP')).toBeVisible();
});

// a call without a response is sent three times, in three seconds
test.each([
  {
    what: 'sessions',
    recover: () => server.answer(ownAccount.listOwnSessions, both),
    call: ownAccount.listOwnSessions,
    failure: 'Failed to load your devices.',
    role: 'learner' as const,
    there: () => sessions().first(),
  },
  {
    what: 'passkeys',
    recover: () => server.answer(passkeys.listPasskeys, passkeysOf()),
    call: passkeys.listPasskeys,
    failure: 'Failed to load your passkeys.',
    role: 'learner' as const,
    there: () => button('Add a passkey'),
  },
  {
    what: 'second factor',
    recover: () => server.answer(secondFactor.getSecondFactor, noFactor),
    call: secondFactor.getSecondFactor,
    failure: 'Failed to load your second factor.',
    role: 'registrar' as const,
    there: () => button('Set up'),
  },
])('$what that cannot be read: it is reported and requested again, and the rest of the page remains', async (part) => {
  const { what, call, failure, role, there } = part;
  signInWithAccount(role);
  server.fail(call, 'no link');
  const { passes } = stopClock();
  await openAccount(role);
  await passes(2.999);
  await expectNone(alertWith(failure));
  await passes(0.001);
  await expect.element(alertWith(failure)).toBeVisible();
  expect(server.sent(call)).toHaveLength(3);
  await expect.element(button('Change password')).toBeEnabled();
  await expectNone(there());
  await expectSound(`account without ${what}`);
  part.recover();
  await press('Try again');
  await expect.element(there()).toBeVisible();
  await expectNone(alertWith(failure));
});

test('a mobile number that may have been cut is confirmed by one tap, and is then not marked again', async () => {
  signInWithAccount('learner', { mobile: '9167001234' });
  await openAccount();
  const doubt = main().getByText('Please check that no digit is missing at the end.');
  await expect.element(doubt).toBeVisible();
  await expectSound('account, doubtful mobile');
  server.fail(ownAccount.confirmMobile, { status: 409, code: 'stale', message: 'Your mobile number has changed.' });
  await press('This number is correct');
  await expect.element(page.getByText('Your mobile number has changed.')).toBeVisible();
  await expect.element(doubt).toBeVisible();
  server.answer(ownAccount.confirmMobile, { message: 'Thank you. Your mobile number is confirmed.' });
  await press('This number is correct');
  await expect.element(main().getByText('9167001234')).toHaveFocus();
  await expectNone(doubt);
  await expectNone(button('This number is correct'));
  expect(server.sent(ownAccount.confirmMobile).map(({ body }) => body)).toContainEqual({ mobile: '9167001234' });
  await expectSound('account, confirmed mobile');
});
