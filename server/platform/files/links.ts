import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { currentOrigin } from '../http/request-origin.ts';
import { type Folder, isDocument, isOpenFolder } from './folders.ts';

const hour = 3600;
/** Longer than any film that is taken, so that one which was opened can be watched to its end. */
const lifetime = 12 * hour;

/** What stands in a link after its path. */
export type LinkQuery = {
  expires?: unknown;
  signature?: unknown;
  /** The account that a document's link was given to. */
  for?: unknown;
};

export type Links = {
  link: (folder: Folder, filename: string) => string;
  isValidLink: (folder: Folder, filename: string, query: LinkQuery) => boolean;
};

/** Where a file is served; what is public needs nothing more. */
const fileAddress = (folder: Folder, filename: string): string => `/api/uploads/${folder}/${filename}`;

/**
 * Links that open one private file for whoever holds them, for 12 to 13 hours. A document's link names the account
 * that it was given to, so that who opened it can be written down.
 *
 * The expiry is rounded up to the hour, so that asking again within it gives the same address: a player whose
 * address changed would start the film anew, and a browser would fetch its picture again.
 */
export function createLinks({ secret, clock }: { secret: string; clock: () => Date }): Links {
  // A key of its own, so that no signature made elsewhere with the same secret can pass for a link.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairlead file links', 32));
  const sign = (folder: Folder, filename: string, expires: string, reader: string) =>
    createHmac('sha256', key).update(`${folder}/${filename}?${expires}${reader}`).digest();
  const now = () => clock().getTime() / 1000;

  return {
    link(folder, filename) {
      const address = fileAddress(folder, filename);
      if (isOpenFolder(folder)) return address;
      const expires = String(Math.floor(now() / hour) * hour + hour + lifetime);
      const reader = isDocument(folder) ? currentOrigin()?.accountId : undefined;
      const signature = sign(folder, filename, expires, reader ? `&${reader}` : '').toString('base64url');
      return `${address}?expires=${expires}&signature=${signature}${reader ? `&for=${reader}` : ''}`;
    },
    isValidLink(folder, filename, { expires, signature, for: reader = '' }) {
      if (typeof expires !== 'string' || typeof signature !== 'string' || typeof reader !== 'string') return false;
      if (!/^\d{1,12}$/.test(expires) || Number(expires) <= now()) return false;
      const expected = sign(folder, filename, expires, reader && `&${reader}`);
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
