import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../inspection/refusal.ts';

const ebml = 0x1a45dfa3;
const segment = 0x18538067;

/**
 * Checks that a WebM file (EBML, RFC 8794) has its declared length. A recording without a declared length passes here
 * and is checked by its duration.
 *
 * @throws Refusal
 */
export async function checkWebmLength(handle: FileHandle, fileSize: number): Promise<void> {
  const head = Buffer.alloc(4096);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const file = head.subarray(0, bytesRead);
  const header = elementAt(file, 0);
  const body =
    header?.id === ebml && header.size !== undefined ? elementAt(file, header.content + header.size) : undefined;
  if (body?.id !== segment) throw new Refusal('This video is damaged; please export it again as WebM or MP4.');
  if (body.size !== undefined && body.content + body.size > fileSize) {
    throw new Refusal('This video is incomplete: its file ends too early. Please send it again.');
  }
}

/**
 * Reads an element with an id of four bytes, like the two outermost ones; a size with all bits set means that it is not
 * declared.
 */
function elementAt(file: Buffer, at: number): { id: number; size: number | undefined; content: number } | undefined {
  const first = file[at + 4];
  if (first === undefined || first === 0) return undefined;
  const width = Math.clz32(first) - 23;
  if (at + 4 + width > file.length) return undefined;
  let size = first & (0xff >> width);
  let open = size === 0xff >> width;
  for (const byte of file.subarray(at + 5, at + 4 + width)) {
    size = size * 256 + byte;
    open &&= byte === 0xff;
  }
  return { id: file.readUInt32BE(at), size: open ? undefined : size, content: at + 4 + width };
}
