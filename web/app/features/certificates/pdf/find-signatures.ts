import { hexDigit, indexOfText, PdfReader, type Value } from './pdf-objects.ts';

/** A signature that a PDF claims to have: what it covers, and the bytes in the place of the signature. */
export type ClaimedSignature = {
  /** `[0 a b c]` of its ByteRange (ISO 32000-2, 12.8.1). */
  range: readonly [number, number, number, number];
  /** The two parts that are covered. */
  covered: readonly [Uint8Array, Uint8Array];
  place: Uint8Array;
};

/** More signatures than a file of the academy has, even with time stamps of decades. Those after them are not read. */
const mostSignatures = 12;
/** The longest place of a signature, in bytes of the file. */
const longestPlace = 200_000;
/** Where a file names more ranges than this, the rest is not looked at. */
const mostTried = 500;

/**
 * Finds the signatures of a PDF whose ranges cover everything from its first byte to some end, except one string of
 * hexadecimal digits. They are found by their text and not by the structure of the file, so that nothing that is said
 * elsewhere in the file has any influence: what a signature covers is decided by its bytes alone.
 *
 * @returns the first of them in the order of the file, whether there are others, which are in another form, and whether
 *   the rest of the file was left, since there are too many.
 */
export function findSignatures(pdf: Uint8Array): { found: ClaimedSignature[]; hasOthers: boolean; hasMore: boolean } {
  const key = '/ByteRange';
  const found: ClaimedSignature[] = [];
  let tried = 0;
  let at = indexOfText(pdf, key);
  for (; at >= 0 && tried < mostTried; at = indexOfText(pdf, key, at + key.length)) {
    const claimed = claimedAt(pdf, at + key.length);
    if (claimed && found.length === mostSignatures) break;
    if (claimed) found.push(claimed);
    tried++;
  }
  return { found, hasOthers: tried > found.length, hasMore: at >= 0 };
}

function claimedAt(pdf: Uint8Array, at: number): ClaimedSignature | undefined {
  const range = rangeAt(pdf, at);
  if (!range) return undefined;
  const [from, open, close, rest] = range;
  const isInside = from === 0 && open > at && close > open + 2 && close + rest <= pdf.length;
  if (!isInside || close - open > longestPlace || rest === 0) return undefined;
  const place = bytesOfHex(pdf.subarray(open, close));
  return place && { range, covered: [pdf.subarray(0, open), pdf.subarray(close, close + rest)], place };
}

function rangeAt(pdf: Uint8Array, at: number): ClaimedSignature['range'] | undefined {
  try {
    return rangeIn(new PdfReader(pdf.subarray(0, at + 100), at).value());
  } catch {
    return undefined; // anything but an array of numbers
  }
}

/** The four numbers of a ByteRange; undefined for anything else. */
export function rangeIn(value: Value | undefined): ClaimedSignature['range'] | undefined {
  if (!Array.isArray(value) || value.length !== 4) return undefined;
  const numbers = value.filter((each): each is number => Number.isSafeInteger(each));
  const [from = -1, open = -1, close = -1, rest = -1] = numbers;
  return [from, open, close, rest].every((each) => each >= 0) ? [from, open, close, rest] : undefined;
}

/** The bytes of `<…>`, with nothing but digits between the brackets. */
function bytesOfHex(text: Uint8Array): Uint8Array | undefined {
  if (text[0] !== 0x3c || text.at(-1) !== 0x3e || text.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(text.length / 2 - 1);
  for (let index = 0; index < bytes.length; index++) {
    const high = hexDigit(text[2 * index + 1] ?? 0);
    const low = hexDigit(text[2 * index + 2] ?? 0);
    if (high === undefined || low === undefined) return undefined;
    bytes[index] = 16 * high + low;
  }
  return bytes;
}
