import { files } from '@fairlead/contract/platform/files';
import { getSession } from '../session/session.ts';
import { call, freshToken } from './api-client.ts';

/** Milliseconds for which a document's link is valid at least, less the time that opening it may take. */
const goodFor = 4 * 60_000;

/**
 * The time at which each link was first seen by this page. The expiry in the link is by the server's clock, and a
 * device's clock that is behind would take a link for valid that has expired.
 */
const metAt = new Map<string, number>();

/** Records that a page has received a link. */
export function meetLink(url: string): void {
  if (!metAt.has(url)) metAt.set(url, Date.now());
}

/**
 * Whether a link may have expired: by its own expiry, as one that was kept on this device since another day, or since
 * the page received it. Public links do not expire.
 */
export function mayHaveRunOut(url: string): boolean {
  const expires = /[?&]expires=(\d+)/.exec(url)?.[1];
  if (expires === undefined) return false;
  return Date.now() >= Number(expires) * 1000 || Date.now() - (metAt.get(url) ?? 0) > goodFor;
}

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
