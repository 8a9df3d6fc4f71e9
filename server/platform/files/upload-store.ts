import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';

/** The library's store hides why a write failed; the client should learn that the disk is full. */
export class UploadStore extends FileStore {
  /** @throws the system's error; the bytes written before it stay, and the client continues from there */
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
}
