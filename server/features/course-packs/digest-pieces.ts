import { createHash } from 'node:crypto';
import { digestBytes, pieceBytes } from '@fairlead/contract/course-packs/calls';
import { among } from '../../platform/db/among.ts';
import { notFound } from '../../platform/errors.ts';
import type { Folder } from '../../platform/files/folders.ts';
import { FileMissing } from '../../platform/files/stores/file-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { StoredPackFile } from './queries.ts';

export const noSuchFile = () => notFound('There is no such file.');

type Storage = Pick<Platform, 'db' | 'files'>;

/** Reads the digests of the pieces of some files, joined in their order, for each file. */
export type PieceDigests = (files: readonly StoredPackFile[]) => Promise<Buffer[]>;

/**
 * Returns a function for the digests of the pieces of files. They are computed once and stored; those who ask meanwhile
 * in this process wait for the same computation.
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

  function computeOnce(file: StoredPackFile): Promise<Buffer> {
    const computing = underWay.get(file.id) ?? compute(file).finally(() => underWay.delete(file.id));
    underWay.set(file.id, computing);
    return computing;
  }

  return async (asked) => {
    const ids = asked.map(({ id }) => id);
    const rows = await db
      .selectFrom('pieceDigests')
      .select(['fileId', 'digests'])
      .where(among('fileId', ids))
      .execute();
    const stored = new Map(rows.map(({ fileId, digests }) => [fileId, digests]));
    const all: Buffer[] = [];
    // one after another: a course has gigabytes
    for (const file of asked) all.push(stored.get(file.id) ?? (await computeOnce(file)));
    return all;
  };
}

/** The failure of a file that is not what was stored; nothing of it is signed or sent as if it were. */
export const damagedFile = ({ folder, filename }: Pick<StoredPackFile, 'folder' | 'filename'>) =>
  new Error(`${folder}/${filename} is damaged: its content is not what was stored. Restore it from a backup.`);

/** @throws AppError `not-found` when the file is missing; Error when it is not what was stored. */
async function digestPieces(files: Storage['files'], file: StoredPackFile): Promise<Buffer> {
  const { folder, filename, sizeBytes, sha256 } = file;
  const open = await files.open(folder as Folder, filename).catch((error: unknown) => {
    throw error instanceof FileMissing ? noSuchFile() : error;
  });
  const digests: Buffer[] = [];
  const whole = createHash('sha256');
  let piece = createHash('sha256');
  let [inPiece, inAll] = [0, 0];
  const close = () => {
    digests.push(piece.digest());
    piece = createHash('sha256');
    inPiece = 0;
  };
  for await (const chunk of open.stream(0, Math.max(0, open.sizeBytes - 1)) as AsyncIterable<Buffer>) {
    whole.update(chunk);
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
  if (inAll !== sizeBytes || whole.digest('hex') !== sha256) throw damagedFile(file);
  return Buffer.concat(digests, digests.length * digestBytes);
}
