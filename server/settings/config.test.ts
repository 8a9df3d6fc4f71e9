import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError, Environment } from './environment.ts';
import { makeSecrets } from './kept-secret.ts';
import { secretSettings } from './secret-settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'fairlead-config-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

test('an empty environment gives a complete configuration, on loopback and without a database server, that states nothing about the academy', () => {
  const config = readConfig({ DATA_DIR: dataDir });
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: undefined, timeZone: 'Asia/Kolkata' });
  const { publicUrl, recognition, sendsEmail, ...details } = config.academyDefaults;
  expect([publicUrl, recognition, sendsEmail]).toEqual(['http://127.0.0.1:3000', undefined, false]);
  expect(new Set(Object.values(details))).toEqual(new Set(['']));
});

test.each(['MAILBOX_URL', 'MAILBOX_URL_FILE', 'MAILBOX_ADDRESS'])(
  '%s of an earlier version stops the start',
  (name) => {
    const read = () => readConfig({ DATA_DIR: dataDir, [name]: 'imaps://a:b@mail.example/INBOX' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^MAILBOX_(URL|ADDRESS) is not a setting any more: .* drop them on Courses Aboard$/);
    // what is set to nothing is not set
    expect(() => readConfig({ DATA_DIR: dataDir, [name]: '' })).not.toThrow();
  },
);

test('a mailbox among the credentials of an earlier version stops the start', () => {
  const CREDENTIALS_DIRECTORY = join(dataDir, 'credentials');
  mkdirSync(CREDENTIALS_DIRECTORY);
  writeFileSync(join(CREDENTIALS_DIRECTORY, 'MAILBOX_URL'), 'imaps://a:b@mail.example/INBOX');
  expect(() => readConfig({ DATA_DIR: dataDir, CREDENTIALS_DIRECTORY })).toThrow(/^MAILBOX_URL is not a setting/);
});

test('ffmpeg is given by its path, by its name on PATH, or not at all', () => {
  const folder = join(dataDir, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, process.platform === 'win32' ? 'ffmpeg6.exe' : 'ffmpeg6'), '');
  const ffmpegOf = (FFMPEG?: string) => readConfig({ DATA_DIR: dataDir, PATH: folder, FFMPEG }).ffmpeg;
  expect(ffmpegOf('ffmpeg6')).toMatch(/bin.ffmpeg6/);
  expect(ffmpegOf('/opt/ffmpeg')).toBe('/opt/ffmpeg');
  expect([ffmpegOf(), ffmpegOf('none')]).toEqual([undefined, undefined]);
});

