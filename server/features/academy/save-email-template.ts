import type { LetterWords } from '@fairlead/contract/letters';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { type LetterKind, placeholdersIn } from '../../platform/mail/email-template.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLetterWords } from './email-template-queries.ts';
import { academyPlaceholders } from './rules.ts';

type By = { actorId: string; address: string };

/**
 * Checks a text against the placeholders of its email template: an unknown placeholder would be mailed as it is.
 *
 * @throws AppError `invalid`, with the field.
 */
export function demandKnownPlaceholders({ samples }: LetterKind, words: LetterWords): void {
  const known = new Set<string>([...Object.keys(samples), ...academyPlaceholders]);
  const fields: Record<string, string> = {};
  for (const field of ['subject', 'text'] as const) {
    const unknown = placeholdersIn(words[field]).find((name) => !known.has(name));
    if (unknown !== undefined) fields[field] = `This letter has nothing to put in the place of {${unknown}}.`;
  }
  const [first] = Object.values(fields);
  if (first) throw new AppError('invalid', first, { fields });
}

/**
 * Replaces the text of an email template; it applies to emails sent from then on.
 *
 * @throws AppError `invalid` for a placeholder that the template does not have.
 */
export async function saveLetter(
  { db, clock }: Platform,
  { letter, words, actorId, address }: By & { letter: LetterKind; words: LetterWords },
): Promise<void> {
  demandKnownPlaceholders(letter, words);
  const { subject, text: body } = words;
  const row = { subject, body, changedAt: clock(), changedBy: actorId };
  await transaction(db, async (tx) => {
    const before = (await findLetterWords(tx, letter.key)) ?? letter;
    await tx
      .insertInto('letterWords')
      .values({ key: letter.key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    const details = { from: { subject: before.subject, text: before.text }, to: words };
    await appendAudit(tx, { actorId, action: 'letter.change', subject: subjectOf(letter), details, address });
  });
}

/** Restores the default text of an email template. */
export async function resetLetter(
  { db }: Platform,
  { letter, actorId, address }: By & { letter: LetterKind },
): Promise<void> {
  await transaction(db, async (tx) => {
    const former = await tx
      .deleteFrom('letterWords')
      .where('key', '=', letter.key)
      .returning(['subject', 'body as text'])
      .executeTakeFirst();
    if (!former) return;
    await appendAudit(tx, {
      actorId,
      action: 'letter.reset',
      subject: subjectOf(letter),
      details: { from: former },
      address,
    });
  });
}

const subjectOf = ({ key }: LetterKind) => ({ kind: 'letter', id: key });
