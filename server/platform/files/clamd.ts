import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/**
 * Scans a content for malware. Returns the name of the malware found, or null for none. Throws if there is no verdict.
 */
export type Scanner = (content: AsyncIterable<Uint8Array>) => Promise<string | null>;

/**
 * The test file of the anti-virus industry (eicar.org), which every scanner finds; in two halves, so that none finds
 * this.
 */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Where clamd listens: the path of a socket, or a host and port. */
export type ClamdEndpoint = { path: string } | { host: string; port: number };

/**
 * Timeout in milliseconds. A slow machine needs seconds for a document of 15 MB, and its sender waits for the result.
 */
const patience = 30_000;

/**
 * The content in the format of clamd's INSTREAM command (man clamd): chunks, each preceded by its length in four bytes,
 * and a length of 0 at the end.
 */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  const length = () => Buffer.alloc(4);
  for await (const part of content) {
    if (part.length === 0) continue;
    const before = length();
    before.writeUInt32BE(part.length);
    yield before;
    yield part;
  }
  yield length();
}

/**
 * A scanner that uses clamd.
 *
 * @throws when clamd is unreachable, does not answer within 30 s, or answers that it could not scan.
 */
export const clamdScanner =
  (endpoint: ClamdEndpoint): Scanner =>
  async (content) => {
    const socket = connect(endpoint);
    socket.setTimeout(patience, () => socket.destroy(new Error('clamd did not answer in time')));
    try {
      const sent = pipeline(Readable.from(inParts(content)), socket, { end: false });
      const [answer] = await Promise.all([text(socket), sent]);
      return verdictOf(answer);
    } finally {
      socket.destroy();
    }
  };

/** From when clamd's signatures are; undefined where its answer has no date. @throws as the scanner does */
export async function signaturesOf(endpoint: ClamdEndpoint): Promise<Date | undefined> {
  const socket = connect(endpoint);
  socket.setTimeout(patience, () => socket.destroy(new Error('clamd did not answer in time')));
  socket.write('zVERSION\0');
  // such as ClamAV 1.4.3/27849/Mon Dec  1 07:12:34 2025
  const [, , date = ''] = (await text(socket)).replaceAll('\0', '').trim().split('/');
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function verdictOf(answer: string): string | null {
  const said = answer.replaceAll('\0', '').trim();
  if (said === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
  if (found) return found;
  throw new Error(`clamd could not scan: ${said || 'it hung up'}`);
}
