import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket, Part } from './bucket.ts';
import { copyFile } from './copy-file.ts';
import type { FileStore, StoredBytes } from './file-store.ts';

/** The size of a part, and of the largest object that is stored without parts. Each upload has one in memory. */
export const partBytes = 8 * 2 ** 20;
/** The maximum number of parts of an object, in any store. */
const mostParts = 10_000;
/** Bytes that are read when a file is opened: all of most documents. */
const headBytes = 256 * 1024;
/** Bytes that are read at a time after that. A viewer's slow connection does not keep one to the store open. */
const pieceBytes = 2 ** 20;

/** @param scratch a local folder for copies that tools work on; the sweep removes what a crash leaves in it */
export function bucketStore(bucket: Bucket, scratch: string): FileStore {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });

  async function openStored(name: string): Promise<StoredBytes> {
    let { bytes: held, sizeBytes } = await bucket.get(name, { first: 0, last: headBytes - 1 });
    let heldFrom = 0;
    return {
      sizeBytes,
      pieceBytes,
      async read(buffer, at) {
        const wanted = Math.min(buffer.length, sizeBytes - at);
        if (wanted <= 0) return 0;
        if (at < heldFrom || at + wanted > heldFrom + held.length) {
          const last = Math.min(sizeBytes, at + Math.max(wanted, pieceBytes)) - 1;
          const { bytes } = await bucket.get(name, { first: at, last });
          if (bytes.length < wanted) throw new Error(`${name} ends at ${at + bytes.length}, before ${at + wanted}`);
          // not held: several viewers may read a film at once, each at another position
          if (wanted === pieceBytes) return bytes.copy(buffer);
          [held, heldFrom] = [bytes, at];
          return bytes.copy(buffer, 0, 0, wanted);
        }
        return held.copy(buffer, 0, at - heldFrom, at - heldFrom + wanted);
      },
      close: async () => {},
    };
  }

  return {
    async put(name, path) {
      await putFile(bucket, name, path);
      await rm(path, { force: true });
    },
    open: openStored,
    remove: bucket.remove,
    undelete: bucket.undelete,
    async *list(folder) {
      for await (const { name, changedAt } of bucket.list(`${folder}/`))
        yield { filename: name.slice(folder.length + 1), changedAt };
    },
    async withPath(name, work) {
      const path = join(scratch, randomUUID());
      try {
        await copyFile({ open: openStored }, name, path);
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    check: bucket.check,
  };
}

async function putFile(bucket: Bucket, name: string, path: string): Promise<void> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const readPart = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead !== length) throw new Error(`${path} was changed while it was stored`);
      return buffer;
    };
    if (size <= partBytes) return await bucket.put(name, await readPart(0, size));
    const length = Math.max(partBytes, Math.ceil(size / mostParts));
    const upload = await bucket.beginParts(name);
    try {
      const parts: Part[] = [];
      for (let at = 0; at < size; at += length) {
        const bytes = await readPart(at, Math.min(length, size - at));
        parts.push(await bucket.putPart(name, upload, parts.length + 1, bytes));
      }
      await bucket.finishParts(name, upload, parts);
    } catch (error) {
      // this fails too while the store is away: the bucket's lifecycle rule removes what is left then
      await bucket.dropParts(name, upload).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
}
