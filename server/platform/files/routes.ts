import type { Permission } from '@fairlead/contract/permissions';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError, notFound } from '../../errors.ts';
import { type Actor, registerRaw } from '../http/access.ts';
import type { Platform } from '../platform.ts';
import { openFilmLane } from './film-lane.ts';
import { type Folder, folderNamed, isOpenFolder, isScanned, isStoredName, type OpenFolder } from './folders.ts';
import { recordOpening } from './record-opening.ts';
import { sendFile } from './send-file.ts';
import { findStoredFile, type StoredFile } from './stored-files.ts';

/** What staff must be allowed to read everybody's files of a folder that is not open to anyone. */
const readers: Record<Exclude<Folder, OpenFolder>, readonly Permission[]> = {
  id_documents: ['people:read'],
  profile_pictures: ['people:read'],
  signatures: ['people:read'],
  certificates: ['certificates:read'],
  trainingVideo: ['training:read', 'courses:all'],
  question_pictures: ['tests:read', 'courses:all'],
};

const noSuchFile = () => notFound('There is no such file.');

type Address = { folder: string; filename: string };
const route = '/api/uploads/:folder/:filename';

/**
 * Hands out stored files: what is public to anyone, the rest by a signed link, or to its owner and to the staff
 * whose work it is.
 */
export function registerFiles(
  app: FastifyInstance,
  { db, files, config, clock }: Pick<Platform, 'db' | 'files' | 'config' | 'clock'>,
): void {
  const remember = openFilmLane(app, { files, config, clock, route });
  registerRaw(app, {
    method: ['GET', 'HEAD'],
    url: route,
    // A signed link is as good as a session here, so the handler decides.
    who: 'anyone',
    handler: async (request, reply) => {
      const { folder: name, filename } = request.params as Address;
      const folder = folderNamed(name);
      const query = request.query as { for?: string; expires?: string };
      if (!isStoredName(filename)) throw noSuchFile();
      const hasLink = files.isValidLink(folder, filename, query);
      const isOpen = isOpenFolder(folder) || hasLink;
      if (!isOpen && !request.actor) throw new AppError('not-signed-in', 'Please log in to go on.');
      const stored = await findStoredFile(db, folder, filename);
      if (!stored || !(isOpen || isReadableBy(stored, folder, request.actor))) throw noSuchFile();
      const readerId = request.actor?.accountId ?? query.for;
      demandScanned(stored, readerId, config);
      await recordOpening({ db, clock }, stored, readerId);
      if (hasLink) await remember(request.url, stored, new Date(Number(query.expires) * 1000));
      return sendFile(reply, files, stored);
    },
  });
}

/** What malware was found in opens to nobody; what no scanner has seen opens to others only where that is allowed. */
function demandScanned(
  { folder, ownerId, scannedAt, malware }: StoredFile,
  readerId: string | undefined,
  { opensUnscanned }: Pick<Config, 'opensUnscanned'>,
): void {
  if (malware !== null) throw new AppError('forbidden', `A virus scanner found ${malware} in this file.`);
  if (!isScanned(folder) || scannedAt !== null || opensUnscanned || readerId === ownerId) return;
  throw new AppError('forbidden', 'No virus scanner has looked through this file yet.');
}

function isReadableBy({ ownerId }: StoredFile, folder: Folder, actor: Actor | null): boolean {
  if (isOpenFolder(folder)) return true;
  return actor !== null && (ownerId === actor.accountId || readers[folder].every(actor.may));
}
