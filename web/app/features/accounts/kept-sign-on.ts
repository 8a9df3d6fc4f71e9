import type { SignOn } from '@fairlead/contract/single-sign-on';

/** In this tab alone: what the provider sends back to another browser opens nothing there. */
const key = 'signOn';
/** Some providers answer a login that was left half done in the place of the one after it. */
const mostKept = 5;

type Kept = Pick<SignOn, 'state' | 'verifier'>;

const allKept = (): Kept[] => JSON.parse(sessionStorage.getItem(key) ?? '[]');

/** Keeps what finishes a login by the academy's provider, beside others that were begun in this tab. */
export const keepSignOn = ({ state, verifier }: Kept): void =>
  sessionStorage.setItem(key, JSON.stringify([...allKept(), { state, verifier }].slice(-mostKept)));

/** What was kept of the login that the provider answers, once; undefined when this tab has not begun it. */
export function takeSignOn(state: string | null): Kept | undefined {
  const kept = allKept();
  sessionStorage.setItem(key, JSON.stringify(kept.filter((one) => one.state !== state)));
  return kept.find((one) => one.state === state);
}
