import type { SessionUser } from '@fairlead/contract/accounts/calls';
import { forgetLentKeys } from '../device/aboard/lend-key.ts';
import { forgetAnswers, isKeptName } from '../device/kept-store.ts';
import { dropKeptRequest } from './kept-request.ts';

/**
 * The only module that reads and writes the session in local storage: keys accessToken, refreshToken and user (JSON),
 * and `token`, the name under which some older screens stored the access token.
 */
export type Session = { accessToken: string; refreshToken: string | null; user: SessionUser | null };

/** The claims of an access token. They grant nothing here: the server checks every call. */
export type Claims = { role: string; exp: number };

export type Tokens = { accessToken: string; refreshToken: string };

const keys = {
  access: 'accessToken',
  refresh: 'refreshToken',
  user: 'user',
  oldAccess: 'token',
  device: 'device',
  signOutUrl: 'signOutUrl',
} as const;
/**
 * Keys that survive a session: device settings, watched seconds that the server has not received yet, a request that is
 * not sent yet, and who has courses aboard.
 */
const survives = (key: string) =>
  [
    'theme',
    'lowData',
    'filmQuality',
    'filmSpeed',
    'filmTheatre',
    'letters',
    'listColumns',
    'listKeys',
    'paperView',
    'keptRequest',
    'aboard',
    'aboardByWifi',
    keys.device,
  ].includes(key) || isKeptName(key);

/** Set and removed at once by a logout, so that other tabs can tell a logout from an expired session. */
const leaving = 'leaving';

const listeners = new Set<() => void>();
let known: { raw: string; session: Session | null } = { raw: '', session: null };

/** The session of this browser, or null. The same object as long as the storage is unchanged. */
export function getSession(): Session | null {
  const accessToken = read(keys.access) ?? read(keys.oldAccess);
  const refreshToken = read(keys.refresh);
  const user = read(keys.user);
  const raw = JSON.stringify([accessToken, refreshToken, user]);
  if (raw !== known.raw)
    known = { raw, session: accessToken ? { accessToken, refreshToken, user: userOf(user) } : null };
  return known.session;
}

/** The id of the person who is logged in; empty for nobody, and in a session from before the site stored the person. */
export const personNow = (): string => getSession()?.user?._id ?? '';

/** Stores the reply of a login. */
export function startSession({ accessToken, refreshToken, user }: Tokens & { user: SessionUser }): void {
  localStorage.setItem(keys.user, JSON.stringify(user));
  renewSession({ accessToken, refreshToken });
}

/** Stores the URL to visit after logout for as long as the session lasts: the logout page of the identity provider. */
export const keepSignOutUrl = (url: string): void => localStorage.setItem(keys.signOutUrl, url);

export const getSignOutUrl = (): string | null => read(keys.signOutUrl);

/**
 * The token that identifies this browser as a known device at the next login; empty when it is not known. It grants no
 * access by itself.
 */
export const knownDevice = (): string => read(keys.device) ?? '';

export const keepDevice = (device: string): void => localStorage.setItem(keys.device, device);

/** Stores the user as the server returned it after a change of the email address. */
export function keepUser(user: SessionUser): void {
  localStorage.setItem(keys.user, JSON.stringify(user));
  announce();
}

/** Stores the reply of a refresh; the signed-in user stays the same. */
export function renewSession({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem(keys.access, accessToken);
  localStorage.setItem(keys.refresh, refreshToken);
  localStorage.removeItem(keys.oldAccess);
  announce();
}

/**
 * Clears the storage of a session that is over, except for the keys that survive. Drafts in this tab are kept for the
 * same person, who can continue after the next login; nobody else sees them (lib/session/form-draft.ts).
 */
export function clearSession(): void {
  for (const key of Object.keys(localStorage)) if (!survives(key)) localStorage.removeItem(key);
  announce();
}

/**
 * Clears all data of a person who logs out: the key of their courses aboard in the service worker, answers kept on this
 * device, then the session, and the drafts in this tab and in all others. The answers come before the session, since
 * those who watch it leave the page when it is gone.
 */
export async function forgetPerson(): Promise<void> {
  forgetLentKeys();
  await forgetAnswers();
  clearSession();
  dropKeptRequest();
  sessionStorage.clear();
  // Both changes trigger a storage event in the other tabs, and nothing remains in storage.
  localStorage.setItem(leaving, '1');
  localStorage.removeItem(leaving);
}

/** Calls `listener` whenever the session changes, in this tab or another; returns a function that unsubscribes. */
export function watchSession(listener: () => void): () => void {
  // Added once and never removed: a logout in another tab causes several storage events, and the listening page may
  // unmount at the first of them.
  window.addEventListener('storage', hear);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The claims of an access token, or null when it is not a token of three parts with role and expiry. */
export function claimsOf(accessToken: string): Claims | null {
  const [, payload, signature, ...more] = accessToken.split('.');
  if (!payload || !signature || more.length > 0) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const { role, exp } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof role === 'string' && typeof exp === 'number' ? { role, exp } : null;
  } catch {
    return null; // not base64, or not JSON: not one of our tokens
  }
}

/** Whether a token has expired at `now` (milliseconds), or will within `margin` seconds. */
export function isExpired(accessToken: string, now: number, margin = 0): boolean {
  const claims = claimsOf(accessToken);
  return !claims || claims.exp <= now / 1000 + margin;
}

function announce() {
  const session = getSession();
  document.documentElement.toggleAttribute('data-signed-in', session !== null);
  if (session?.user) dropWorkBut(session.user._id);
  for (const listener of listeners) listener();
}

/** Deletes the drafts, answers and attendance sheets of other people, after someone else has signed in. */
function dropWorkBut(person: string) {
  const sheets = Object.keys(localStorage).filter((key) => key.startsWith('sheet:'));
  for (const key of sheets) if (!key.startsWith(`sheet:${person}:`)) localStorage.removeItem(key);
  const others = Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
  for (const key of others) if (!key.startsWith(`draft:${person}:`)) sessionStorage.removeItem(key);
  void forgetAnswers(person);
}

/** Handles a change of the storage by another tab. */
function hear({ key }: StorageEvent) {
  announce();
  // last, since a page that is left now has just stored its path for the return after login
  if (key === leaving) sessionStorage.clear();
}

function userOf(json: string | null): SessionUser | null {
  try {
    return json ? JSON.parse(json) : null;
  } catch {
    return null; // written by another program under the same name; the token alone still counts
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that forbids storage altogether: nobody is signed in
  }
}
