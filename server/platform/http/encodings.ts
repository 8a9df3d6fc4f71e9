import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';
/** A body in one encoding. */
type Encoded = { encoding: Encoding; bytes: Buffer };
/** A body and its encodings; where an encoding is not available, the body is returned uncompressed. */
export type Content = { size: number; as: (encoding: Encoding) => Promise<Encoded> };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const atQuality = (quality: number) => (bytes: Buffer) =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
// measured on a page of 68 kB: level 4 gives 13.7 kB in 0.8 ms, 5 gives 12.7 kB in 1.1 ms, 6 no less in 1.25 ms
const soon = atQuality(5);
// on a page of 56 kB: 11.4 kB in 145 ms, where level 5 gives 12.5 kB
const smallest = atQuality(11);
/**
 * The largest text, in bytes, that is compressed to its smallest form: a larger one would take a thread over a second.
 */
const mostForSmallest = 300_000;

/** Texts that were compressed once, by ETag; and the smallest forms of those that were asked for again. */
const once = new LRUCache<string, true>({ max: 1000 });
const again = new LRUCache<string, Buffer>({ maxSize: 8_000_000, sizeCalculation: ({ length }) => length });
/**
 * One text at a time, so that the threads stay free for files and logins, and few that wait for their turn. After each
 * one there is a rest, of so many times what it took: anybody can request pages and lists that are all different.
 */
const rests = 3;
let making: Promise<void> = Promise.resolve();
/**
 * The texts whose smallest form is being made, or is to be: none is made twice, however often it is asked for
 * meanwhile.
 */
const waiting = new Set<string>();
const mostWaiting = 20;

function makeSmallest(bytes: Buffer, etag: string): void {
  waiting.add(etag);
  making = making.then(async () => {
    const begun = performance.now();
    try {
      again.set(etag, await smallest(bytes));
    } catch {
      // no memory for it: the form that is made at once goes on to be sent
    }
    waiting.delete(etag);
    await rest(rests * (performance.now() - begun));
  });
}

/** Waits for so many milliseconds, without keeping a program from its end. */
const rest = (milliseconds: number) => new Promise<void>((done) => void setTimeout(done, milliseconds).unref());

/**
 * The brotli form of a text. A page is rendered again every minute, and mostly has not changed: from its second time
 * on, its smallest form is made in the background, which is sent from then on. It saves a tenth, on every link.
 */
async function asBrotli(bytes: Buffer, etag: string): Promise<Buffer> {
  const made = again.get(etag);
  if (made) return made;
  if (waiting.has(etag)) return soon(bytes);
  if (!once.has(etag)) once.set(etag, true);
  else if (bytes.length <= mostForSmallest && waiting.size < mostWaiting && once.delete(etag))
    makeSmallest(bytes, etag);
  return soon(bytes);
}

const compress = {
  br: (bytes: Buffer, etag: string | undefined) => (etag === undefined ? soon(bytes) : asBrotli(bytes, etag)),
  gzip: (bytes: Buffer) => zip(bytes, { level: 6 }),
  identity: async (bytes: Buffer) => bytes,
};

/**
 * A text that is compressed on first use in each encoding; the result is kept.
 *
 * @param etag the text's ETag, which names its compressed form; none for what one person alone may see, of which
 *   nothing is kept.
 */
export function contentOf(text: string, etag?: string): Content {
  const plain = Buffer.from(text);
  const made = new Map<Encoding, Promise<Encoded>>();
  return {
    size: plain.length,
    as: (encoding) => {
      const known = made.get(encoding) ?? compress[encoding](plain, etag).then((bytes) => ({ encoding, bytes }));
      made.set(encoding, known);
      return known;
    },
  };
}

/** The smallest encoding that a client accepts, from its Accept-Encoding header. */
export function encodingFor(accepted: string | undefined): Encoding {
  const taken = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  if (taken.includes('br')) return 'br';
  return taken.includes('gzip') ? 'gzip' : 'identity';
}

/** Whether the client has this version already, from its If-None-Match header. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}
