import { readCredential } from '@fairlead/contract/proofs/credential';
import { readStored } from '../../../platform/files/read-stored.ts';
import type { Platform } from '../../../platform/platform.ts';
import { digestOfCode } from '../wire.ts';

const atOnce = 20;

/**
 * Records the digests of the codes of withdrawn certificates that were drawn before digests were kept, so that the list
 * of withdrawals names them by their code. Idempotent.
 */
export async function readCodes({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<void> {
  for (let after: string | undefined, isOver = false; !isOver; ) {
    const unread = await db
      .selectFrom('certificate')
      .innerJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
      .select(['certificate.id', 'pdf.filename'])
      .where('certificate.status', 'in', ['revoked', 'superseded'])
      .where('certificate.codeDigest', 'is', null)
      .$if(after !== undefined, (rows) => rows.where('certificate.id', '>', after ?? ''))
      .orderBy('certificate.id')
      .limit(atOnce)
      .execute();
    for (const { id, filename } of unread) {
      const pdf = await readStored({ files }, 'certificates', filename);
      const codeDigest = pdf && (await codeDigestIn(pdf));
      if (codeDigest) await db.updateTable('certificate').set({ codeDigest }).where('id', '=', id).execute();
    }
    after = unread.at(-1)?.id;
    isOver = unread.length < atOnce;
  }
}

/** The digest of the code to which a certificate's PDF links; undefined if it has none. */
async function codeDigestIn(pdf: Uint8Array): Promise<string | undefined> {
  // the library is read when it is needed: only certificates of before have no digest
  const { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } = await import('@cantoo/pdf-lib');
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const annotations = document.getPage(0).node.lookupMaybe(PDFName.of('Annots'), PDFArray);
  for (let index = 0; index < (annotations?.size() ?? 0); index++) {
    const uri = annotations
      ?.lookup(index, PDFDict)
      .lookupMaybe(PDFName.of('A'), PDFDict)
      ?.lookupMaybe(PDFName.of('URI'), PDFString);
    const digest = uri && digestInUrl(uri.decodeText());
    if (digest) return digest;
  }
  return undefined;
}

/** The digest of the code in the URL of a QR code; undefined for another URL. */
export function digestInUrl(url: string): string | undefined {
  const credential = readCredential(url.slice(url.indexOf('#') + 1));
  return credential && digestOfCode(credential.signature);
}
