import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Buffers the small pieces from the network; beyond this, backpressure slows the faster end. */
const highWaterMark = 1 << 20;

/** The size and SHA-256 (hex) of the written data. */
export type Written = { sizeBytes: number; sha256: string };

/**
 * Streams `source` into a new file of mode 600, and counts and hashes the bytes on the way, so that memory use stays
 * constant and no file has to be read again. An existing file is never overwritten. The caller removes the file after a
 * failure.
 *
 * @param tooLarge creates the error to throw when more than `maxBytes` arrive.
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
  // Opened before the stream starts: a stream that opens the file itself may do so after the cleanup of a failure.
  const file = await open(path, 'wx', 0o600);
  await pipeline(source, counted, file.createWriteStream({ highWaterMark }));
  return { sizeBytes, sha256: hash.digest('hex') };
}

/**
 * The content of a file. It is opened only when reading begins, so that the reader receives any error: a stream that
 * opens the file by itself may fail before it has a reader, which would end the whole program.
 */
export async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark });
}

/** The SHA-256 (hex) of a stream. */
export async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Replaces the content of a file, which may still be read meanwhile: the new content is written to another file, which
 * is renamed over the old one. A failure leaves the old file unchanged. Several may replace it at once, and what a
 * killed one has left is in nobody's way.
 */
export async function replaceFile(path: string, source: AsyncIterable<Uint8Array>): Promise<Written> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const written = await writeFile(source, aside);
    await rename(aside, path);
    return written;
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
