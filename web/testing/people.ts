import type { SessionUser } from '@fairlead/contract/accounts';
import { permissionsOf, type Role } from '@fairlead/contract/permissions';
import { startSession } from '../app/lib/session/session.ts';

const base64 = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_');

/** An access token as the page reads it; in so many seconds it has run out. */
export const tokenOf = (role: Role, seconds = 3600): string =>
  `${base64({ alg: 'none' })}.${base64({ role, exp: Math.floor(Date.now() / 1000) + seconds })}.c2lnbmVk`;

/** Somebody of a role. */
export const personOf = (role: Role): SessionUser => ({
  _id: '5d0c3b5e-7f0a-4c55-9a44-3f6a0a3c1d01',
  name: 'Asha Nair',
  email: 'asha.nair@example.org',
  role,
  permissions: [...permissionsOf[role]],
});

/** What a login of somebody answers. */
export const sessionOf = (role: Role) => ({
  message: 'Login successful',
  user: personOf(role),
  accessToken: tokenOf(role),
  refreshToken: 'a refresh token',
  device: 'a device',
});

/** Has somebody of a role signed in when the page is opened. */
export const signIn = (role: Role): void => startSession(sessionOf(role));
