import type { Args, Reply } from '@fairlead/contract/platform/call';
import { singleSignOn } from '@fairlead/contract/single-sign-on/calls';
import { parseUrl } from '@fairlead/contract/values/urls';
import { call } from '../../../lib/calls/api-client.ts';
import { keepSignOn } from './kept-sign-on.ts';

/** The academy's name for its identity provider; null when it has none. */
export const providerName = async (): Promise<string | null> => (await call(singleSignOn.getProvider)).name;

/** Begins a login by the academy's identity provider, and navigates to it. */
export async function beginSignOn(): Promise<void> {
  const begun = await call(singleSignOn.beginSignOn);
  keepSignOn(begun);
  window.location.assign(begun.url);
}

/** The provider's response, with the values that this tab has stored. */
export type Answered = Args<typeof singleSignOn.finishSignOn>[0]['body'];

/** Exchanges the provider's response for a session. */
export const finishSignOn = (answer: Answered): Promise<Reply<typeof singleSignOn.finishSignOn>> =>
  call(singleSignOn.finishSignOn, { body: answer });

/** Whether a URL may be a provider's logout page: https, or on this computer. */
export function isLogoutPage(page: string): boolean {
  const url = parseUrl(page);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
}
