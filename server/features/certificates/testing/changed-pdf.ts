import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** A signed file to which somebody appended a revision with changes. */
export async function withRevision(
  pdf: Buffer,
  change: (document: PDFDocument, save: (...refs: PDFRef[]) => void) => void,
  { useObjectStreams = false } = {},
): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
  const update = document.takeSnapshot();
  change(document, (...refs) => update.markRefsForSave(refs));
  const added = await document.saveIncremental(update, { useObjectStreams, objectsPerTick: ParseSpeeds.Fastest });
  return Buffer.concat([pdf, added]);
}

export const rootOf = ({ context }: PDFDocument) => context.trailerInfo.Root as PDFRef;

/** Adds an annotation to the first page. */
export const withAnnotation = (pdf: Buffer, entries: Record<string, string | number[]>): Promise<Buffer> =>
  withRevision(pdf, (document, save) => {
    const page = document.getPage(0);
    const annotation = document.context.register(
      document.context.obj({ Type: 'Annot', Rect: [100, 100, 400, 200], ...entries }),
    );
    page.node.lookup(PDFName.of('Annots'), PDFArray).push(annotation);
    save(page.ref);
  });

/** Adds what verifies a signature years later (PAdES B-LT): a certificate below /DSS. */
export const withSecurityStore = (pdf: Buffer): Promise<Buffer> =>
  withRevision(pdf, (document, save) => {
    const { context, catalog } = document;
    const certificate = context.register(context.flateStream(Buffer.from('a certificate')));
    const names = context.obj({ Certs: [certificate] });
    const store = context.obj({ Type: 'DSS', Certs: [certificate], VRI: { AB12: names } });
    catalog.set(PDFName.of('DSS'), context.register(store));
    save(rootOf(document));
  });

/** Adds a document time stamp (PAdES B-LTA), whose token is empty here; `entries` are added to its field. */
export const withTimeStamp = (pdf: Buffer, entries: Record<string, unknown> = {}): Promise<Buffer> =>
  withRevision(pdf, (document, save) => {
    const { context, catalog } = document;
    const page = document.getPage(0);
    const stamp = context.register(
      context.obj({
        Type: 'DocTimeStamp',
        Filter: 'Adobe.PPKLite',
        SubFilter: 'ETSI.RFC3161',
        ByteRange: [0, 100, 200, 300],
        Contents: PDFHexString.of('00'.repeat(20)),
      }),
    );
    const field = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        T: PDFString.of('Time stamp'),
        V: stamp,
        P: page.ref,
        Rect: [0, 0, 0, 0],
        F: 130,
        ...(entries as Record<string, string>),
      }),
    );
    page.node.lookup(PDFName.of('Annots'), PDFArray).push(field);
    catalog.lookup(PDFName.of('AcroForm'), PDFDict).lookup(PDFName.of('Fields'), PDFArray).push(field);
    save(page.ref, rootOf(document));
  });
