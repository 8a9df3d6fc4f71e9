import { type CreationOptions, passkeys, type RequestOptions } from '@fairlead/contract/accounts/passkeys';
import type { Person, TestApp } from '../../../testing/app.ts';
import type { Authenticator, Circumstances } from './authenticator.ts';
import { addOwner, addPasskey, password, setUpFactor } from './owners.ts';

/** People of a program with devices that hold passkeys, and what they do with them. */
export function passkeyDesk(program: TestApp) {
  const { call, db, wait, mailsTo } = program;

  const begin = (as: Person, currentPassword = password) =>
    call(passkeys.beginPasskey, { body: { currentPassword } }, as);
  const options = async (as: Person): Promise<CreationOptions> => (await begin(as)).body;
  const add = (as: Person, credential: ReturnType<Authenticator['create']>, name = 'My phone') =>
    call(passkeys.addPasskey, { body: { name, credential } }, as);
  const list = async (as: Person) => (await call(passkeys.listPasskeys, as)).body.passkeys;
  const remove = (id: string, as: Person, currentPassword = password) =>
    call(passkeys.removePasskey, { params: { id }, body: { currentPassword } }, as);
  const ask = async (): Promise<RequestOptions> => (await call(passkeys.beginPasskeyLogin)).body;
  const enter = (credential: ReturnType<Authenticator['sign']>) =>
    call(passkeys.logInByPasskey, { body: { credential } });
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

  /** A person with a passkey on a device. */
  async function holder() {
    const me = await addOwner(program);
    return { me, device: await addPasskey(program, me) };
  }
  /** A staff member with a passkey and a second factor. */
  async function staffHolder() {
    const { me: owner, device } = await holder();
    await db.updateTable('account').set({ role: 'registrar' }).where('id', '=', owner.accountId).execute();
    const me: Person = { ...owner, role: 'registrar' };
    const secret = await setUpFactor(program, me);
    wait(60);
    return { me, device, secret };
  }
  const enterBy = async (device: Authenticator, how: Circumstances = {}) => enter(device.sign(await ask(), how));

  const notAdded = {
    status: 400,
    body: { code: 'invalid', message: 'This passkey could not be added. Please start again.' },
  };
  const notOpened = {
    status: 401,
    body: {
      code: 'bad-credentials',
      message: 'This passkey does not open an account. Please log in with your password.',
    },
  };

  return { begin, options, add, list, remove, ask, enter, subjects, holder, staffHolder, enterBy, notAdded, notOpened };
}
