import { appendAudit } from '../../platform/audit/append.ts';
import { type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { type Incoming, type KeptFile, keepFor } from '../../platform/files/files.ts';
import type { ResumableUploads } from '../../platform/files/resumable-uploads.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { lastSerial, lockItem } from '../training/index.ts';
import { lookIntoPackage, type PreparedPackage, withPreparedPackage } from './prepare-package.ts';
import { noSuchPackage } from './queries.ts';
import type { PackageFacts } from './reading/package-inspection.ts';

type Action = { upload: string; actorId: string; ip: string };
/** Whether staff know that the package needs scripts from elsewhere. */
type Knowing = { withScriptsElsewhere?: boolean | undefined };

/**
 * Reads an uploaded package, and stores nothing.
 *
 * @throws AppError `bad-file`, `not-found` for an upload of somebody else, `not-yet` for one that is not finished, or
 * where packages cannot be played.
 */
export const previewPackage = (
  platform: Platform,
  uploads: ResumableUploads,
  { upload, actorId }: Omit<Action, 'ip'>,
): Promise<PackageFacts> => withUpload(platform, uploads, { upload, actorId }, (incoming) => lookIntoPackage(incoming));

/**
 * Appends an uploaded package to the training of a course, as its last item. Idempotent: a second call, after the first
 * one's response was lost, changes nothing.
 *
 * @returns the item's id.
 * @throws AppError as `previewPackage` does, `not-found` for an unknown course, and `conflict` for a package that needs
 *   scripts from elsewhere, unless that is known.
 */
export async function addPackage(
  platform: Platform,
  uploads: ResumableUploads,
  addition: Action & Knowing & { courseId: string; title: string; minutes: number },
): Promise<string> {
  const { db, clock, changes } = platform;
  const { courseId, title, minutes, upload, actorId, ip } = addition;
  const done = await findOfUpload(db, upload);
  if (done) {
    if (done.courseId !== courseId) throw usedAlready();
    return done.filmId;
  }
  const course = await db.selectFrom('course').select('id').where('id', '=', courseId).executeTakeFirst();
  if (!course) throw notFound('There is no such course.');
  return withPackage(platform, uploads, addition, (prepared, kept) =>
    transaction(db, async (tx) => {
      const now = clock();
      const set = await tx
        .insertInto('trainingSet')
        .values({ courseId, title, createdAt: now })
        // the row is locked until the transaction ends, so that two uploads number their items one after the other
        .onConflict((conflict) =>
          conflict.column('courseId').doUpdateSet((e) => ({ title: e.ref('trainingSet.title') })),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
      const film = await tx
        .insertInto('film')
        .values({
          kind: 'package',
          setId: set.id,
          serial: (await lastSerial(tx, set.id)) + 1,
          title,
          fileId,
          durationSeconds: minutes * 60,
          width: 0,
          height: 0,
          createdAt: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await insertVersion(tx, { filmId: film.id, number: 1, fileId, upload, now }, prepared);
      await appendAudit(tx, {
        actorId,
        action: 'training.add-package',
        subject: { kind: 'course', id: courseId },
        details: { filmId: film.id, title, minutes, ...detailsOf(prepared, kept) },
        ip,
      });
      await changes.record(tx, 'public-pages');
      return film.id;
    }),
  );
}

/**
 * Replaces a package by a new version beside the old one: who begins now gets the new one, and who has begun finishes
 * the old one. Idempotent.
 *
 * @throws AppError as `previewPackage` does, and `stale` when it was removed meanwhile.
 */
export async function replacePackage(
  platform: Platform,
  uploads: ResumableUploads,
  replacement: Action & Knowing & { id: string },
): Promise<string> {
  const { db, clock } = platform;
  const { id, upload, actorId, ip } = replacement;
  const done = await findOfUpload(db, upload);
  if (done) {
    if (done.filmId !== id) throw usedAlready();
    return id;
  }
  return withPackage(platform, uploads, replacement, (prepared, kept) =>
    transaction(db, async (tx) => {
      const now = clock();
      const item = await lockItem(tx, id);
      if (item.kind !== 'package') throw noSuchPackage();
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
      const { number } = await tx
        .selectFrom('packageVersion')
        .select((e) => e.fn.max('number').as('number'))
        .where('filmId', '=', id)
        .executeTakeFirstOrThrow();
      await insertVersion(tx, { filmId: id, number: number + 1, fileId, upload, now }, prepared);
      await tx.updateTable('film').set({ fileId }).where('id', '=', id).execute();
      await appendAudit(tx, {
        actorId,
        action: 'training.replace-package',
        subject: { kind: 'course', id: item.courseId },
        details: { filmId: id, title: item.title, number: number + 1, ...detailsOf(prepared, kept) },
        ip,
      });
      return id;
    }),
  );
}

const usedAlready = () => new AppError('exists', 'This upload is already another package.');

const findOfUpload = (db: Queryable, upload: string) =>
  db
    .selectFrom('packageVersion')
    .innerJoin('film', 'film.id', 'packageVersion.filmId')
    .innerJoin('trainingSet', 'trainingSet.id', 'film.setId')
    .select(['packageVersion.filmId', 'trainingSet.courseId'])
    .where('packageVersion.uploadId', '=', upload)
    .executeTakeFirst();

const detailsOf = ({ facts: { manifest } }: PreparedPackage, { originalName, sha256 }: KeptFile) => ({
  originalName,
  sha256,
  edition: manifest.version,
});

/**
 * Opens an upload for `work`, once a virus scanner has found nothing in it, if there is one; it stays for another try.
 *
 * @throws AppError `conflict` without a second origin, `bad-file` for malware, `unavailable` without a verdict where
 *   what was not scanned is not opened.
 */
async function withUpload<T>(
  { files, config }: Pick<Platform, 'files' | 'config'>,
  uploads: ResumableUploads,
  { upload, actorId }: Pick<Action, 'upload' | 'actorId'>,
  work: (incoming: Incoming, scannedAt: Date | null) => Promise<T>,
): Promise<T> {
  if (!config.content.url) {
    throw new AppError('conflict', 'Packages cannot be played here yet: the operator has to set CONTENT_URL.');
  }
  const incoming = await uploads.open(upload, actorId, 'package');
  try {
    // the ZIP file, which scanners look into: what is stored of it is compressed piece by piece
    const scannedAt = await files.scanReceived(incoming);
    if (!scannedAt && files.scan && !config.opensUnscanned)
      throw new AppError(
        'unavailable',
        'The virus scanner could not check this package, and packages that were not checked are not accepted here. ' +
          'Please try again later, or ask the operator whether the scanner accepts files of this size.',
      );
    return await work(incoming, scannedAt);
  } finally {
    await files.discard(incoming);
  }
}

/** The same, with the package unpacked and kept; the upload is removed once `work` succeeds. */
async function withPackage<T>(
  platform: Platform,
  uploads: ResumableUploads,
  action: Pick<Action, 'upload' | 'actorId'> & Knowing,
  work: (prepared: PreparedPackage, kept: KeptFile) => Promise<T>,
): Promise<T> {
  const done = await withUpload(platform, uploads, action, (incoming, scannedAt) =>
    withPreparedPackage(incoming, (prepared) => {
      requireKnown(prepared, action);
      return keepFor(platform.files, [{ file: prepared.file, folder: 'packages' }], ([kept]) =>
        work(prepared, { ...kept, scannedAt }),
      );
    }),
  );
  await uploads.remove(action.upload);
  return done;
}

/** @throws AppError `conflict` for a package that needs scripts from elsewhere, which would load nothing. */
function requireKnown({ facts: { manifest } }: PreparedPackage, { withScriptsElsewhere = false }: Knowing): void {
  const { scriptsElsewhere = [] } = manifest;
  if (scriptsElsewhere.length === 0 || withScriptsElsewhere) return;
  const needed = scriptsElsewhere.join(', ');
  throw new AppError('conflict', `This package needs scripts from elsewhere, which packages cannot load: ${needed}`);
}

type NewVersion = { filmId: string; number: number; fileId: string; upload: string; now: Date };

/** Rows of one statement; a package has at most ten thousand. */
const atOnce = 1000;

async function insertVersion(tx: Tx, version: NewVersion, { facts }: PreparedPackage): Promise<void> {
  const { filmId, number, fileId, upload, now } = version;
  const inserted = await tx
    .insertInto('packageVersion')
    .values({ filmId, number, fileId, uploadId: upload, manifest: JSON.stringify(facts.manifest), createdAt: now })
    .onConflict((conflict) => conflict.column('uploadId').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new AppError('exists', 'This package is already being added.');
  for (let at = 0; at < facts.entries.length; at += atOnce) {
    const entries = facts.entries.slice(at, at + atOnce);
    await tx
      .insertInto('packageEntry')
      .values(entries.map((entry) => ({ ...entry, versionId: inserted.id })))
      .execute();
  }
}