test('files are in the folder, or in a bucket, of which a setting says all that is needed', () => {
  const filesOf = (given: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...given }).files;
  expect(filesOf({})).toEqual({ place: undefined, also: undefined });
  const url = 's3://key:sec%2Fret@academy?endpoint=https://s3.example';
  const bucket = { bucket: 'academy', prefix: '', endpoint: 'https://s3.example', keyId: 'key', secret: 'sec/ret' };
  expect(filesOf({ FILES: url })).toEqual({ place: { ...bucket, region: 'us-east-1' }, also: undefined });
  expect(filesOf({ FILES: 'folder', FILES_ALSO: 's3://key:s@academy/one/?endpoint=http://[::1]:9&region=eu' })).toEqual(
    {
      place: undefined,
      also: { place: expect.objectContaining({ prefix: 'one/', region: 'eu' }) },
    },
  );
  for (const FILES of ['s3://academy?endpoint=https://s3.example', 's3://k:s@academy', 'bucket', `${url}&other=1`])
    expect(() => filesOf({ FILES })).toThrow(/^FILES must be folder, or s3:/);
  for (const also of [
    url,
    's3://other:key@academy/?endpoint=https://S3.example:443/&region=eu',
    's3://key:s@academy?endpoint=https%3A%2F%2Fs3.example%2F',
  ])
    expect(() => filesOf({ FILES: url, FILES_ALSO: also })).toThrow('FILES_ALSO must be another place than FILES');
  expect(() => filesOf({ FILES_ALSO: 'folder' })).toThrow('FILES_ALSO must be another place than FILES');
  for (const [wrong, says] of [
    ['s3://k:s@academy:9000?endpoint=https://s3.example', 'must have no port after the bucket'],
    ['s3://k:s@academy?endpoint=https://s3.example#top', 'has a # that must be written as %23'],
    ['s3://k:s@Academy?endpoint=https://s3.example', 'must name a bucket of 3 to 63 lower-case letters'],
    ['s3://k:s@a_b?endpoint=https://s3.example', 'must name a bucket of 3 to 63 lower-case letters'],
    ['s3://k:s@academy?endpoint=https://:p@s3.example', 'must be folder, or s3:'],
    ['s3://k:s@academy?endpoint=https://s3.example?x=1', 'must be folder, or s3:'],
  ] as const)
    expect(() => filesOf({ FILES: wrong })).toThrow(`FILES ${says}`);
  const filmsAt = (given: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...given }).filmsAt;
  expect(filmsAt({ FILES: url })).toBeUndefined();
  expect(filmsAt({ FILES: url, FILMS_FROM: 'store' })).toBe('https://s3.example');
  expect(filmsAt({ FILES: url, FILES_ALSO: 'folder', FILMS_FROM: 'store' })).toBeUndefined();
  expect(() => filmsAt({ FILMS_FROM: 'store' })).toThrow('FILMS_FROM=store needs an object store in FILES');
  const handOver = (given: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, ACCEL_REDIRECT: '/stored', ...given }).handOver;
  expect([handOver({}), handOver({ FILES: url }), handOver({ FILES_ALSO: url })]).toEqual([
    '/stored',
    undefined,
    undefined,
  ]);
});

// shows: asvs/13.2.3, asvs/13.3.1, asvs/13.3.2
test('secrets are generated once and readable only by the program’s user', () => {
  const first = readConfig({ DATA_DIR: dataDir }).secrets;
  makeSecrets(first);
  const { token, link, vault } = readConfig({ DATA_DIR: dataDir }).secrets;
  expect([token, link, vault]).toEqual([first.token, first.link, first.vault]);
  const file = join(dataDir, 'secrets', 'token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(43);
  expect(first.token).not.toBe(first.link);
});

test('no secret is made before it is used, nor by asking whether there is one', () => {
  const fresh = mkdtempSync(join(tmpdir(), 'fairlead-config-'));
  const { secrets } = readConfig({ DATA_DIR: fresh });
  expect([secrets.hasVault, readdirSync(fresh)]).toEqual([false, []]);
  expect([secrets.vault.length > 32, secrets.hasVault]).toEqual([true, true]);
  expect(readdirSync(join(fresh, 'secrets'))).toEqual(['vault']);
  rmSync(fresh, { recursive: true });
});

test('many programs that start at once in one folder all have the same secrets', async () => {
  const together = mkdtempSync(join(tmpdir(), 'fairlead-config-'));
  const module = join(import.meta.dirname, 'config.ts');
  const script = `import { readConfig } from ${JSON.stringify(module)}; const { token, link, vault } = readConfig().secrets; console.log(token);`;
  const start = () =>
    new Promise<string>((resolve, reject) => {
      const env = { PATH: process.env.PATH, DATA_DIR: together };
      execFile(process.execPath, ['--input-type=module', '-e', script], { env }, (error, out) =>
        error ? reject(error) : resolve(out.trim()),
      );
    });
  const secrets = await Promise.all(Array.from({ length: 6 }, start));
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(join(together, 'secrets')).sort()).toEqual(['link', 'token', 'vault']);
  rmSync(together, { recursive: true });
});

test('a truncated secret stops the start', () => {
  const damaged = mkdtempSync(join(tmpdir(), 'fairlead-config-'));
  makeSecrets(readConfig({ DATA_DIR: damaged }).secrets);
  writeFileSync(join(damaged, 'secrets', 'token'), '');
  expect(() => readConfig({ DATA_DIR: damaged })).toThrow(/^DATA_DIR has a damaged secret: remove \S+token,/);
  rmSync(damaged, { recursive: true });
});

