import { join } from 'node:path';
import type { MailSettings } from '@fairlead/contract/academy/mail-server';
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
  /** How emails leave. */
  mail: Pick<MailSettings, 'delivery' | 'server'>;
};

/** How emails are sent: the mail server and the encryption, or the folder. */
function carriage({ smtpUrl, smtpTls }: Config['mail'], dataDir: string, { server }: Started['mail']): string {
  if (!smtpUrl) return server ? `by ${server.host}, as under Settings` : `files in ${join(dataDir, 'mail')}`;
  const { protocol, host } = new URL(smtpUrl);
  const words = { required: 'STARTTLS required', opportunistic: 'STARTTLS if offered', none: 'not encrypted' };
  return `by ${host}, ${protocol === 'smtps:' ? 'TLS' : words[smtpTls]}`;
}

/**
 * The information for a new user in one short block: the version, the URL that people use, the login, and how emails
 * are sent.
 */
export function bannerOf(
  { mail: operators, dataDir, publicUrl, files, unknownSettings }: Config,
  { name, url, admin, mail }: Started,
): string {
  const password = admin.password ? `, password ${admin.password} (made up now, shown this once)` : '';
  const address = isThisMachine(publicUrl) ? url : publicUrl;
  const endpoints = [files.place, files.also?.place].flatMap((place) => place?.endpoint ?? []);
  const warnings = [
    ...unknownSettings.map(unknownInWords),
    ...(mail.delivery === 'files' && !isThisMachine(publicUrl)
      ? [`nobody gets a mail, though ${publicUrl} is public: enter the mail server under Settings, or set SMTP_URL`]
      : []),
    ...(operators.isReadable
      ? [`mails, codes in them and the password can be read on their way, since SMTP_TLS=${operators.smtpTls}`]
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
    `  Emails       ${carriage(operators, dataDir, mail)}`,
    ...warnings.map((warning) => `  Attention    ${warning}`),
    '',
  ].join('\n');
}

/** The same for the computer of a ship, which has no staff. */
export const shipBannerOf = (url: string): string =>
  ['', '  The computer of a ship', `  Version      ${version}`, `  Address      ${url}/ship`, ''].join('\n');
