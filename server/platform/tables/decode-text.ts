import { Refusal } from '../inspection/refusal.ts';

/** Encodings with their byte order marks; a spreadsheet's 'Unicode text' is UTF-16. */
const marked = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** What is to be known of a file whose encoding was guessed. */
export const guessed =
  'The file does not say how its letters are written, and is read as Windows-1252. Look at letters with accents.';

/** The number of bytes that are examined to detect the encoding. */
const headBytes = 4096;

/**
 * Decodes the text of a file from any program: UTF-8, UTF-16 of either byte order, or else Windows-1252, which Excel
 * writes as CSV in Western countries.
 *
 * @param onGuess called where nothing but that it is no UTF-8 speaks for Windows-1252.
 * @throws Refusal for a file that is not text.
 */
export function decodeText(bytes: Uint8Array, onGuess?: () => void): string {
  const found = marked.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  if (found) return new TextDecoder(found.encoding).decode(bytes);
  const wide = wideOrder(bytes.subarray(0, headBytes));
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (bytes.includes(0)) throw new Refusal('This file is not a table. Please upload CSV or XLSX.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    onGuess?.();
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Detects UTF-16 without a mark: in Latin text, one byte of each pair is zero and the other is not. */
function wideOrder(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0;
  let odd = 0;
  head.forEach((byte, i) => {
    if (byte === 0 && i % 2 === 0) even += 1;
    if (byte === 0 && i % 2 === 1) odd += 1;
  });
  const many = head.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}
