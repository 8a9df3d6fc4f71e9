import { randomBytes, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { parseVkey } from '@fairlead/contract/signed-note';
import { z } from 'zod/mini';
import type { TimeStampConfig } from './platform/time-stamps/authority.ts';
import type { Witness } from './platform/transparency/witness.ts';
import { BadSecret, readSecrets } from './secret-settings.ts';

const url = (protocols: readonly string[]) =>
  z.string().check(
    z.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
      message: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    }),
  );
/** The URL of a mail server. Options after a `?` are refused, because they could disable the encryption. */
const mailServer = url(['smtp:', 'smtps:']).check(
  z.refine((value) => !URL.canParse(value) || new URL(value).search === '', {
    message: 'must have no options behind a question mark; SMTP_TLS says how mails are encrypted',
  }),
  z.refine((value) => !URL.canParse(value) || isDecodable(new URL(value)), {
    message: 'has a % in its user or password that must be written as %25',
  }),
);
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
const timeZone = z.string().check(
  z.refine((value) => Intl.supportedValuesOf('timeZone').includes(value) || value === 'UTC', {
    message: 'must be a time zone such as Asia/Kolkata',
  }),
);
const origin = url(['http:', 'https:']).check(
  z.refine((value) => !URL.canParse(value) || /^\/?$/.test(value.slice(new URL(value).origin.length)), {
    message: 'must be an origin such as https://academy.example, without a path',
  }),
);
const proxies = z
  .string()
  .check(
    z.regex(/^(false|true|[1-9])$/, 'must be false, true (one proxy of yours) or the number of proxies from 1 to 9'),
  );
