import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { ByteRange } from './pdf-place.ts';

/** Without the pauses that the library makes to keep a web page responsive: this runs in its own thread. */
const parseSpeed = ParseSpeeds.Fastest;
const widest = 9_999_999_999;
/** Reads a PDF of the program's own. */
export const loaded = (pdf: Buffer): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { updateMetadata: false, parseSpeed });

/**
 * The file with an incremental update (ISO 32000-1, 7.5.6): its bytes do not change, and what `change` adds to the
 * document is appended.
 *
 * @param change returns the objects that it changed, in addition to the catalog.
 */
export async function withUpdate(pdf: Buffer, change: (document: PDFDocument) => readonly PDFRef[]): Promise<Buffer> {
  const document = await loaded(pdf);
  const update = document.takeSnapshot();
  const changed = change(document);
  update.markRefsForSave([...changed, document.context.trailerInfo.Root as PDFRef]);
  const added = await document.saveIncremental(update, { useObjectStreams: false, objectsPerTick: parseSpeed });
  return Buffer.concat([pdf, added]);
}

/** The entries of a signature dictionary whose values are not known before the file is written. */
export const emptyPlace = (room: number) => ({
  ByteRange: [0, widest, widest, widest],
  Contents: PDFHexString.of('0'.repeat(2 * room)),
});

const printedAndLocked = 4 | 128;
const signaturesExistAndAppendOnly = 1 | 2;

/**
 * Adds an invisible signature field to the first page, and returns the objects that it changed. A document that is
 * PDF/A-3 and PDF/UA-1 stays so: the annotation is not hidden and is printed (ISO 19005-3, 6.3.2), it has no extent and
 * so needs no appearance (6.3.3), and it is outside of the page and so needs no tag (ISO 14289-1, 7.18.1).
 *
 * @param field.words read by assistive technology.
 */
export function addSignatureField(
  document: PDFDocument,
  { name, words, signature }: { name: string; words: string; signature: PDFRef },
): PDFRef[] {
  const { context, catalog } = document;
  const page = document.getPage(0);
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(name),
      TU: PDFHexString.fromText(words),
      V: signature,
      P: page.ref,
      Rect: [0, 0, 0, 0],
      F: printedAndLocked,
    }),
  );
  const annotations = page.node.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  page.node.set(PDFName.of('Annots'), context.obj([...annotations, field]));
  const form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  const fields = form?.lookupMaybe(PDFName.of('Fields'), PDFArray)?.asArray() ?? [];
  catalog.set(
    PDFName.of('AcroForm'),
    context.obj({ Fields: [...fields, field], SigFlags: PDFNumber.of(signaturesExistAndAppendOnly) }),
  );
  return [page.ref];
}

/**
 * Finds the empty place in the update that begins at `from`, and writes its byte range: every byte of the file except
 * the place. Searched for in the update only, so that no content of the sheet can be mistaken for it.
 */
export function measurePlace(pdf: Buffer, { from, room }: { from: number; room: number }): ByteRange {
  const open = pdf.indexOf(`<${'0'.repeat(2 * room)}>`, from);
  const close = open + 2 * room + 2;
  const blank = `0 ${widest} ${widest} ${widest}`;
  const at = pdf.indexOf(blank, from);
  if (open < 0 || at < 0) throw new Error('The PDF has no place for its signature');
  pdf.write(`0 ${open} ${close} ${pdf.length - close}`.padEnd(blank.length), at, 'latin1');
  return { open, close };
}
