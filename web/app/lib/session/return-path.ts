import { parseUrl } from '@fairlead/contract/values/urls';
import { paths } from '../paths.ts';

/** Session storage key of the page that asked for login; it is not in the URL. */
const key = 'returnTo';
/** Milliseconds after which the remembered page is ignored: the person then probably wants something else. */
const goodFor = 30 * 60_000;

/** Remembers the page that asks for login. */
export function rememberReturn(path: string): void {
  sessionStorage.setItem(key, JSON.stringify({ path, at: Date.now() }));
}

/** The page to return to after login, once; null when there is none on this site. */
export function takeReturn(): string | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (!stored) return null;
  const { path, at } = JSON.parse(stored);
  return Date.now() - at < goodFor ? ownPath(path, window.location.origin) : null;
}

/**
 * The path when it is on this site, null otherwise: `//evil.example`, `/\evil.example` and `javascript:` all resolve
 * elsewhere. Login pages are excluded.
 */
export function ownPath(path: unknown, origin: string): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const target = parseUrl(path, origin);
  if (target?.origin !== origin) return null;
  const lower = target.pathname.toLowerCase();
  return lower === paths.login || lower === paths.staffLogin ? null : target.pathname + target.search + target.hash;
}
