import { accounts } from '@fairlead/contract/accounts';
import { hashPassword } from '../features/accounts/passwords.ts';
import type { Person, TestApp } from './app.ts';

export const password = 'lighthouse keeper';
let passwordHash: Promise<string> | undefined;

/** A seafarer who can log in by `password`, and has a session already. */
export async function addOwner({ person, db }: TestApp): Promise<Person> {
  passwordHash ??= hashPassword(password);
  const owner = await person();
  await db
    .updateTable('account')
    .set({ passwordHash: await passwordHash })
    .where('id', '=', owner.accountId)
    .execute();
  return owner;
}

export const logIn = ({ call }: TestApp, email: string, given = password) =>
  call(accounts.login, { body: { email, password: given } });

export const refresh = ({ call }: TestApp, refreshToken: string) => call(accounts.refresh, { body: { refreshToken } });

/** What the server answers to whoever bears an access token. */
export const withToken = ({ app }: TestApp, token: string) =>
  app.inject({ url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });

let addresses = 0;
/** An address that nobody has. */
export const freshEmail = () => `new-${++addresses}@example.org`;

/** The six digits of the newest mail to an address. */
export async function codeFor({ mailsTo }: TestApp, email: string): Promise<string> {
  const digits = /^ {4}(\d{6})$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
  if (!digits) throw new Error(`no code was mailed to ${email}`);
  return digits;
}

/** What the audit says was done to an account. */
export async function deedsOn({ db }: TestApp, { accountId }: Person): Promise<[string, unknown][]> {
  const events = db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', accountId);
  return (await events.execute()).map(({ action, details }) => [action, details]);
}
