import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { StoredBytes } from './stores/file-store.ts';

/**
 * The format of a file encrypted at rest, with a key that is stored elsewhere: a mark, a salt, then chunks of 64 KiB,
 * each encrypted with AES-256-GCM and its own tag. A chunk's nonce consists of its index and whether it is the last
 * (the STREAM construction: Hoang, Reyhanitabar, Rogaway, Vizár 2015), so that chunks can be neither reordered nor cut
 * off. Each file has its own key, derived with the file's salt and name (HKDF, RFC 5869).
 */
const mark = Buffer.from('fairlead sealed 1\n');
const saltBytes = 32;
const headBytes = mark.length + saltBytes;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/** Thrown for an encrypted file that was changed, or that this secret does not decrypt. */
export class DecryptionFailed extends Error {}

const keyOf = (secret: string, salt: Uint8Array, name: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, `fairlead stored file ${name}`, 32));

/** 2^32 chunks are 256 TiB. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

async function* inChunks(source: AsyncIterable<Uint8Array>) {
  let held: Uint8Array = Buffer.alloc(0);
  for await (const part of source) {
    held = Buffer.concat([held, part]);
    while (held.length > chunkBytes) {
      yield { bytes: held.subarray(0, chunkBytes), isLast: false };
      held = held.subarray(chunkBytes);
    }
  }
  yield { bytes: held, isLast: true };
}

/** Encrypts a stream; holds in memory no more than one chunk and the current input. */
export async function* encrypted(
  source: AsyncIterable<Uint8Array>,
  { secret, name }: { secret: string; name: string },
): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(saltBytes);
  const key = keyOf(secret, salt, name);
  yield Buffer.concat([mark, salt]);
  let index = 0;
  for await (const { bytes, isLast } of inChunks(source)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    index += 1;
  }
}

/** A decrypted view of a file: the size of its content, and the bytes of a range, one chunk after the other. */
export type Decrypted = {
  sizeBytes: number;
  bytes: (range: { first: number; last: number }) => AsyncGenerator<Buffer>;
};

/**
 * Opens a file for decryption, if it is encrypted.
 *
 * @returns undefined for a plain file, as stored before encryption at rest was introduced. Reading throws
 *   DecryptionFailed when the file was changed or shortened, has another name, or was encrypted with another secret.
 */
export async function openEncrypted(
  { sizeBytes, read }: Pick<StoredBytes, 'sizeBytes' | 'read'>,
  { secret, name }: { secret: string; name: string },
): Promise<Decrypted | undefined> {
  const head = Buffer.alloc(headBytes);
  if ((await read(head, 0)) < headBytes || !isMarked(head)) return undefined;
  const key = keyOf(secret, head.subarray(mark.length), name);
  const encryptedBytes = sizeBytes - headBytes;
  if (encryptedBytes < tagBytes) throw new DecryptionFailed(`${name} has been cut off`);
  const count = Math.ceil(encryptedBytes / (chunkBytes + tagBytes));

  async function chunk(index: number): Promise<Buffer> {
    const start = index * (chunkBytes + tagBytes);
    const bytes = Buffer.alloc(Math.min(chunkBytes + tagBytes, encryptedBytes - start));
    await read(bytes, headBytes + start);
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, index === count - 1), {
      authTagLength: tagBytes,
    });
    try {
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    } catch (cause) {
      throw new DecryptionFailed(`${name} is not as it was encrypted, or was encrypted with another secret`, { cause });
    }
  }

  async function* bytes({ first, last }: { first: number; last: number }): AsyncGenerator<Buffer> {
    for (let index = Math.floor(first / chunkBytes); index * chunkBytes <= last; index += 1) {
      const start = index * chunkBytes;
      yield (await chunk(index)).subarray(Math.max(0, first - start), last + 1 - start);
    }
  }
  return { sizeBytes: encryptedBytes - count * tagBytes, bytes };
}

const isMarked = (head: Buffer) => head.subarray(0, mark.length).equals(mark);

/** Whether a stored file is not encrypted. */
export async function isPlain({ read }: Pick<StoredBytes, 'read'>): Promise<boolean> {
  const head = Buffer.alloc(mark.length);
  return (await read(head, 0)) < mark.length || !isMarked(head);
}
