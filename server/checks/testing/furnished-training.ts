import type { Tx } from '../../platform/db/database.ts';
import type { furnishedCourse } from './furnished-course.ts';
import type { StoredFiles } from './furnished-files.ts';

type Furnishing = {
  place: Awaited<ReturnType<typeof furnishedCourse>>;
  files: StoredFiles;
  by: string;
  at: Date;
  today: string;
  learner: string;
};

/** Rows about what learners do in a furnished course, and about its films, packages and questions. */
export async function insertTraining(tx: Tx, { place, files, by, at, today, learner: accountId }: Furnishing) {
  const { rendition, playlist, poster, version, packed, shown, unused } = files;
  const attempt = { attemptId: place.attempt };
  await tx
    .insertInto('attemptAbsence')
    .values({ ...attempt, fromSecond: 1, seconds: 5 })
    .execute();
  await tx
    .insertInto('attemptGrant')
    .values({ ...attempt, reason: 'ill', grantedBy: by, grantedAt: at })
    .execute();
  await tx
    .insertInto('attemptRegrade')
    .values({ ...attempt, keyChangeId: place.key, oldScore: 0, newScore: 1, gainedPass: false })
    .execute();
  await tx
    .insertInto('confirmedPass')
    .values({ ...attempt, score: 0, reason: 'kept', keptBy: by, keptAt: at })
    .execute();
  await tx
    .insertInto('attendance')
    .values({
      enrolmentId: place.enrolment,
      batchId: place.batch,
      day: today,
      half: 'morning',
      mark: 'present',
      markedBy: by,
      markedAt: at,
    })
    .execute();
  const check = await tx
    .insertInto('filmCheck')
    .values({ filmId: place.film, atSeconds: 5, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const watching = { enrolmentId: place.enrolment, filmId: place.film };
  await tx
    .insertInto('watching')
    .values({ ...watching, openedAt: at, updatedAt: at })
    .execute();
  await tx
    .insertInto('presenceCheck')
    .values({ ...watching, checkId: check.id, turn: 1, atSeconds: 5 })
    .execute();
  await tx
    .insertInto('filmRendition')
    .values({ filmId: place.film, lines: 360, fileId: rendition.id, playlistFileId: playlist.id })
    .execute();
  await tx.updateTable('film').set({ posterFileId: poster.id }).where('id', '=', place.film).execute();
  const { id: versionId } = await tx
    .insertInto('packageVersion')
    .values({ filmId: place.other, number: 1, fileId: version.id, manifest: '{"items":[]}', createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('film').set({ kind: 'package', fileId: version.id }).where('id', '=', place.other).execute();
  await tx
    .insertInto('packageEntry')
    .values({ versionId, path: 'a', mediaType: 'text/html', beginsAt: 0, sizeBytes: 1, isCompressed: false })
    .execute();
  await tx
    .insertInto('inspectionPack')
    .values({ batchId: place.batch, people: [accountId], askedBy: by, askedAt: at, madeAt: at, fileId: packed.id })
    .execute();
  await tx
    .insertInto('questionPicture')
    .values([shown, unused].map(({ id }) => ({ fileId: id, width: 1, height: 1, createdAt: at })))
    .execute();
  await tx
    .insertInto('questionOptionPicture')
    .values({ questionId: place.question, place: 0, pictureId: shown.id, text: 'a buoy' })
    .execute();
  await tx
    .insertInto('pieceDigests')
    .values({ fileId: rendition.id, digests: Buffer.from('x') })
    .execute();
}
