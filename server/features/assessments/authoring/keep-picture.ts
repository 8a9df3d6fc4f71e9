import { type Db, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Incoming, keepFor } from '../../../platform/files/files.ts';
import { preparePicture, questionPicture } from '../../../platform/files/pictures.ts';
import { insertStoredFile, markDeleted } from '../../../platform/files/stored-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Picture } from '../picture-queries.ts';

type Dependencies = Pick<Platform, 'db' | 'files' | 'clock'>;

/**
 * Re-encodes a received picture and stores it for use in a question or an option. `storedBy` may use it in any of their
 * courses (`requireOwnPictures`). It has no owner: anyone who may see
 * the assessments can read it, and learners can through the links in their test papers.
 *
 * @throws AppError `invalid` without a picture, `bad-file` for a file that is not a picture.
 */
export async function keepPicture(
  { db, files, clock }: Dependencies,
  incoming: Incoming | undefined,
  storedBy: string,
) {
  if (!incoming) {
    const message = 'Please choose a picture';
    throw new AppError('invalid', message, { fields: { picture: message } });
  }
  const { width, height, ...file } = await preparePicture(incoming, questionPicture);
  return keepFor(files, [{ file, folder: 'question_pictures' }], ([kept]) =>
    transaction(db, async (tx): Promise<Omit<Picture, 'text'>> => {
      const { id, filename } = await insertStoredFile(tx, kept, { ownerId: null });
      await tx
        .insertInto('questionPicture')
        .values({ fileId: id, width, height, createdAt: clock(), storedBy })
        .execute();
      return { id, filename, width, height };
    }),
  );
}

const week = 7 * 24 * 3600 * 1000;

/** Deletes pictures that no question or option has used within a week. */
export async function sweepPictures(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('questionPicture')
      .where('createdAt', '<', new Date(now.getTime() - week))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('question').select('id').whereRef('question.pictureId', '=', 'questionPicture.fileId'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('questionOptionPicture as shown')
              .select('shown.place')
              .whereRef('shown.pictureId', '=', 'questionPicture.fileId'),
          ),
        ),
      )
      .returning('fileId')
      .execute();
    for (const { fileId } of gone) await markDeleted(tx, fileId, now);
  });
}
