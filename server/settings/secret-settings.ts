import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * The settings that are secrets. Each may be read from a file, so that it does not appear in a list of processes or of
 * their environment.
 */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'FILES',
  'FILES_ALSO',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'TOKEN_SECRET',
  'VAULT_SECRET',
  'LINK_SECRET',
  'PDF_KEY_PASSWORD',
  'TSA_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const;

/** Thrown for an invalid secret; the message names the setting in one line. */
export class BadSecret extends Error {}

/**
 * Reads the secrets by name: from the environment, from the file named by `<NAME>_FILE`, or from a file of that name in
 * `CREDENTIALS_DIRECTORY` (systemd's LoadCredential=), also as `fairlead_database-url`. White space at the end of a
 * file is removed.
 *
 * @param given the environment, without empty values.
 * @throws BadSecret for one that is given twice, and for a file that cannot be read or is empty.
 */
export function readSecrets(given: NodeJS.ProcessEnv): Record<string, string> {
  const found = secretSettings.flatMap((name) => {
    const ways = waysOf(name, given);
    if (ways.length > 1) {
      throw new BadSecret(`${name} is given twice, by ${ways.map(({ by }) => by).join(' and ')}: leave one`);
    }
    return ways.map(({ read }) => [name, read()]);
  });
  return Object.fromEntries(found);
}

/** The files from which settings take secrets, by the name of the setting. */
export const secretFiles = (given: NodeJS.ProcessEnv): { name: string; file: string }[] =>
  [...secretSettings.map((name) => `${name}_FILE`), 'PDF_KEY_FILE'].flatMap((name) => {
    const file = given[name];
    return file === undefined ? [] : [{ name, file: resolve(file) }];
  });

/** The ways in which a setting is given: a value, a file, or systemd's LoadCredential=. */
export function waysOf(name: string, { [name]: value, [`${name}_FILE`]: file, ...given }: NodeJS.ProcessEnv) {
  const { CREDENTIALS_DIRECTORY: directory } = given;
  // the second: systemd has loaded a whole folder, `LoadCredential=fairlead:/etc/fairlead/secrets`
  const names = [name, `fairlead_${name.toLowerCase().replaceAll('_', '-')}`];
  const credentials = directory === undefined ? [] : names.map((one) => join(directory, one)).filter(existsSync);
  return [
    ...(value === undefined ? [] : [{ by: name, read: () => value }]),
    ...(file === undefined ? [] : [{ by: `${name}_FILE`, read: () => inFile(file, `${name}_FILE`) }]),
    ...credentials.map((path) => ({
      by: 'CREDENTIALS_DIRECTORY',
      read: () => inFile(path, `${basename(path)} in CREDENTIALS_DIRECTORY`),
    })),
  ];
}

function inFile(file: string, called: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    throw new BadSecret(`${called} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (content === '') throw new BadSecret(`${called} is an empty file`);
  return content;
}
