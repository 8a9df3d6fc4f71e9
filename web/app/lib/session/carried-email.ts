import { useLocation } from 'react-router';
import { useHydrated } from '../use-hydrated.ts';

/** The flows in which an email address is passed from one screen to the next, by the screen that takes it. */
type Way = 'otp' | 'resetPassword' | 'login';
const keyOf = (way: Way) => `email:${way}`;
const registrationKey = 'registration:otp';

/** An email address and, for the OTP page, the registration that this browser made with it. */
type Carried = { email: string; registration?: string | undefined };

/**
 * Stores an email address for the next screen, and returns the navigation state to navigate with. It is never in the
 * URL, since URLs end up in histories and logs. Session storage covers a reload of the page.
 */
export function carryEmail(way: Way, carried: Carried): Carried {
  sessionStorage.setItem(keyOf(way), carried.email);
  if (way === 'otp') sessionStorage.setItem(registrationKey, carried.registration ?? '');
  return carried;
}

/** The stored email address; undefined before hydration, null when there is none. */
export function useCarried(way: Way): Carried | null | undefined {
  const { state } = useLocation();
  if (!useHydrated()) return undefined;
  if (typeof state?.email === 'string') return state;
  const email = sessionStorage.getItem(keyOf(way));
  if (email === null) return null;
  return { email, registration: (way === 'otp' && sessionStorage.getItem(registrationKey)) || undefined };
}

/** Only the email address. */
export function useCarriedEmail(way: Way): string | null | undefined {
  const carried = useCarried(way);
  return carried ? carried.email : carried;
}
