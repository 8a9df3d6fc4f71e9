import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './environment.ts';

/**
 * Reads a secret that is generated once and kept beside the data with mode 600, so that sessions and links stay valid
 * after a restart. If two programs start at once on one folder, both use the secret of the first.
 *
 * @throws ConfigError if the file is damaged.
 */
export function keptSecret(dataDir: string, name: string): string {
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
