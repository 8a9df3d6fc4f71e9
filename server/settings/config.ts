import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { basename, delimiter, join, resolve } from 'node:path';
import { parseVkey } from '@fairlead/contract/proofs/signed-note';
import type { z } from 'zod/mini';
import { ConfigError, Environment, isThisMachine } from './environment.ts';
import { heldSockets } from './held-sockets.ts';
import { secretsOf } from './kept-secret.ts';
import { BadSecret, readSecrets, secretFiles, waysOf } from './secret-settings.ts';
import type { BucketLocation, FilesConfig, TimeStampConfig, Witness } from './services.ts';
import { unknownSettings } from './unknown-settings.ts';

/** A path unchanged, or a host and port in the form that a socket expects. */
function clamdEndpoint(value: string): { path: string } | { host: string; port: number } {
  if (value.startsWith('/')) return { path: value };
  const colon = value.lastIndexOf(':');
  return { host: value.slice(0, colon).replace(/[[\]]/g, ''), port: Number(value.slice(colon + 1)) };
}

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

/** Where ffmpeg is: a bare name is searched on PATH, since ffprobe is expected beside it. */
const ffmpegAt = (name: string, path: string | undefined): string | undefined =>
  basename(name) === name ? foundOnPath(name.replace(/\.exe$/i, ''), path) : name;

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
    const end = '-----END CERTIFICATE-----';
    const parts = readFileSync(resolve(file), 'utf8').split(end).slice(0, -1);
    if (parts.length === 0) throw new Error('it holds no certificate as PEM');
    // between certificates there may be notes, which name what follows
    const pems = parts.map((part) => part.slice(part.indexOf('-----BEGIN CERTIFICATE-----')) + end);
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

