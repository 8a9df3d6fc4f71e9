import type { Queryable } from '../../platform/db/database.ts';

const letterWords = (db: Queryable) =>
  db.selectFrom('letterWords').select(['key', 'subject', 'body as text', 'changedAt']);

/** The words that staff have given to a letter; undefined for one that has its own. */
export const findLetterWords = (db: Queryable, key: string) =>
  letterWords(db).where('key', '=', key).executeTakeFirst();

/** All words that staff have given to letters, by the letters' keys. */
export const mapLetterWords = async (db: Queryable) =>
  new Map((await letterWords(db).execute()).map((words) => [words.key, words]));
