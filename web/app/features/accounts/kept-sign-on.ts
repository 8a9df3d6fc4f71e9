import type { SignOn } from '@fairlead/contract/single-sign-on';

/** In this tab alone: what the provider sends back to another browser opens nothing there. */
const key = 'signOn';

type Kept = Pick<SignOn, 'state' | 'verifier'>;

/** Keeps what finishes a login by the academy's provider; of two that were begun in one tab the last counts. */
export const keepSignOn = ({ state, verifier }: Kept): void =>
  sessionStorage.setItem(key, JSON.stringify({ state, verifier }));

/** What was kept of the login that the provider answers, once; null when this tab has not begun it. */
export function takeSignOn(state: string | null): Kept | null {
  const kept: Kept | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
  if (!kept || kept.state !== state) return null;
  sessionStorage.removeItem(key);
  return kept;
}
