import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './environment.ts';

/** The secrets by which the program signs and encrypts. */
type Secrets = {
  token: string;
  link: string;
  /**
   * The secret for data that must not be readable from the database or the files alone. If it is lost, the data
   * encrypted with it is lost.
   */
  vault: string;
};

type Folder = {
  dataDir: string;
  /** Whether what is missing is generated. */
  make: boolean;
};

const names = ['token', 'link', 'vault'] as const;

/**
 * The secrets that are given, and those that are kept beside the data. Each is read, or made, when it is first used: a
 * command needs few of them, and a start that is refused must not leave new ones behind.
 *
 * @throws ConfigError at once where a start finds a damaged one, or lacks that of the vault beside the academy's keys
 */
export function secretsOf(given: { [name in keyof Secrets]: string | undefined }, folder: Folder) {
  const used = new Map<keyof Secrets, string>();
  const isKept = (name: keyof Secrets) => existsSync(join(folder.dataDir, 'secrets', name));
  const read = (name: keyof Secrets): string => {
    const secret = used.get(name) ?? given[name] ?? keptSecret(name, folder);
    used.set(name, secret);
    return secret;
  };
  if (folder.make)
    for (const name of names)
      if (given[name] === undefined && (isKept(name) || (name === 'vault' && hasKeys(folder.dataDir))))
        keptSecret(name, folder);
  return {
    get token() {
      return read('token');
    },
    get link() {
      return read('link');
    },
    get vault() {
      return read('vault');
    },
    /** Whether there is a vault secret, which is not made by asking. */
    get hasVault() {
      return given.vault !== undefined || isKept('vault');
    },
  };
}

/** Makes those that are missing. */
export function makeSecrets(secrets: Secrets): void {
  for (const name of names) void secrets[name];
}

/**
 * Reads a secret that is generated once and kept beside the data with mode 600, so that sessions and links stay valid
 * after a restart. If two programs start at once on one folder, both use the secret of the first.
 *
 * @throws ConfigError if the file is damaged, or is missing and not to be made, or if it is that of the vault and the
 *   academy has been started before.
 */
function keptSecret(name: keyof Secrets, { dataDir, make }: Folder): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  if (!existsSync(file)) {
    if (name === 'vault' && hasKeys(dataDir)) throw new ConfigError(lostVault(file));
    if (!make) throw new ConfigError(`DATA_DIR lacks ${file}: set ${name.toUpperCase()}_SECRET as for the program`);
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

/** Whether an academy was started on this folder: its first start makes its keys. */
function hasKeys(dataDir: string): boolean {
  try {
    return readdirSync(join(dataDir, 'keys')).length > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * With another secret in its place, certificates would be drawn without their photographs, and nobody could log in by a
 * second factor.
 */
const lostVault = (file: string) =>
  `DATA_DIR has the academy’s keys and lacks ${file}, with which documents and second factors are encrypted: put it back ` +
  'from a backup, or set VAULT_SECRET to what it was. If it is lost for good, set VAULT_SECRET to a new one and enter ' +
  'npm run rotate-keys -- vault: what was encrypted before cannot be read again.';

function linkUnlessThere(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
