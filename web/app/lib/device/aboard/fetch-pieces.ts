import type { Bytes } from './encryption.ts';
import { pieceSize, piecesOf } from './pieces.ts';

/** The size of the digest of a piece (SHA-256), in bytes. */
const digestSize = 32;
/** A link that has sent nothing for this long is taken for lost, in milliseconds. */
const patience = 30_000;
/** How often a piece may arrive other than its digest says, before it is given up. */
const mostDamaged = 3;

/** A file cannot be fetched, and no later try will help. The message is shown to the person. */
export class Unavailable extends Error {}

/** The link was lost, or the server does not answer; what has arrived is kept. */
class LinkLost extends Error {}

export type Source = {
  bytes: number;
  /** The SHA-256 of each piece, joined. */
  digests: Bytes;
  /** The URL of the file; asked for again with `true` when the one before was refused. */
  url: (again: boolean) => Promise<string>;
};

type Way = {
  /** Whether the piece at an index is on the device already. */
  has: (index: number) => boolean;
  /** Stores a piece, whose digest is right. */
  take: (piece: Bytes, index: number) => Promise<void>;
  /** Called with the number of bytes that have just arrived. */
  onBytes?: (bytes: number) => void;
  /** Resolves when the link may be back; `lost` is how often in succession nothing has arrived since. */
  whenBack: (lost: number) => Promise<void>;
  signal: AbortSignal;
};

/** The piece that is arriving: its index, its bytes, and how many of them are there. */
type Arriving = { index: number; piece: Bytes; filled: number };

/**
 * Fetches the pieces of a file that are missing, in their order, by requests for ranges. A lost link is taken up again
 * inside of the piece that was arriving; so no byte is fetched twice, as long as this page is open.
 *
 * @throws Unavailable when the server refuses the file or what arrives is not what its digests say; the reason of
 *   `signal` when that is aborted; what `take` throws.
 */
export async function fetchPieces(source: Source, way: Way): Promise<void> {
  let arriving: Arriving = startOf(source.bytes, 0);
  let [lost, damaged, isRefused] = [0, 0, false];
  for (;;) {
    way.signal.throwIfAborted();
    const next = nextMissing(source.bytes, way.has);
    if (next === undefined) return;
    if (arriving.index !== next) arriving = startOf(source.bytes, next);
    const before = arriving.filled;
    try {
      const outcome = await fetchRun(source, way, arriving, isRefused);
      if (outcome === 'refused' && isRefused) throw new Unavailable('The academy no longer offers this file.');
      isRefused = outcome === 'refused';
      if (outcome === 'damaged') {
        damaged += 1;
        if (damaged >= mostDamaged) throw new Unavailable('This file arrives damaged. Please tell the academy.');
        arriving = startOf(source.bytes, next);
      }
      lost = 0;
    } catch (error) {
      if (!(error instanceof LinkLost)) throw error;
      const hasMoved = arriving.index !== next || arriving.filled > before;
      lost = hasMoved ? 0 : lost + 1;
      await way.whenBack(lost);
    }
  }
}

const startOf = (bytes: number, index: number): Arriving => ({
  index,
  piece: new Uint8Array(Math.min(pieceSize, bytes - index * pieceSize)),
  filled: 0,
});

function nextMissing(bytes: number, has: Way['has'], from = 0): number | undefined {
  for (let index = from; index < piecesOf(bytes); index += 1) if (!has(index)) return index;
  return undefined;
}

/**
 * Requests what is missing from the piece that is arriving up to one that is there, and takes the pieces one by one;
 * `arriving` moves along.
 */
async function fetchRun(
  { bytes, digests, url }: Source,
  { has, take, onBytes, signal }: Way,
  arriving: Arriving,
  again: boolean,
): Promise<'done' | 'refused' | 'damaged'> {
  let end = arriving.index + 1;
  while (end < piecesOf(bytes) && !has(end)) end += 1;
  const [first, last] = [arriving.index * pieceSize + arriving.filled, Math.min(end * pieceSize, bytes) - 1];
  // ends with the signal, or after silence; Safari 16 lacks AbortSignal.any
  const request = new AbortController();
  const giveUp = () => request.abort();
  signal.throwIfAborted();
  signal.addEventListener('abort', giveUp);
  let timer = setTimeout(giveUp, patience);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, patience);
  };
  const lost = (cause: unknown): never => {
    signal.throwIfAborted();
    throw new LinkLost('the link was lost', { cause });
  };
  try {
    const response = await fetch(await url(again), {
      headers: { range: `bytes=${first}-${last}` },
      // a second copy of the film in the browser's cache would take its space again
      cache: 'no-store',
      signal: request.signal,
    }).catch(lost);
    if ([401, 403, 404].includes(response.status)) return 'refused';
    if (response.status !== 206 || !response.body) lost(`the server answered ${response.status}`);
    const reader = (response.body as ReadableStream<Bytes>).getReader();
    try {
      for (;;) {
        heard();
        const { done, value } = await reader.read().catch(lost);
        if (done) break;
        onBytes?.(value.length);
        if (!(await takeBytes(value))) return 'damaged';
      }
    } finally {
      void reader.cancel().catch(() => undefined);
    }
    // a connection that ends early is a lost link; some browsers do not say so
    if (arriving.index < end) lost('the answer was too short');
    return 'done';
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }

  /** Adds bytes to the piece that is arriving, and takes it when it is whole; false when it is damaged. */
  async function takeBytes(value: Bytes): Promise<boolean> {
    for (let at = 0; at < value.length && arriving.index < end; ) {
      const part = value.subarray(at, at + arriving.piece.length - arriving.filled);
      arriving.piece.set(part, arriving.filled);
      arriving.filled += part.length;
      at += part.length;
      if (arriving.filled < arriving.piece.length) continue;
      if (!(await isSound(arriving.piece, digests, arriving.index))) return false;
      await take(arriving.piece, arriving.index);
      const next = arriving.index + 1;
      if (next < piecesOf(bytes)) Object.assign(arriving, startOf(bytes, next));
      else arriving.index = next;
    }
    return true;
  }
}

/** Whether a piece is what its digest says. */
export async function isSound(piece: Bytes, digests: Bytes, index: number): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', piece));
  const wanted = digests.subarray(index * digestSize, (index + 1) * digestSize);
  return wanted.length === digestSize && digest.every((byte, at) => byte === wanted[at]);
}
