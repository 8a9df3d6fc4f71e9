import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { JobHandler } from '../jobs/worker.ts';
import { Away } from '../outage.ts';
import { logoPlace, type Mail } from './compose.ts';

/** Carries mails. */
export type Post = {
  /** Takes a mail as a job. @throws Away when the mail server does not answer, else what it had against this mail */
  send: JobHandler;
  /** Since when the mail server has not answered; undefined when it did the last time that it was asked. */
  awaySince: () => Date | undefined;
  close: () => void;
};

/** A PNG, and how wide and high it is shown. */
export type Picture = { png: Buffer; width: number; height: number };

/**
 * How a connection to `smtp://` is encrypted: by STARTTLS or not at all, by STARTTLS where the server offers it, or
 * never. `smtps://` is encrypted from its first byte, whatever is said here. A certificate is verified wherever there
 * is encryption.
 */
export type SmtpTls = 'required' | 'opportunistic' | 'none';

type Options = {
  smtpUrl: string | undefined;
  smtpTls: SmtpTls;
  /** The From of a mail, asked for each. */
  sender: () => Promise<string>;
  /** The logo that is stored under this name, as every mail program shows it; undefined when it is gone. */
  logo: (filename: string) => Promise<Picture | undefined>;
  /** Where mails go as .eml files when there is no mail server. */
  folder: string;
  clock: () => Date;
  log: { info(fields: object, text: string): void };
  /** Milliseconds that the mail server has for its first word; for its others it has three times as many. */
  patience?: number;
};

/** What goes wrong between us and the mail server: no connection, no answer in time, no encryption. */
const linkErrors = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL'];
/** The server's own word for being about to go: 421 of RFC 5321, section 3.8. */
const closingDown = 421;

type SmtpError = Error & { code?: string; responseCode?: number };

/** Whether the mail server failed as a whole; anything else is its word on one mail, or on our password. */
function isAway({ code, responseCode }: SmtpError): boolean {
  if (code === 'ETLS' || responseCode === closingDown) return true;
  return responseCode === undefined && linkErrors.includes(code ?? '');
}

/** Why no mail goes to the mail server, for staff. */
function whyAway({ code, message }: SmtpError): string {
  const failed = `The connection to the mail server failed: ${message}`;
  return code === 'ETLS' ? `${failed} (SMTP_TLS demands encryption)` : failed;
}

function serverOf(smtpUrl: string, tls: SmtpTls) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    secure: protocol === 'smtps:',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
  };
}

/** A name and an address as a header has them; what would end the quotes is left out of the name. */
export const senderOf = ({ name, email }: { name: string; email: string }): string =>
  `"${name.replace(/["\\\p{Cc}]/gu, '')}" <${email}>`;

/**
 * Carries out the mail jobs. With a mail server it is sent there; without one it becomes a file of mode 600, so
 * that a newcomer can finish a registration on a laptop. The Message-ID comes from the job, so that the rare
 * mail that is sent again after a crash is seen as the same one.
 */
export function createPost(options: Options): Post {
  const { smtpUrl, smtpTls, sender, logo: logoNamed, folder, clock, log, patience = 20_000 } = options;
  const smtp = smtpUrl
    ? createTransport({
        ...serverOf(smtpUrl, smtpTls),
        connectionTimeout: patience,
        greetingTimeout: patience,
        socketTimeout: 3 * patience,
      })
    : undefined;
  let awaySince: Date | undefined;

  async function handOver(transport: NonNullable<typeof smtp>, message: Parameters<typeof transport.sendMail>[0]) {
    try {
      await transport.sendMail(message);
      awaySince = undefined;
    } catch (error) {
      const isThere = !isAway(error as SmtpError);
      awaySince = isThere ? undefined : (awaySince ?? clock());
      if (isThere) throw error;
      throw new Away(whyAway(error as SmtpError), { cause: error });
    }
  }

  const paper = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  const send: JobHandler = async ({ id, payload }) => {
    const { to, replyTo, subject, text, html, logo, goodUntil } = payload as unknown as Mail & { goodUntil?: string };
    if (goodUntil && new Date(goodUntil) <= clock()) {
      log.info({ job: id }, 'mail not sent: it has run out');
      return;
    }
    const from = await sender();
    const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
    const picture = logo === undefined ? undefined : await logoNamed(logo);
    const message = {
      ...{ from, to, subject, text, messageId: `<${id}@${domain}>`, ...(replyTo && { replyTo }) },
      ...withLogo(html, picture),
    };
    if (smtp) {
      await handOver(smtp, message);
      log.info({ job: id }, 'mail sent');
      return;
    }
    const { message: bytes } = await paper.sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${id}.eml`);
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    log.info({ job: id, subject }, 'mail written to a file');
  };
  return { send, awaySince: () => awaySince, close: () => smtp?.close() };
}

/** A picture inside the mail: one on a server would be blocked, and would tell who opens the mail. */
function withLogo(html: string, picture: Picture | undefined) {
  if (!picture) return { html };
  const { png, width, height } = picture;
  // Beside the academy's name, which says the same.
  const img = `<img src="cid:logo" alt="" width="${width}" height="${height}" style="display:block;margin:0 0 12px">`;
  const attachment = { filename: 'logo.png', content: png, cid: 'logo', contentDisposition: 'inline' as const };
  return { html: html.replace(logoPlace, img), attachments: [attachment] };
}

/** Removes mail files older than a week: they hold personal data, and codes that have long run out. */
export async function sweepMailFolder(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const weekAgo = now.getTime() - 7 * 24 * 3600 * 1000;
  for (const name of names) {
    const file = join(folder, name);
    if ((await stat(file)).mtimeMs < weekAgo) await rm(file, { force: true });
  }
}
