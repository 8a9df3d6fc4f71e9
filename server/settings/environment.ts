import { isTimeZone } from '@fairlead/contract/values/dates';
import { z } from 'zod/mini';

/** A wrong value in the environment; the message names it in one line. */
export class ConfigError extends Error {}

/**
 * The exit code of a program with a wrong setting (EX_CONFIG of sysexits.h): a start that is repeated ends in the same
 * way, and the unit of systemd does not repeat it.
 */
export const wrongSettings = 78;

/** Whether a URL leads to this machine, to which nobody else can listen. */
export const isThisMachine = (url: string) =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(new URL(url).hostname);

/** Whether others can read what is sent to a URL: it leaves this machine, and not by TLS. */
export const isReadableOnTheWay = (url: string) => new URL(url).protocol === 'http:' && !isThisMachine(url);

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
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}
const timeZone = z.string().check(z.refine(isTimeZone, { message: 'must be a time zone such as Asia/Kolkata' }));
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

/** `folder`, or the URL of a bucket with all that is needed to use it. Nothing of it is silently ignored. */
const filesLocation = z.string().check(
  z.refine((value) => value === 'folder' || isBucket(value), {
    message: 'must be folder, or s3://KEY:SECRET@BUCKET?endpoint=https://…, with &region=… where the store has several',
  }),
  z.refine((value) => !isBucket(value) || isBucketName(new URL(value).hostname), {
    message: 'must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens',
  }),
  z.refine((value) => !isBucket(value) || new URL(value).port === '', {
    message: 'must have no port after the bucket: it belongs to the endpoint',
  }),
  z.refine((value) => !isBucket(value) || !value.includes('#'), { message: 'has a # that must be written as %23' }),
);
/** As every store accepts it. */
const isBucketName = (name: string) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);
function isBucket(value: string): boolean {
  const url = URL.parse(value);
  const endpoint = URL.parse(url?.searchParams.get('endpoint') ?? '');
  const known = ['endpoint', 'region'];
  return (
    url?.protocol === 's3:' &&
    [url.hostname, url.username, url.password].every((part) => part !== '') &&
    isDecodable(url) &&
    url.pathname.split('/').every((part) => /^[\w.-]*$/.test(part)) &&
    [...url.searchParams.keys()].every((key) => known.includes(key)) &&
    endpoint !== null &&
    (endpoint.protocol === 'https:' || endpoint.protocol === 'http:') &&
    [endpoint.username, endpoint.password, endpoint.search, endpoint.hash].every((part) => part === '')
  );
}

/** With `ship-`, an IMO number and a dot before it, the name of a certificate, which has at most 64 letters. */
const shipsDomain = z
  .string()
  .check(
    z.toLowerCase(),
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as ships.academy.example'),
    z.maxLength(51, 'must have at most 51 letters'),
  );

/** A detail of the academy; white space alone states nothing. */
const detail = z._default(z.string().check(z.trim()), '');

/** Every setting; docs/operations/install.md explains each. */
export const Environment = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  FILES: z._default(filesLocation, 'folder'),
  FILES_ALSO: z.optional(filesLocation),
  FILMS_FROM: z._default(z.enum(['program', 'store'], 'must be program or store'), 'program'),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_REPLICA_URL: z.optional(url(['postgres:', 'postgresql:'])),
  PUBLIC_URL: z.optional(origin),
  CONTENT_URL: z.optional(origin),
  CONTENT_PORT: z.optional(port),
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
  CERTIFICATE_PREFIX: z.optional(
    z.string().check(z.regex(/^(?!HELD$)[A-Z]{2,8}$/, 'must be 2 to 8 capital letters, and not HELD')),
  ),
  SIGNATORY_NAME: detail,
  SIGNATORY_TITLE: detail,
  WITNESSES: z._default(z.string(), ''),
  PDF_KEY_FILE: z.optional(z.string()),
  PDF_KEY_PASSWORD: z._default(z.string(), ''),
  TSA_URL: z.optional(timeStampUrl),
  TSA_CA_FILE: z.optional(z.string()),
  FFMPEG: z.optional(z.string()),
  CLAMD: z.optional(clamd),
  SHIPS_DOMAIN: z.optional(shipsDomain),
  SHIP_CERTIFICATE_COMMAND: z.optional(z.string().check(z.regex(/^\//, 'must be the path of a program'))),
  HTTPS_PORT: z.optional(port),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^[\w.-]{16,}$/, 'must be 16 letters and digits or more'))),
  OPEN_UNSCANNED: z._default(z.enum(['true', 'false'], 'must be true or false'), 'true'),
  ACCEL_REDIRECT: z.optional(z.string().check(z.regex(/^\/[\w-]+$/, 'must be a path such as /stored'))),
  MAX_FILM_MB: z._default(z.coerce.number('must be a number').check(z.gte(1, 'must be at least 1')), 4096),
  DRAIN_SECONDS: z._default(
    z.coerce.number('must be a number').check(z.gte(0, 'must be 0 or more'), z.lte(300, 'must be at most 300')),
    0,
  ),
  BRAND_NAME: detail,
  BRAND_EMAIL: z.optional(email),
  BRAND_PHONE: detail,
  BRAND_CITY: detail,
  BRAND_RECOGNITION: detail,
});
