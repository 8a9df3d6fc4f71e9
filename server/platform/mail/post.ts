import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { GiveUp, type JobHandler } from '../jobs/worker.ts';
import { Away } from '../outage.ts';
import { type Attachment, type Mail, withLogoFrom } from './compose.ts';

/** Loaded with the first email: a start needs none of its modules. */
const nodemailer = () => import('nodemailer');

/** Sends emails. */
export type Post = {
  /** Sends one email as a job. @throws Away when the mail server does not answer, else the error about this email */
  send: JobHandler;
  /** Since when the mail server has not answered; undefined when it answered the last time. */
  awaySince: () => Date | undefined;
  close: () => void;
};

/** A PNG, with the width and height at which it is shown, in pixels. */
export type Picture = { png: Buffer; width: number; height: number };

/**
 * How a connection to `smtp://` is encrypted: 'required' uses STARTTLS or fails, 'opportunistic' uses STARTTLS where
 * the server offers it, 'none' never encrypts. `smtps://` is encrypted from its first byte, whatever this setting is.
 * The certificate is verified wherever the connection is encrypted.
 */
export type SmtpTls = 'required' | 'opportunistic' | 'none';

/** A mail server, with its login in the URL. */
export type MailServer = { smtpUrl: string; smtpTls: SmtpTls };

type Options = {
  /** The mail server, read again for each email; undefined for none. */
  mailServer: () => Promise<MailServer | undefined>;
  /** The From header, read again for each email. */
  sender: () => Promise<string>;
  /** The logo stored under this name, in a format that every mail program shows; undefined when it no longer exists. */
  logo: (filename: string) => Promise<Picture | undefined>;
  /** The folder for emails as .eml files when there is no mail server. */
  folder: string;
  clock: () => Date;
  log: { info(fields: object, text: string): void };
  /** Timeout in milliseconds for the mail server's greeting; its other replies have three times as long. */
  patience?: number;
};

/** Errors of the connection to the mail server: no connection, no answer in time, no encryption. */
const linkErrors = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EPROTOCOL'];
/** The reply code of a server that is about to shut down: 421 of RFC 5321, section 3.8. */
const closingDown = 421;

type SmtpError = Error & { code?: string; responseCode?: number };

/** Whether the mail server failed as a whole. Any other error is about one email, or about our password. */
function isAway({ code, responseCode }: SmtpError): boolean {
  if (code === 'ETLS' || responseCode === closingDown) return true;
  return responseCode === undefined && linkErrors.includes(code ?? '');
}

/** Why no email reaches the mail server, as a message for staff. */
function whyAway({ code, message }: SmtpError): string {
  const failed = `The connection to the mail server failed: ${message}`;
  return code === 'ETLS' ? `${failed} (SMTP_TLS requires encryption)` : failed;
}

/** How a mail server is connected to: nodemailer's options. `patience` is the one of `createPost`. */
export function smtpOptions(smtpUrl: string, tls: SmtpTls, patience: number) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    secure: protocol === 'smtps:',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: 3 * patience,
  };
}

/** A name and an email address as a header value. Characters that would end the quoted name are removed. */
export const senderOf = ({ name, email }: { name: string; email: string }): string =>
  `"${name.replace(/["\\\p{Cc}]/gu, '')}" <${email}>`;

/**
 * Executes the mail jobs. With a mail server, emails are sent there. Without one, each becomes a file of mode 600, so
 * that a developer can complete a registration on a laptop. The Message-ID is derived from the job, so that an email
 * that is sent twice after a crash is recognised as the same one.
 */
export function createPost(options: Options): Post {
  const { mailServer, sender, logo: logoNamed, folder, clock, log, patience = 20_000 } = options;
  let known: { to: MailServer; smtp: Transporter } | undefined;
  let awaySince: Date | undefined;

  /** The way to a mail server, which is made again when it has been changed. */
  async function smtpTo(to: MailServer): Promise<Transporter> {
    const { createTransport } = await nodemailer();
    if (known?.to.smtpUrl !== to.smtpUrl || known.to.smtpTls !== to.smtpTls) {
      known?.smtp.close();
      awaySince = undefined;
      known = { to, smtp: createTransport(smtpOptions(to.smtpUrl, to.smtpTls, patience)) };
    }
    return known.smtp;
  }

  async function handOver(transport: Transporter, message: Parameters<Transporter['sendMail']>[0]): Promise<void> {
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

  const send: JobHandler = async ({ id, payload }) => {
    const { to, replyTo, subject, text, html, logo, attachments, goodUntil } = payload as unknown as Mail & {
      goodUntil?: string;
    };
    if (goodUntil && new Date(goodUntil) <= clock()) {
      throw new GiveUp(`What it says was good until ${goodUntil}: it was not sent any more.`);
    }
    const from = await sender();
    const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
    const picture = logo === undefined ? undefined : await logoNamed(logo);
    const message = {
      from,
      to,
      subject,
      text,
      messageId: `<${id}@${domain}>`,
      ...(replyTo && { replyTo }),
      ...withFiles(html, picture, attachments),
      // no answering machine replies (RFC 3834), and our own mailbox does not take it for an email of a person
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const server = await mailServer();
    if (server) {
      await handOver(await smtpTo(server), message);
      log.info({ job: id }, 'mail sent');
      return;
    }
    const { createTransport } = await nodemailer();
    const paper = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message: bytes } = await paper.sendMail(message);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${id}.eml`);
    await writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    log.info({ job: id }, 'mail written to a file');
  };
  return { send, awaySince: () => awaySince, close: () => known?.smtp.close() };
}

/**
 * Attaches the logo to the email, and its PDFs. A picture on a server would be blocked, and would reveal who opens the
 * email.
 */
function withFiles(html: string, picture: Picture | undefined, attached: readonly Attachment[] = []) {
  const pdfs = attached.map(({ filename, base64 }) => ({
    filename,
    content: Buffer.from(base64, 'base64'),
    contentType: 'application/pdf',
  }));
  const logo = picture && {
    filename: 'logo.png',
    content: picture.png,
    cid: 'logo',
    contentDisposition: 'inline' as const,
  };
  return {
    html: picture ? withLogoFrom(html, 'cid:logo', picture) : html,
    attachments: [...(logo ? [logo] : []), ...pdfs],
  };
}

/** Removes mail files older than a week: they contain personal data, and codes that have long expired. */
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
