import { files } from '@fairlead/contract/files';
import { getSession } from '../session/session.ts';
import { call, freshToken } from './api-client.ts';

/** Milliseconds for which a document's link is valid at least, less the time that opening it may take. */
const goodFor = 4 * 60_000;

/**
 * The time at which each link was first seen. The expiry in the link is by the server's clock, and the device's clock
 * may be hours off.
 */
const metAt = new Map<string, number>();

/** Records that a page has received a link. */
export function meetLink(url: string): void {
  if (!metAt.has(url)) metAt.set(url, Date.now());
}

/** Whether a link may have expired since the page received it; public links do not expire. */
export const mayHaveRunOut = (url: string): boolean =>
  url.includes('expires=') && Date.now() - (metAt.get(url) ?? 0) > goodFor;

/**
 * A new link to the same file, valid from now.
 *
 * @throws ApiError when the session is over, or the person may no longer read the file; NetworkError without a
 *   response.
 */
export async function renewLink(url: string): Promise<string> {
  // a public call: with an expired token it would be answered as for an anonymous visitor
  if (getSession()) await freshToken();
  const fresh = (await call(files.renew, { body: { url } })).data.url;
  meetLink(fresh);
  return fresh;
}
