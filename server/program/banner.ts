import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import { isReadableOnTheWay, isThisMachine } from '../settings/environment.ts';
import { unknownInWords } from '../settings/unknown-settings.ts';
import { version } from '../settings/version.ts';

type Started = {
  /** The academy's name. */
  name: string;
  /** The URL at which the program listens. */
  url: string;
  /** The administrator's login; the password only if it was generated at this start. */
  admin: { email: string; password?: string };
  /** The host of the mail server that an administrator has entered; undefined for none. */
  mailHost?: string | undefined;
};

/** How emails are sent: the mail server and the encryption, or the folder. */
function carriage({ smtpUrl, smtpTls }: Config['mail'], dataDir: string, mailHost: string | undefined): string {
  if (!smtpUrl) return mailHost ? `by ${mailHost}, as under Settings` : `files in ${join(dataDir, 'mail')}`;
  const { protocol, host } = new URL(smtpUrl);
  const words = { required: 'STARTTLS required', opportunistic: 'STARTTLS if offered', none: 'not encrypted' };
  return `by ${host}, ${protocol === 'smtps:' ? 'TLS' : words[smtpTls]}`;
}

/**
 * The information for a new user in one short block: the version, the URL that people use, the login, and how emails
 * are sent.
 */
export function bannerOf(
  { mail, dataDir, publicUrl, files, unknownSettings }: Config,
  { name, url, admin, mailHost }: Started,
): string {
  const password = admin.password ? `, password ${admin.password} (made up now, shown this once)` : '';
  const address = isThisMachine(publicUrl) ? url : publicUrl;
  const endpoints = [files.place, files.also?.place].flatMap((place) => place?.endpoint ?? []);
  const warnings = [
    ...unknownSettings.map(unknownInWords),
    ...(mail.reachesNobody && !mailHost
      ? [`nobody gets a mail, though ${publicUrl} is public: enter the mail server under Settings, or set SMTP_URL`]
      : []),
    ...(mail.isReadable
      ? [`mails, codes in them and the password can be read on their way, since SMTP_TLS=${mail.smtpTls}`]
      : []),
    ...endpoints
      .filter(isReadableOnTheWay)
      .map((endpoint) => `films and pictures can be read on their way to ${endpoint}: use an endpoint of https`),
  ];
  return [
    '',
    `  ${name}`,
    `  Version      ${version}`,
    `  Address      ${address}${address === url ? '' : `, behind which the program listens at ${url}`}`,
    `  Staff login  ${address}/ornate_backend as ${admin.email}${password}`,
    `  Emails       ${carriage(mail, dataDir, mailHost)}`,
    ...warnings.map((warning) => `  Attention    ${warning}`),
    '',
  ].join('\n');
}
