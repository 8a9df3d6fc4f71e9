import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Server, type Upload } from '@tus/server';
import { type Db, transaction } from '../db/database.ts';
import { takeTurn } from '../db/take-turn.ts';
import { AppError, notFound } from '../errors.ts';
import { unavailable } from '../outage.ts';
import { sizeInWords } from './bad-file.ts';
import { cleanName, type Files, type Incoming } from './files.ts';
import { freeSpace } from './free-space.ts';
import { openUploads } from './uploads/open-uploads.ts';
import { isUploadId, type KnownUpload } from './uploads/upload-store.ts';

/** How long an interrupted upload is kept, in hours; the sweep then removes it. */
export const keptHours = 24;

/** Minutes for which a new upload reserves space before its first byte; after that it is no longer valid. */
const beginWithin = 10;

export type UploadBounds = {
  /** Maximum bytes of one file, and of all uploads that are incomplete or not yet used. */
  maxFileBytes: number;
  maxBytesInAll: number;
};

/** Files that are uploaded in chunks by the tus protocol (tus.io, 1.0.0), and are stored here until they are used. */
export type ResumableUploads = {
  bounds: UploadBounds;
  /** The bytes that new uploads may still reserve. */
  freeBytes: () => Promise<number>;
  /** Handles one request of the protocol for an account; our own refusals are thrown. */
  answer: (request: Request, accountId: string) => Promise<Response>;
  /**
   * A complete upload as an incoming file beside it, so that its processing leaves the upload intact, and the file need
   * not be sent again when the form is refused.
   *
   * @throws AppError `not-found` for another person's upload, or one that was removed; `not-yet` while it is
   * incomplete.
   */
  open: (id: string, accountId: string, part: string) => Promise<Incoming>;
  /** Removes an upload that was used. */
  remove: (id: string) => Promise<void>;
};

/** Only films are large enough to be uploaded in chunks. */
export const uploadsPath = '/api/trainingVideo/uploads';
const noSuchUpload = () => notFound('This upload has expired. Please upload the video again.');

/**
 * @param db serialises the creation of uploads: of several at once, in all programs that share the files, each counts
 *   the space that earlier ones have reserved.
 */
export function createResumableUploads(db: Db, files: Files, bounds: UploadBounds): ResumableUploads {
  const store = openUploads(db, files);
  const senders = new WeakMap<object, string>();
  const refusals = new WeakMap<object, AppError>();

  const inTurn = <T>(announce: () => Promise<T>): Promise<T> =>
    transaction(db, async (tx) => {
      await takeTurn(tx, 'announce-upload');
      return store.inTransaction(tx, announce);
    });

  /** Whether it reserves space without having begun for longer than it may. */
  const isOver = ({ isBegun, changedAt }: KnownUpload) =>
    !isBegun && changedAt < files.clock().getTime() - beginWithin * 60_000;

  /** The bytes reserved by all uploads, and of those the bytes of an account's uploads that have not begun. */
  async function reserved(accountId?: string): Promise<{ inAll: number; unbegun: number }> {
    const sum = { inAll: 0, unbegun: 0 };
    for (const upload of await store.list()) {
      if (isOver(upload)) continue;
      sum.inAll += upload.sizeBytes;
      if (!upload.isBegun && upload.ownerId === accountId) sum.unbegun += upload.sizeBytes;
    }
    return sum;
  }

  const freeBytes = async () => Math.max(0, bounds.maxBytesInAll - (await reserved()).inAll);

  /** @throws AppError `not-found`, also for another person's upload, so that its existence is not revealed. */
  async function uploadOf(id: string, accountId: string | undefined): Promise<Upload> {
    const known = isUploadId(id) ? await store.find(id) : undefined;
    if (!known || known.ownerId !== accountId || isOver(known)) throw noSuchUpload();
    return store.getUpload(id).catch((error: unknown) => {
      throw Object.assign(noSuchUpload(), { cause: error });
    });
  }

  async function admit({ size }: Pick<Upload, 'size'>, accountId: string | undefined): Promise<void> {
    if (!size) throw new AppError('invalid', 'An upload says first how many bytes it has.');
    if (size > bounds.maxFileBytes) {
      throw new AppError('too-large', `This file is too large. The limit is ${sizeInWords(bounds.maxFileBytes)}.`);
    }
    // Refused now, not after hours of sending over a ship's link.
    if (size > (await freeSpace(files.uploads))) {
      throw new AppError('unavailable', 'The server has no space left for this video. Please try again later.', {
        retryAfter: 3600,
      });
    }
    const { inAll, unbegun } = await reserved(accountId);
    if (unbegun + size > bounds.maxFileBytes) {
      throw new AppError('too-large', 'Please finish the uploads that you have started first.');
    }
    if (inAll + size > bounds.maxBytesInAll) {
      throw new AppError('too-large', 'Too many videos are being uploaded at the moment. Please try again later.');
    }
  }

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    // Only our own pages send here.
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.replace(/\/$/, '').split('/').at(-1),
    onIncomingRequest: async (request, id) => {
      if (request.method !== 'POST') await uploadOf(id, senders.get(request));
    },
    onUploadCreate: async (request, upload) => {
      await admit(upload, senders.get(request));
      return { metadata: { filename: upload.metadata?.filename ?? null, owner: senders.get(request) ?? null } };
    },
    onResponseError: (request, error) => {
      const refusal = error instanceof AppError ? error : unavailable(error);
      if (refusal) refusals.set(request, refusal);
      return undefined;
    },
  });

  return {
    bounds,
    freeBytes,
    async answer(request, accountId) {
      senders.set(request, accountId);
      const answer = () => server.handleWeb(request);
      const response = await (request.method === 'POST' ? inTurn(answer) : answer());
      const refusal = refusals.get(request);
      if (refusal) throw refusal;
      return response;
    },
    async open(id, accountId, part) {
      const { size, offset, metadata } = await uploadOf(id, accountId);
      if (size === undefined || offset < size) throw new AppError('not-yet', 'This upload is not finished yet.');
      const path = join(files.incoming, randomUUID());
      const sha256 = await store.copyTo(id, path);
      return { path, size, sha256, originalName: cleanName(metadata?.filename ?? undefined), part };
    },
    remove: (id) => store.discard(id),
  };
}
