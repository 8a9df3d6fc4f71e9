import type { SessionUser } from '@fairlead/contract/accounts/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { permissionsOf, type Role } from '@fairlead/contract/platform/permissions';
import { startSession } from '../app/lib/session/session.ts';
import { overviewOf } from './overview.ts';
import { server } from './stand-in-server.ts';

const base64 = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

/** An access token as the page reads it, which expires in so many seconds. */
export const tokenOf = (role: Role, seconds = 3600): string =>
  `${base64({ alg: 'none' })}.${base64({ role, exp: Math.floor(Date.now() / 1000) + seconds })}.c2lnbmVk`;

/** A person with this role. */
export const personOf = (role: Role): SessionUser => ({
  _id: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01',
  name: 'Asha Nair',
  email: 'asha.nair@example.org',
  role,
  permissions: [...permissionsOf[role]],
});

/** The response of a login. */
export const sessionOf = (role: Role) => ({
  message: 'Login successful',
  user: personOf(role),
  accessToken: tokenOf(role),
  refreshToken: 'a refresh token',
  device: 'a device',
});

/** Signs in a person with this role, before the page is opened; for staff, nothing is pending. */
export function signIn(role: Role): void {
  startSession(sessionOf(role));
  // each page of the staff area reads it, for the counts in the menu
  if (role !== 'learner') server.answer(overview.getOverview, overviewOf());
}
