import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFRef } from '@cantoo/pdf-lib';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';
import { type ByteRange, tokenBytes } from './pdf-place.ts';
import { addSecurityStore } from './security-store.ts';
import { addSignatureField, emptyPlace, loaded, measurePlace, withUpdate } from './sign-pdf-update.ts';

/** A signature of a PDF, or a document time stamp, whose CMS is a token. */
export type PdfSignature = { isTimeStamp: boolean; place: ByteRange; cms: Buffer };

/** The signatures and document time stamps of a PDF of the program's own, the oldest first. */
export async function signaturesIn(pdf: Buffer): Promise<PdfSignature[]> {
  const { catalog } = await loaded(pdf);
  const fields = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.lookup(PDFName.of('Fields'), PDFArray);
  return (fields?.asArray() ?? []).map((_, index) => {
    const signature = (fields as PDFArray).lookup(index, PDFDict).lookup(PDFName.of('V'), PDFDict);
    const range = signature.lookup(PDFName.of('ByteRange'), PDFArray);
    const [open, close] = [1, 2].map((at) => range.lookup(at, PDFNumber).asNumber()) as [number, number];
    return {
      isTimeStamp: signature.get(PDFName.of('Type')) === PDFName.of('DocTimeStamp'),
      place: { open, close },
      cms: withoutPadding(Buffer.from(signature.lookup(PDFName.of('Contents'), PDFHexString).asBytes())),
    };
  });
}

/** DER without the zeros that fill its place: its length is in its head (X.690, 8.1.3). */
function withoutPadding(bytes: Buffer): Buffer {
  const first = bytes[1] ?? 0;
  if (first < 0x80) return bytes.subarray(0, 2 + first);
  const octets = first & 0x7f;
  return bytes.subarray(0, 2 + octets + bytes.readUIntBE(2, octets));
}

/**
 * Appends two incremental updates to a signed PDF: its Document Security Store with the evidence for its signatures
 * (ISO 32000-2, 12.8.4.3), and an empty document time stamp over everything before (12.8.5). These are not changes of a
 * certified document, whatever DocMDP permits (ISO 32000-2, 12.8.2.2.2, table 257; ETSI EN 319 142-1, 5.4).
 *
 * @returns the file, and the place of the token that is to be a time stamp of `coveredBy` that place.
 */
export async function withEmptyTimeStamp(pdf: Buffer, evidence: Evidence): Promise<{ pdf: Buffer; place: ByteRange }> {
  const preserved = await withUpdate(pdf, (document) => {
    addSecurityStore(document, evidence);
    return [];
  });
  const prepared = await withUpdate(preserved, addTimeStampField);
  return { pdf: prepared, place: measurePlace(prepared, { from: preserved.length, room: tokenBytes }) };
}

function addTimeStampField(document: PDFDocument): PDFRef[] {
  const { context, catalog } = document;
  const signature = context.register(
    context.obj({
      Type: 'DocTimeStamp',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.RFC3161',
      ...emptyPlace(tokenBytes),
    }),
  );
  const fields = catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray);
  const name = `Time stamp ${fields.size()}`;
  return addSignatureField(document, { name, words: 'Time stamp of a time-stamp authority', signature });
}
