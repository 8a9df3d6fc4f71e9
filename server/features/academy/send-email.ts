import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Attachment, composeMail, type Mail } from '../../platform/mail/compose.ts';
import { type EmailTemplate, type EmailText, fill, paragraphsOf } from '../../platform/mail/email-template.ts';
import { type Posting, queueMail, queueMails } from '../../platform/mail/queue-mail.ts';
import type { Config } from '../../settings/config.ts';
import { findEmailText } from './email-template-queries.ts';
import { type Academy, findInbox, getAcademy } from './queries.ts';

type Addressed<Placeholder extends string> = {
  /** The recipient's email address; the academy's own if not given. */
  to?: string;
  replyTo?: string;
  values: Readonly<Record<Placeholder, string>>;
  /** Target URL of the email's button. */
  url?: string;
  /** The one-time code, shown in large type. */
  code?: string;
  /** The PDFs that are attached. */
  attachments?: readonly Attachment[];
};
type Sending<Placeholder extends string> = Addressed<Placeholder> & Posting;

/**
 * The academy's values for the placeholders of every email template. Sentences that say where to write or to call stay
 * true where it has not stated that: its contact page takes messages.
 */
export const academyValues = ({ name, email, phone, publicUrl }: Academy): Record<string, string> => ({
  academy: name,
  academyEmail: email || `${publicUrl}/contact`,
  academyPhone: phone || 'us',
});

/**
 * Renders an email in the academy's layout, with the text that staff have set for its template, otherwise the default
 * text.
 */
export async function renderEmail<Placeholder extends string>(
  db: Queryable,
  config: Pick<Config, 'academyDefaults'>,
  kind: EmailTemplate<Placeholder>,
  addressed: Addressed<Placeholder>,
): Promise<Mail> {
  const words = (await findEmailText(db, kind.key)) ?? kind;
  const academy = await getAcademy(db, config);
  const to = addressed.to ?? (await findInbox(db, academy)) ?? '';
  return renderEmailText(academy, kind, words, { ...addressed, to });
}

/** Renders an email with a given text. */
export function renderEmailText<Placeholder extends string>(
  academy: Academy,
  { button }: EmailTemplate<Placeholder>,
  words: EmailText,
  { to, replyTo, values, url, code, attachments }: Addressed<Placeholder>,
): Mail {
  const known = { ...academyValues(academy), ...values };
  const mail = composeMail(academy, to ?? academy.email, {
    subject: fill(words.subject, known),
    paragraphs: paragraphsOf(words.text, known),
    ...(code && { code }),
    ...(button && url && { action: { label: button, url } }),
  });
  return { ...mail, ...(replyTo && { replyTo }), ...(attachments && { attachments }) };
}

/** Renders an email and puts it into the outbox, in the transaction that causes it. */
export async function sendEmail<Placeholder extends string>(
  tx: Tx,
  config: Pick<Config, 'academyDefaults'>,
  kind: EmailTemplate<Placeholder>,
  { goodUntil, dueAt, key, ...addressed }: Sending<Placeholder>,
): Promise<void> {
  const posting = { ...(goodUntil && { goodUntil }), ...(dueAt && { dueAt }), ...(key && { key }) };
  await queueMail(tx, await renderEmail(tx, config, kind, addressed), posting);
}

/** The same for several emails of one template, in a few statements. */
export async function sendEmails<Placeholder extends string>(
  tx: Tx,
  config: Pick<Config, 'academyDefaults'>,
  kind: EmailTemplate<Placeholder>,
  several: readonly Addressed<Placeholder>[],
): Promise<void> {
  if (several.length === 0) return;
  const words = (await findEmailText(tx, kind.key)) ?? kind;
  const academy = await getAcademy(tx, config);
  await queueMails(
    tx,
    several.map((addressed) => renderEmailText(academy, kind, words, addressed)),
  );
}
