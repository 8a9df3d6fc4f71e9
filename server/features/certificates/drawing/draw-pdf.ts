import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { keepFor } from '../../../platform/files/files.ts';
import { insertStoredFile } from '../../../platform/files/stored-files.ts';
import type { PdfIdentity } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Evidence } from '../../../platform/time-stamps/authority.ts';
import { NoTimeStamp } from '../../../platform/time-stamps/token.ts';
import { type Academy, getAcademy, sendEmail } from '../../academy/index.ts';
import { makeBadge } from '../badges/make-badge.ts';
import { drawAction } from '../certificate-log.ts';
import { requireLogged } from '../check-certificates.ts';
import { flawedSheetEmail, flawsInWords } from '../email-templates.ts';
import { requireStated } from '../policy.ts';
import { provedEntry, proveNow } from '../prove-certificate.ts';
import { findSheet, type Sheet } from '../queries.ts';
import { signedFactsUrl } from '../sign-facts.ts';
import type { CertificatePress, DrawnCertificate } from './draw-certificate.ts';
import { type DrawnWith, digestOfDrawnWith, factsOn, ofAcademy, readPictures } from './drawn-sheet.ts';
import { logProofFile, type PdfAttachment } from './pdf-attachment.ts';
import { digestInUrl } from './read-codes.ts';
import type { PdfSigning } from './sign-pdf.ts';
import type { StampedPdf } from './time-stamp-pdf.ts';

/** How a PDF is signed with a time stamp (signTimeStamped), and how often its job was tried. */
export type TimeStamping = {
  sign: (draw: (evidence: Evidence) => Promise<DrawnCertificate>, identity: PdfIdentity) => Promise<DrawnStamped>;
  tries: number;
};

type DrawnStamped = DrawnCertificate & StampedPdf;

/**
 * After so many tries, some 42 minutes after the first (`backOff` of the jobs), a certificate no longer waits for its
 * time stamp.
 */
const triesForTimeStamp = 9;

/**
 * Renders, signs and stores a certificate's PDF, with what its picture is drawn from later (draw-picture.ts). Only the
 * last step runs in a transaction; it assigns the PDF to the certificate if that has none. So it may be repeated after
 * a crash at any point, or run twice concurrently, and there is still only one PDF. A certificate on hold is not
 * rendered: it has no date yet. A photograph that is missing or unreadable is left out, and the academy is notified by
 * email, so that no one waits indefinitely for a certificate they earned.
 *
 * @param timeStamping only where the academy has a time-stamp authority. A time stamp that is still missing after nine
 *   tries is left out, and the academy is notified, too; `renewTimeStamps` adds it later.
 * @throws AppError `not-yet` while the academy has not stated what every certificate states: one that was issued before
 *   an update made that necessary.
 * @throws NoTimeStamp before that, so that the job is tried again.
 * @throws AppError `disputed` if the log contradicts the certificate, in force or withdrawn: the academy signs nothing
 *   that it has not logged. The job is tried again, and staff see the reason with failed jobs.
 */
export async function drawPdf(
  platform: Platform,
  press: Pick<CertificatePress, 'draw'>,
  certificateId: string,
  timeStamping?: TimeStamping,
): Promise<void> {
  const { db, files } = platform;
  const sheet = await findSheet(db, certificateId);
  if (!sheet || sheet.pdfFileId || sheet.status === 'held') return;
  await requireLogged(db, sheet.id);
  const academy = await getAcademy(db, platform.config);
  requireStated(academy);
  const named = { photo: sheet.portrait, signature: academy.signature, logo: academy.logo };
  const { pictures, files: shown } = await readPictures(platform, named);
  const proof = await proveNow(platform, sheet.id);
  const verifyUrl = signedFactsUrl(platform.config, sheet, await platform.keys.facts(), platform.clock());
  const drawnWith: DrawnWith = { ...ofAcademy(academy), logEntry: provedEntry(proof), verifyUrl, files: shown };
  const facts = factsOn(sheet, drawnWith, pictures);
  const signing = await signingOf(platform, academy);
  const attachments = await attachmentsOf(platform, sheet, proof);
  const isTimeStamped = timeStamping !== undefined;
  const draw = (evidence?: Evidence) => press.draw(facts, { ...signing, attachments, isTimeStamped, evidence });
  const stamped =
    timeStamping && (await stampedIfPossible(() => timeStamping.sign(draw, signing.identity), timeStamping));
  const { pdf, until, ...drawn } = stamped ?? { ...(await draw()), until: isTimeStamped ? platform.clock() : null };
  const flaws = {
    ...drawn,
    photoUnreadable: drawn.photoUnreadable || pictures.photo === null,
    ...(isTimeStamped && { timeStampMissing: !stamped }),
  };
  const keptForPicture = JSON.stringify(drawnWith);
  const file = await files.receiveOwn(pdf, 'application/pdf', `${sheet.number}.pdf`);
  const drawnAlready = new AppError('done', 'This certificate has been drawn already.');
  try {
    await keepFor(files, [{ file, folder: 'certificates' }] as const, ([kept]) =>
      transaction(db, async (tx) => {
        const { id: pdfFileId, sha256 } = await insertStoredFile(tx, kept, { ownerId: sheet.accountId });
        const codeDigest = digestInUrl(facts.verifyUrl);
        const given = await tx
          .updateTable('certificate')
          .set({ pdfFileId, codeDigest, timeStampedUntil: until, drawnWith: keptForPicture })
          .where('id', '=', certificateId)
          .where('pdfFileId', 'is', null)
          .returning('id')
          .executeTakeFirst();
        // Rolls back the files' rows, and removes the files too.
        if (!given) throw drawnAlready;
        const subject = { kind: 'certificate', id: certificateId };
        // The digests are compared with the register's later (log-rules.ts, draw-picture.ts).
        const details = { ...flaws, pdf: sha256, code: codeDigest, with: digestOfDrawnWith(keptForPicture) };
        await appendAudit(tx, { actorId: null, action: drawAction, subject, details });
        if (Object.values(flaws).includes(true)) {
          const { number, name, courseTitle: course } = sheet;
          const values = { number, name, course, flaws: flawsInWords(flaws) };
          await sendEmail(tx, platform.config, flawedSheetEmail, { values });
        }
      }),
    );
  } catch (error) {
    if (error !== drawnAlready) throw error;
  } finally {
    await files.discard(file);
  }
}

/** @returns undefined if there is no time stamp, and the certificate has waited long enough. */
async function stampedIfPossible(
  sign: () => Promise<DrawnStamped>,
  { tries }: TimeStamping,
): Promise<DrawnStamped | undefined> {
  try {
    return await sign();
  } catch (error) {
    if (error instanceof NoTimeStamp && tries >= triesForTimeStamp) return undefined;
    throw error;
  }
}

/** The proof of the public log, and the certificate as a badge while it is in force. */
async function attachmentsOf(platform: Platform, sheet: Sheet, proof: string): Promise<PdfAttachment[]> {
  const proofFile = logProofFile(proof);
  if (sheet.status !== 'issued') return [proofFile];
  const content = await makeBadge(platform, sheet);
  const description = 'This certificate as a digital badge (Open Badges 3.0)';
  return [{ name: 'badge.json', type: 'application/json', description, content }, proofFile];
}

const signingOf = async ({ keys, clock }: Platform, { name, city }: Academy): Promise<PdfSigning> => ({
  identity: await keys.pdf(),
  signer: name,
  place: city,
  at: clock(),
});
