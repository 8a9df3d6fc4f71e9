import type { SignOn } from '@fairlead/contract/single-sign-on/calls';

/** In session storage: a response that the identity provider sends to another tab or browser cannot log in there. */
const key = 'signOn';
/** Some providers answer an abandoned login in place of the login that follows it. */
const mostKept = 5;

type Kept = Pick<SignOn, 'state' | 'verifier'>;

const allKept = (): Kept[] => JSON.parse(sessionStorage.getItem(key) ?? '[]');

/** Stores the state and verifier of a login by the identity provider, next to those of other logins in this tab. */
export const keepSignOn = ({ state, verifier }: Kept): void =>
  sessionStorage.setItem(key, JSON.stringify([...allKept(), { state, verifier }].slice(-mostKept)));

/**
 * The stored state and verifier of the login that the provider answers, once; undefined when this tab did not begin it.
 */
export function takeSignOn(state: string | null): Kept | undefined {
  const kept = allKept();
  sessionStorage.setItem(key, JSON.stringify(kept.filter((one) => one.state !== state)));
  return kept.find((one) => one.state === state);
}
