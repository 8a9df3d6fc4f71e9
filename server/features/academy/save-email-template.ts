import type { EmailText } from '@fairlead/contract/academy/email-templates';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type EmailTemplate, placeholdersIn } from '../../platform/mail/email-template.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEmailText } from './email-template-queries.ts';
import { academyPlaceholders } from './rules.ts';

type By = { actorId: string; ip: string };

/**
 * Checks a text against the placeholders of its email template: an unknown placeholder would be mailed as it is, and
 * without one that it needs the email would be empty.
 *
 * @throws AppError `invalid`, with the field.
 */
export function requireKnownPlaceholders({ samples, needs = [] }: EmailTemplate, words: EmailText): void {
  const known = new Set<string>([...Object.keys(samples), ...academyPlaceholders]);
  const fields: Record<string, string> = {};
  for (const field of ['subject', 'text'] as const) {
    const unknown = placeholdersIn(words[field]).find((name) => !known.has(name));
    if (unknown !== undefined) fields[field] = `This email has no placeholder {${unknown}}.`;
  }
  const used = placeholdersIn(`${words.subject} ${words.text}`);
  const missing = needs.find((name) => !used.includes(name));
  if (missing !== undefined) fields.text ??= `This email needs the placeholder {${missing}}.`;
  const [first] = Object.values(fields);
  if (first) throw new AppError('invalid', first, { fields });
}

/**
 * Replaces the text of an email template; it applies to emails sent from then on.
 *
 * @throws AppError `invalid` for a placeholder that the template does not have, and without one that it needs.
 */
export async function saveEmailTemplate(
  { db, clock }: Platform,
  { template, words, actorId, ip }: By & { template: EmailTemplate; words: EmailText },
): Promise<void> {
  requireKnownPlaceholders(template, words);
  const { subject, text: body } = words;
  const row = { subject, body, changedAt: clock(), changedBy: actorId };
  await transaction(db, async (tx) => {
    const before = (await findEmailText(tx, template.key)) ?? template;
    await tx
      .insertInto('emailTemplateText')
      .values({ key: template.key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    const details = { from: { subject: before.subject, text: before.text }, to: words };
    await appendAudit(tx, { actorId, action: 'letter.change', subject: subjectOf(template), details, ip });
  });
}

/** Restores the default text of an email template. */
export async function resetEmailTemplate(
  { db }: Platform,
  { template, actorId, ip }: By & { template: EmailTemplate },
): Promise<void> {
  await transaction(db, async (tx) => {
    const former = await tx
      .deleteFrom('emailTemplateText')
      .where('key', '=', template.key)
      .returning(['subject', 'body as text'])
      .executeTakeFirst();
    if (!former) return;
    await appendAudit(tx, {
      actorId,
      action: 'letter.reset',
      subject: subjectOf(template),
      details: { from: former },
      ip,
    });
  });
}

const subjectOf = ({ key }: EmailTemplate) => ({ kind: 'letter', id: key });
