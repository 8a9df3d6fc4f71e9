import { isDeepStrictEqual } from 'node:util';
import { type Db, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { FileMadeWhenOpened } from '../../../platform/file-routes/routes.ts';
import { keepFor } from '../../../platform/files/files.ts';
import { findStoredFile, insertStoredFile, type StoredFile } from '../../../platform/files/stored-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { drawAction } from '../certificate-log.ts';
import { requireLogged } from '../check-certificates.ts';
import { findSheet } from '../queries.ts';
import type { CertificatePress } from './draw-certificate.ts';
import { type DrawnWith, digestOfDrawnWith, factsOn, readPictures } from './drawn-sheet.ts';

/** Pictures that are drawn for one person, or one share link: as many as somebody has certificates. */
const drawings = { max: 60, seconds: 15 * 60 };

/**
 * Creates what draws pictures of certificates when they are first opened. Those who may open the PDF may open the
 * picture, and nobody else makes the program draw.
 *
 * @returns for a name like that of `pictureName`, what is opened by it; undefined for any other.
 */
export function picturesWhenOpened(platform: Platform, press: DrawingPress) {
  const { db, clock } = platform;
  /** By the certificate's id; requests that arrive meanwhile wait for the same drawing. */
  const underWay = new Map<string, Promise<StoredFile>>();

  return async (filename: string): Promise<FileMadeWhenOpened | undefined> => {
    const id = filename.endsWith('.webp') ? filename.slice(0, -'.webp'.length) : '';
    const drawn = id === '' ? undefined : await findDrawn(db, id);
    const pdf = drawn?.pdf && (await findStoredFile(db, 'certificates', drawn.pdf));
    if (!pdf) return undefined;
    return {
      opensLike: pdf,
      make: async (reader) => {
        // drawn since the link was made
        const kept = drawn.picture && (await findStoredFile(db, 'certificates', drawn.picture));
        if (kept) return kept;
        const already = underWay.get(id);
        if (already) return already;
        await consume(db, { key: `certificate-picture:${reader}`, ...drawings }, clock());
        const drawing = underWay.get(id) ?? drawOrForget(platform, press, id).finally(() => underWay.delete(id));
        underWay.set(id, drawing);
        return drawing;
      },
    };
  };
}

/** The names of the stored files of a certificate. */
const findDrawn = (db: Db, id: string) =>
  db
    .selectFrom('certificate')
    .leftJoin('storedFile as pdf', 'pdf.id', 'certificate.pdfFileId')
    .leftJoin('storedFile as picture', 'picture.id', 'certificate.pictureFileId')
    .select(['pdf.filename as pdf', 'picture.filename as picture'])
    .where('certificate.id', '=', id)
    .executeTakeFirst();

type DrawingPress = Pick<CertificatePress, 'picture'>;

/** Draws the picture that somebody opens. Where a file on it is gone, the pages do not offer it any more. */
async function drawOrForget(platform: Platform, press: DrawingPress, id: string): Promise<StoredFile> {
  try {
    return await drawPicture(platform, press, id);
  } catch (error) {
    // it would differ from the PDF
    if (error === fileGone)
      await platform.db.updateTable('certificate').set({ drawnWith: null }).where('id', '=', id).execute();
    throw error;
  }
}

const none = () => notFound('There is no such file.');
/** A file on the sheet is not there: deleted, or away for a moment. */
const fileGone = none();

/**
 * Draws and stores the picture of a certificate from what its PDF was drawn with. Two instances that draw the same keep
 * one picture.
 *
 * @throws AppError `not-found` for a certificate that is not in force or has nothing left to be drawn with, such as its
 *   photograph.
 * @throws AppError `disputed` if the log contradicts the certificate, or the audit what it was drawn with.
 */
export async function drawPicture(platform: Platform, press: DrawingPress, id: string): Promise<StoredFile> {
  const { db, files } = platform;
  const sheet = await findSheet(db, id);
  if (sheet?.status !== 'issued') throw none();
  // by somebody who opened it a moment before
  if (!sheet.drawnWith) return drawnMeanwhile(db, id);
  await requireLogged(db, id);
  await requireRecorded(db, id, sheet.drawnWith);
  const drawnWith: DrawnWith = JSON.parse(sheet.drawnWith);
  const { pictures, files: there } = await readPictures(platform, drawnWith.files);
  if (!isDeepStrictEqual(there, drawnWith.files)) throw fileGone;
  const drawing = await press.picture(factsOn(sheet, drawnWith, pictures));
  const file = await files.receiveOwn(drawing, 'image/webp', `${sheet.number}.webp`);
  const drawnAlready = new AppError('done', 'This picture has been drawn already.');
  try {
    return await keepFor(files, [{ file, folder: 'certificates' }] as const, ([kept]) =>
      transaction(db, async (tx) => {
        const stored = await insertStoredFile(tx, kept, { ownerId: sheet.accountId });
        const given = await tx
          .updateTable('certificate')
          .set({ pictureFileId: stored.id, drawnWith: null })
          .where('id', '=', id)
          .where('drawnWith', '=', sheet.drawnWith)
          .where('status', '=', 'issued')
          .returning('id')
          .executeTakeFirst();
        // Rolls back the file's row, and removes the file too.
        if (!given) throw drawnAlready;
        return stored;
      }),
    );
  } catch (error) {
    if (error !== drawnAlready) throw error;
    return await drawnMeanwhile(db, id);
  } finally {
    await files.discard(file);
  }
}

/** The picture that another drawing has stored. @throws AppError `not-found` if there is none. */
async function drawnMeanwhile(db: Db, id: string): Promise<StoredFile> {
  const { picture } = (await findDrawn(db, id)) ?? {};
  const kept = picture && (await findStoredFile(db, 'certificates', picture));
  if (!kept) throw none();
  return kept;
}

/** Requires that the audit recorded what a certificate's PDF was drawn with. @throws AppError `disputed`. */
async function requireRecorded(db: Db, id: string, drawnWith: string): Promise<void> {
  const event = await db
    .selectFrom('auditEvent')
    .select('details')
    .where('subjectKind', '=', 'certificate')
    .where('subjectId', '=', id)
    .where('action', '=', drawAction)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const recorded = (event?.details as { with?: unknown } | undefined)?.with;
  if (recorded !== digestOfDrawnWith(drawnWith))
    throw new AppError('disputed', 'The picture of this certificate cannot be drawn: what it shows was changed.');
}
