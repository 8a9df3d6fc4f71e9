import { files } from '@fairlead/contract/platform/files';
import type { Permission } from '@fairlead/contract/platform/permissions';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../settings/config.ts';
import { AppError, notFound } from '../errors.ts';
import { type Folder, folderNamed, isOpenFolder, isScanned, isStoredName, type OpenFolder } from '../files/folders.ts';
import type { GoodLink, LinkQuery } from '../files/links.ts';
import { findStoredFile, type StoredFile } from '../files/stored-files.ts';
import { type Actor, registerRaw } from '../http/access.ts';
import { serve } from '../http/serve.ts';
import type { Platform } from '../platform.ts';
import { asksForCardCover, cardCovers } from './card-covers.ts';
import { isFilm } from './file-answer.ts';
import { openFilmResponseCache } from './film-response-cache.ts';
import { recordOpening } from './record-opening.ts';
import { redirectToStore } from './redirect-to-store.ts';
import { sendFile } from './send-file.ts';

/**
 * The permissions with which staff may read all files of a private folder: who may see a passport beside its owner, and
 * the other documents. Null for files that have a route of their own.
 */
const readers: Record<Exclude<Folder, OpenFolder>, readonly Permission[] | null> = {
  id_documents: ['people:read'],
  profile_pictures: ['people:read'],
  signatures: ['people:read'],
  certificates: ['certificates:read'],
  trainingVideo: ['training:read', 'courses:all'],
  question_pictures: ['tests:read', 'courses:all'],
  fee_proofs: ['fees:read'],
  packages: ['training:read', 'courses:all'],
  inspection_packs: null,
};

const noSuchFile = () => notFound('There is no such file.');
const notLoggedIn = () => new AppError('not-signed-in', 'Please log in to go on.');

/**
 * The access rules that features provide for link holders, because the platform knows no accounts, shares, enrolments
 * or films.
 */
export type LinkRights = {
  /** The current permissions of an account; undefined when it cannot log in. */
  findHolder: (accountId: string) => Promise<Reader | undefined>;
  /** Whether a certificate is still shared by a share's link. */
  isShared: (shareId: string, fileId: string) => Promise<boolean>;
  /** Whether a file belongs to a film that visitors may watch. */
  isOpenToVisitors: (fileId: string) => Promise<boolean>;
  /** For each folder, who may open a file beside its owner and staff. */
  mayOpen: Partial<Record<Folder, (reader: Reader, fileId: string) => Promise<boolean>>>;
  /** For each folder, what is opened by a name that no stored file has: a file that is made when it is first opened. */
  madeWhenOpened: Partial<Record<Folder, (filename: string) => Promise<FileMadeWhenOpened | undefined>>>;
};
export type FileMadeWhenOpened = {
  /** A stored file that the same people may open. */
  opensLike: StoredFile;
  /**
   * Makes and stores the file, or finds it.
   *
   * @param reader whom a limit counts: an account or a share.
   * @throws AppError `not-found` if there can be none, `too-many`.
   */
  make: (reader: string) => Promise<StoredFile>;
};
export type Reader = Pick<Actor, 'accountId' | 'may'>;

type FileParams = { folder: string; filename: string };
const route = '/api/uploads/:folder/:filename';

/**
 * Serves stored files: public ones to anyone, the others to their owner and to staff with the permission, who are
 * signed in or use a link made for them. A link gives only the access that its holder has at that moment.
 */
export function registerFiles(
  app: FastifyInstance,
  { db, files, config, clock }: Pick<Platform, 'db' | 'files' | 'config' | 'clock'>,
  rights: LinkRights,
): void {
  const remember = openFilmResponseCache(app, { files, config, clock, route });
  const sendCardCover = cardCovers(files);

  async function opensTo({ holder }: GoodLink, folder: Folder, stored: StoredFile): Promise<boolean> {
    if ('share' in holder) return rights.isShared(holder.share, stored.id);
    if ('visitor' in holder) return rights.isOpenToVisitors(stored.id);
    const reader = await rights.findHolder(holder.account);
    if (!reader) return false;
    return isReadableBy(stored, folder, reader) || (await rights.mayOpen[folder]?.(reader, stored.id)) === true;
  }

  registerRaw(app, {
    method: ['GET', 'HEAD'],
    url: route,
    // A link made for somebody is equivalent to their session here, so the handler checks access.
    who: 'anyone',
    handler: async (request, reply) => {
      const { folder: name, filename } = request.params as FileParams;
      const folder = folderNamed(name);
      if (!isStoredName(filename)) throw noSuchFile();
      const link = files.readLink(folder, filename, request.query as LinkQuery);
      if (!isOpenFolder(folder) && !link && !request.actor) throw notLoggedIn();
      const found = await findStoredFile(db, folder, filename);
      const unmade = found ? undefined : await rights.madeWhenOpened[folder]?.(filename);
      // one that is not made yet opens like this, so that nobody else makes the program work
      const known = found ?? unmade?.opensLike;
      if (!known) throw noSuchFile();
      const linked = link && (await opensTo(link, folder, known));
      if (!linked && !isReadableBy(known, folder, request.actor)) throw request.actor ? noSuchFile() : notLoggedIn();
      const readerId = request.actor?.accountId ?? (link && 'account' in link.holder ? link.holder.account : undefined);
      const shareId = link && 'share' in link.holder ? link.holder.share : undefined;
      const stored = (await unmade?.make(readerId ?? shareId ?? request.ip)) ?? known;
      requireScanned(stored, readerId, config);
      await recordOpening({ db, clock }, stored, readerId);
      if (linked && config.filmsAt !== undefined && files.bucket && isFilm(stored))
        return redirectToStore(reply, files.bucket, stored, link.expires - clock().getTime() / 1000);
      // Only the link as it was made: with more in its URL, anybody could fill the cache with one film.
      if (linked && request.url === files.link(folder, filename, link)) {
        await remember(request.url, stored, new Date(link.expires * 1000));
      }
      if (asksForCardCover(folder, request.query as { width?: unknown })) return sendCardCover(reply, stored);
      return sendFile(reply, files, stored, linked ? link : undefined);
    },
  });
}

/** Renews links that have expired while the page that shows them is still open. */
export const linkRoutes = ({ files: store }: Pick<Platform, 'files'>) =>
  serve(files, {
    renew: async ({ actor, body }) => {
      const url = store.renewLink(body.url, actor?.accountId);
      if (!url) throw actor ? noSuchFile() : notLoggedIn();
      return { data: { url } };
    },
  });

/**
 * A file with malware is never served; a file that was not scanned is served to others only if the configuration allows
 * it.
 */
function requireScanned(
  { folder, ownerId, scannedAt, malware }: StoredFile,
  readerId: string | undefined,
  { opensUnscanned }: Pick<Config, 'opensUnscanned'>,
): void {
  if (malware !== null) throw new AppError('forbidden', `A virus scanner found ${malware} in this file.`);
  if (!isScanned(folder) || scannedAt !== null || opensUnscanned || readerId === ownerId) return;
  throw new AppError('forbidden', 'This file has not been scanned for viruses yet.');
}

function isReadableBy({ ownerId }: StoredFile, folder: Folder, actor: Reader | null): boolean {
  if (isOpenFolder(folder)) return true;
  return actor !== null && (ownerId === actor.accountId || readers[folder]?.every(actor.may) === true);
}
