// Serves the files that somebody has taken aboard, whole or in ranges, as the server does: players seek in them as
// ever.

import { byteRangeOf } from '@fairlead/contract/platform/byte-range';
import { readFile, readPiece } from '../app/lib/device/aboard/aboard-store.ts';
import { pieceSize, piecesOf } from '../app/lib/device/aboard/pieces.ts';
import { keyOf } from './lent-keys.ts';

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
