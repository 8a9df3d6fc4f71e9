import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';
import type { PdfAttachment } from './pdf-attachment.ts';
import { coveredBy, fillPlace, tokenBytes } from './pdf-place.ts';
import { addSecurityStore } from './security-store.ts';
import { cmsOver, signerOf } from './sign-pdf-cms.ts';
import { addSignatureField, emptyPlace, measurePlace, withUpdate } from './sign-pdf-update.ts';

/** The identity, signer, place and time of a PDF's signature, and the files that are attached under it. */
export type PdfSigning = {
  identity: PdfIdentity;
  signer: string;
  place: string;
  at: Date;
  attachments?: readonly PdfAttachment[];
  /** Whether the signature gets a time stamp afterwards (time-stamp-pdf.ts), for which it then leaves space. */
  isTimeStamped?: boolean;
  /**
   * What verifies the signature and its time stamp years later, which is signed with the rest. Nothing is appended for
   * it, so that a reader that calls every appended byte an edit calls none of an honest file (decision 150).
   */
  evidence?: Evidence | undefined;
};

/** Space for the signature in addition to its certificates, in bytes: an RSA key of 4096 bits needs some 1,200. */
const signatureBytes = 3_000;

/**
 * Signs a PDF as PAdES B-B (ETSI EN 319 142-1): a detached CMS signature over every byte of the file except its own
 * place; with the evidence inside, it becomes B-LT by its time stamp (time-stamp-pdf.ts). It certifies the file and
 * permits no change (DocMDP, ISO 32000-1, 12.8.2.2): a reader that evaluates it reports a revision that somebody
 * appends, unless it adds only time stamps and evidence. The original bytes do not change; the signature is appended as
 * an incremental update and is not visible on the page.
 */
export async function signPdf(pdf: Buffer, signing: PdfSigning): Promise<Buffer> {
  const signer = await signerOf(signing.identity);
  const certificateBytes = signer.ders.reduce((sum, { length }) => sum + length, 0);
  const room = signatureBytes + certificateBytes + (signing.isTimeStamped ? tokenBytes : 0);
  const prepared = await withUpdate(pdf, (document) => addEmptySignature(document, signing, room));
  const place = measurePlace(prepared, { from: pdf.length, room });
  fillPlace(prepared, place, await cmsOver(coveredBy(prepared, place), signer));
  return prepared;
}

/** DocMDP's value for a file of which nothing may change. */
const noChanges = 1;

/** Attaches files that are about the document (AFRelationship Data). */
function attach(document: PDFDocument, attachments: readonly PdfAttachment[], at: Date): void {
  const { context, catalog } = document;
  // A name tree is in the order of its names (ISO 32000-1, 7.9.6).
  const sorted = attachments.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const files = sorted.map(({ name, type, description, content }) => {
    const bytes = Buffer.from(content);
    const stream = context.flateStream(bytes, {
      Type: 'EmbeddedFile',
      Subtype: type,
      Params: { Size: bytes.length, ModDate: PDFString.fromDate(at) },
    });
    const file = context.register(
      context.obj({
        Type: 'Filespec',
        F: PDFString.of(name),
        UF: PDFHexString.fromText(name),
        Desc: PDFHexString.fromText(description),
        AFRelationship: 'Data',
        EF: { F: context.register(stream) },
      }),
    );
    return { name, file };
  });
  catalog.set(PDFName.of('AF'), context.obj(files.map(({ file }) => file)));
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict) ?? context.obj({});
  const tree = files.flatMap(({ name, file }) => [PDFString.of(name), file]);
  names.set(PDFName.of('EmbeddedFiles'), context.obj({ Names: tree }));
  catalog.set(PDFName.of('Names'), names);
}

/** Adds an empty signature that certifies the document, and returns the objects that it changed. */
function addEmptySignature(
  document: PDFDocument,
  { signer, place, at, attachments = [], evidence }: PdfSigning,
  room: number,
): PDFRef[] {
  const { context, catalog } = document;
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ...emptyPlace(room),
      M: PDFString.fromDate(at),
      Name: PDFHexString.fromText(signer),
      Location: PDFHexString.fromText(place),
      Reason: PDFHexString.fromText('Issued by the academy'),
      Reference: [
        {
          Type: 'SigRef',
          TransformMethod: 'DocMDP',
          TransformParams: { Type: 'TransformParams', V: '1.2', P: noChanges },
        },
      ],
    }),
  );
  const words = `Digital signature of ${signer}`;
  const changed = addSignatureField(document, { name: 'Academy', words, signature });
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
  if (attachments.length > 0) attach(document, attachments, at);
  if (evidence) addSecurityStore(document, evidence);
  return changed;
}
