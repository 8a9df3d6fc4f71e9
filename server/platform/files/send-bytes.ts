import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from './byte-range.ts';

/**
 * Bytes that are read and handed to the kernel at a time. One viewer holds so many in memory, however slow the link; and
 * what was just read is still in the processor's cache when it is written.
 */
const chunkBytes = 256 * 1024;

/** Buffers that nobody uses now: a new one for each chunk costs as much as reading it, since its pages come zeroed. */
const idle: Buffer[] = [];
const mostIdle = 32;

/**
 * Ends an answer, whose head has been written, with bytes of an open file.
 *
 * @returns when the kernel has all of them, or the viewer has left.
 * @throws what reading throws, or Error when the file ends before them; the connection is cut then, since the head has
 *   promised more.
 */
export async function sendBytes(response: ServerResponse, file: FileHandle, { first, last }: ByteRange): Promise<void> {
  const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  try {
    for (let at = first; at <= last && !response.destroyed; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(chunkBytes, last + 1 - at), at);
      if (bytesRead === 0) throw new Error(`The file ends at ${at}, before ${last}`);
      at += bytesRead;
      if (!response.destroyed) await written(response, buffer.subarray(0, bytesRead), at > last);
    }
    // the kernel may still want the bytes of an answer that was cut off
    if (response.writableFinished && idle.length < mostIdle) idle.push(buffer);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** When the kernel has taken the bytes, or nobody will. */
function written(response: ServerResponse, bytes: Buffer, isLast: boolean): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('close', settle);
      resolve();
    };
    response.once('close', settle);
    if (isLast) response.end(bytes, settle);
    else response.write(bytes, settle);
  });
}
