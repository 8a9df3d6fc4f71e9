import type { ServerResponse } from 'node:http';
import type { ByteRange } from '@fairlead/contract/platform/byte-range';
import type { StoredBytes } from '../files/stores/file-store.ts';

/**
 * Unused buffers of this size: allocating a new one for each piece costs as much as reading it, because its memory is
 * zeroed. Each viewer needs one, however slow the connection is.
 */
const idle: Buffer[] = [];
const mostIdle = 32;
const idleBytes = 256 * 1024;

/**
 * Ends a response, whose head has been written, with bytes of an open file.
 *
 * @returns when the kernel has all of them, or the viewer has disconnected.
 * @throws the read error, or Error when the file is too short; the connection is closed then, because the head has
 *   promised more.
 */
export async function sendBytes(
  response: ServerResponse,
  file: StoredBytes,
  { first, last }: ByteRange,
): Promise<void> {
  const buffer = (file.pieceBytes === idleBytes && idle.pop()) || Buffer.allocUnsafeSlow(file.pieceBytes);
  try {
    for (let at = first; at <= last && !response.destroyed; ) {
      const bytesRead = await file.read(buffer.subarray(0, last + 1 - at), at);
      if (bytesRead === 0) throw new Error(`The file ends at ${at}, before ${last}`);
      at += bytesRead;
      if (!response.destroyed) await written(response, buffer.subarray(0, bytesRead), at > last);
    }
    // the kernel may still be using the buffer of a response that was cut off
    if (response.writableFinished && buffer.length === idleBytes && idle.length < mostIdle) idle.push(buffer);
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** Resolves when the kernel has taken the bytes, or the connection is closed. */
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
