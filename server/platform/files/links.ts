import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { currentOrigin } from '../request/request-origin.ts';
import { type Folder, folders, isDownloadedOnce, isOpenFolder } from './folders.ts';

/**
 * The lifetime of a link in seconds, and the interval to which its expiry is rounded up, so that repeated requests in
 * that time get the same URL. With a new URL, a player would restart the film, and a browser would download a picture
 * again.
 */
const lifetimes = {
  /** Longer than any accepted film, so that one which was opened can be watched to its end. */
  film: { seconds: 12 * 3600, rounded: 3600 },
  document: { seconds: 5 * 60, rounded: 5 * 60 },
};

/** For whom a link was made: an account, the people with whom a certificate is shared, or everybody. */
type LinkHolder = { account: string } | { share: string } | { visitor: true };
/** The content of a valid link: its holder, and its expiry in seconds since 1970. */
export type GoodLink = { holder: LinkHolder; expires: number };

/** The query parameters of a link. */
export type LinkQuery = { expires?: unknown; signature?: unknown; for?: unknown; share?: unknown; visitor?: unknown };

export type Links = {
  /**
   * The URL of a file, usable without a token. The URL of a public file is just its path.
   *
   * @param like the holder and the expiry of the link, if it is not for the person of the current request.
   * @throws Error when the link to a private file would have no holder.
   */
  link: (folder: Folder, filename: string, like?: { holder: LinkHolder; expires?: number }) => string;
  /** The content of a valid link of ours that has not expired; undefined for any other. */
  readLink: (folder: Folder, filename: string, query: LinkQuery) => GoodLink | undefined;
  /**
   * The same for something below /api that is not a stored file: `path` with an expiry and a signature, valid as long
   * as a film's.
   */
  linkTo: (path: string, holder: LinkHolder) => string;
  readLinkTo: (path: string, query: LinkQuery) => GoodLink | undefined;
  /**
   * Replaces one of our links, which may have expired, by a new one: for the account that it was made for, or, for a
   * share or for visitors, for anybody who has its link. Undefined for any other link. Access is checked when the new
   * link is opened.
   */
  renewLink: (link: string, accountId: string | undefined) => string | undefined;
};

/** The URL path of a file; the complete URL for a public file. */
const fileUrl = (folder: Folder, filename: string): string => `/api/uploads/${folder}/${filename}`;
const linkPath = /^\/api\/uploads\/([A-Za-z_]+)\/([0-9a-f-]{36}\.[a-z0-9]+)$/;

function holderQuery(holder: LinkHolder): string {
  if ('visitor' in holder) return '&visitor=1';
  return 'account' in holder ? `&for=${holder.account}` : `&share=${holder.share}`;
}

function holderOf({ for: account, share, visitor }: LinkQuery): LinkHolder | undefined {
  const named = [account, share, visitor].filter((one) => one !== undefined);
  if (named.length !== 1) return undefined;
  if (visitor === '1') return { visitor: true };
  if (typeof account === 'string') return { account };
  return typeof share === 'string' ? { share } : undefined;
}

/**
 * Signed links, each to one private file. A link names its holder, and the holder's access to the file is checked again
 * when it is opened. So a link never gives more than its holder's access, for some minutes, or for as long as a film
 * may take.
 */
export function createLinks({ secret, clock }: { secret: string; clock: () => Date }): Links {
  // A separate key, so that no signature made elsewhere with the same secret is valid for a link.
  // Raw bytes would be imported again for every link, which costs ten times as much as the signature.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'fairlead file links', 32)));
  // `what` is folder and name of a file, or a path, which begins with a slash
  const sign = (what: string, expires: string, holder: LinkHolder) =>
    createHmac('sha256', key)
      .update(`${what}?${expires}${holderQuery(holder)}`)
      .digest('base64url');
  const now = () => clock().getTime() / 1000;
  const expiryOf = ({ seconds, rounded }: (typeof lifetimes)['film']) =>
    Math.floor(now() / rounded) * rounded + rounded + seconds;
  const signed = (url: string, what: string, expires: string, holder: LinkHolder) =>
    `${url}?expires=${expires}&signature=${sign(what, expires, holder)}${holderQuery(holder)}`;

  function readSigned(what: string, query: LinkQuery): GoodLink | undefined {
    const { expires, signature } = query;
    const holder = holderOf(query);
    if (!holder || typeof expires !== 'string' || typeof signature !== 'string') return undefined;
    if (!/^\d{1,12}$/.test(expires)) return undefined;
    const expected = Buffer.from(sign(what, expires, holder), 'base64url');
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return { holder, expires: Number(expires) };
  }

  const link: Links['link'] = (folder, filename, like) => {
    const url = fileUrl(folder, filename);
    if (isOpenFolder(folder)) return url;
    const account = currentOrigin()?.accountId;
    const holder = like?.holder ?? (account ? { account } : undefined);
    if (!holder) throw new Error(`A link to a file of ${folder} would be nobody's`);
    const expires = like?.expires ?? expiryOf(isDownloadedOnce(folder) ? lifetimes.film : lifetimes.document);
    return signed(url, `${folder}/${filename}`, String(expires), holder);
  };
  const unexpired = (read: GoodLink | undefined) => (read && read.expires > now() ? read : undefined);

  return {
    link,
    readLink: (folder, filename, query) => unexpired(readSigned(`${folder}/${filename}`, query)),
    linkTo: (path, holder) => signed(path, path, String(expiryOf(lifetimes.film)), holder),
    readLinkTo: (path, query) => unexpired(readSigned(path, query)),
    renewLink(old, accountId) {
      const url = URL.parse(old, 'http://self');
      const [, name, filename] = linkPath.exec(url?.pathname ?? '') ?? [];
      const folder = folders.find((one) => one === name);
      if (!url || !folder || !filename) return undefined;
      const holder = readSigned(`${folder}/${filename}`, Object.fromEntries(url.searchParams))?.holder;
      const isTheirs = holder && (!('account' in holder) || holder.account === accountId);
      return isTheirs ? link(folder, filename, { holder }) : undefined;
    },
  };
}
