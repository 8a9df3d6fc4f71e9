import { z } from 'zod/mini';
import { bounded, optionalText, tidy } from '../values/shapes.ts';
import { parseUrl } from '../values/urls.ts';

const host = 'Enter a host such as smtp.academy.example';
const port = 'Enter a port from 1 to 65535';

/** How the connection to a mail server is encrypted: after a greeting (STARTTLS), or from its first byte. */
export const mailEncryptions = ['starttls', 'tls'] as const;
const encryption = z.enum(mailEncryptions, 'Please choose how the connection is encrypted');

/** The mail server of an academy whose operator has named none. */
export const MailServerInput = z.object({
  host: bounded(253, { missing: host, tooLong: host }, tidy, z.trim(), z.toLowerCase()).check(
    z.regex(/^([a-z0-9][a-z0-9.-]*|\[[0-9a-f:.]+\])$/, host),
    z.refine((one) => parseUrl(`smtp://${one}`) !== undefined, host),
  ),
  port: z.int(port).check(z.gte(1, port), z.lte(65_535, port)),
  encryption,
  /** Empty for a server that asks for no login. */
  user: optionalText('User', 200),
  /** Empty keeps the one that is stored, as long as host, port, encryption and user stay the same. */
  password: bounded(500, { missing: 'Enter a password or nothing', tooLong: 'This password is too long' }),
});
export type MailServerInput = z.infer<typeof MailServerInput>;

/** How emails leave, as administrators see it; the password never leaves the server. */
export const MailSettings = z.object({
  delivery: z.enum(['server', 'files']),
  /** The sender. */
  from: z.string(),
  /** The host that the operator has set as SMTP_URL, which wins over the one below; null where there is none. */
  operator: z.nullable(z.string()),
  /** The mail server that an administrator has entered. */
  server: z.nullable(
    z.object({ host: z.string(), port: z.number(), encryption, user: z.string(), hasPassword: z.boolean() }),
  ),
});
export type MailSettings = z.infer<typeof MailSettings>;
