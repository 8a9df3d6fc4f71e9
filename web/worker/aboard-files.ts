// Serves the files that somebody has taken aboard, whole or in ranges, as the server does: players seek in them as
// ever.

import { byteRangeOf } from '@fairlead/contract/platform/byte-range';
import { readFile, readPiece } from '../app/lib/device/aboard/aboard-store.ts';
import { pieceSize, piecesOf } from '../app/lib/device/aboard/pieces.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The message of a page: the key of the person who uses it, or no key, if it is to be forgotten. */
export type Loan = { person: string; key: CryptoKey | undefined };

/**
 * Keys are held in memory alone, and only those that a page has lent: pages lend the key of the person who is signed
 * in, so that nobody else's files can be opened. The browser ends this worker when it is idle, and the key is asked for
 * again.
 */
const keys = new Map<string, CryptoKey>();
const waiting = new Map<string, Set<(key: CryptoKey | undefined) => void>>();
/** How long a page may take to lend a key, in milliseconds. */
const patience = 5_000;

export function lend({ person, key }: Loan): void {
  if (key) keys.set(person, key);
  else keys.delete(person);
  for (const resolve of waiting.get(person) ?? []) resolve(key);
  waiting.delete(person);
}

/** Forgets all keys; a page that is still open lends that of its person again when it is asked for. */
export const forgetKeys = (): void => keys.clear();

/** The key of a person if a page has lent it, for a page of theirs that was loaded again. */
export const heldKey = (person: string): CryptoKey | undefined => keys.get(person);

async function keyOf(person: string): Promise<CryptoKey | undefined> {
  const held = keys.get(person);
  if (held) return held;
  const lent = new Promise<CryptoKey | undefined>((resolve) => {
    const others = waiting.get(person) ?? new Set();
    waiting.set(person, others.add(resolve));
    setTimeout(resolve, patience);
  });
  for (const page of await worker.clients.matchAll({ type: 'window' })) page.postMessage({ wanted: person });
  return lent;
}

/** The answer to requests for a file aboard; undefined for any other URL. */
export function aboardFile({ pathname }: URL): ((request: Request) => Promise<Response>) | undefined {
  const [, person, file] = /^\/aboard\/([0-9a-f-]{36})\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/.exec(pathname) ?? [];
  return person && file ? (request) => answer(request, person, file) : undefined;
}

const refuse = (status: 403 | 404 | 416, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

async function answer(request: Request, person: string, file: string): Promise<Response> {
  const record = await readFile(person, file);
  if (!record) return refuse(404);
  const { bytes, type } = record;
  const key = await keyOf(person);
  if (!key) return refuse(403);
  const range = byteRangeOf(request.headers.get('range') ?? undefined, bytes);
  if (range === 'unsatisfiable') return refuse(416, { 'content-range': `bytes */${bytes}` });
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const headers = {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-length': String(last - first + 1),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes}` }),
  };
  const body = request.method === 'HEAD' ? null : bytesOf({ person, file, key }, first, last);
  return new Response(body, { status: range ? 206 : 200, headers });
}

type LentFile = { person: string; file: string; key: CryptoKey };

/**
 * The bytes from `first` to `last`, both included, piece by piece as they are read. It breaks off at a piece that is
 * not there.
 */
function bytesOf(place: LentFile, first: number, last: number): ReadableStream<Uint8Array> {
  let index = Math.floor(first / pieceSize);
  const end = piecesOf(last + 1);
  return new ReadableStream({
    async pull(controller) {
      const piece = await readPiece({ ...place, index });
      if (!piece) return controller.error(new Error('a piece is missing'));
      const start = index * pieceSize;
      controller.enqueue(piece.subarray(Math.max(0, first - start), last + 1 - start));
      index += 1;
      if (index >= end) controller.close();
    },
  });
}
