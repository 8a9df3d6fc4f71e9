import type { Config } from '../../config.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { composeMail, type Mail } from '../../platform/mail/compose.ts';
import { fill, type LetterKind, type LetterWords, paragraphsOf } from '../../platform/mail/letter.ts';
import { queueMail } from '../../platform/mail/queue-mail.ts';
import { findLetterWords } from './letter-queries.ts';
import { type Academy, getAcademy } from './queries.ts';

type Addressed<Placeholder extends string> = {
  /** An address; the academy's own when not given. */
  to?: string;
  replyTo?: string;
  values: Readonly<Record<Placeholder, string>>;
  /** Where the letter's button leads. */
  url?: string;
  /** The one-time code, set large. */
  code?: string;
};
type Sending<Placeholder extends string> = Addressed<Placeholder> & {
  /** A letter that could not be sent by then is not sent any more. */
  goodUntil?: Date;
};

/** What every letter can name of the academy. */
export const academyValues = ({ name, email, phone }: Academy): Record<string, string> => ({
  academy: name,
  academyEmail: email,
  academyPhone: phone,
});

/** Writes a letter on the academy's paper, in the words that staff have given to its kind, or else in its own. */
export async function writeLetter<Placeholder extends string>(
  db: Queryable,
  config: Pick<Config, 'academyDefaults'>,
  kind: LetterKind<Placeholder>,
  addressed: Addressed<Placeholder>,
): Promise<Mail> {
  const words = (await findLetterWords(db, kind.key)) ?? kind;
  return setLetter(await getAcademy(db, config), kind, words, addressed);
}

/** Sets a letter in given words. */
export function setLetter<Placeholder extends string>(
  academy: Academy,
  { button }: LetterKind<Placeholder>,
  words: LetterWords,
  { to, replyTo, values, url, code }: Addressed<Placeholder>,
): Mail {
  const known = { ...academyValues(academy), ...values };
  const mail = composeMail(academy, to ?? academy.email, {
    subject: fill(words.subject, known),
    paragraphs: paragraphsOf(words.text, known),
    ...(code && { code }),
    ...(button && url && { action: { label: button, url } }),
  });
  return { ...mail, ...(replyTo && { replyTo }) };
}

/** Writes a letter and puts it into the outbox, in the transaction that causes it. */
export async function sendLetter<Placeholder extends string>(
  tx: Tx,
  config: Pick<Config, 'academyDefaults'>,
  kind: LetterKind<Placeholder>,
  { goodUntil, ...addressed }: Sending<Placeholder>,
): Promise<void> {
  await queueMail(tx, await writeLetter(tx, config, kind, addressed), { ...(goodUntil && { goodUntil }) });
}
