import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  current,
  enrolment,
  noFactor,
  openAccount,
  password,
  press,
  signInWithAccount,
} from '../../../../testing/account.ts';
import {
  button,
  expectFailuresShown,
  expectNone,
  expectWrong,
  field,
  fillIn,
  main,
} from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const moment = '2026-09-05T09:00:00.000Z';
const anApp = { ...noFactor, since: moment, recoveryCodes: 10 };
const recoveryCodes = ['AAAAA-11111', 'BBBBB-22222', 'CCCCC-33333'];

describe('a second factor', () => {
  test('is set up in three steps, and the recovery codes remain until the person confirms them', async () => {
    signInWithAccount('registrar');
    await openAccount('registrar');
    await press('Set up');
    await expect.element(field('Current password')).toHaveFocus();
    await fillIn(current);
    server.answer(secondFactor.begin, enrolment);
    await press('Continue');
    await expect.element(field('Code')).toHaveFocus();
    await expect.element(main().getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    await field('Code').fill('12345');
    await press('Turn on');
    await expectWrong('Code', 'Please enter the 6 digits that the app shows.');
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
    await press('I have saved them');
    await expect.element(main().getByText('10 recovery codes left')).toBeVisible();
    await expect.element(button('Remove')).toHaveFocus();
    await expectSound('second factor, on');
  });

  test('is removed with the password and a code, and a failure is reported', async () => {
    signInWithAccount('registrar');
    server.answer(secondFactor.getSecondFactor, anApp);
    await openAccount('registrar');
    await press('Remove');
    const form = { call: secondFactor.remove, button: 'Remove second factor', typed: current };
    await expectFailuresShown({ ...form, failure: 'Failed to remove the second factor.' });
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
