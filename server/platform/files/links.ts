import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { currentOrigin } from '../http/request-origin.ts';
import { type Folder, folders, isDownloadedOnce, isOpenFolder } from './folders.ts';

/**
 * Seconds for which a link is good, and to which its end is rounded up, so that asking again meanwhile gives the same
 * address: a player whose address changed would start the film again, and a browser would fetch a picture again.
 */
const lifetimes = {
  /** Longer than any film that is taken, so that one which was opened can be watched to its end. */
  film: { seconds: 12 * 3600, rounded: 3600 },
  document: { seconds: 5 * 60, rounded: 5 * 60 },
};

/** Whom a link was made for: somebody who has logged in, or those to whom a holder shows a certificate. */
export type LinkHolder = { account: string } | { share: string };
/** What a good link says: whose it is, and when it ends, in seconds since 1970. */
export type GoodLink = { holder: LinkHolder; expires: number };

/** What stands in a link after its path. */
export type LinkQuery = { expires?: unknown; signature?: unknown; for?: unknown; share?: unknown };

export type Links = {
  /**
   * Where a file is served to anybody who has the address. What is public needs nothing more than its path.
   *
   * @param like whose link it is and when it ends, where that is not the person behind the request at hand.
   * @throws Error when a private file's link would be nobody's.
   */
  link: (folder: Folder, filename: string, like?: { holder: LinkHolder; expires?: number }) => string;
  /** What a link of ours says that has not run out; undefined for any other. */
  readLink: (folder: Folder, filename: string, query: LinkQuery) => GoodLink | undefined;
  /**
   * A fresh link in the place of one of ours, which may have run out: for the account that it was made for, or for
   * anybody who has one of a share. Undefined for any other. What it opens is decided when it is opened.
   */
  renewLink: (link: string, accountId: string | undefined) => string | undefined;
};

/** Where a file is served; what is public needs nothing more. */
const fileAddress = (folder: Folder, filename: string): string => `/api/uploads/${folder}/${filename}`;
const linkPath = /^\/api\/uploads\/([A-Za-z_]+)\/([0-9a-f-]{36}\.[a-z0-9]+)$/;

const holderQuery = (holder: LinkHolder): string =>
  'account' in holder ? `&for=${holder.account}` : `&share=${holder.share}`;

function holderOf({ for: account, share }: LinkQuery): LinkHolder | undefined {
  if (typeof account === 'string' && share === undefined) return { account };
  return typeof share === 'string' && account === undefined ? { share } : undefined;
}

/**
 * Links to one private file each. A link names whom it was made for, and whether they may still have the file is looked
 * at when it is opened: a link is no more than its holder's right, for minutes, or for as long as a film may take.
 */
export function createLinks({ secret, clock }: { secret: string; clock: () => Date }): Links {
  // A key of its own, so that no signature made elsewhere with the same secret can pass for a link.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fairlead file links', 32));
  const sign = (folder: Folder, filename: string, expires: string, holder: LinkHolder) =>
    createHmac('sha256', key)
      .update(`${folder}/${filename}?${expires}${holderQuery(holder)}`)
      .digest();
  const now = () => clock().getTime() / 1000;

  function readSigned(folder: Folder, filename: string, query: LinkQuery): GoodLink | undefined {
    const { expires, signature } = query;
    const holder = holderOf(query);
    if (!holder || typeof expires !== 'string' || typeof signature !== 'string') return undefined;
    if (!/^\d{1,12}$/.test(expires)) return undefined;
    const expected = sign(folder, filename, expires, holder);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { holder, expires: Number(expires) };
  }

  const link: Links['link'] = (folder, filename, like) => {
    const address = fileAddress(folder, filename);
    if (isOpenFolder(folder)) return address;
    const account = currentOrigin()?.accountId;
    const holder = like?.holder ?? (account ? { account } : undefined);
    if (!holder) throw new Error(`A link to a file of ${folder} would be nobody's`);
    const { seconds, rounded } = isDownloadedOnce(folder) ? lifetimes.film : lifetimes.document;
    const expires = String(like?.expires ?? Math.floor(now() / rounded) * rounded + rounded + seconds);
    const signature = sign(folder, filename, expires, holder).toString('base64url');
    return `${address}?expires=${expires}&signature=${signature}${holderQuery(holder)}`;
  };

  return {
    link,
    readLink(folder, filename, query) {
      const read = readSigned(folder, filename, query);
      return read && read.expires > now() ? read : undefined;
    },
    renewLink(old, accountId) {
      const url = URL.parse(old, 'http://self');
      const [, name, filename] = linkPath.exec(url?.pathname ?? '') ?? [];
      const folder = folders.find((one) => one === name);
      if (!url || !folder || !filename) return undefined;
      const holder = readSigned(folder, filename, Object.fromEntries(url.searchParams))?.holder;
      const isTheirs = holder && ('share' in holder || holder.account === accountId);
      return isTheirs ? link(folder, filename, { holder }) : undefined;
    },
  };
}
