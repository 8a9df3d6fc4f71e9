import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** The number of bytes needed to tell all accepted formats apart; hostile content further on is not detected here. */
const headBytes = 4100;

/** The media type detected from a file's first bytes; undefined for text, markup and unknown formats. */
export async function sniff(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime;
  } finally {
    await handle.close();
  }
}
