import type { SessionUser } from '@fairlead/contract/accounts';

/**
 * The one module that touches the session in local storage: keys accessToken, refreshToken and user (JSON), and
 * `token`, the name under which some older screens kept the access token.
 */
export type Session = { accessToken: string; refreshToken: string | null; user: SessionUser | null };

/** What an access token says about itself. Nobody is let in for it here: the server checks every call. */
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
/** What outlives a session: settings of the device, and watched seconds that the server has not heard of yet. */
const survives = (key: string) =>
  ['theme', 'lowData', 'filmQuality', 'filmSpeed', 'letters', keys.device].includes(key) || key.startsWith('watched:');

/** Set and taken away at once by a logout, which is how other tabs tell it from a session that merely ran out. */
const leaving = 'leaving';

const listeners = new Set<() => void>();
let known: { raw: string; session: Session | null } = { raw: '', session: null };

/** The session of this browser, or null. The same object as long as the storage stays the same. */
export function getSession(): Session | null {
  const accessToken = read(keys.access) ?? read(keys.oldAccess);
  const refreshToken = read(keys.refresh);
  const user = read(keys.user);
  const raw = JSON.stringify([accessToken, refreshToken, user]);
  if (raw !== known.raw)
    known = { raw, session: accessToken ? { accessToken, refreshToken, user: userOf(user) } : null };
  return known.session;
}

/** Keeps what login answered. */
export function startSession({ accessToken, refreshToken, user }: Tokens & { user: SessionUser }): void {
  localStorage.setItem(keys.user, JSON.stringify(user));
  renewSession({ accessToken, refreshToken });
}

/** Keeps where a logout goes on to, as long as the session lasts: the logout page of the provider that opened it. */
export const keepSignOutUrl = (url: string): void => localStorage.setItem(keys.signOutUrl, url);

export const getSignOutUrl = (): string | null => read(keys.signOutUrl);

/** What shows at the next login that this browser is known; empty when it is not. It opens nothing by itself. */
export const knownDevice = (): string => read(keys.device) ?? '';

export const keepDevice = (device: string): void => localStorage.setItem(keys.device, device);

/** Keeps what the server now says of the person who is signed in: a new address. */
export function keepUser(user: SessionUser): void {
  localStorage.setItem(keys.user, JSON.stringify(user));
  announce();
}

/** Keeps what a refresh answered; whoever is signed in stays the same. */
export function renewSession({ accessToken, refreshToken }: Tokens): void {
  localStorage.setItem(keys.access, accessToken);
  localStorage.setItem(keys.refresh, refreshToken);
  localStorage.removeItem(keys.oldAccess);
  announce();
}

/**
 * Clears the storage of a session that is over, but for what has to survive it. Drafts in this tab stay for the same
 * person, who comes back to them by logging in; nobody else gets to see them (lib/form-draft.ts).
 */
export function clearSession(): void {
  for (const key of Object.keys(localStorage)) if (!survives(key)) localStorage.removeItem(key);
  announce();
}

/** Clears everything of a person who logs out: the session, and what was typed in this tab and in every other. */
export function forgetPerson(): void {
  clearSession();
  sessionStorage.clear();
  // The other tabs hear of both steps, and nothing stays behind.
  localStorage.setItem(leaving, '1');
  localStorage.removeItem(leaving);
}

/** Calls `listener` whenever the session changes, in this tab or another; gives back how to stop. */
export function watchSession(listener: () => void): () => void {
  // For good, and one however often it is added: of a logout elsewhere this tab hears in several steps, and the page
  // that listens may be left at the first of them.
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
    return null; // not base64, or not JSON: no token of ours
  }
}

/** Whether a token is void at `now` (milliseconds), or will be within `margin` seconds. */
export function isExpired(accessToken: string, now: number, margin = 0): boolean {
  const claims = claimsOf(accessToken);
  return !claims || claims.exp <= now / 1000 + margin;
}

function announce() {
  const session = getSession();
  document.documentElement.toggleAttribute('data-signed-in', session !== null);
  if (session?.user) dropDraftsBut(session.user._id);
  for (const listener of listeners) listener();
}

/** Somebody else has signed in: what another person typed in this tab goes. */
function dropDraftsBut(person: string) {
  const others = Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'));
  for (const key of others) if (!key.startsWith(`draft:${person}:`)) sessionStorage.removeItem(key);
}

/** Another tab changed the storage. */
function hear({ key }: StorageEvent) {
  announce();
  // last, since a page that is left now has just written down the way back to it
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
