import type { Reply } from '@fairlead/contract/call';
import { type OwnSession, ownAccount } from '@fairlead/contract/own-account';
import { type OwnPasskey, passkeys } from '@fairlead/contract/passkeys';
import type { Role } from '@fairlead/contract/permissions';
import { ownCopy, personalData } from '@fairlead/contract/personal-data';
import { secondFactor } from '@fairlead/contract/second-factor';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { stopClock } from '../../../testing/clock.ts';
import {
  button,
  expectCount,
  expectFailuresTold,
  expectKept,
  expectNone,
  expectWrong,
  type FilledForm,
  type FormWords,
  field,
  fillIn,
  main,
  told,
} from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { personOf, signIn } from '../../../testing/people.ts';
import { expectSound } from '../../../testing/sound.ts';
import { server } from '../../../testing/stand-in-server.ts';

const password = 'steady as she goes';
const newPassword = 'a new lighthouse';
const moment = '2026-09-05T09:00:00.000Z';

const sessionOn = (device: string, current: boolean): OwnSession => ({
  _id: current ? '11111111-1111-4111-8111-111111111111' : '22222222-2222-4222-8222-222222222222',
  device,
  address: '203.0.113.0',
  createdAt: moment,
  lastUsedAt: moment,
  expiresAt: '2026-12-05T09:00:00.000Z',
  current,
});
const both = [sessionOn('Firefox on Windows', true), sessionOn('Chrome on Linux', false)];

const passkey = (part: Partial<OwnPasskey> = {}): OwnPasskey => ({
  _id: '33333333-3333-4333-8333-333333333333',
  name: 'Chrome on Linux',
  createdAt: moment,
  lastUsedAt: null,
  synced: false,
  blocked: false,
  ...part,
});
const passkeysOf = (...own: OwnPasskey[]) => ({ offered: true, suggestedName: 'Chrome on Linux', passkeys: own });

const noFactor = { since: null, recoveryCodes: 0, due: null, isOverdue: false };
const anApp = { ...noFactor, since: moment, recoveryCodes: 10 };
const enrolment = { secret: 'JBSWY3DPEHPK3PXP', qr: { side: 21, path: 'M0 0h7v7H0z' } };
const recoveryCodes = ['AAAAA-11111', 'BBBBB-22222', 'CCCCC-33333'];

type Account = Reply<typeof ownAccount.getOwnAccount>;

/** Opens the account of somebody of a role, for whom all is as it is at first. */
async function openAccount(role: Role = 'learner', account: Partial<Account> = {}) {
  signIn(role);
  const own = { ...personOf(role), mobile: '9820012345', pendingEmail: null, wantsDailyMail: false, ...account };
  server.answer(ownAccount.getOwnAccount, own);
  server.answer(ownAccount.listOwnSessions, both);
  server.answer(passkeys.listPasskeys, passkeysOf());
  server.answer(secondFactor.getSecondFactor, noFactor);
}
const show = async (role: Role = 'learner') => {
  const opened = await openPage(role === 'learner' ? '/account' : '/admin-dashboard/account');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account');
  return opened;
};
const press = async (...names: string[]) => {
  for (const name of names) await button(name).click();
};
const sessions = () => main().getByRole('list', { name: 'Sessions' }).getByRole('listitem');

type AccountForm = FilledForm &
  FormWords & {
    name: string;
    role?: Role;
    account?: Partial<Account>;
    /** What else is to be done before the form is there. */
    before?: () => Promise<void> | void;
    /** The buttons that lead to the form. */
    open: string[];
    /** Lets it succeed; then this is said for so many seconds, and the focus is where the form was opened. */
    succeed?: () => void;
    said?: string;
    seconds?: number;
    back?: string;
  };

const current = { 'Current password': password };
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
    name: 'the code for a new email',
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
    failure: 'Failed to pack your data.',
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
    button: 'Go on',
    typed: current,
    failure: 'Failed to begin.',
  },
  {
    name: 'the code of an app',
    role: 'registrar',
    open: ['Set up'],
    before: async () => {
      server.answer(secondFactor.begin, enrolment);
      await fillIn(current);
      await press('Go on');
      await expect.element(field('Code')).toHaveFocus();
    },
    call: secondFactor.confirm,
    button: 'Turn on',
    typed: { Code: '123456' },
    failure: 'Failed to set up the second factor.',
  },
];

