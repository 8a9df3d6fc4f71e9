import { AppError } from '../../../platform/errors.ts';
import { readStored } from '../../../platform/files/read-stored.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Pictures, picturesOf } from '../picture-queries.ts';

/** The pictures of one file of questions, in bytes: what reading such a file allows as well. */
const mostBytes = 12 * 2 ** 20;

/**
 * The pictures of questions and their options, by their file names. One after another, since all at once would be in
 * memory twice. A picture that cannot be read is missing.
 *
 * @throws AppError `invalid` for more than 12 MB.
 */
export async function readPictures(
  { files }: Pick<Platform, 'files'>,
  questions: readonly Pictures[],
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  let size = 0;
  for (const name of new Set(questions.flatMap(picturesOf).map(({ filename }) => filename))) {
    const bytes = await readStored({ files }, 'question_pictures', name);
    if (!bytes) continue;
    size += bytes.byteLength;
    if (size > mostBytes)
      throw new AppError('invalid', 'The pictures of this test have more than 12 MB. Please split the test first.');
    pictures.set(name, bytes);
  }
  return pictures;
}
