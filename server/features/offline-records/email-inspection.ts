import { longestProgressFile, progressFormat } from '@fairlead/contract/offline-records';
import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** The most files in an email: more than a crew has. */
const mostFiles = 50;
/** How deep a file may be in forwarded emails. */
const mostForwards = 3;

/** Emails in an email are read here, with the same limits each. */
const options = { maxNestingDepth: 20, maxHeadersSize: 200_000, forceRfc822Attachments: true };

/** What an email to the academy's mailbox brings. */
export type ProgressInEmail = {
  /** The text of each progress file. */
  files: string[];
  /** Whether something was left out: files beyond the limits, or an email that cannot be read. */
  isIncomplete: boolean;
  /** Whether a program sent it by itself, such as a bounce: nobody may be written to about it. */
  isAutomatic: boolean;
};

/**
 * Finds the progress files in an email, also in emails that are attached to it. Which part is one is told by its name
 * or by how it begins, since mail programs of ships change names and types, and send a text in the email’s own text.
 * Nothing else in the email matters, least of all its sender, whom nobody has checked. To be called through
 * `progressInEmail`, which limits time and memory: a parser of emails can be kept busy for long by 4 MB of parts or of
 * markup.
 *
 * @throws an error for an email that is nested too deep, or has too many headers.
 */
export async function inspect(source: Uint8Array): Promise<ProgressInEmail> {
  const email = await PostalMime.parse(source, options);
  const { parts, isIncomplete } = await allParts(email);
  const found = parts.filter(isProgress);
  const files = found.filter((one) => bytesOf(one).length <= longestProgressFile).slice(0, mostFiles);
  return {
    files: files.map((one) => new TextDecoder().decode(bytesOf(one))),
    isIncomplete: isIncomplete || files.length < found.length,
    isAutomatic: isAutomatic(email),
  };
}

/** An attachment, or the text of an email. */
type Part = Pick<Attachment, 'content' | 'filename'>;

const bytesOf = ({ content }: Part): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);

/** The text and the attachments of an email, and of those attached to it. */
async function allParts(email: Email, depth = 0): Promise<{ parts: Part[]; isIncomplete: boolean }> {
  const all = { parts: inlineIn(email), isIncomplete: false };
  for (const one of email.attachments) {
    if (one.mimeType !== 'message/rfc822') {
      all.parts.push(one);
      continue;
    }
    const within =
      depth < mostForwards ? await allParts(await PostalMime.parse(bytesOf(one), options), depth + 1) : undefined;
    all.parts.push(...(within?.parts ?? []));
    all.isIncomplete ||= within?.isIncomplete ?? true;
  }
  return all;
}

/**
 * The progress files in the text of an email: `postal-mime` puts the texts of parts without a disposition in a row. A
 * file is one line of JSON, from its beginning at the start of a line.
 */
const inlineIn = ({ text = '' }: Email): Part[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('{'))
    .map((content) => ({ content, filename: null }));

/** By its name, or by how such a file begins if the ship's mail program has renamed it. */
const isProgress = (one: Part): boolean =>
  one.filename?.trim().toLowerCase().endsWith(`.${progressFormat}`) === true ||
  new TextDecoder()
    .decode(bytesOf(one).subarray(0, 100))
    .replace(/\s/g, '')
    .startsWith(`{"format":"${progressFormat}"`);

/** By the headers of RFC 3834, and those of mailing lists and bounces. */
function isAutomatic({ headers }: Email): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    /^(bulk|junk|list|auto_reply)\b/.test(headerOf('precedence') ?? '') ||
    headerOf('list-id') !== undefined ||
    headerOf('return-path') === '<>' ||
    /^multipart\/report\b/.test(headerOf('content-type') ?? '')
  );
}