test('a vault that is missing where an academy was started stops the start, and nothing is put in its place', () => {
  const started = mkdtempSync(join(tmpdir(), 'fairlead-config-'));
  const vault = join(started, 'secrets', 'vault');
  mkdirSync(join(started, 'keys'));
  makeSecrets(readConfig({ DATA_DIR: started }).secrets);
  rmSync(vault);
  writeFileSync(join(started, 'keys', 'a.pem'), '');
  expect(() => readConfig({ DATA_DIR: started })).toThrow(
    /^DATA_DIR has the academy’s keys and lacks \S+vault, with which/,
  );
  expect(existsSync(vault)).toBe(false);
  const VAULT_SECRET = 'v'.repeat(40);
  expect(readConfig({ DATA_DIR: started, VAULT_SECRET }).secrets.vault).toBe(VAULT_SECRET);
  rmSync(started, { recursive: true });
});

test('a folder that cannot be created stops the start with one line', () => {
  const read = () => readConfig({ DATA_DIR: join(dataDir, 'secrets', 'token', 'below') });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^DATA_DIR [^\n]+$/);
});

test.each([
  ['PORT', 'harbour'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['TIMEZONE', 'Asia/Atlantis'],
  // PostgreSQL reads an offset the other way round
  ['TIMEZONE', '+05:30'],
  ['TRUST_PROXY', 'perhaps'],
  ['TRUST_PROXY', '0'],
  ['PUBLIC_URL', 'https://academy.example/site'],
  ['PUBLIC_URL', 'https://academy.example?a=1'],
  ['MAIL_FROM', 'The academy'],
  ['MAIL_FROM', 'A <a@b.co>\r\nBcc: c@d.co'],
  ['BRAND_EMAIL', 'a@b.co, c@d.co'],
  ['TOKEN_SECRET', 'short'],
  ['VAULT_SECRET', 'short'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'smtp://mail.example.org:587?tls.rejectUnauthorized=false'],
  ['SMTP_URL', 'smtp://mail.example.org?ignoreTLS=true'],
  ['SMTP_URL', 'smtp://academy:100%@mail.example.org'],
  ['SMTP_TLS', 'off'],
  ['ADMIN_PASSWORD', 'short'],
  ['CERTIFICATE_PREFIX', 'lower case'],
  ['OIDC_ISSUER', 'login.academy.example'],
  ['OIDC_EMAIL_DOMAINS', 'academy'],
  ['OIDC_EMAIL_DOMAINS', '@academy.example'],
  ['OIDC_SCOPES', 'email'],
  ['OIDC_ROLES', 'office=admin'],
  ['OIDC_ROLES', 'registrar'],
  ['OIDC_CLIENT_AUTH', 'none'],
  ['TSA_URL', 'ldap://tsa.example'],
  ['TSA_URL', 'http://academy:secret@tsa.example'],
  ['TSA_URL', 'https://academy:100%@tsa.example'],
  ['TSA_CA_FILE', 'roots.pem'],
])('an invalid %s stops the start with one line that names it', (name, value) => {
  const read = () => readConfig({ DATA_DIR: dataDir, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\\n]+$`));
});

test.each([
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Yangon',
  'Asia/Kathmandu',
  'Asia/Ho_Chi_Minh',
  'Europe/Kyiv',
  'Etc/UTC',
  'UTC',
])('the time zone %s is one, under each of its names', (name) => {
  expect(readConfig({ DATA_DIR: dataDir, TIMEZONE: name }).timeZone).toBe(name);
});

test('white space alone states nothing about the academy', () => {
  const names = ['BRAND_NAME', 'BRAND_PHONE', 'BRAND_CITY', 'BRAND_RECOGNITION', 'SIGNATORY_NAME', 'SIGNATORY_TITLE'];
  const { academyDefaults } = readConfig({
    DATA_DIR: dataDir,
    ...Object.fromEntries(names.map((name) => [name, ' \t'])),
  });
  expect(academyDefaults).toEqual(readConfig({ DATA_DIR: dataDir }).academyDefaults);
});

test('an academy without an approval can say so', () => {
  expect(readConfig({ DATA_DIR: dataDir, BRAND_RECOGNITION: 'none' }).academyDefaults.recognition).toBe('');
});

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://127.0.0.1:80'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ PUBLIC_URL: 'https://academy.example/' }, 'https://academy.example'],
])('the public URL follows the configuration: %o', (env, publicUrl) => {
  expect(readConfig({ DATA_DIR: dataDir, ...env }).publicUrl).toBe(publicUrl);
});

test.each([
  ['false', 0],
  ['true', 1],
  ['2', 2],
])('TRUST_PROXY %s trusts so many proxies', (given, believed) => {
  expect(readConfig({ DATA_DIR: dataDir, TRUST_PROXY: given }).trustedProxies).toBe(believed);
});

test('every setting has a row of its own in the manual, with a default and what it is, and nothing else has one', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../docs/operations/install.md'), 'utf8');
  const [, table = ''] = /^\| name \| default \|.*\n\|[ -|]*\n((?:\|.*\n)*)/m.exec(manual) ?? [];
  const rows = table
    .trimEnd()
    .split('\n')
    .map((row) => row.split('|').map((cell) => cell.trim()));
  const described = rows.map(([, name = '']) => /^`([A-Z_]+)`\*?$/.exec(name)?.[1]);
  expect(described.toSorted()).toEqual(Object.keys(Environment.shape).sort());
  expect(rows.filter((cells) => cells.length !== 6 || cells[2] === '' || cells[4] === '')).toEqual([]);
  const inFiles = rows.filter(([, name = '']) => name.endsWith('*')).map(([, name]) => name?.replace(/[`*]/g, ''));
  expect(inFiles.toSorted()).toEqual([...secretSettings].sort());
});

