import { createTransport } from 'nodemailer';
import { askMailServer } from '../../platform/mail/ask-mail-server.ts';
import { type MailServer, smtpOptions } from '../../platform/mail/post.ts';
import type { Facts } from '../../program/academy-facts.ts';
import type { Config } from '../../settings/config.ts';
import { isThisMachine } from '../../settings/environment.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

const remedy = 'Enter the mail server under Settings, and send a test email there; or set SMTP_URL.';
const remedyOfSender = 'Set MAIL_FROM to an email address that this server may send for.';

/** How long the mail server may take for its greeting and for each answer, in milliseconds. */
const usualPatience = 10_000;

type Options = {
  /** What the database says; undefined where it is not known. */
  facts: Facts | undefined;
  /** An email address that gets a test email; undefined for none. */
  mailbox?: string | undefined;
  patience?: number | undefined;
};

/**
 * The mail server of the operator, or the one that an administrator has entered: encryption, its certificate, the
 * password, and whether it takes emails from the academy's sender.
 */
export async function checkMail(
  config: Pick<Config, 'mail' | 'publicUrl'>,
  { facts, mailbox, patience = usualPatience }: Options,
): Promise<Finding[]> {
  const { mail } = config;
  const findings: Finding[] = waiting(facts);
  if (mail.isReadable)
    findings.push(
      wrong('Emails, and the codes in them, can be read on their way.', 'Set SMTP_TLS=required, or leave it out.'),
    );
  const own = mail.smtpUrl === undefined ? undefined : { smtpUrl: mail.smtpUrl, smtpTls: mail.smtpTls };
  const server = own ?? facts?.mail.server;
  if (!server) return facts ? [...findings, without(facts, config)] : findings;
  const from = facts?.mail.from ?? mail.from;
  const to = mailbox ?? facts?.mail.inbox ?? undefined;
  const asked = await ask(server, from === undefined || to === undefined ? undefined : { from, to }, patience);
  findings.push(asked);
  if (asked.state === 'fine' && mailbox !== undefined)
    findings.push(await testEmail(server, { mailbox, from: from ?? mailbox }, patience));
  return findings;
}

function without(facts: Facts, { publicUrl }: Pick<Config, 'publicUrl'>): Finding {
  if (facts.mail.unusable !== null) return wrong(facts.mail.unusable, remedy);
  return isThisMachine(publicUrl)
    ? look('Emails are written to files in DATA_DIR/mail.', remedy)
    : wrong(`Nobody gets an email, though ${publicUrl} is public.`, remedy);
}

/** What has happened to the emails of the running program. */
function waiting(facts: Facts | undefined): Finding[] {
  if (!facts?.mail.waiting) return [];
  const { since, error } = facts.mail.waiting;
  const reason = error === null ? '' : `: ${reasonOf(error.replace('Away: ', ''))}`;
  return [
    wrong(
      `Emails wait since ${since.slice(0, 16).replace('T', ' ')} UTC${reason}.`,
      'Correct what the mail server says; the program tries again by itself.',
    ),
  ];
}

/** The email address in a From header. */
const addressIn = (from: string) => /<([^<>]+)>$/.exec(from)?.[1] ?? from;

async function ask(
  server: MailServer,
  envelope: { from: string; to: string } | undefined,
  patience: number,
): Promise<Finding> {
  const { host } = new URL(server.smtpUrl);
  const from = envelope && addressIn(envelope.from);
  try {
    await askMailServer(server, envelope && { to: envelope.to, from: addressIn(envelope.from) }, patience);
    return fine(`The mail server ${host} takes emails${from === undefined ? '' : ` from ${from}`}`);
  } catch (error) {
    return refusal(error, `${from} to ${envelope?.to}`);
  }
}

function refusal(error: unknown, emails: string): Finding {
  const { code, responseCode = 0 } = error as Error & { code?: string; responseCode?: number };
  if (code === 'EENVELOPE')
    return responseCode >= 500
      ? wrong(`The mail server refuses emails from ${emails}: ${reasonOf(error)}.`, remedyOfSender)
      : look(
          `The mail server does not take emails from ${emails} now: ${reasonOf(error)}.`,
          'Examine again in an hour.',
        );
  const remedies: Record<string, string> = {
    EAUTH: 'Correct the user or the password in SMTP_URL, or under Settings.',
    ETLS: 'Use a server that offers STARTTLS, or smtps:// in SMTP_URL.',
    ESOCKET:
      'Correct the host and port in SMTP_URL, or under Settings; for a private authority set NODE_EXTRA_CA_CERTS to its certificate.',
  };
  return wrong(
    `The mail server cannot be used: ${reasonOf(error)}.`,
    remedies[code ?? ''] ??
      'Correct the host and port in SMTP_URL, or under Settings, or let the firewall and the provider open that port: many close port 25.',
  );
}

async function testEmail(
  { smtpUrl, smtpTls }: MailServer,
  { mailbox, from }: { mailbox: string; from: string },
  patience: number,
): Promise<Finding> {
  const transport = createTransport(smtpOptions(smtpUrl, smtpTls, patience));
  const text = 'This is a test email of Fairlead’s doctor. If you read it, emails arrive.';
  try {
    await transport.sendMail({ from, to: mailbox, subject: 'Test email of Fairlead', text });
    return fine(`The mail server took a test email for ${mailbox}: look there whether it arrives, and not as spam`);
  } catch (error) {
    return wrong(`The mail server refused an email from ${from} to ${mailbox}: ${reasonOf(error)}.`, remedyOfSender);
  } finally {
    transport.close();
  }
}
