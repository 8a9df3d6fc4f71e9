import { createHash } from 'node:crypto';
import { digestBytes, pieceBytes } from '@fairlead/contract/course-packs';
import { notFound } from '../../errors.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredPackFile } from './queries.ts';

export const noSuchFile = () => notFound('There is no such file.');

type Storage = Pick<Platform, 'db' | 'files'>;

/** Reads the digests of a file's pieces, joined in their order. */
export type PieceDigests = (file: StoredPackFile) => Promise<Buffer>;

/**
 * Returns a function for the digests of a file's pieces, joined in their order. They are computed once and stored; those
 * who ask meanwhile in this process wait for the same computation.
 */
export function pieceDigests({ db, files }: Storage): PieceDigests {
  const underWay = new Map<string, Promise<Buffer>>();

  async function compute(file: StoredPackFile): Promise<Buffer> {
    const digests = await digestPieces(files, file);
    await db
      .insertInto('pieceDigests')
      .values({ fileId: file.id, digests })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return digests;
  }

  return async (file) => {
    const stored = await db
      .selectFrom('pieceDigests')
      .select('digests')
      .where('fileId', '=', file.id)
      .executeTakeFirst();
    if (stored) return stored.digests;
    const computing = underWay.get(file.id) ?? compute(file).finally(() => underWay.delete(file.id));
    underWay.set(file.id, computing);
    return computing;
  };
}

/** @throws AppError `not-found` when the file is missing; Error when it has another size than its row says. */
async function digestPieces(files: Storage['files'], { folder, filename, sizeBytes }: StoredPackFile): Promise<Buffer> {
  const open = await files.open(folder as Folder, filename).catch((error: unknown) => {
    throw error instanceof FileMissing ? noSuchFile() : error;
  });
  const digests: Buffer[] = [];
  let piece = createHash('sha256');
  let [inPiece, inAll] = [0, 0];
  const close = () => {
    digests.push(piece.digest());
    piece = createHash('sha256');
    inPiece = 0;
  };
  for await (const chunk of open.stream(0, Math.max(0, open.sizeBytes - 1)) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + pieceBytes - inPiece);
      piece.update(part);
      at += part.length;
      inPiece += part.length;
      inAll += part.length;
      if (inPiece === pieceBytes) close();
    }
  }
  if (inPiece > 0) close();
  if (inAll !== sizeBytes) throw new Error(`${folder}/${filename} has ${inAll} bytes, and not ${sizeBytes}`);
  return Buffer.concat(digests, digests.length * digestBytes);
}
