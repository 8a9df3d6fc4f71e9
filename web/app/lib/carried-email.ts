import { useLocation } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

/** The two ways on which an address travels from one screen to the next. */
type Way = 'otp' | 'resetPassword';
const keyOf = (way: Way) => `email:${way}`;
const registrationKey = 'registration:otp';

/** An address, and on the way to the code the registration that this browser made with it. */
type Carried = { email: string; registration?: string | undefined };

/**
 * Lays an address ready for the next screen, and gives the navigation state to go there with. Never in the URL: an
 * address there ends up in histories and logs. The storage helps whoever reloads the page.
 */
export function carryEmail(way: Way, carried: Carried): Carried {
  sessionStorage.setItem(keyOf(way), carried.email);
  if (way === 'otp') sessionStorage.setItem(registrationKey, carried.registration ?? '');
  return carried;
}

/** What was carried here; undefined until the page lives, null when there is nothing. */
export function useCarried(way: Way): Carried | null | undefined {
  const { state } = useLocation();
  if (!useHydrated()) return undefined;
  if (typeof state?.email === 'string') return state;
  const email = sessionStorage.getItem(keyOf(way));
  if (email === null) return null;
  return { email, registration: (way === 'otp' && sessionStorage.getItem(registrationKey)) || undefined };
}

/** The address alone. */
export function useCarriedEmail(way: Way): string | null | undefined {
  const carried = useCarried(way);
  return carried ? carried.email : carried;
}
