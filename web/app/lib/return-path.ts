import { paths } from './paths.ts';

/** Where the page that asked for login is remembered: in this tab, not in the address. */
const key = 'returnTo';
/** Somebody who logs in later than this, in milliseconds, has something else in mind. */
const goodFor = 30 * 60_000;

/** Remembers the page that asks for login. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(key, JSON.stringify({ path, at: Date.now() }));
}

/** The page to return to after login, once; null when there is none that leads to this very site. */
export function takeReturn(): string | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!stored) return null;
  const { path, at } = JSON.parse(stored);
  return Date.now() - at < goodFor ? ownPath(path, window.location.origin) : null;
}

/**
 * The path when it is one of ours, null otherwise: `//evil.example`, `/\evil.example` and `javascript:` all resolve
 * elsewhere. A login page is nowhere to return to.
 */
export function ownPath(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const target = URL.parse(path, origin);
  if (target?.origin !== origin) return null;
  const lower = target.pathname.toLowerCase();
  return lower === paths.login || lower === paths.staffLogin ? null : target.pathname + target.search + target.hash;
}
