/** The signature of a signed PDF: its position, the bytes that it covers, and its DER encoding. */
export type PdfSignature = {
  from: number;
  length: number;
  again: number;
  rest: number;
  content: Buffer;
  der: Buffer;
};

/** Reads the last signature of a PDF by its byte range, as a reader does (ISO 32000-2, 12.8.1). */
export function signatureIn(pdf: Buffer): PdfSignature {
  const ranges = [...pdf.toString('latin1').matchAll(/\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) +\]/g)];
  const [from = 0, length = 0, again = 0, rest = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
  const content = Buffer.concat([pdf.subarray(from, from + length), pdf.subarray(again, again + rest)]);
  const der = Buffer.from(pdf.subarray(length + 1, again - 1).toString('latin1'), 'hex');
  return { from, length, again, rest, content, der };
}
