import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { decryptText, encryptText, keyFor } from '../../../platform/keys/encrypted-text.ts';
import type { Platform } from '../../../platform/platform.ts';

type WithVault = Pick<Platform, 'config'>;

const context = 'ship box';
const vaultKey = ({ config }: WithVault) => keyFor(config.secrets.vault, context);

/** Encrypts a secret of the box, so that a copy of its database alone gives none. */
export const sealed = (program: WithVault, secret: string): string => encryptText(vaultKey(program), secret, context);
const opened = (program: WithVault, text: string): string => decryptText(vaultKey(program), text, context);

/** A key pair of a box: the private half as a JWK, and the public one as 65 bytes in base64url. */
export async function makeBoxKey(): Promise<{ privateKey: JWK; publicKey: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const publicKey = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url');
  return { privateKey: (await crypto.subtle.exportKey('jwk', pair.privateKey)) as JWK, publicKey };
}

export const publicKeyOf = ({ x = '', y = '' }: JWK): string =>
  Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');

/** The state of the ship's computer, with its secrets; undefined until it is paired. */
export async function findBox(program: Pick<Platform, 'config'>, db: Queryable) {
  const row = await db.selectFrom('shipBoxState').selectAll().executeTakeFirst();
  if (!row) return undefined;
  const { privateKey, packKey, nextKey, ...state } = row;
  return {
    ...state,
    privateKey: JSON.parse(opened(program, privateKey)) as JWK,
    packKey: Buffer.from(opened(program, packKey), 'base64url'),
    nextKey: nextKey === null ? null : (JSON.parse(opened(program, nextKey)) as JWK),
    manifest: state.manifest as Record<string, string>,
  };
}

export type BoxState = NonNullable<Awaited<ReturnType<typeof findBox>>>;

/** @throws AppError `not-yet` */
export async function requireBox(program: Pick<Platform, 'config'>, db: Queryable): Promise<BoxState> {
  const box = await findBox(program, db);
  if (!box) throw new AppError('not-yet', 'This computer is not paired with a ship yet.');
  return box;
}

/** The same, locked until the transaction ends: packs are made and taken one after another. */
export async function lockBox(program: Pick<Platform, 'config'>, tx: Tx): Promise<BoxState> {
  await sql`select from ship_box_state for update`.execute(tx);
  return requireBox(program, tx);
}

/** Writes down the moment that the clock has reached: it never goes back behind it, and a test wins no time by that. */
export async function noteReached(tx: Tx, now: Date): Promise<void> {
  await tx.updateTable('shipBoxState').set({ reachedAt: now }).where('reachedAt', '<', now).execute();
}