const provider = {
  OIDC_ISSUER: 'https://login.academy.example',
  OIDC_CLIENT_ID: 'fairlead',
  OIDC_EMAIL_DOMAINS: 'academy.example, ops.academy.example',
};
const whole = { ...provider, OIDC_CLIENT_SECRET: 'of the client' };

test('single sign-on is configured completely or not at all', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).signOn;
  expect(read({})).toBeUndefined();
  expect(read(whole)).toMatchObject({
    issuer: 'https://login.academy.example/',
    emailDomains: ['academy.example', 'ops.academy.example'],
    roles: undefined,
  });
  expect([
    ...(read({ ...whole, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'a b=registrar, c=instructor' })?.roles?.of ?? []),
  ]).toEqual([
    ['a b', 'registrar'],
    ['c', 'instructor'],
  ]);
  for (const name of Object.keys(whole)) {
    expect(() => read({ ...whole, [name]: '' })).toThrow(`${name} is missing`);
  }
  expect(() => read({ ...whole, OIDC_ROLES: 'a=registrar' })).toThrow('OIDC_ROLE_CLAIM and OIDC_ROLES');
});

test('a time-stamp authority has a URL, and may have a password and certificates of its own', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).timeStamps;
  expect(read({})).toBeUndefined();
  const url = 'http://tsa.example/';
  expect(read({ TSA_URL: url })).toEqual({ url, authorization: undefined, trusted: undefined });
  expect(read({ TSA_URL: 'https://academy:p%40ss@tsa.example/' })).toMatchObject({
    url: 'https://tsa.example/',
    authorization: `Basic ${Buffer.from('academy:p@ss').toString('base64')}`,
  });
  const [TSA_CA_FILE, [root = '']] = [join(dataDir, 'roots.pem'), rootCertificates];
  writeFileSync(TSA_CA_FILE, `The root\n${root}\n${root}`);
  expect(read({ TSA_URL: url, TSA_CA_FILE })?.trusted).toHaveLength(2);
  writeFileSync(TSA_CA_FILE, 'nothing');
  expect(() => read({ TSA_URL: url, TSA_CA_FILE })).toThrow('TSA_CA_FILE cannot be used: it holds no certificate');
});

