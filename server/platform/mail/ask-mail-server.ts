import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type MailServer, smtpOptions } from './post.ts';

/** An email that is left when the mail server is ready to read it. */
class Unsent extends Readable {
  readonly #leave: () => void;
  constructor(leave: () => void) {
    super();
    this.#leave = leave;
  }
  override pipe<To extends NodeJS.WritableStream>(to: To): To {
    this.#leave();
    return to;
  }
}

/**
 * Asks a mail server whether it takes emails: encryption, certificate, password, sender and recipient. Nothing is sent:
 * the connection ends before the first byte of an email.
 *
 * @param envelope the email addresses of sender and recipient; undefined if they are not asked about.
 * @param patience as for `smtpOptions`.
 * @throws the error of nodemailer, with its `code`: EENVELOPE for the sender or the recipient.
 */
export async function askMailServer(
  { smtpUrl, smtpTls }: MailServer,
  envelope: { from: string; to: string } | undefined,
  patience: number,
): Promise<void> {
  const { auth: credentials, ...options } = smtpOptions(smtpUrl, smtpTls, patience);
  const connection = new SMTPConnection(options);
  const failed = new Promise<never>((_, reject) => connection.on('error', reject));
  failed.catch(() => {});
  const step = (take: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => take((error) => (error ? reject(error) : resolve()))),
    ]);
  try {
    await step((done) => connection.connect(done));
    if (credentials && connection.allowsAuth) await step((done) => connection.login({ credentials }, done));
    if (envelope) await step((done) => connection.send(envelope, new Unsent(done), (error) => error && done(error)));
  } finally {
    connection.close();
  }
}
