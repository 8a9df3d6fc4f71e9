import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { keepFor } from '../../../platform/files/files.ts';
import { readStored } from '../../../platform/files/read-stored.ts';
import { insertStoredFile, markDeleted } from '../../../platform/files/stored-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { NoTimeStamp } from '../../../platform/time-stamps/token.ts';
import { timeStampAction } from '../certificate-log.ts';
import { checkCertificates } from '../check-certificates.ts';
import type { StampedPdf } from './time-stamp-pdf.ts';

/** How long before its end a time stamp is renewed, in milliseconds: 90 days. */
const lead = 90 * 24 * 3_600_000;
const atOnce = 20;

/**
 * Adds a document time stamp to the PDFs whose newest one ends soon, or which were signed while the authority gave
 * none, and stores each as a new file in place of the old one. One whose new time stamp would end no later than its old
 * one is left as it is: the authority has no newer certificate yet, and files would only grow. Idempotent.
 *
 * @param renew adds the time stamp.
 * @throws NoTimeStamp at the end, if one of them got none: the others are not delayed by it.
 */
export async function renewTimeStamps(platform: Platform, renew: (pdf: Buffer) => Promise<StampedPdf>): Promise<void> {
  const { db, clock } = platform;
  const soon = new Date(clock().getTime() + lead);
  let failure: NoTimeStamp | undefined;
  /**
   * The end of the last time stamp that the authority gave; it is not asked in vain for those that end then or later.
   */
  let offered: Date | undefined;
  for (let after: string | undefined, isOver = false; !isOver; ) {
    const due = await db
      .selectFrom('certificate')
      .innerJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
      .select(['certificate.id', 'certificate.number', 'certificate.accountId', 'certificate.timeStampedUntil'])
      .select(['pdf.id as pdfFileId', 'pdf.filename'])
      .where('certificate.status', '=', 'issued')
      .where('certificate.timeStampedUntil', '<', soon)
      .$if(after !== undefined, (rows) => rows.where('certificate.id', '>', after ?? ''))
      .orderBy('certificate.id')
      .limit(atOnce)
      .execute();
    for (const certificate of due) {
      const endsNoEarlier = (end: Date) => certificate.timeStampedUntil !== null && certificate.timeStampedUntil >= end;
      if (offered && endsNoEarlier(offered)) continue;
      // A file that somebody exchanged must not become the one that the audit knows.
      if ((await checkCertificates(db, [certificate.id])).length > 0) continue;
      const pdf = await readStored(platform, 'certificates', certificate.filename);
      if (!pdf) continue;
      const renewed = await renew(Buffer.from(pdf)).catch((error: unknown) => {
        if (!(error instanceof NoTimeStamp)) throw error;
        failure ??= error;
      });
      if (!renewed) continue;
      offered = renewed.until;
      if (endsNoEarlier(offered)) continue;
      await replace(platform, certificate, renewed);
    }
    after = due.at(-1)?.id;
    isOver = due.length < atOnce;
  }
  if (failure) throw failure;
}

type Stamped = { id: string; number: string; accountId: string | null; pdfFileId: string };

/** Replaces the PDF of a certificate, unless somebody else has done so since. */
async function replace(
  { db, files, clock }: Platform,
  { id, number, accountId, pdfFileId: old }: Stamped,
  { pdf, until }: StampedPdf,
): Promise<void> {
  const file = await files.receiveOwn(pdf, 'application/pdf', `${number}.pdf`);
  const replacedAlready = new Error('This PDF has been replaced already');
  try {
    await keepFor(files, [{ file, folder: 'certificates' }], ([kept]) =>
      transaction(db, async (tx) => {
        const { id: pdfFileId, sha256 } = await insertStoredFile(tx, kept, { ownerId: accountId });
        const given = await tx
          .updateTable('certificate')
          .set({ pdfFileId, timeStampedUntil: until })
          .where('id', '=', id)
          .where('pdfFileId', '=', old)
          .returning('id')
          .executeTakeFirst();
        // Rolls back the file's row, and removes the file too.
        if (!given) throw replacedAlready;
        await markDeleted(tx, old, clock());
        const subject = { kind: 'certificate', id };
        const details = { until, pdf: sha256 };
        await appendAudit(tx, { actorId: null, action: timeStampAction, subject, details });
      }),
    );
  } catch (error) {
    if (error !== replacedAlready) throw error;
  } finally {
    await files.discard(file);
  }
}