// shows: asvs/10.5.3
test.each([
  ['reached without encryption', 'http://login.academy.example'],
  ['the address of its discovery document', 'https://login.academy.example/.well-known/openid-configuration'],
  ['an address with a query', 'https://login.academy.example?tenant=one'],
])('the provider’s issuer may not be %s', (_, issuer) => {
  expect(() => readConfig({ DATA_DIR: dataDir, ...whole, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER must');
});

describe('a secret', () => {
  const folder = join(dataDir, 'given');
  const inFile = (name: string, content: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const secret = 'a'.repeat(40);

  // shows: threats/secrets-in-process-list, asvs/13.3.1
  test.each(secretSettings)('may be in a file: %s', (name) => {
    const values: Partial<Record<string, string>> = {
      DATABASE_URL: 'postgres://a:b@127.0.0.1/c',
      DATABASE_REPLICA_URL: 'postgres://a:b@127.0.0.2/c',
      SMTP_URL: 'smtps://a:b@mail.example.org',
      TSA_URL: 'https://a:b@tsa.example',
      FILES: 's3://a:b@academy?endpoint=https://s3.example',
      FILES_ALSO: 's3://a:b@academy?endpoint=https://s3.example',
    };
    const value = values[name] ?? `${secret} of its own`.replaceAll(' ', '-');
    const others = { DATA_DIR: dataDir, PDF_KEY_FILE: 'key.p12' };
    const beside = { ...others, ...(name.startsWith('OIDC_') && provider) };
    const plain = readConfig({ ...beside, [name]: value });
    expect(plain).not.toEqual(readConfig(others));
    const file = inFile(name, `${value}\n`);
    expect(readConfig({ ...beside, [`${name}_FILE`]: file })).toEqual({
      ...plain,
      secretFiles: [{ name: `${name}_FILE`, file }, ...plain.secretFiles],
    });
    // As provided by systemd.
    expect(readConfig({ ...beside, CREDENTIALS_DIRECTORY: folder })).toEqual(plain);
    // A folder of them.
    renameSync(join(folder, name), join(folder, `fairlead_${name.toLowerCase().replaceAll('_', '-')}`));
    expect(readConfig({ ...beside, CREDENTIALS_DIRECTORY: folder })).toEqual(plain);
    rmSync(folder, { recursive: true });
  });

  // shows: threats/secrets-in-process-list
  test.each([
    [
      'given twice',
      secret,
      { TOKEN_SECRET: secret },
      /^TOKEN_SECRET is given twice, by TOKEN_SECRET and TOKEN_SECRET_FILE: /,
    ],
    [
      'in two files',
      secret,
      { CREDENTIALS_DIRECTORY: folder },
      /^TOKEN_SECRET is given twice, by TOKEN_SECRET_FILE and/,
    ],
    ['in no file', secret, { TOKEN_SECRET_FILE: 'none' }, /^TOKEN_SECRET_FILE cannot be read \(ENOENT\)$/],
    ['in a folder', secret, { TOKEN_SECRET_FILE: dataDir }, /^TOKEN_SECRET_FILE cannot be read \(EISDIR\)$/],
    ['in an empty file', '\n', {}, /^TOKEN_SECRET_FILE is an empty file$/],
    ['too short', 'short', {}, /^TOKEN_SECRET must have at least 32 characters$/],
  ])('that is %s stops the start with one line, which does not show it', (_, content, env, message) => {
    const file = inFile('TOKEN_SECRET', content);
    const read = () => readConfig({ DATA_DIR: dataDir, TOKEN_SECRET_FILE: file, ...env });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(secret);
  });
});

test('an empty value counts as none', () => {
  expect(readConfig({ DATA_DIR: dataDir, PORT: '', SMTP_URL: '' }).port).toBe(3000);
});
