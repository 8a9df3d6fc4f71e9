import { PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';
import { cmsOver, signerOf } from './sign-pdf-cms.ts';
import {
  addSignatureField,
  coveredBy,
  emptyPlace,
  fillPlace,
  measurePlace,
  tokenBytes,
  withUpdate,
} from './sign-pdf-update.ts';

/**
 * The identity, signer, place and time of a PDF's signature; and the proof that the public log contains the certificate,
 * which is attached to the file.
 */
export type PdfSigning = {
  identity: PdfIdentity;
  signer: string;
  place: string;
  at: Date;
  logProof?: string;
  /** Whether the signature gets a time stamp afterwards (time-stamp-pdf.ts), for which it then leaves space. */
  isTimeStamped?: boolean;
};

/** Space for the signature in addition to its certificates, in bytes: an RSA key of 4096 bits needs some 1,200. */
const signatureBytes = 3_000;

/**
 * Signs a PDF as PAdES B-B (ETSI EN 319 142-1): a detached CMS signature over every byte of the file except its own
 * place. It certifies the file and permits no change (DocMDP, ISO 32000-1, 12.8.2.2): a reader that evaluates it reports
 * a revision that somebody appends, unless it adds only time stamps and evidence. The original bytes do not change; the signature is appended as an incremental update
 * and is not visible on the page.
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

/** Attaches the proof of the public log as a file that is about the document (AFRelationship Data). */
function attachProof(document: PDFDocument, proof: string, at: Date): void {
  const { context, catalog } = document;
  const bytes = Buffer.from(proof);
  const stream = context.flateStream(bytes, {
    Type: 'EmbeddedFile',
    Subtype: 'text/plain',
    Params: { Size: bytes.length, ModDate: PDFString.fromDate(at) },
  });
  const name = 'certificate.tlog-proof';
  const file = context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(name),
      UF: PDFHexString.fromText(name),
      Desc: PDFHexString.fromText('Proof that the public log of the academy contains this certificate'),
      AFRelationship: 'Data',
      EF: { F: context.register(stream) },
    }),
  );
  catalog.set(PDFName.of('AF'), context.obj([file]));
  const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict) ?? context.obj({});
  names.set(PDFName.of('EmbeddedFiles'), context.obj({ Names: [PDFString.of(name), file] }));
  catalog.set(PDFName.of('Names'), names);
}

/** Adds an empty signature that certifies the document, and returns the objects that it changed. */
function addEmptySignature(document: PDFDocument, { signer, place, at, logProof }: PdfSigning, room: number): PDFRef[] {
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
  if (logProof !== undefined) attachProof(document, logProof, at);
  return changed;
}
