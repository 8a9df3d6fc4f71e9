import { ownAccount } from '@fairlead/contract/accounts/own-account';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { both, openAccount, password, sessions, signInWithAccount } from '../../../../testing/account.ts';
import { button, expectCount, expectNone, main } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

describe('a session', () => {
  const end = () => page.getByRole('dialog', { name: 'Log out this device' });
  const refused = { status: 403, message: 'Please confirm that it is you.', code: 'confirm-password' };

  test('is ended from another device, with a confirmation before and a notice after', async () => {
    signInWithAccount();
    await openAccount();
    await expect.element(sessions().nth(1)).toBeVisible();
    await expectNone(sessions().first().getByRole('button'));
    await button('Log out').click();
    await expect.element(end()).toMatchTextContent('Chrome on Linux is logged out at once');
    const yes = end().getByRole('button', { name: 'Yes, Log out' });
    server.fail(ownAccount.endOwnSession, { status: 500 });
    const release = server.hold(ownAccount.endOwnSession);
    await yes.click();
    await expect.element(yes).toBeDisabled();
    await expect.element(yes).toHaveAttribute('aria-busy', 'true');
    await expect.element(end().getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    const alert = end().getByRole('alert');
    await expect.element(alert).toMatchTextContent(/^The device could not be logged out\.$/);
    await expect.element(yes).toBeEnabled();
    server.fail(ownAccount.endOwnSession, 'no link');
    await yes.click();
    await expect.element(alert).toMatchTextContent(/out\.Network error\. Please try again\.$/);
    await expectSound('account, session not ended');
    server.answer(ownAccount.endOwnSession, () => {
      server.answer(ownAccount.listOwnSessions, both.slice(0, 1));
      return { message: 'The device has been logged out.' };
    });
    await yes.click();
    await expect.element(page.getByRole('status').getByText('The device has been logged out.')).toBeVisible();
    await expect.element(main().getByText('You are not logged in on any other device.')).toBeVisible();
    await expectCount(sessions(), 1);
  });

  test('an action refused long after login succeeds once the password was entered again', async () => {
    signInWithAccount();
    await openAccount();
    server.fail(ownAccount.endOwnSession, refused);
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const confirm = asked.getByRole('button', { name: 'Confirm' });
    const yes = end().getByRole('button', { name: 'Yes, Log out' });
    await button('Log out').click();
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
    server.answer(ownAccount.endOwnSession, { message: 'The device has been logged out.' });
    server.answer(ownAccount.listOwnSessions, both.slice(0, 1));
    await confirm.click();
    await expect.element(page.getByRole('status').getByText('The device has been logged out.')).toBeVisible();
    await expectNone(asked);
    await expectCount(sessions(), 1);
    expect(server.sent(ownAccount.endOwnSession)).toHaveLength(3);
  });
});
