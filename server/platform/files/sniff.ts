import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

/** As far as any of the formats we take is told apart; what lies deeper in a hostile file is not looked at here. */
const headBytes = 4100;

/** The media type that a file's first bytes show; undefined for text, markup and whatever is unknown. */
export async function sniff(path: string): Promise<string | undefined> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return (await fileTypeFromBuffer(buffer.subarray(0, bytesRead)))?.mime;
  } finally {
    await handle.close();
  }
}
