import { type OwnSession, ownAccount } from '@fairlead/contract/accounts/own-account';
import { type OwnPasskey, passkeys } from '@fairlead/contract/accounts/passkeys';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import type { Reply } from '@fairlead/contract/platform/call';
import type { Role } from '@fairlead/contract/platform/permissions';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { button, main } from './forms.ts';
import { openPage } from './open-page.tsx';
import { personOf, signIn } from './people.ts';
import { server } from './stand-in-server.ts';

export const password = 'steady as she goes';

/** What the forms of the account ask for, filled in. */
export const current = { 'Current password': password };

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

/** The sessions of somebody who is signed in on two devices; the first is this one. */
export const both = [sessionOn('Firefox on Windows', true), sessionOn('Chrome on Linux', false)];

export const passkeysOf = (...own: OwnPasskey[]) => ({
  offered: true,
  suggestedName: 'Chrome on Linux',
  passkeys: own,
});

export const noFactor = { since: null, recoveryCodes: 0, due: null, isOverdue: false };

/** The secret of a second factor that is being set up. */
export const enrolment = { secret: 'JBSWY3DPEHPK3PXP', qr: { side: 21, path: 'M0 0h7v7H0z' } };

export type Account = Reply<typeof ownAccount.getOwnAccount>;

/** Signs somebody in, with two sessions, and without a passkey and a second factor. */
export function signInWithAccount(role: Role = 'learner', account: Partial<Account> = {}) {
  signIn(role);
  const own = {
    ...personOf(role),
    mobile: '9820012345',
    mobileConfirmed: false,
    pendingEmail: null,
    wantsDailyMail: false,
    ...account,
  };
  server.answer(ownAccount.getOwnAccount, own);
  server.answer(ownAccount.listOwnSessions, both);
  server.answer(passkeys.listPasskeys, passkeysOf());
  server.answer(secondFactor.getSecondFactor, noFactor);
}

/** Opens the account's page. */
export const openAccount = async (role: Role = 'learner') => {
  const opened = await openPage(role === 'learner' ? '/account' : '/admin-dashboard/account');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Account');
  return opened;
};

/** Clicks buttons, one after the other. */
export const press = async (...names: string[]) => {
  for (const name of names) await button(name).click();
};

export const sessions = () => main().getByRole('list', { name: 'Sessions' }).getByRole('listitem');
