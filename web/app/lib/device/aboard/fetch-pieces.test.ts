import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { fetchPieces, Unavailable } from './fetch-pieces.ts';
import { pieceSize } from './pieces.ts';

/** The size of the file that is fetched over cut links; the long tests set that of a whole course. */
const megabytes = Number(process.env.ABOARD_MB ?? 13);

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A real server of one file, which sends what `answer` lets it, and counts the bytes that it has sent. */
async function serve(content: Buffer, answer: (sending: Sending) => void = sendAll) {
  const sent = { bytes: 0, requests: [] as string[] };
  const server = createServer((request, response) => {
    const range = String(request.headers.range);
    sent.requests.push(range);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const part = content.subarray(Number(first), Number(last) + 1);
    const head = (status = 206) => response.writeHead(status, { 'content-length': part.length });
    const write = (bytes: Buffer) => {
      sent.bytes += bytes.length;
      response.write(bytes);
    };
    answer({ request, response, part, head, write, nth: sent.requests.length });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { sent, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mp4` };
}
type Sending = {
  request: IncomingMessage;
  response: ServerResponse;
  part: Buffer;
  head: (status?: number) => void;
  write: (bytes: Buffer) => void;
  nth: number;
};
function sendAll({ response, part, head, write }: Sending) {
  head();
  write(part);
  response.end();
}

const digestsOf = (content: Buffer) => {
  const pieces = Array.from({ length: Math.ceil(content.length / pieceSize) }, (_, index) =>
    content.subarray(index * pieceSize, (index + 1) * pieceSize),
  );
  return new Uint8Array(Buffer.concat(pieces.map((piece) => createHash('sha256').update(piece).digest())));
};

/** A device that fetches a file; `there` are the pieces that it has already. */
function device(content: Buffer, url: string, there: readonly number[] = []) {
  const pieces = new Map(there.map((index) => [index, piece(content, index)]));
  const lost: number[] = [];
  const links: boolean[] = [];
  const ending = new AbortController();
  const source = {
    bytes: content.length,
    digests: digestsOf(content),
    url: async (again: boolean) => {
      links.push(again);
      return url;
    },
  };
  const way = {
    has: (index: number) => pieces.has(index),
    take: async (bytes: Uint8Array, index: number) => void pieces.set(index, Buffer.from(bytes)),
    whenBack: async (times: number) => {
      lost.push(times);
      if (lost.length > 1000) throw new Error('it tries for ever');
    },
    signal: ending.signal,
  };
  const whole = () => Buffer.concat([...pieces].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  return { pieces, lost, links, ending, source, way, whole };
}
const piece = (content: Buffer, index: number) => content.subarray(index * pieceSize, (index + 1) * pieceSize);

test.each([1, pieceSize, 3 * pieceSize + 5])('a file of %i bytes arrives whole by one request', async (bytes) => {
  const content = randomBytes(bytes);
  const { url, sent } = await serve(content);
  const one = device(content, url);
  await fetchPieces(one.source, one.way);
  expect(one.whole().equals(content)).toBe(true);
  expect([sent.requests, sent.bytes]).toEqual([[`bytes=0-${bytes - 1}`], bytes]);
});

test('fifty cut links cost no byte that had arrived: each goes on inside of the piece', async () => {
  const content = randomBytes(megabytes * 1_000_000 + 77);
  const each = Math.ceil(content.length / 51);
  const { url, sent } = await serve(content, ({ response, part, head, write }) => {
    head();
    write(part.subarray(0, each));
    if (part.length <= each) response.end();
    // the socket ends once the bytes are sent
    else response.socket?.end();
  });
  const one = device(content, url);
  let received = 0;
  await fetchPieces(one.source, {
    ...one.way,
    onBytes: (bytes) => {
      received += bytes;
    },
  });
  expect(one.whole().equals(content)).toBe(true);
  expect(received).toBe(content.length);
  // what was on its way when a link was cut is sent again, and is less than a piece each time
  expect(one.lost.length).toBeGreaterThanOrEqual(50);
  expect(new Set(one.lost)).toEqual(new Set([0]));
  expect(sent.bytes - content.length).toBeLessThan(one.lost.length * pieceSize);
});

test('only what is missing is requested, in one range for each gap', async () => {
  const content = randomBytes(6 * pieceSize);
  const { url, sent } = await serve(content);
  const one = device(content, url, [0, 3]);
  await fetchPieces(one.source, one.way);
  expect(one.whole().equals(content)).toBe(true);
  const range = (first: number, end: number) => `bytes=${first * pieceSize}-${end * pieceSize - 1}`;
  expect(sent.requests).toEqual([range(1, 3), range(4, 6)]);
});

test('a piece with a wrong byte is never taken; it is fetched again, and after three times given up', async () => {
  const content = randomBytes(3 * pieceSize);
  const broken = (times: number) => (sending: Sending) => {
    const { part, nth } = sending;
    const copy = Buffer.from(part);
    if (nth <= times) copy.writeUInt8(copy.readUInt8(10) ^ 1, 10);
    sendAll({ ...sending, part: copy });
  };
  const once2 = await serve(content, broken(1));
  const one = device(content, once2.url);
  await fetchPieces(one.source, one.way);
  expect(one.whole().equals(content)).toBe(true);
  const always = await serve(content, broken(9));
  const two = device(content, always.url);
  await expect(fetchPieces(two.source, two.way)).rejects.toThrow(Unavailable);
  expect([two.pieces.size, always.sent.requests.length]).toEqual([0, 3]);
});

test('a refused link is replaced once; what is refused then is unavailable, and a failing server is not', async () => {
  const content = randomBytes(10);
  const status = (statuses: readonly number[]) => (sending: Sending) => {
    const now = statuses[sending.nth - 1] ?? 206;
    if (now === 206) return sendAll(sending);
    sending.response.writeHead(now).end();
  };
  const expired = await serve(content, status([401]));
  const one = device(content, expired.url);
  await fetchPieces(one.source, one.way);
  expect([one.links, one.lost]).toEqual([[false, true], []]);
  const gone = await serve(content, status([404, 404]));
  const two = device(content, gone.url);
  await expect(fetchPieces(two.source, two.way)).rejects.toThrow('no longer offers');
  const failing = await serve(content, status([503, 502, 200]));
  const three = device(content, failing.url);
  await fetchPieces(three.source, three.way);
  expect([three.links.at(-1), three.lost]).toEqual([false, [1, 2, 3]]);
});

test('it ends when it is paused, with what has arrived, and when the disk is full', async () => {
  const content = randomBytes(4 * pieceSize);
  const { url } = await serve(content);
  const one = device(content, url);
  const paused = new Error('paused');
  const take = async (bytes: Uint8Array, index: number) => {
    await one.way.take(bytes, index);
    if (index === 1) one.ending.abort(paused);
  };
  await expect(fetchPieces(one.source, { ...one.way, take })).rejects.toBe(paused);
  expect(one.pieces.has(1)).toBe(true);
  expect(one.pieces.has(3)).toBe(false);
  const full = new DOMException('full', 'QuotaExceededError');
  const two = device(content, url);
  const refuse = async (bytes: Uint8Array, index: number) => {
    if (index === 2) throw full;
    await two.way.take(bytes, index);
  };
  await expect(fetchPieces(two.source, { ...two.way, take: refuse })).rejects.toBe(full);
  expect([...two.pieces.keys()]).toEqual([0, 1]);
});
