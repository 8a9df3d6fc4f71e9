import { many, single, testRequests } from '../platform/testing/requests.ts';
import { Code, Credentials, NewPassword } from './calls.ts';
import { CurrentPassword } from './own-account.ts';
import { PasskeyNaming, passkeys } from './passkeys.ts';
import { SecondFactorConfirmation } from './second-factor.ts';

testRequests([
  [
    'a login',
    Credentials,
    { email: 'a@b.c', password: '12345' },
    [],
    [
      [{ password: '' }, 'password: Password is required'],
      [{ password: '1234' }, 'password: Password must be at least 5 characters'],
      [{ email: 'a b@c' }, 'email: Invalid email address'],
      [{ email: '' }, 'email: Email is required'],
    ],
  ],
  [
    'a new password',
    single(NewPassword),
    { value: '12345678' },
    [],
    [[{ value: '1234567' }, 'value: Password must be at least 8 characters']],
  ],
  ['a code', single(Code), { value: '012345' }, [], [[{ value: '12345' }, 'value: Please enter a valid 6-digit OTP.']]],
  [
    'a code of a second factor',
    SecondFactorConfirmation,
    { otp: '012345' },
    [],
    [[{ otp: '12345' }, 'otp: Please enter the 6 digits that the app shows.']],
  ],
  [
    'a new passkey',
    passkeys.addPasskey.body,
    {
      name: 'Phone',
      credential: {
        ...{ id: 'a', rawId: 'a', type: 'public-key' },
        response: { clientDataJSON: 'a', attestationObject: 'a', transports: many(10, 'usb') },
      },
    },
    [],
    [
      [
        {
          credential: {
            ...{ id: 'a', rawId: 'a', type: 'public-key' },
            response: { clientDataJSON: 'a=', attestationObject: 'a', transports: [] },
          },
        },
        'credential.response.clientDataJSON: This is not a passkey',
      ],
      [
        {
          credential: {
            ...{ id: 'a', rawId: 'a', type: 'public-key' },
            response: { clientDataJSON: 'a', attestationObject: 'a', transports: many(11, 'usb') },
          },
        },
        'credential.response.transports: This is not a passkey',
      ],
    ],
  ],
  ['the name of a passkey', PasskeyNaming, { name: 'Phone' }, [], [[{ name: ' ' }, 'name: Name is required']]],

  [
    'the current password',
    single(CurrentPassword),
    { value: 'a' },
    [],
    [[{ value: '' }, 'value: Current password is required']],
  ],
]);
