import { escapeHtml } from '../escape-html.ts';

/** The content of an email; the letterhead around it is the same for all. */
export type EmailContent = {
  subject: string;
  /** Whole sentences, one string per paragraph. */
  paragraphs: readonly string[];
  /** A one-time code, shown in large type. */
  code?: string;
  /** The one button, for the next step of the recipient. */
  action?: { label: string; url: string };
};

export type Mail = {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** The stored file of the logo that is attached to it. */
  logo?: string;
  /** The PDFs that are attached to it. */
  attachments?: readonly Attachment[];
};

/** A PDF, as the job of an email keeps it. */
export type Attachment = { filename: string; base64: string };

/** The placeholder for the logo in an email's HTML. It is filled at sending, when the logo is known to exist. */
const logoPlace = '<!--logo-->';

/** Control characters could end the header that contains the text. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

/**
 * The HTML of an email with its logo, from a URL. Its text alternative is empty, since the academy's name is beside it.
 */
export const withLogoFrom = (html: string, url: string, { width, height }: { width: number; height: number }): string =>
  html.replace(
    logoPlace,
    `<img src="${url}" alt="" width="${width}" height="${height}" style="display:block;margin:0 0 12px">`,
  );

/** `email` is empty for an academy that has stated none. */
type Letterhead = { name: string; email: string; logo?: string | null };

const letterhead = ({ name, email }: Letterhead) => [name, email].filter(Boolean).join(' · ');

/** Renders an email with the academy's letterhead, as plain text and as HTML with everything escaped. */
export function composeMail(academy: Letterhead, to: string, content: EmailContent): Mail {
  const { subject, paragraphs, code, action } = content;
  const text = [
    ...paragraphs.flatMap((p) => [p, '']),
    ...(code ? [`    ${code}`, ''] : []),
    ...(action ? [`${action.label}: ${action.url}`, ''] : []),
    '--',
    letterhead(academy),
  ].join('\n');
  const body = [
    ...paragraphs.map((p) => `<p style="margin:0 0 16px">${escapeHtml(p).replaceAll('\n', '<br>')}</p>`),
    ...(code
      ? [`<p style="margin:0 0 16px;font:700 32px/1.2 monospace;letter-spacing:6px">${escapeHtml(code)}</p>`]
      : []),
    ...(action
      ? [
          `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0b2545;color:#fff;text-decoration:none">${escapeHtml(action.label)}</a></p>`,
        ]
      : []),
  ].join('');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(subject)}</title><body style="margin:0;background:#f4f1ea;font:16px/1.5 system-ui,sans-serif;color:#13233a"><div style="max-width:560px;margin:0 auto;padding:24px">${logoPlace}<p style="margin:0 0 24px;font-weight:700">${escapeHtml(academy.name)}</p><div style="background:#fff;border-radius:8px;padding:24px">${body}</div><p style="margin:16px 0 0;font-size:13px;color:#52606f">${escapeHtml(letterhead(academy))}</p></div></body></html>`;
  return { to, subject: oneLine(subject), text, html, ...(academy.logo && { logo: academy.logo }) };
}