/** The bucket that a setting names; undefined for the folder in DATA_DIR. */
function bucketIn(value: string): BucketLocation | undefined {
  if (value === 'folder') return undefined;
  const url = new URL(value);
  const path = url.pathname.replace(/^\/|\/$/g, '');
  return {
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: new URL(url.searchParams.get('endpoint') ?? '').href.replace(/\/$/, ''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    keyId: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  };
}

/**
 * Where the academy's files are, and during a move also those that are still at the other place.
 *
 * @throws ConfigError when both are the same. Two names of one place may remain: `moveFiles` finds those.
 */
function filesOf({ FILES, FILES_ALSO }: Parsed): FilesConfig {
  const place = bucketIn(FILES);
  if (FILES_ALSO === undefined) return { place, also: undefined };
  const also = { place: bucketIn(FILES_ALSO) };
  if (isSameLocation(place, also.place)) throw new ConfigError('FILES_ALSO must be another place than FILES');
  return { place, also };
}

/** Whether two settings lead to the same objects, whichever key and region they name. */
const isSameLocation = (a: BucketLocation | undefined, b: BucketLocation | undefined): boolean =>
  a?.endpoint === b?.endpoint && a?.bucket === b?.bucket && a?.prefix === b?.prefix;

/**
 * The origin of the object store from which browsers fetch films themselves; undefined where the program sends them,
 * and while films may still be at another place.
 *
 * @throws ConfigError without an object store.
 */
function filmsAt({ FILMS_FROM, FILES_ALSO }: Parsed, { place }: FilesConfig): string | undefined {
  if (FILMS_FROM === 'program') return undefined;
  if (!place && FILES_ALSO === undefined) throw new ConfigError('FILMS_FROM=store needs an object store in FILES');
  return place && FILES_ALSO === undefined ? new URL(place.endpoint).origin : undefined;
}

/**
 * The second origin, at which packages are played: where it listens, and the URL by which browsers reach it. By default
 * it is the next port; behind a proxy, only the operator knows the URL, and without it there is none.
 *
 * @throws ConfigError when it is the academy's own origin, or the academy's own port.
 */
function contentOf({ HOST, PORT, PUBLIC_URL, CONTENT_URL, CONTENT_PORT }: Parsed, publicUrl: string) {
  const port = CONTENT_PORT ?? (PORT === 0 ? 0 : PORT + 1);
  const isOwn = PUBLIC_URL === undefined || isThisMachine(PUBLIC_URL);
  const own = isOwn && port > 0 && port < 65_536 ? `http://${new URL(ownUrl(HOST, port)).host}` : undefined;
  const url = CONTENT_URL === undefined ? own : new URL(CONTENT_URL).origin;
  if (url === new URL(publicUrl).origin) throw new ConfigError('CONTENT_URL must be another origin than PUBLIC_URL');
  if (CONTENT_URL !== undefined && publicUrl.startsWith('https:') && !url?.startsWith('https:'))
    throw new ConfigError(
      'CONTENT_URL must begin with https, as PUBLIC_URL does: browsers show no http page inside of it',
    );
  if (port > 0 && port === PORT) throw new ConfigError('CONTENT_PORT must be another port than PORT');
  return {
    url,
    port,
    /** Whether the operator has asked for it. */ isWanted: (CONTENT_URL ?? CONTENT_PORT) !== undefined,
  };
}

/**
 * The domain below which the computers of ships have their hosts, and the program that gets certificates for them.
 *
 * @throws ConfigError for a program without a domain.
 */
function shipsOf({ SHIPS_DOMAIN, SHIP_CERTIFICATE_COMMAND }: Parsed) {
  if (SHIP_CERTIFICATE_COMMAND !== undefined && SHIPS_DOMAIN === undefined)
    throw new ConfigError('SHIPS_DOMAIN is missing: SHIP_CERTIFICATE_COMMAND gets certificates for hosts below it');
  return { domain: SHIPS_DOMAIN, command: SHIP_CERTIFICATE_COMMAND };
}

const unlessNone = (value: string) => (value === 'none' ? '' : value);

function secretsIn(given: NodeJS.ProcessEnv): Record<string, string> {
  try {
    return readSecrets(given);
  } catch (error) {
    throw error instanceof BadSecret ? new ConfigError(error.message) : error;
  }
}

/** Settings of earlier versions: a start that ignored them would let operators rely on what the program does not do. */
const removedSettings = ['MAILBOX_URL', 'MAILBOX_ADDRESS'] as const;

function refuseRemoved(given: NodeJS.ProcessEnv): void {
  const found = removedSettings.find((name) => waysOf(name, given).length > 0);
  if (found === undefined) return;
  throw new ConfigError(
    `${found} is not a setting any more: the program reads no mailbox. Remove it; staff save the progress files from the ship’s email and drop them on Courses Aboard`,
  );
}

/**
 * Reads the whole configuration; nothing else in the program reads the environment.
 *
 * @param options.make whether DATA_DIR and the secrets in it are made if they are missing, as a start does. Without,
 *   a secret that is missing is an error once it is used.
 * @throws ConfigError naming the first wrong value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, { make = true } = {}) {
  // An empty value in an env file means 'not set'.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  refuseRemoved(given);
  const parsed = Environment.safeParse({ ...given, ...secretsIn(given) });
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const e = parsed.data;
  const dataDir = make ? madeDataDir(resolve(e.DATA_DIR)) : resolve(e.DATA_DIR);
  const publicUrl = (e.PUBLIC_URL ?? ownUrl(e.HOST, e.PORT)).replace(/\/$/, '');
  return {
    /** What looks like a setting and is none. */
    unknownSettings: unknownSettings(given),
    /** The files that hold secrets outside of DATA_DIR. */
    secretFiles: secretFiles(given),
    host: e.HOST,
    port: e.PORT,
    /** How many sockets systemd holds for the program. */
    heldSockets: heldSockets(env),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    /** A replica of that server; undefined if there is none. */
    replicaUrl: e.DATABASE_REPLICA_URL,
    /** Where the files are: buckets of object stores, or the folder in dataDir, which is undefined here. */
    files: filesOf(e),
    /** The origin of the object store from which browsers fetch films themselves, if they do. */
    filmsAt: filmsAt(e, filesOf(e)),
    publicUrl,
    /** Where packages are played; without a URL, there are none. */
    content: contentOf(e, publicUrl),
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
    },
    firstAdmin: { email: e.ADMIN_EMAIL ?? 'admin@fairlead.example', password: e.ADMIN_PASSWORD },
    secrets: secretsOf({ token: e.TOKEN_SECRET, link: e.LINK_SECRET, vault: e.VAULT_SECRET }, { dataDir, make }),
    signOn: signOnOf(e),
    /** A PDF signing key from a certificate authority, in place of the program's own. */
    pdfKey: e.PDF_KEY_FILE === undefined ? undefined : { file: resolve(e.PDF_KEY_FILE), password: e.PDF_KEY_PASSWORD },
    /** The authority that stamps signatures of PDFs with the time; undefined if there is none. */
    timeStamps: timeStampsOf(e),
    /** The path of ffmpeg, which prepares films; undefined if there is none. */
    ffmpeg: e.FFMPEG === 'none' ? undefined : (ffmpegAt(e.FFMPEG ?? 'ffmpeg', env.PATH) ?? e.FFMPEG),
    /** Where clamd listens, which scans the files that people send; undefined if there is none. */
    clamd: e.CLAMD === undefined ? undefined : clamdEndpoint(e.CLAMD),
    /** Whether staff may open a person's file, or add a package, that was not scanned for malware. */
    opensUnscanned: e.OPEN_UNSCANNED === 'true',
    /** The internal path at which the web server in front serves films, if all of them are in the folder. */
    handOver: e.FILES === 'folder' && e.FILES_ALSO === undefined ? e.ACCEL_REDIRECT : undefined,
    /** Ashore: the hosts of the computers of ships, and their certificates. */
    ships: shipsOf(e),
    /** Aboard: where the computer of a ship listens for https. */
    httpsPort: e.HTTPS_PORT ?? (e.PORT === 0 ? 0 : 3443),
    /** How long a program that was asked to end still takes new connections, in seconds. */
    drainSeconds: e.DRAIN_SECONDS,
    limits: {
      filmBytes: e.MAX_FILM_MB * 1024 * 1024,
      /** Of all films that are being uploaded. */
      uploadBytes: 5 * e.MAX_FILM_MB * 1024 * 1024,
      /** The daily quota of a seafarer: forms with files, and bytes. */
      uploadsADay: 60,
      uploadBytesADay: 300 * 1024 * 1024,
    },
    /**
     * What the operator has stated about the academy, until staff change it; empty where it is not stated, since
     * certificates, documents and emails say nothing about an academy that it has not said itself. Only
     * features/academy reads them, because it knows the changes.
     */
    academyDefaults: {
      /** Where the academy is found: it is called by the host until it has a name. */
      publicUrl,
      /** Whether the operator has named a mail server; otherwise staff can enter one. */
      sendsEmail: e.SMTP_URL !== undefined,
      name: e.BRAND_NAME,
      email: e.BRAND_EMAIL ?? '',
      phone: e.BRAND_PHONE,
      city: e.BRAND_CITY,
      facebook: '',
      instagram: '',
      linkedin: '',
      /** Undefined where nothing is stated; empty for an academy that claims none. */
      recognition: e.BRAND_RECOGNITION === '' ? undefined : unlessNone(e.BRAND_RECOGNITION),
      certificatePrefix: e.CERTIFICATE_PREFIX ?? '',
      signatoryName: e.SIGNATORY_NAME,
      signatoryTitle: e.SIGNATORY_TITLE,
    },
  };
}
export type Config = ReturnType<typeof readConfig>;
