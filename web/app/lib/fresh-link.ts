import { files } from '@fairlead/contract/files';
import { call, freshToken } from './api-client.ts';
import { getSession } from './session.ts';

/** Milliseconds for which a document's link is good at least, less the time that opening it may take. */
const goodFor = 4 * 60_000;

/** When each link was first met. The end that stands in it is by the academy's clock, and a device's may be hours off. */
const metAt = new Map<string, number>();

/** Notes that a page has a link now. */
export function meetLink(url: string): void {
  if (!metAt.has(url)) metAt.set(url, Date.now());
}

/** Whether a link may have run out since the page got it; what is public has no end. */
export const mayHaveRunOut = (url: string): boolean =>
  url.includes('expires=') && Date.now() - (metAt.get(url) ?? 0) > goodFor;

/**
 * A link to the same file that begins now.
 *
 * @throws ApiError when the session is over, or the file is no longer theirs; NetworkError without an answer.
 */
export async function renewLink(url: string): Promise<string> {
  // anyone may ask, so that a session that ran out would be answered as a visitor
  if (getSession()) await freshToken();
  const fresh = (await call(files.renew, { body: { url } })).data.url;
  meetLink(fresh);
  return fresh;
}
