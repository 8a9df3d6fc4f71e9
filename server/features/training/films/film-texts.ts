import { readFile } from 'node:fs/promises';
import type { FilmText } from '@fairlead/contract/training/films';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { type Incoming, keepFor } from '../../../platform/files/files.ts';
import { insertStoredFile, markDeleted } from '../../../platform/files/stored-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockFilm } from '../film-queries.ts';
import { decodeText, toWebVtt } from './captions.ts';

type FilmTextKey = { filmId: string } & Pick<FilmText, 'kind' | 'language'>;
type Action = FilmTextKey & { actorId: string; ip: string };

/**
 * Adds captions or a transcript to a film, replacing one in the same language.
 *
 * @returns the training set's id, and a sentence for whatever of the captions is left out.
 * @throws AppError `invalid` without a file, `bad-file` for invalid captions, `not-found`, `stale` when the film was
 *   removed.
 */
export async function attachText(
  { db, files, clock }: Pick<Platform, 'db' | 'files' | 'clock'>,
  { text, ...action }: Action & { text: Incoming | undefined },
): Promise<{ setId: string; remarks: string[] }> {
  if (!text) {
    const sentence = 'Please choose a file.';
    throw new AppError('invalid', sentence, { fields: { text: sentence } });
  }
  const { kind, language } = action;
  const seconds = await lengthOf(db, action.filmId);
  const remarks: string[] = [];
  const reading = { seconds, remark: (sentence: string) => void remarks.push(sentence) };
  const content = contentOf(kind, decodeText(await readFile(text.path), reading.remark), reading);
  const type = kind === 'captions' ? 'text/vtt' : 'text/plain';
  const file = await files.receiveOwn(Buffer.from(content), type, text.originalName);
  return keepFor(files, [{ file, folder: 'trainingVideo' }], ([kept]) =>
    transaction(db, async (tx) => {
      const film = await lockFilm(tx, action.filmId);
      await takeAway(tx, action, clock());
      const { id: fileId } = await insertStoredFile(tx, kept, { ownerId: null });
      await tx.insertInto('filmText').values({ filmId: action.filmId, kind, language, fileId }).execute();
      await record(tx, 'training.attach-text', action, film.courseId);
      return { setId: film.setId, remarks };
    }),
  );
}

/** The length of a film; undefined for one that does not exist. */
const lengthOf = async (db: Db, id: string): Promise<number | undefined> =>
  (await db.selectFrom('film').select('durationSeconds').where('id', '=', id).executeTakeFirst())?.durationSeconds;

/**
 * Removes captions or a transcript.
 *
 * @returns the training set's id.
 * @throws AppError `not-found`, `stale` when the film was removed meanwhile.
 */
export async function removeText({ db, clock }: Pick<Platform, 'db' | 'clock'>, action: Action): Promise<string> {
  return transaction(db, async (tx) => {
    const film = await lockFilm(tx, action.filmId);
    if (!(await takeAway(tx, action, clock()))) throw notFound('This text has already been removed.');
    await record(tx, 'training.remove-text', action, film.courseId);
    return film.setId;
  });
}

function contentOf(kind: FilmTextKey['kind'], text: string, reading: Parameters<typeof toWebVtt>[1]): string {
  if (kind === 'captions') return toWebVtt(text, reading);
  const words = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim();
  // Bytes that do not occur in text: another kind of file with a text file's name.
  if (!words || words.includes('\0')) {
    const sentence = 'There is no text in this file; please choose a plain text file.';
    throw new AppError('bad-file', sentence, { fields: { text: sentence } });
  }
  return words;
}

async function takeAway(tx: Tx, { filmId, kind, language }: FilmTextKey, now: Date): Promise<boolean> {
  const gone = await tx
    .deleteFrom('filmText')
    .where('filmId', '=', filmId)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .returning('fileId')
    .executeTakeFirst();
  if (gone) await markDeleted(tx, gone.fileId, now);
  return gone !== undefined;
}

const record = (tx: Tx, action: string, { actorId, ip, filmId, kind, language }: Action, courseId: string) =>
  appendAudit(tx, {
    actorId,
    action,
    subject: { kind: 'course', id: courseId },
    details: { filmId, kind, language },
    ip,
  });
