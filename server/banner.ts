import { join } from 'node:path';
import type { Config } from './config.ts';

type Started = {
  /** What the academy is called. */
  name: string;
  /** Where it listens. */
  url: string;
  /** The administrator to log in as; the password only when it was made up at this start. */
  admin: { email: string; password?: string };
};

/** By which server mails go, and how they are encrypted on the way there. */
function carriage({ smtpUrl, smtpTls }: Config['mail'], dataDir: string): string {
  if (!smtpUrl) return `files in ${join(dataDir, 'mail')}`;
  const { protocol, host } = new URL(smtpUrl);
  const words = { required: 'STARTTLS required', opportunistic: 'STARTTLS if offered', none: 'not encrypted' };
  return `by ${host}, ${protocol === 'smtps:' ? 'TLS' : words[smtpTls]}`;
}

/** What a newcomer wants to know, in one short block: where it is, who may enter, where mails go. */
export function bannerOf({ mail, dataDir, publicUrl }: Config, { name, url, admin }: Started): string {
  const password = admin.password ? `, password ${admin.password} (made up now, shown this once)` : '';
  const warnings = [
    ...(mail.reachesNobody ? [`nobody gets a mail, though ${publicUrl} is public: set SMTP_URL`] : []),
    ...(mail.isReadable
      ? [`mails, codes in them and the password can be read on their way, since SMTP_TLS=${mail.smtpTls}`]
      : []),
  ];
  return [
    '',
    `  ${name}`,
    `  Address      ${url}`,
    `  Staff login  ${url}/ornate_backend as ${admin.email}${password}`,
    `  Mails        ${carriage(mail, dataDir)}`,
    ...warnings.map((warning) => `  Attention    ${warning}`),
    '',
  ].join('\n');
}
