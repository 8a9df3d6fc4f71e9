// What is done at the place of a signature needs no parser of PDFs, which the program would load at its start.

/** Space for a time-stamp token with its certificates, in bytes: those of public authorities have 5,000 to 7,000. */
export const tokenBytes = 10_000;

/** Where a signature is in a file, between its angle brackets: offsets of these. */
export type ByteRange = { open: number; close: number };

/** The bytes that a signature at a place at the end of a file covers. */
export const coveredBy = (pdf: Buffer, { open, close }: ByteRange): Buffer =>
  Buffer.concat([pdf.subarray(0, open), pdf.subarray(close)]);

/** The bytes of a signature for which a place has room. */
export const roomIn = ({ open, close }: ByteRange): number => (close - open) / 2 - 1;

/** Writes a signature into its place. */
export function fillPlace(pdf: Buffer, place: ByteRange, signature: Buffer): void {
  const room = roomIn(place);
  if (signature.length > room) throw new Error(`The signature of ${signature.length} bytes is longer than its place`);
  pdf.write(signature.toString('hex').padEnd(2 * room, '0'), place.open + 1, 'latin1');
}