async function openForm({ role, account, open, before }: AccountForm) {
  await openAccount(role, account);
  await show(role);
  await press(...open);
  await before?.();
}

// shows: messages/other-network
test.each(forms)('$name: a failure is told in its words, and nothing typed is lost', async (form) => {
  await openForm(form);
  await expectFailuresTold(form);
  await expectSound(`account, ${form.name}`);
});

const done = forms.filter(({ succeed }) => succeed);
test.each(done)('$name: what is done is said for $seconds s, and the focus is given back', async (form) => {
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

test('what is wrong with a field is said at it, and nothing is sent', async () => {
  await openAccount();
  await show();
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
  await expect.element(told('Please confirm that this cannot be undone')).toBeVisible();
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

test('a code for a new email waits, is entered, and can be sent again to where it went', async () => {
  await openAccount();
  await show();
  await press('Change email');
  await fillIn({ 'New email': 'meera@example.org', ...current });
  server.answer(ownAccount.changeEmail, { message: 'sent', pendingEmail: 'meera@example.org' });
  await press('Send OTP');
  await expect.element(field('OTP')).toHaveFocus();
  await expectSound('account, code for a new email');
  await press('Send another OTP');
  await expect.element(field('New email')).toHaveValue('meera@example.org');
  await press('Cancel');
  await expect.element(main().getByText('waits for its OTP', { exact: false })).toBeVisible();
  await expect.element(button('Enter OTP')).toBeVisible();
});

// no answer at all is asked for three times, in three seconds
test.each([
  {
    what: 'sessions',
    mend: () => server.answer(ownAccount.listOwnSessions, both),
    call: ownAccount.listOwnSessions,
    failure: 'Failed to load your sessions.',
    role: 'learner' as const,
    there: () => sessions().first(),
  },
  {
    what: 'passkeys',
    mend: () => server.answer(passkeys.listPasskeys, passkeysOf()),
    call: passkeys.listPasskeys,
    failure: 'Failed to load your passkeys.',
    role: 'learner' as const,
    there: () => button('Add a passkey'),
  },
  {
    what: 'second factor',
    mend: () => server.answer(secondFactor.getSecondFactor, noFactor),
    call: secondFactor.getSecondFactor,
    failure: 'Failed to load your second factor.',
    role: 'registrar' as const,
    there: () => button('Set up'),
  },
])('$what that cannot be read: said, asked for again, and the rest of the page is there', async (part) => {
  const { what, call, failure, role, there } = part;
  await openAccount(role);
  server.fail(call, 'no link');
  const { passes } = stopClock();
  await show(role);
  await passes(2.999);
  await expectNone(told(failure));
  await passes(0.001);
  await expect.element(told(failure)).toBeVisible();
  expect(server.sent(call)).toHaveLength(3);
  await expect.element(button('Change password')).toBeEnabled();
  await expectNone(there());
  await expectSound(`account without ${what}`);
  part.mend();
  await press('Try again');
  await expect.element(there()).toBeVisible();
  await expectNone(told(failure));
});

describe('a session', () => {
  const end = () => page.getByRole('dialog', { name: 'End this session' });
  const refused = { status: 403, message: 'Please confirm that it is you.', code: 'confirm-password' };

  test('is ended from another device, which is asked before and told after', async () => {
    await openAccount();
    await show();
    await expect.element(sessions().nth(1)).toBeVisible();
    await expectNone(sessions().first().getByRole('button'));
    await button('End').click();
    await expect.element(end()).toMatchTextContent('Chrome on Linux is signed out at once');
    const yes = end().getByRole('button', { name: 'Yes, End' });
    server.fail(ownAccount.endOwnSession, { status: 500 });
    const release = server.hold(ownAccount.endOwnSession);
    await yes.click();
    await expect.element(yes).toBeDisabled();
    await expect.element(yes).toHaveAttribute('aria-busy', 'true');
    await expect.element(end().getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    const alert = end().getByRole('alert');
    await expect.element(alert).toMatchTextContent(/^The session could not be ended\.$/);
    await expect.element(yes).toBeEnabled();
    server.fail(ownAccount.endOwnSession, 'no link');
    await yes.click();
    await expect.element(alert).toMatchTextContent(/ended\.Network error\. Please try again\.$/);
    await expectSound('account, session not ended');
    server.answer(ownAccount.endOwnSession, () => {
      server.answer(ownAccount.listOwnSessions, both.slice(0, 1));
      return { message: 'The session has been ended.' };
    });
    await yes.click();
    await expect.element(page.getByRole('status').getByText('The session has been ended.')).toBeVisible();
    await expect.element(main().getByText('You are signed in nowhere else.')).toBeVisible();
    await expectCount(sessions(), 1);
  });

  test('what is refused long after login goes through once the password was given again', async () => {
    await openAccount();
    await show();
    server.fail(ownAccount.endOwnSession, refused);
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const confirm = asked.getByRole('button', { name: 'Confirm' });
    const yes = end().getByRole('button', { name: 'Yes, End' });
    await button('End').click();
    await yes.click();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(end().getByRole('alert')).toMatchTextContent('Please confirm that it is you.');
    await expectNone(asked);
    await expectCount(sessions(), 2);
    await yes.click();
    await expect.element(asked.getByLabelText('Current password')).toBeVisible();
    await expectSound('account, confirm');
    await asked.getByLabelText('Current password').fill(password);
    for (const [fault, words] of [
      [{ status: 500 }, 'Failed to check your password.'],
      ['no link', 'Network error. Please try again.'],
      [
        { status: 400, message: 'No', fields: { currentPassword: 'This is not your current password.' } },
        'This is not your current password.',
      ],
    ] as const) {
      server.fail(ownAccount.confirmIdentity, fault);
      await confirm.click();
      await expect.element(asked.getByText(words)).toBeVisible();
      await expect.element(asked.getByLabelText('Current password')).toHaveValue(password);
    }
    expect(server.sent(ownAccount.endOwnSession)).toHaveLength(2);
    server.answer(ownAccount.confirmIdentity, { message: 'It is you.' });
    server.answer(ownAccount.endOwnSession, { message: 'The session has been ended.' });
    server.answer(ownAccount.listOwnSessions, both.slice(0, 1));
    await confirm.click();
    await expect.element(page.getByRole('status').getByText('The session has been ended.')).toBeVisible();
    await expectNone(asked);
    await expectCount(sessions(), 1);
    expect(server.sent(ownAccount.endOwnSession)).toHaveLength(3);
  });
});

describe('passkeys', () => {
  const card = () => main().getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

  test('are none at first, and one that the device does not make leaves all as it was typed', async () => {
    await openAccount();
    await show();
    await expect.element(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    await expectSound('passkeys, none');
    await press('Add a passkey');
    await expect.element(field('Name')).toHaveValue('Chrome on Linux');
    await fillIn(current);
    server.answer(passkeys.beginPasskey, {
      challenge: 'AAAA',
      timeout: 60_000,
      rp: { id: 'localhost', name: 'Fairlead' },
      user: { id: 'AAAA', name: 'asha', displayName: 'Asha Nair' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required', requireResidentKey: true },
      attestation: 'none',
    } as Reply<typeof passkeys.beginPasskey>);
    const create = vi.spyOn(navigator.credentials, 'create');
    for (const [name, words] of [
      ['NotAllowedError', /^The device made no passkey\./],
      ['InvalidStateError', 'This device has a passkey of your account already.'],
    ] as const) {
      create.mockRejectedValueOnce(new DOMException('no', name));
      await press('Add passkey');
      await expect.element(told(words)).toBeVisible();
      await expectKept({ Name: 'Chrome on Linux', ...current });
    }
    await expectSound('passkeys, not made');
    create.mockRestore();
    expect(server.sent(passkeys.addPasskey)).toEqual([]);
  });

  test('are listed with what became of each, are renamed, and removed with the password', async () => {
    const other = { _id: '44444444-4444-4444-8444-444444444444', name: 'Phone' };
    await openAccount();
    server.answer(
      passkeys.listPasskeys,
      passkeysOf(passkey(), passkey({ ...other, blocked: true, lastUsedAt: moment })),
    );
    await show();
    await expect.element(card().first()).toMatchTextContent('Not used yet');
    await expect.element(card().nth(1)).toMatchTextContent('Last used');
    await expect.element(card().nth(1).getByText('Blocked')).toBeVisible();
    await expectNone(card().first().getByText('Blocked'));
    await expectSound('passkeys, one of them blocked');

    await card().first().getByRole('button', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename this passkey' });
    await renaming.getByLabelText('Name').fill('The phone on the bridge');
    const save = renaming.getByRole('button', { name: 'Save' });
    server.fail(passkeys.renamePasskey, 'no link');
    await save.click();
    await expect.element(renaming.getByRole('alert')).toMatchTextContent('Network error. Please try again.');
    await expect.element(renaming.getByLabelText('Name')).toHaveValue('The phone on the bridge');
    await expectSound('passkeys, not renamed');
    server.answer(passkeys.renamePasskey, { message: 'Passkey renamed' });
    server.answer(passkeys.listPasskeys, passkeysOf(passkey({ name: 'The phone on the bridge' })));
    await save.click();
    await expect.element(card()).toMatchTextContent('The phone on the bridge');
    await expectNone(renaming);

    await card().getByRole('button', { name: 'Remove' }).click();
    const removing = page.getByRole('dialog', { name: 'Remove this passkey' });
    await removing.getByLabelText('Current password').fill(password);
    server.fail(passkeys.removePasskey, { status: 500 });
    await removing.getByRole('button', { name: 'Yes, Remove' }).click();
    await expect.element(removing.getByRole('alert')).toMatchTextContent('Failed to remove the passkey.');
    await expect.element(removing.getByLabelText('Current password')).toHaveValue(password);
    await expectSound('passkeys, not removed');
    server.answer(passkeys.removePasskey, { message: 'Passkey removed' });
    server.answer(passkeys.listPasskeys, passkeysOf());
    await removing.getByRole('button', { name: 'Yes, Remove' }).click();
    await expect.element(page.getByRole('status').getByText('Passkey removed')).toBeVisible();
    await expectNone(card());
  });

  test('are not added by a browser that has none, nor where the academy’s address can have none', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    await openAccount();
    await show();
    await expect.element(main().getByText('This browser cannot add one.', { exact: false })).toBeVisible();
    await expectNone(button('Add a passkey'));
    await expectSound('passkeys, unsupported');
  });
});

describe('a second factor', () => {
  test('is set up in three steps, and the recovery codes stay until they were kept', async () => {
    await openAccount('registrar');
    await show('registrar');
    await press('Set up');
    await expect.element(field('Current password')).toHaveFocus();
    await fillIn(current);
    server.answer(secondFactor.begin, enrolment);
    await press('Go on');
    await expect.element(field('Code')).toHaveFocus();
    await expect.element(main().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await field('Code').fill('12345');
    await press('Turn on');
    await expectWrong('Code', 'Please enter a valid 6-digit OTP.');
    await expectSound('second factor, app');
    await field('Code').fill('123456');
    server.answer(secondFactor.confirm, { message: 'on', recoveryCodes });
    server.answer(secondFactor.getSecondFactor, anApp);
    await press('Turn on');
    await expect.element(button('Save as file')).toHaveFocus();
    expect(
      main()
        .getByRole('list', { name: 'Recovery codes' })
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    await expectSound('second factor, recovery codes');
    await press('I have kept them');
    await expect.element(main().getByText('10 recovery codes left')).toBeVisible();
    await expect.element(button('Remove')).toHaveFocus();
    await expectSound('second factor, on');
  });

  test('is removed with the password and a code, and told when it cannot be', async () => {
    await openAccount('registrar');
    server.answer(secondFactor.getSecondFactor, anApp);
    await show('registrar');
    await press('Remove');
    const form = { call: secondFactor.remove, button: 'Remove second factor', typed: current };
    await expectFailuresTold({ ...form, failure: 'Failed to remove the second factor.' });
    server.fail(secondFactor.remove, { status: 403, message: 'A code is needed.', code: 'second-factor' });
    await press('Remove second factor');
    await expect.element(field('Code')).toHaveFocus();
    await expectNone(main().getByRole('alert'));
    await expectSound('second factor, removal');
    await field('Code').fill('AAAAA-11111');
    server.answer(secondFactor.remove, { message: 'Your second factor has been removed.' });
    server.answer(secondFactor.getSecondFactor, noFactor);
    await press('Remove second factor');
    await expect.element(page.getByRole('status').getByText('Your second factor has been removed.')).toBeVisible();
    await expect.element(button('Set up')).toHaveFocus();
    expect(server.sent(secondFactor.remove).at(-1)?.body).toEqual({ currentPassword: password, otp: 'AAAAA-11111' });
  });
});
