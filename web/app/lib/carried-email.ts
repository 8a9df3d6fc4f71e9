import { useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** The two ways on which an address travels from one screen to the next. */
type Way = 'otp' | 'resetPassword';
const keyOf = (way: Way) => `email:${way}`;

/**
 * Lays an address ready for the next screen, and gives the navigation state to go there with. Never in the URL: an
 * address there ends up in histories and logs. The storage helps whoever reloads the page.
 */
export function carryEmail(way: Way, email: string): { email: string } {
  sessionStorage.setItem(keyOf(way), email);
  return { email };
}

/** The address that was carried here; undefined until the page lives, null when there is none. */
export function useCarriedEmail(way: Way): string | null | undefined {
  const { state } = useLocation();
  if (!useHydrated()) return undefined;
  return typeof state?.email === 'string' ? state.email : sessionStorage.getItem(keyOf(way));
}
