import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { notFound } from '../errors.ts';
import type { Files } from '../files/files.ts';
import type { Folder } from '../files/folders.ts';
import type { GoodLink } from '../files/links.ts';
import type { OpenFile } from '../files/open-file.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { FileMissing } from '../files/stores/file-store.ts';
import { playlistType, withLinks } from '../films/playlists.ts';
import { fileAnswer } from './file-answer.ts';

/**
 * Sends a stored file: the whole file, the one range that was requested, or 304 when the browser has it. The caller has
 * already checked access to the file.
 *
 * @param link the link by which it was requested, if any.
 *
 * @throws AppError `not-found` when the file is missing, which is logged as a fault.
 */
export async function sendFile(
  reply: FastifyReply,
  files: Files,
  stored: StoredFile,
  link?: GoodLink,
): Promise<FastifyReply> {
  const { request } = reply;
  if (stored.contentType === playlistType) return sendPlaylist(reply, files, stored, link);
  const { status, headers, bytes } = fileAnswer(request, stored, files.handOver);
  if (!bytes) return reply.code(status).headers(headers).send();
  const file = await openStored(reply.log, files, stored);
  reply.code(status).headers(headers);
  if (request.method !== 'HEAD') return reply.send(file.stream(bytes.first, bytes.last));
  await file.close();
  return reply.send(Readable.from([]));
}

/** A playlist is as recent as the links in it. */
async function sendPlaylist(
  reply: FastifyReply,
  files: Files,
  stored: StoredFile,
  link: GoodLink | undefined,
): Promise<FastifyReply> {
  const folder = stored.folder as Folder;
  const text = withLinks(String(await files.read(folder, stored.filename)), folder, files, link);
  return reply.headers({ 'content-type': playlistType, 'cache-control': 'private, no-store' }).send(text);
}

/**
 * Opens a file and checks that its size matches its row.
 *
 * @throws AppError `not-found` when it is missing, which is logged; Error when its size differs.
 */
export async function openStored(
  log: Pick<FastifyBaseLogger, 'error'>,
  files: Pick<Files, 'open'>,
  stored: StoredFile,
): Promise<OpenFile> {
  const file = await files.open(stored.folder as Folder, stored.filename).catch((err: unknown) => {
    if (!(err instanceof FileMissing)) throw err;
    log.error({ err, file: stored.id }, 'a stored file is missing');
    throw notFound('There is no such file.');
  });
  if (file.sizeBytes === stored.sizeBytes) return file;
  await file.close();
  throw new Error(
    `Stored file ${stored.id} has ${file.sizeBytes} bytes where it is stored and ${stored.sizeBytes} in its row`,
  );
}
