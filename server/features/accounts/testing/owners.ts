import { accounts } from '@fairlead/contract/accounts/calls';
import { passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { Person, TestApp } from '../../../testing/app.ts';
import { hashPassword } from '../passwords.ts';
import { Authenticator } from './authenticator.ts';

export const password = 'lighthouse keeper';
let passwordHash: Promise<string> | undefined;

/** Sets `password` for a person. */
export async function givePassword({ db }: Pick<TestApp, 'db'>, { accountId }: Person): Promise<void> {
  passwordHash ??= hashPassword(password);
  await db
    .updateTable('account')
    .set({ passwordHash: await passwordHash })
    .where('id', '=', accountId)
    .execute();
}

/** A seafarer who can log in with `password`, and has an open session. */
export async function addOwner(program: TestApp): Promise<Person> {
  const owner = await program.person();
  await givePassword(program, owner);
  return owner;
}

export const logIn = ({ call }: TestApp, email: string, given = password) =>
  call(accounts.login, { body: { email, password: given } });

export const refresh = ({ call }: TestApp, refreshToken: string) => call(accounts.refresh, { body: { refreshToken } });

/** The server's response to a request with an access token. */
export const withToken = ({ app }: TestApp, token: string) =>
  app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });

/** The code of an authenticator app at a time, computed independently. */
export const codeAt = (secret: string, at: Date, secondsAway = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + secondsAway * 1000 });

/** Sets up a second factor for a staff member who has `password`; returns its secret. */
export async function setUpFactor({ call, clock }: TestApp, owner: Person): Promise<string> {
  const { secret } = (await call(secondFactor.begin, { body: { currentPassword: password } }, owner)).body;
  const { status } = await call(secondFactor.confirm, { body: { otp: codeAt(secret, clock()) } }, owner);
  if (status !== 200) throw new Error(`a code of the app was answered ${status}`);
  return secret;
}

/** Adds a passkey to an account that has the tests' password; returns its authenticator. */
export async function addPasskey({ call }: TestApp, owner: Person, name = 'My phone'): Promise<Authenticator> {
  const device = new Authenticator();
  const { body: options } = await call(passkeys.beginPasskey, { body: { currentPassword: password } }, owner);
  const added = await call(passkeys.addPasskey, { body: { name, credential: device.create(options) } }, owner);
  if (added.status !== 201) throw new Error(`no passkey: ${JSON.stringify(added.body)}`);
  return device;
}

let emails = 0;
/** An unused email address. */
export const freshEmail = () => `new-${++emails}@example.org`;

/** The six digits in the newest mail to an email. */
export async function codeFor({ mailsTo }: TestApp, email: string): Promise<string> {
  const digits = /^ {4}(\d{6})$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
  if (!digits) throw new Error(`no code was mailed to ${email}`);
  return digits;
}

const eventsOn = ({ db }: TestApp, { accountId }: Person) =>
  db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', accountId).orderBy('id');

/** The audit events of an account, without login attempts. */
export async function actionsOn(program: TestApp, owner: Person): Promise<[string, unknown][]> {
  const events = await eventsOn(program, owner).where('action', 'not like', 'login.%').execute();
  return events.map(({ action, details }) => [action, details]);
}

/** The login attempts for an account in the audit log. */
export async function triesOn(program: TestApp, owner: Person): Promise<string[]> {
  const events = await eventsOn(program, owner).where('action', 'like', 'login.%').execute();
  return events.map(({ action }) => action);
}

/** Simulates that a limit on tries has been used up, for another minute. */
export async function useUp({ db, clock }: TestApp, key: string, count: number): Promise<void> {
  const used = { count, windowEndsAt: new Date(clock().getTime() + 60_000) };
  const row = db.insertInto('rateLimit').values({ key, ...used });
  await row.onConflict((conflict) => conflict.column('key').doUpdateSet(used)).execute();
}
