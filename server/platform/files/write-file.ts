import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Gathers what the network brings in small pieces; whoever is faster than the other end waits beyond it. */
const highWaterMark = 1 << 20;

/** The size and SHA-256 (hex) of what was written. */
export type Written = { sizeBytes: number; sha256: string };

/**
 * Streams `source` into a new file of mode 600, counting and hashing on the way, so that memory stays flat and no
 * file has to be read a second time. An existing file is never written over. The caller removes what a failure leaves.
 *
 * @param tooLarge what to throw once more than `maxBytes` arrived.
 */
export async function writeFile(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limit: { maxBytes: number; tooLarge: () => Error } = {
    maxBytes: Number.POSITIVE_INFINITY,
    tooLarge: () => new Error(),
  },
): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limit.maxBytes) throw limit.tooLarge();
      hash.update(chunk);
      yield chunk;
    }
  }
  // Opened before anything flows: a stream that opens by itself may do so after a failure was cleaned up.
  const file = await open(path, 'wx', 0o600);
  await pipeline(source, counted, file.createWriteStream({ highWaterMark }));
  return { sizeBytes, sha256: hash.digest('hex') };
}

/**
 * What a file holds. It is opened when somebody begins to read, whom alone a failure concerns: a stream that opens by
 * itself may fail before it has a reader, and ends the whole program by that.
 */
export async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark });
}

/** The SHA-256 (hex) of what flows by. */
export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Puts new content in the place of a file, which may still be read while it is written: the content is written
 * beside it and renamed over it, and a failure leaves the old file alone.
 */
export async function replaceFile(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const aside = `${path}.new`;
  try {
    const written = await writeFile(source, aside);
    await rename(aside, path);
    return written;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** Waits until a file's bytes, or a folder's names, are on the disk and would survive a power cut. */
export async function syncToDisk(path: string, kind: 'file' | 'folder'): Promise<void> {
  // Windows gives no handle for a folder; its rename is in the file system's journal anyway.
  if (kind === 'folder' && process.platform === 'win32') return;
  const handle = await open(path, kind === 'file' ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