const link = z.union([z.literal('none'), url(['http:', 'https:'])], 'must be none or a URL that begins with https://');
const email = z.string().check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address'));
const sender = z
  .string()
  .check(
    z.regex(/^([^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/, 'must be an address, or a name and <address>'),
  );
/**
 * The URL of a login provider. Keys and names are requested from it, so nobody between may answer in its place: https
 * is required, except on this machine.
 */
const issuer = url(['https:', 'http:']).check(
  z.refine(
    (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isThisMachine(value),
    'must begin with https://',
  ),
  z.refine((value) => !/[?#]|\/\.well-known\//.test(value), 'must be the issuer itself, without ?, # and .well-known'),
);
/** The URL of a time-stamp authority. Tokens are signed, so that http suffices; a password must not travel by it. */
const timeStampUrl = url(['https:', 'http:']).check(
  z.refine(
    (value) =>
      !URL.canParse(value) ||
      new URL(value).password === '' ||
      new URL(value).protocol === 'https:' ||
      isThisMachine(value),
    'must begin with https:// where it has a password',
  ),
  z.refine((value) => !URL.canParse(value) || isDecodable(new URL(value)), {
    message: 'has a % in its user or password that must be written as %25',
  }),
);
const domains = z
  .string()
  .check(
    z.regex(
      /^[a-z0-9.-]+\.[a-z0-9-]+(, ?[a-z0-9.-]+\.[a-z0-9-]+)*$/,
      'must be domains such as academy.example, with commas',
    ),
  );
/**
 * `the provider's value=our role`. The role of administrator is not allowed here, because only administrators may give
 * it.
 */
const roleMap = z
  .string()
  .check(
    z.regex(
      /^[^=,]+=(registrar|instructor)(,[^=,]+=(registrar|instructor))*$/,
      'must be pairs such as office=registrar,teachers=instructor',
    ),
  );
const port = z.coerce
  .number('must be a port number')
  .check(z.int('must be a port number'), z.gte(0, 'must be a port number'), z.lte(65_535, 'must be a port number'));

const clamd = z
  .string()
  .check(z.regex(/^(\/.+|[\w.-]+:\d{1,5}|\[[\da-f:]+\]:\d{1,5})$/i, 'must be the path of a socket, or host:port'));

/** A path unchanged, or a host and port in the form that a socket expects. */
function clamdEndpoint(value: string): { path: string } | { host: string; port: number } {
  if (value.startsWith('/')) return { path: value };
  const colon = value.lastIndexOf(':');
  return { host: value.slice(0, colon).replace(/[[\]]/g, ''), port: Number(value.slice(colon + 1)) };
}

/** Every setting; docs/operations.md explains each. */
export const Environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'])),
  PUBLIC_URL: z.optional(origin),
  TRUST_PROXY: z._default(proxies, 'false'),
  HSTS: z._default(z.enum(['subdomains', 'host'], 'must be subdomains or host'), 'subdomains'),
  TIMEZONE: z._default(timeZone, 'Asia/Kolkata'),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent'),
    'info',
  ),
  SMTP_URL: z.optional(mailServer),
  SMTP_TLS: z.optional(z.enum(['required', 'opportunistic', 'none'], 'must be required, opportunistic or none')),
  MAIL_FROM: z.optional(sender),
  ADMIN_EMAIL: z.optional(email.check(z.toLowerCase())),
  ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'must have at least 8 characters'))),
  TOKEN_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  VAULT_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  LINK_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  OIDC_ISSUER: z.optional(issuer),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_CLIENT_AUTH: z.optional(z.enum(['basic', 'post'], 'must be basic or post')),
  OIDC_EMAIL_DOMAINS: z.optional(domains),
  OIDC_NAME: z._default(z.string().check(z.maxLength(40, 'must have at most 40 characters')), 'the academy’s login'),
  OIDC_SCOPES: z._default(z.string().check(z.regex(/(^| )openid( |$)/, 'must contain openid')), 'openid email profile'),
  OIDC_ROLE_CLAIM: z.optional(z.string()),
  OIDC_ROLES: z.optional(roleMap),
  CERTIFICATE_PREFIX: z._default(z.string().check(z.regex(/^[A-Z]{2,8}$/, 'must be 2 to 8 capital letters')), 'FMA'),
  SIGNATORY_NAME: z._default(z.string(), 'Capt. R. Menon'),
  SIGNATORY_TITLE: z._default(z.string(), 'Principal'),
  WITNESSES: z._default(z.string(), ''),
  PDF_KEY_FILE: z.optional(z.string()),
  PDF_KEY_PASSWORD: z._default(z.string(), ''),
  TSA_URL: z.optional(timeStampUrl),
  TSA_CA_FILE: z.optional(z.string()),
  FFMPEG: z.optional(z.string()),
  CLAMD: z.optional(clamd),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\w.-]{16,}$/, 'must be 16 letters and digits or more'))),
  OPEN_UNSCANNED: z._default(z.enum(['true', 'false'], 'must be true or false'), 'true'),
  ACCEL_REDIRECT: z.optional(z.string().check(z.regex(/^\/[\w-]+$/, 'must be a path such as /stored'))),
  MAX_FILM_MB: z._default(z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')), 4096),
  MAX_UPLOADS_MB: z._default(z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')), 20_480),
  UPLOADS_A_DAY: z._default(z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')), 60),
  UPLOAD_MB_A_DAY: z._default(z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')), 300),
  BRAND_NAME: z._default(z.string(), 'Fairlead Maritime Academy'),
  BRAND_EMAIL: z._default(email, 'office@fairlead.example'),
  BRAND_PHONE: z._default(z.string(), '+91 22 5550 0142'),
  BRAND_CITY: z._default(z.string(), 'Mumbai, India'),
  BRAND_FACEBOOK: z._default(link, 'https://www.facebook.com/'),
  BRAND_INSTAGRAM: z._default(link, 'https://www.instagram.com/'),
  BRAND_LINKEDIN: z._default(link, 'https://www.linkedin.com/'),
  BRAND_RECOGNITION: z._default(z.string(), 'national shipping directorate'),
});

/** A wrong value in the environment; the message names it in one line. */
export class ConfigError extends Error {}

/**
 * Reads a secret that is generated once and kept beside the data with mode 600, so that sessions and links stay valid
 * after a restart. If two programs start at once on one folder, both use the secret of the first.
 */
function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(aside, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    linkUnlessThere(aside, file);
    rmSync(aside);
  }
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  // A short secret could be guessed, and with it every session and every code.
  if (secret.length >= 32) return secret;
  // data encrypted with the vault secret cannot be decrypted with another; other secrets can be replaced, which ends
  // sessions and links
  const remedy = name === 'vault' ? `put ${file} back from a backup` : `remove ${file}, and another is made`;
  throw new ConfigError(`DATA_DIR has a damaged secret: ${remedy}`);
}

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const isThisMachine = (url: string) =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(new URL(url).hostname);

/** The default URL of the program. A browser cannot connect to the wildcard address. */
function ownUrl(host: string, port: number): string {
  const named = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(named) ? `[${named}]` : named}:${port}`;
}

function madeDataDir(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  return folder;
}

/** The path of a program in the directories of PATH; undefined if it is not found. */
function foundOnPath(name: string, path = ''): string | undefined {
  const ending = process.platform === 'win32' ? '.exe' : '';
  return path
    .split(delimiter)
    .map((folder) => join(folder, `${name}${ending}`))
    .find((file) => existsSync(file));
}

type Parsed = z.infer<typeof Environment>;

/**
 * The OpenID provider for staff logins; undefined if none is configured.
 *
 * @throws ConfigError if some of its settings are given and others are missing.
 */
function signOnOf(e: Parsed) {
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_EMAIL_DOMAINS'] as const;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_EMAIL_DOMAINS, OIDC_ROLE_CLAIM, OIDC_ROLES } = e;
  if ((OIDC_ROLE_CLAIM === undefined) !== (OIDC_ROLES === undefined)) {
    throw new ConfigError('OIDC_ROLE_CLAIM and OIDC_ROLES must be given together');
  }
  if (needed.every((name) => e[name] === undefined) && !OIDC_ROLES) return undefined;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !OIDC_EMAIL_DOMAINS) {
    throw new ConfigError(`${needed.find((name) => !e[name])} is missing: ${needed.join(', ')} must be given together`);
  }
  return {
    /** In the form in which URLs are compared: with a slash where there is no path. */
    issuer: new URL(OIDC_ISSUER).href,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    /** The client authentication method; if undefined, it is chosen from the methods that the provider supports. */
    clientAuth: e.OIDC_CLIENT_AUTH,
    /** The email domains of staff: nobody else can log in through the provider. */
    emailDomains: OIDC_EMAIL_DOMAINS.split(/, ?/),
    /** The label of the login button. */
    name: e.OIDC_NAME,
    scopes: e.OIDC_SCOPES,
    /** The claim and its values that give roles; if undefined, administrators assign roles. */
    roles: OIDC_ROLE_CLAIM && OIDC_ROLES ? { claim: OIDC_ROLE_CLAIM, of: new Map(pairsIn(OIDC_ROLES)) } : undefined,
  };
}
export type SignOnConfig = NonNullable<ReturnType<typeof signOnOf>>;

/**
 * The witnesses that cosign checkpoints of the public log: pairs of a verifier key and a URL, with commas between them.
 *
 * @throws ConfigError
 */
function witnessesIn(text: string): Witness[] {
  return text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [key = '', place = ''] = pair.trim().split(/\s+/);
      if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol)) {
        throw new ConfigError(
          'WITNESSES must be pairs of a key and a URL, such as name+id+key https://witness.example',
        );
      }
      try {
        return { verifier: parseVkey(key), url: place };
      } catch (error) {
        throw new ConfigError(`WITNESSES has a wrong key: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
}

