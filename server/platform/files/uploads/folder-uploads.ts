import { createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { sweepFolder } from '../sweep-folder.ts';
import { contentOf, hashOf } from '../write-file.ts';
import { type KnownUpload, supported, type UploadStore } from './upload-store.ts';

/** Uploads in a folder: for each its bytes, and a second file with its description. */
export class FolderUploads extends FileStore implements UploadStore {
  constructor({ directory }: { directory: string }) {
    super({ directory });
    this.extensions = supported;
  }

  /**
   * The library's store hides why a write failed; the client should learn that the disk is full.
   *
   * @throws the system's error; the bytes written before it stay, and the client continues from there
   */
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    let received = 0;
    async function* counted(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        received += chunk.byteLength;
        yield chunk;
      }
    }
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(readable, counted, file);
    return offset + received;
  }

  inTransaction<T>(_tx: unknown, work: () => Promise<T>): Promise<T> {
    return work();
  }

  async find(id: string): Promise<KnownUpload | undefined> {
    const known = await this.configstore.get(id);
    const file = await stat(join(this.directory, id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!known?.size || !file) return undefined;
    const { size: sizeBytes, metadata } = known;
    return { id, sizeBytes, ownerId: metadata?.owner ?? undefined, isBegun: file.size > 0, changedAt: file.mtimeMs };
  }

  async list(): Promise<KnownUpload[]> {
    const found: KnownUpload[] = [];
    for (const id of (await this.configstore.list?.()) ?? []) {
      const known = await this.find(id);
      if (known) found.push(known);
    }
    return found;
  }

  /** A second name, so that what becomes of the copy leaves the upload intact. */
  async copyTo(id: string, path: string): Promise<string> {
    await link(join(this.directory, id), path);
    return hashOf(contentOf(path));
  }

  async discard(id: string): Promise<void> {
    await Promise.all([id, `${id}.json`].map((name) => rm(join(this.directory, name), { force: true })));
  }

  sweep(before: number): Promise<number> {
    return sweepFolder(this.directory, before);
  }
}
