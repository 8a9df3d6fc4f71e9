import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { cardCoverWidth } from '@fairlead/contract/courses/cover-url';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Files } from '../files/files.ts';
import type { Folder } from '../files/folders.ts';
import { cardCover, drawSmaller } from '../files/pictures.ts';
import type { StoredFile } from '../files/stored-files.ts';
import { fileAnswer } from './file-answer.ts';
import { openStored } from './send-file.ts';

/** The memory that covers may take, in bytes: some 200 photographs. */
const mostBytes = 8 << 20;

type Cover = { log: FastifyBaseLogger; stored: StoredFile };

/** Whether a request asks for a cover at the width of a card. No other width is drawn, so that none can be made up. */
export const asksForCardCover = (folder: Folder, { width }: { width?: unknown }): boolean =>
  folder === 'courseImg' && width === String(cardCoverWidth);

/**
 * Creates what sends course covers at the width of a card: the five of the demo's home page have 87 kB in place of
 * 214. A cover is drawn from the stored one at its first request, once however many ask, and kept in memory; the
 * browser keeps it for good, since a cover never changes under its URL.
 */
export function cardCovers(files: Pick<Files, 'open'>) {
  const drawn = new LRUCache<string, Buffer, Cover>({
    maxSize: mostBytes,
    sizeCalculation: ({ length }) => length,
    async fetchMethod(_filename, _, { context: { log, stored } }) {
      const file = await openStored(log, files, stored);
      return drawSmaller(await buffer(file.stream(0, file.sizeBytes - 1)), cardCover);
    },
  });

  /**
   * Sends a cover that anyone may read.
   *
   * @throws AppError `not-found` when it is missing, which is logged; Error when it cannot be read.
   */
  return async (reply: FastifyReply, stored: StoredFile): Promise<FastifyReply> => {
    const cover = await drawn.forceFetch(stored.filename, { context: { log: reply.log, stored } });
    const sha256 = createHash('sha256').update(cover).digest('hex');
    const small: StoredFile = { ...stored, contentType: 'image/webp', sizeBytes: cover.length, sha256 };
    const { status, headers, bytes } = fileAnswer(reply.request, small, undefined);
    return reply
      .code(status)
      .headers(headers)
      .send(bytes && cover.subarray(bytes.first, bytes.last + 1));
  };
}
