import { createHmac } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { keyFor } from '../keys/encrypted-text.ts';
import { OtherAcademy } from './compare.ts';

/** The vault secret of this instance; reading it where there is none makes it, or throws. */
export type VaultSecret = { hasVault: boolean; vault: string };

/** Thrown when an instance would encrypt with another secret than the academy's; nothing was changed. */
export class OtherVault extends OtherAcademy {
  override name = 'OtherVault';
}

/** What the database keeps of a vault secret: enough to recognise it. */
const digestOfVault = (secret: string): string =>
  createHmac('sha256', keyFor(secret, 'digest of the vault secret')).update('vault').digest('base64url');

const copyIt =
  'Copy the folders keys and secrets of another instance, or of a backup, to DATA_DIR, or set VAULT_SECRET as there. If ' +
  'the secret is lost for good,';
const acceptIt = 'enter npm run rotate-keys -- vault: what was encrypted before cannot be read again.';

/**
 * Compares the vault secret of this instance with the one that the academy's database notes.
 *
 * @param noted the digest in the database; null if there is none yet
 * @param database in words
 * @returns why this instance must not encrypt, with what to do; undefined if it may
 */
export function whyOtherVault(secrets: VaultSecret, noted: string | null, database: string): string | undefined {
  if (!secrets.hasVault)
    return (
      `DATA_DIR lacks secrets/vault, with which documents and second factors of ${database} are encrypted. ` +
      `${copyIt} set VAULT_SECRET to a new one and ${acceptIt}`
    );
  if (noted === null || digestOfVault(secrets.vault) === noted) return undefined;
  return (
    `The vault secret here (VAULT_SECRET, else DATA_DIR/secrets/vault) is not the one with which documents and second ` +
    `factors of ${database} are encrypted. ${copyIt} ${acceptIt}`
  );
}

/**
 * Notes in the database which vault secret encrypts, if it notes none. Of several instances, the first does.
 *
 * @throws OtherVault for another one than it notes
 */
export async function noteVault(db: Db, secrets: VaultSecret, database: string): Promise<void> {
  if (!secrets.hasVault) return;
  const vaultDigest = digestOfVault(secrets.vault);
  await db.updateTable('academy').set({ vaultDigest }).where('vaultDigest', 'is', null).execute();
  const noted = await db.selectFrom('academy').select('vaultDigest').executeTakeFirstOrThrow();
  const why = whyOtherVault(secrets, noted.vaultDigest, database);
  if (why !== undefined) throw new OtherVault(why);
}

/** Lets the vault secret of this instance be the one that encrypts from now on. */
export async function replaceVault(db: Db, secret: string): Promise<void> {
  await db
    .updateTable('academy')
    .set({ vaultDigest: digestOfVault(secret) })
    .execute();
}
