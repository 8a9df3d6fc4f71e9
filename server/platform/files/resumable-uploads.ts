import { randomUUID } from 'node:crypto';
import { link, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Server, type Upload } from '@tus/server';
import { sql } from 'kysely';
import { AppError, notFound } from '../../errors.ts';
import { type Db, transaction } from '../db/database.ts';
import { unavailable } from '../outage.ts';
import { sizeInWords } from './bad-file.ts';
import { cleanName, type Files, type Incoming } from './files.ts';
import { freeSpace } from './free-space.ts';
import { UploadStore } from './upload-store.ts';
import { contentOf, hashOf } from './write-file.ts';

/** How long a stopped upload waits for the rest of it, in hours; the sweep then removes it. */
export const keptHours = 24;

/** Minutes for which an announcement keeps room before its first byte has come; after them it is no longer good. */
const beginWithin = 10;

export type UploadBounds = {
  /** Bytes of one file, and of all uploads that lie here unfinished or not yet used. */
  maxFileBytes: number;
  maxBytesInAll: number;
};

/** Files that arrive in pieces by the tus protocol (tus.io, 1.0.0), and wait here until something is made of them. */
export type ResumableUploads = {
  bounds: UploadBounds;
  /** Bytes that may still be announced. */
  freeBytes: () => Promise<number>;
  /** Carries out one request of the protocol for an account; a refusal of ours is thrown. */
  answer: (request: Request, accountId: string) => Promise<Response>;
  /**
   * A whole upload as a file that came in: under a name of its own, so that what becomes of it leaves the upload alone,
   * and a refused form does not send it again.
   *
   * @throws AppError `not-found` for another's upload, or one that was swept; `conflict` while a part is missing.
   */
  open: (id: string, accountId: string, part: string) => Promise<Incoming>;
  /** Removes an upload of which something was made. */
  remove: (id: string) => Promise<void>;
};

/** Films alone are so big that they arrive in pieces. */
export const uploadsPath = '/api/trainingVideo/uploads';
const uploadId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const noSuchUpload = () => notFound('This upload is no longer here; please send the film again.');

/** The lock's number in the database; nothing else takes one of this kind but migrations. */
const announcing = 7_417_001;

/**
 * @param db where announcements take turns: of many at once, in all programs that share the folder, each counts what
 *   those before it have announced.
 */
export function createResumableUploads(db: Db, files: Files, bounds: UploadBounds): ResumableUploads {
  const store = new UploadStore({ directory: files.uploads });
  const senders = new WeakMap<object, string>();
  const refusals = new WeakMap<object, AppError>();

  const inTurn = <T>(announce: () => Promise<T>): Promise<T> =>
    transaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${announcing})`.execute(tx);
      return announce();
    });

  /** Whether bytes of an upload have come, may still come, or are not to be waited for any more. */
  async function stateOf(id: string): Promise<'begun' | 'announced' | 'over'> {
    const file = await stat(join(files.uploads, id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!file) return 'over';
    if (file.size > 0) return 'begun';
    return file.mtimeMs < files.clock().getTime() - beginWithin * 60_000 ? 'over' : 'announced';
  }

  /** What all uploads keep room for, and what of it an account has announced of which no byte has come. */
  async function reserved(accountId?: string): Promise<{ inAll: number; unbegun: number }> {
    const ids = (await store.configstore.list?.()) ?? [];
    const sum = { inAll: 0, unbegun: 0 };
    for (const id of ids) {
      const [known, state] = [await store.configstore.get(id), await stateOf(id)];
      if (!known?.size || state === 'over') continue;
      sum.inAll += known.size;
      if (state === 'announced' && known.metadata?.owner === accountId) sum.unbegun += known.size;
    }
    return sum;
  }

  const freeBytes = async () => Math.max(0, bounds.maxBytesInAll - (await reserved()).inAll);

  /** @throws AppError `not-found`, also for another's: nobody learns that it is there. */
  async function uploadOf(id: string, accountId: string | undefined): Promise<Upload> {
    const known = uploadId.test(id) ? await store.configstore.get(id) : undefined;
    if (!known || known.metadata?.owner !== accountId || (await stateOf(id)) === 'over') throw noSuchUpload();
    return store.getUpload(id).catch((error: unknown) => {
      throw Object.assign(noSuchUpload(), { cause: error });
    });
  }

  async function admit({ size }: Pick<Upload, 'size'>, accountId: string | undefined): Promise<void> {
    if (!size) throw new AppError('invalid', 'An upload says first how many bytes it has.');
    if (size > bounds.maxFileBytes) {
      throw new AppError(
        'too-large',
        `This file is too large; at most ${sizeInWords(bounds.maxFileBytes)} can be taken.`,
      );
    }
    // Said before hours of sending over a ship's link, and not at their end.
    if (size > (await freeSpace(files.uploads))) {
      throw new AppError('unavailable', 'There is no room for this film on the academy’s computer. Please try later.', {
        retryAfter: 3600,
      });
    }
    const { inAll, unbegun } = await reserved(accountId);
    if (unbegun + size > bounds.maxFileBytes) {
      throw new AppError('too-large', 'Send the films that you have begun first; this one can follow them.');
    }
    if (inAll + size > bounds.maxBytesInAll) {
      throw new AppError(
        'too-large',
        'Too many films are on their way at the moment; please try again when some of them are there.',
      );
    }
  }

  const server = new Server({
    path: uploadsPath,
    datastore: store,
    relativeLocation: true,
    // Our own pages alone send here.
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
      if (size === undefined || offset < size) throw new AppError('conflict', 'This upload is not finished yet.');
      const [source, target] = [join(files.uploads, id), join(files.incoming, randomUUID())];
      await link(source, target);
      const sha256 = await hashOf(contentOf(target));
      return { path: target, size, sha256, originalName: cleanName(metadata?.filename ?? undefined), part };
    },
    async remove(id) {
      await Promise.all([id, `${id}.json`].map((name) => rm(join(files.uploads, name), { force: true })));
    },
  };
}
