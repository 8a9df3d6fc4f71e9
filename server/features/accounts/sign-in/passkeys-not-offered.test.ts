import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { addOwner, password } from '../testing/owners.ts';

const program = await testApp({ PUBLIC_URL: 'http://127.0.0.1:3000' });
const { call } = program;

// shows: threats/passkey-bypass
test('an academy at an IP address offers no passkeys, and every call says so', async () => {
  const me = await addOwner(program);
  expect((await call(passkeys.listPasskeys, me)).body).toMatchObject({ offered: false, passkeys: [] });
  const refused = { status: 409, body: { message: expect.stringContaining('Passkeys are not available here') } };
  const asked = { challenge: 'AA', rpId: '127.0.0.1' };
  const device = new Authenticator('http://127.0.0.1:3000');
  const made = device.create({
    ...asked,
    rp: { id: '127.0.0.1', name: '' },
    user: { id: 'AA', name: '', displayName: '' },
  });
  expect(await call(passkeys.beginPasskey, { body: { currentPassword: password } }, me)).toMatchObject(refused);
  expect(await call(passkeys.addPasskey, { body: { name: 'Phone', credential: made } }, me)).toMatchObject(refused);
  expect(await call(passkeys.beginPasskeyLogin)).toMatchObject(refused);
  expect(await call(passkeys.logInByPasskey, { body: { credential: device.sign(asked) } })).toMatchObject(refused);
});
