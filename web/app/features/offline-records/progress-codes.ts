// A file with progress as a series of QR codes, and back (docs/offline-records.md).
import { longestProgressFile } from '@fairlead/contract/offline-records';
import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad as base32 } from '@scure/base';

/** What the text of each code begins with: the format and its version. */
const format = 'FLP1';
const ofAnyVersion = /^FLP\d+:/;
const form = /^FLP1:([A-Z2-7]{16}):(\d{1,2}):(\d{1,2}):([A-Z2-7]+):([A-Z2-7]{8})$/;

/**
 * The most bytes in one code. Its text then has at most 1,236 characters, which is a code of 97 modules. In simulated
 * pictures (tilted by up to 7 degrees, blurred, of less contrast) one was always read when 250 pixels wide or more; a
 * frame of the camera has 1,280.
 */
const mostBytes = 750;

/** The most codes in a series: nobody wants to scan more. */
export const mostCodes = 40;

/** The bytes of the digest of the whole that name it, and of the checksum of a code. */
const digestBytes = { whole: 10, code: 5 };

const encoder = new TextEncoder();
const digest = (bytes: Uint8Array, length: number): string => base32.encode(sha256(bytes).subarray(0, length));
const checksum = (text: string): string => digest(encoder.encode(text), digestBytes.code);

/** The texts of the codes that show a file with progress; undefined when there would be more than `mostCodes`. */
export async function codesOf(file: string): Promise<string[] | undefined> {
  const deflated = new Blob([file]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const whole = new Uint8Array(await new Response(deflated).arrayBuffer());
  const of = Math.ceil(whole.length / mostBytes);
  if (of > mostCodes) return undefined;
  // of equal length, so that each code is as easily read as the others
  const length = Math.ceil(whole.length / of);
  const id = digest(whole, digestBytes.whole);
  return Array.from({ length: of }, (_, index) => {
    const bytes = whole.subarray(index * length, (index + 1) * length);
    const text = `${format}:${id}:${index + 1}:${of}:${base32.encode(bytes)}`;
    return `${text}:${checksum(text)}`;
  });
}

/** The codes of one series that were read so far: their bytes by their number, from 1. */
export type ReadCodes = { id: string; of: number; bytes: ReadonlyMap<number, Uint8Array> };

/** Why a text adds nothing to a series: it is no progress, of a later version, damaged, or of another series. */
export type Refusal = 'no-progress' | 'newer' | 'damaged' | 'another';

/**
 * A series with one more code, in any order; a code that was read before changes nothing.
 *
 * @param codes undefined before the first code, which names the series.
 * @param text what a QR code says, whatever it may be.
 */
export function withCode(codes: ReadCodes | undefined, text: string): ReadCodes | Refusal {
  if (!ofAnyVersion.test(text)) return 'no-progress';
  if (!text.startsWith(`${format}:`)) return 'newer';
  const [, id = '', k, n, data = '', check] = form.exec(text) ?? [];
  if (check === undefined || check !== checksum(text.slice(0, text.lastIndexOf(':')))) return 'damaged';
  const [number, of] = [Number(k), Number(n)];
  const bytes = decoded(data);
  if (!bytes || bytes.length > mostBytes || number < 1 || number > of || of > mostCodes) return 'damaged';
  if (codes && (codes.id !== id || codes.of !== of)) return 'another';
  if (codes?.bytes.has(number)) return codes;
  return { id, of, bytes: new Map([...(codes?.bytes ?? []), [number, bytes]]) };
}

/** Undefined for text of a length or with last bits that no bytes have. */
function decoded(text: string): Uint8Array | undefined {
  try {
    return base32.decode(text);
  } catch {
    return undefined;
  }
}

/** The numbers of the codes that were not read yet. */
export const missingIn = ({ of, bytes }: ReadCodes): number[] =>
  Array.from({ length: of }, (_, index) => index + 1).filter((number) => !bytes.has(number));

/** Thrown for codes that make up no file: one of them was changed. */
export class NoWholeFile extends Error {}

/**
 * The file that a series shows. That it is progress, and whose, only the academy can tell.
 *
 * @throws NoWholeFile unless all codes were read, and the whole has the digest by which they name it.
 */
export async function fileIn(codes: ReadCodes): Promise<string> {
  const missing = missingIn(codes);
  const whole = Uint8Array.from([...codes.bytes].sort(([one], [other]) => one - other).flatMap(([, all]) => [...all]));
  if (missing.length > 0 || digest(whole, digestBytes.whole) !== codes.id)
    throw new NoWholeFile('The codes are not those of one file');
  return inflated(whole);
}

/** No more than a file may have: a few bytes can be those of a gigabyte. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let file = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      file += decoder.decode(part.value, { stream: true });
      if (file.length > longestProgressFile) throw new NoWholeFile('The file is too long');
    }
    return file + decoder.decode();
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error instanceof NoWholeFile ? error : new NoWholeFile('The file is damaged', { cause: error });
  }
}
