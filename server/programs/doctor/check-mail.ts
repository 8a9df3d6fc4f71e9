import { createTransport } from 'nodemailer';
import { smtpOptions } from '../../platform/mail/post.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

const remedy = 'Enter the mail server under Settings, and send a test email there; or set SMTP_URL.';

/** How long the mail server may take for its greeting and for each answer, in milliseconds. */
const patience = 10_000;

/**
 * The mail server: encryption, its certificate, and the password.
 *
 * @param mailbox an email address that gets a test email; undefined for none.
 */
export async function checkMail(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  mailbox: string | undefined,
): Promise<Finding[]> {
  if (mail.smtpUrl === undefined)
    return [
      mail.reachesNobody
        ? wrong(`Nobody gets an email, though ${publicUrl} is public, unless Settings names a mail server.`, remedy)
        : look('Emails are written to files in DATA_DIR/mail, unless Settings names a mail server.', remedy),
    ];
  const findings: Finding[] = mail.isReadable
    ? [wrong('Emails, and the codes in them, can be read on their way.', 'Set SMTP_TLS=required, or leave it out.')]
    : [];
  const transport = createTransport({ ...smtpOptions(mail.smtpUrl, mail.smtpTls, patience) });
  try {
    await transport.verify();
    findings.push(fine(`The mail server ${new URL(mail.smtpUrl).host} takes emails`));
    if (mailbox !== undefined) findings.push(await testEmail(transport, { mailbox, from: mail.from }));
  } catch (error) {
    findings.push(refusal(error));
  } finally {
    transport.close();
  }
  return findings;
}

function refusal(error: unknown): Finding {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const remedies: Record<string, string> = {
    EAUTH: 'Correct the user or the password in SMTP_URL.',
    ETLS: 'Use a server that offers STARTTLS, or smtps:// in SMTP_URL.',
    ESOCKET:
      'Correct the host and port in SMTP_URL; for a private authority set NODE_EXTRA_CA_CERTS to its certificate.',
  };
  return wrong(
    `The mail server cannot be used: ${reasonOf(error)}.`,
    remedies[code] ?? 'Correct the host and port in SMTP_URL, or open the firewall to it.',
  );
}

type Transport = Pick<ReturnType<typeof createTransport>, 'sendMail'>;

async function testEmail(
  transport: Transport,
  { mailbox, from = mailbox }: { mailbox: string; from: string | undefined },
) {
  const text = 'This is a test email of Fairlead’s doctor. If you read it, emails arrive.';
  try {
    await transport.sendMail({ from, to: mailbox, subject: 'Test email of Fairlead', text });
    return fine(`The mail server took a test email for ${mailbox}: look there whether it arrives, and not as spam`);
  } catch (error) {
    return wrong(
      `The mail server refused an email to ${mailbox}: ${reasonOf(error)}.`,
      'Set MAIL_FROM to an email address that this server may send for.',
    );
  }
}
