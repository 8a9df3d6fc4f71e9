import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type CurrentKey, KeyLost, listLost } from '../../platform/keys/keys.ts';
import { readPkcs12 } from '../../platform/keys/pkcs12.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** Certificates are renewed in time when this many days are left. */
export const leastDays = 30;

/** The days until a certificate ends; negative when it has ended. */
export const daysUntil = (end: Date, now: Date): number => Math.floor((end.getTime() - now.getTime()) / 86_400_000);

/**
 * The key that signs PDFs, if it comes from a certificate authority, who can read the academy's own keys, and, of a
 * database server, whether each current key has its file.
 */
export async function checkKeys(
  { dataDir, pdfKey, databaseUrl, secretFiles }: Pick<Config, 'dataDir' | 'pdfKey' | 'databaseUrl' | 'secretFiles'>,
  clock: () => Date,
): Promise<Finding[]> {
  const current = databaseUrl === undefined ? [] : await currentKeys(databaseUrl);
  const lost = await lostKeys(
    current.filter(({ purpose }) => !(pdfKey && purpose === 'pdf')),
    dataDir,
  );
  return [
    ...(lost.length > 0 ? lost : [await ownKeys(join(dataDir, 'keys'))]),
    ...(await ownSecrets(join(dataDir, 'secrets'))),
    ...(await filesOfSecrets(secretFiles)),
    ...(pdfKey ? [await boughtKey(pdfKey, clock())] : []),
  ];
}

type Current = CurrentKey & { publicPart: string };

/** The current keys in a database; none where it cannot be read, which is a finding about the database. */
async function currentKeys(url: string): Promise<Current[]> {
  const server = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, statement_timeout: 10_000 });
  server.on('error', () => {});
  try {
    await server.connect();
    const { rows } = await server.query<Current>(
      'select id, purpose, public_part as "publicPart" from signing_key where valid_until is null order by purpose',
    );
    return rows;
  } catch {
    return [];
  } finally {
    await server.end().catch(() => {});
  }
}

/** Finds current keys whose files are missing; the program does not start without them. */
export async function lostKeys(current: readonly Current[], dataDir: string): Promise<Finding[]> {
  const lost = await listLost(current, dataDir);
  if (lost.length === 0) return [];
  const [says = '', remedy = ''] = new KeyLost(lost).message.split(': ');
  return [wrong(`The program does not start: ${says}.`, `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`)];
}

async function ownKeys(folder: string): Promise<Finding> {
  const mode = await stat(folder).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  if (mode === undefined) return look('The academy has no keys yet; the first start makes them.', 'npm start');
  return (mode & 0o077) === 0
    ? fine('The academy’s keys are its own')
    : wrong(
        `Others can read ${folder}, and sign certificates as the academy.`,
        `chmod 700 ${folder}; npm run rotate-keys`,
      );
}

/** The generated secrets; nothing where all are the operator's own. */
async function ownSecrets(folder: string): Promise<Finding[]> {
  const mode = await stat(folder).then(
    (found) => found.mode & 0o777,
    () => undefined,
  );
  if (mode === undefined) return [];
  return (mode & 0o077) === 0
    ? [fine('The academy’s secrets are its own')]
    : [wrong(`Others can read ${folder}, and log in as anybody.`, `chmod 700 ${folder}, and set a new TOKEN_SECRET`)];
}

/** Secrets in files that somebody else on this machine can read. */
async function filesOfSecrets(files: Config['secretFiles']): Promise<Finding[]> {
  const open: Config['secretFiles'] = [];
  for (const one of files) if (await isOpenToAll(one.file)) open.push(one);
  return open.map(({ name, file }) =>
    wrong(`Every user of this machine can read ${file}, with the secret of ${name}.`, `chmod 600 ${file}`),
  );
}

/** Whether everybody can read a file: its folders let them in. Docker's own files of secrets are for its container. */
async function isOpenToAll(file: string): Promise<boolean> {
  if (file.startsWith('/run/secrets/')) return false;
  const modeOf = (path: string) =>
    stat(path).then(
      ({ mode }) => mode,
      () => 0,
    );
  if (((await modeOf(file)) & 0o004) === 0) return false;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder))
    if (((await modeOf(folder)) & 0o001) === 0) return false;
  return true;
}

async function boughtKey({ file, password }: NonNullable<Config['pdfKey']>, now: Date): Promise<Finding> {
  const remedy = 'Get a new certificate from the authority, and set PDF_KEY_FILE and PDF_KEY_PASSWORD.';
  try {
    const { certificates } = await readPkcs12(await readFile(file), password);
    const end = new Date(new X509Certificate(certificates[0] ?? '').validTo);
    const days = daysUntil(end, now);
    if (days < 0) return wrong(`The certificate in PDF_KEY_FILE ended on ${end.toISOString().slice(0, 10)}.`, remedy);
    return days < leastDays
      ? look(`The certificate in PDF_KEY_FILE ends in ${days} days.`, remedy)
      : fine(`The certificate in PDF_KEY_FILE is valid for ${days} days`);
  } catch (error) {
    return wrong(`PDF_KEY_FILE is of no use: ${reasonOf(error)}.`, remedy);
  }
}