/**
 * The time-stamp authority for signatures of PDFs; undefined if none is configured.
 *
 * @throws ConfigError if the file of trusted certificates cannot be read or contains none.
 */
function timeStampsOf({ TSA_URL, TSA_CA_FILE }: Parsed): TimeStampConfig | undefined {
  if (TSA_URL === undefined) {
    if (TSA_CA_FILE !== undefined)
      throw new ConfigError('TSA_CA_FILE is for the certificates of TSA_URL, which is missing');
    return undefined;
  }
  const url = new URL(TSA_URL);
  const user = [url.username, url.password].map(decodeURIComponent).join(':');
  [url.username, url.password] = ['', ''];
  return {
    url: url.href,
    authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
    trusted: TSA_CA_FILE === undefined ? undefined : certificatesIn('TSA_CA_FILE', TSA_CA_FILE),
  };
}

/** The certificates of a PEM file. */
function certificatesIn(name: string, file: string): string[] {
  try {
    const pems = readFileSync(resolve(file), 'utf8').match(
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
    );
    if (!pems) throw new Error('it holds no certificate as PEM');
    return pems.map((pem) => String(new X509Certificate(pem)));
  } catch (error) {
    throw new ConfigError(`${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const pairsIn = (roles: string) =>
  roles.split(',').map((pair) => {
    const [word = '', role] = pair.split('=');
    return [word.trim(), role as 'registrar' | 'instructor'] as const;
  });

const unlessNone = (value: string) => (value === 'none' ? '' : value);

function secretsIn(given: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return readSecrets(given);
  } catch (error) {
    throw error instanceof BadSecret ? new ConfigError(error.message) : error;
  }
}

/**
 * Reads the whole configuration; nothing else in the program reads the environment.
 *
 * @throws ConfigError naming the first wrong value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  // An empty value in an env file means 'not set'.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse({ ...given, ...secretsIn(given) });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const e = parsed.data;
  const dataDir = madeDataDir(resolve(e.DATA_DIR));
  const publicUrl = (e.PUBLIC_URL ?? ownUrl(e.HOST, e.PORT)).replace(/\/$/, '');
  return {
    host: e.HOST,
    port: e.PORT,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    publicUrl,
    witnesses: witnessesIn(e.WITNESSES),
    /** The name of the public log: the URL below which it is published, without its scheme. */
    logOrigin: `${new URL(publicUrl).host}/api/log`,
    /** Whether subdomains of the host in publicUrl must be reached by https only, too. */
    hstsSubdomains: e.HSTS === 'subdomains',
    /**
     * The number of our own proxies that a request passes. Forwarded addresses that a client adds before theirs are
     * ignored.
     */
    trustedProxies: { false: 0, true: 1 }[e.TRUST_PROXY] ?? Number(e.TRUST_PROXY),
    timeZone: e.TIMEZONE,
    /** The bearer token for /metrics; undefined if metrics are off. */
    metricsToken: e.METRICS_TOKEN,
    logLevel: e.LOG_LEVEL,
    mail: {
      smtpUrl: e.SMTP_URL,
      /**
       * How emails are encrypted. Within this machine, encryption is not required, because nobody can read the traffic.
       */
      smtpTls: e.SMTP_TLS ?? (e.SMTP_URL && isThisMachine(e.SMTP_URL) ? 'opportunistic' : 'required'),
      /** Whether emails may leave this machine unencrypted. */
      isReadable:
        e.SMTP_TLS !== undefined &&
        e.SMTP_TLS !== 'required' &&
        !!e.SMTP_URL?.startsWith('smtp:') &&
        !isThisMachine(e.SMTP_URL),
      /** If undefined, emails are sent from the academy's name and email address. */
      from: e.MAIL_FROM,
      /** Whether the site is public, but emails are only written to files on the local disk. */
      reachesNobody: !e.SMTP_URL && !isThisMachine(publicUrl),
    },
    firstAdmin: { email: e.ADMIN_EMAIL ?? 'admin@fairlead.example', password: e.ADMIN_PASSWORD },
    secrets: {
      token: e.TOKEN_SECRET ?? keptSecret(dataDir, 'token'),
      link: e.LINK_SECRET ?? keptSecret(dataDir, 'link'),
      /**
       * The secret for data that must not be readable from the database or the files alone. If it is lost, the data
       * encrypted with it is lost.
       */
      vault: e.VAULT_SECRET ?? keptSecret(dataDir, 'vault'),
    },
    signOn: signOnOf(e),
    /** A PDF signing key from a certificate authority, in place of the program's own. */
    pdfKey: e.PDF_KEY_FILE === undefined ? undefined : { file: resolve(e.PDF_KEY_FILE), password: e.PDF_KEY_PASSWORD },
    /** The authority that stamps signatures of PDFs with the time; undefined if there is none. */
    timeStamps: timeStampsOf(e),
    /** The path of ffmpeg, which prepares films; undefined if there is none. */
    ffmpeg: e.FFMPEG === 'none' ? undefined : (e.FFMPEG ?? foundOnPath('ffmpeg', env.PATH)),
    /** Where clamd listens, which scans the files that people send; undefined if there is none. */
    clamd: e.CLAMD === undefined ? undefined : clamdEndpoint(e.CLAMD),
    /** Whether staff may open a person's file that was not scanned for malware. */
    opensUnscanned: e.OPEN_UNSCANNED === 'true',
    /** The internal path at which the web server in front serves films. */
    handOver: e.ACCEL_REDIRECT,
    limits: {
      filmBytes: e.MAX_FILM_MB * 1024 * 1024,
      uploadBytes: e.MAX_UPLOADS_MB * 1024 * 1024,
      /** The daily quota of a seafarer: forms with files, and bytes. */
      uploadsADay: e.UPLOADS_A_DAY,
      uploadBytesADay: e.UPLOAD_MB_A_DAY * 1024 * 1024,
    },
    /**
     * The academy's details until staff change them. Only features/academy reads them, because it knows the changes.
     */
    academyDefaults: {
      name: e.BRAND_NAME,
      email: e.BRAND_EMAIL,
      phone: e.BRAND_PHONE,
      city: e.BRAND_CITY,
      facebook: unlessNone(e.BRAND_FACEBOOK),
      instagram: unlessNone(e.BRAND_INSTAGRAM),
      linkedin: unlessNone(e.BRAND_LINKEDIN),
      recognition: unlessNone(e.BRAND_RECOGNITION),
      certificatePrefix: e.CERTIFICATE_PREFIX,
      signatoryName: e.SIGNATORY_NAME,
      signatoryTitle: e.SIGNATORY_TITLE,
    },
  };
}
export type Config = ReturnType<typeof readConfig>;
