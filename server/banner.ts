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

/** What a newcomer wants to know, in one short block: where it is, who may enter, where mails go. */
export function bannerOf({ mail, dataDir, publicUrl }: Config, { name, url, admin }: Started): string {
  const password = admin.password ? `, password ${admin.password} (made up now, shown this once)` : '';
  const warning = `nobody gets a mail, though ${publicUrl} is public: set SMTP_URL`;
  return [
    '',
    `  ${name}`,
    `  Address      ${url}`,
    `  Staff login  ${url}/ornate_backend as ${admin.email}${password}`,
    `  Mails        ${mail.smtpUrl ? `by ${new URL(mail.smtpUrl).host}` : `files in ${join(dataDir, 'mail')}`}`,
    ...(mail.reachesNobody ? [`  Attention    ${warning}`] : []),
    '',
  ].join('\n');
}
