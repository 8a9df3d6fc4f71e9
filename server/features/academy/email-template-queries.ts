import type { Queryable } from '../../platform/db/database.ts';

const emailTexts = (db: Queryable) =>
  db.selectFrom('emailTemplateText').select(['key', 'subject', 'body as text', 'changedAt']);

/** The custom text that staff have set for an email template; undefined if it uses its default text. */
export const findEmailText = (db: Queryable, key: string) => emailTexts(db).where('key', '=', key).executeTakeFirst();

/** All custom texts for email templates, by template key. */
export const mapEmailTexts = async (db: Queryable) =>
  new Map((await emailTexts(db).execute()).map((words) => [words.key, words]));
