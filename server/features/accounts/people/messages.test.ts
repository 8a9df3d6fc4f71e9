import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addOwner, logIn } from '../testing/owners.ts';

const program = await testApp();
const { call } = program;
const email = 'asha@example.org';
const password = 'lighthouse keeper';
const newcomer = { tittle: 'Mrs', firstName: 'Asha', lastName: 'Nair', mobile: '9820012345', email, password } as const;

// shows: otp/six-digits, rules/otp-digits, rules/reset-required, constants/otp
test.each(['12345', '1234567', '12a456', '12345६७', ''])('a code has six digits, and %j is refused', async (otp) => {
  const fields = { otp: 'Please enter a valid 6-digit OTP.' };
  const refusal = { status: 400, body: { code: 'invalid', fields } };
  expect(await call(accounts.verifyEmail, { body: { email, otp } })).toMatchObject(refusal);
  expect(await call(accounts.resetPassword, { body: { email, otp, newPassword: password } })).toMatchObject(refusal);
});

test.each([' 123456', '123 456', '123-456', '१२३४५६', '１２３４５６'])('the code %j is read as 123456', async (otp) => {
  expect(await call(accounts.verifyEmail, { body: { email, otp } })).toMatchObject({ body: { code: 'bad-code' } });
});

test('a new password is required beside its code', async () => {
  expect(await call(accounts.resetPassword, { body: { email, otp: '123456', newPassword: '' } })).toMatchObject({
    status: 400,
    body: { fields: { newPassword: 'Password must be at least 8 characters' } },
  });
});

// shows: messages/login-success
test('registration and login confirm in the words of the specification', async () => {
  const registered = await call(accounts.register, { body: newcomer });
  expect([registered.status, registered.body.message]).toEqual([201, 'User registered successfully!']);
  const owner = await addOwner(program);
  const session = await logIn(program, owner.email);
  expect([session.status, session.body.message]).toEqual([200, 'Login successful!']);
});
