import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { keyFiles } from '../../../platform/keys/key-files.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OriginSection } from '../content.ts';
import { BadChain, type Chain, checkChain } from '../origin/certificate-chain.ts';
import { keyText, type SignedRequest, signRequest } from '../origin/certificate-request.ts';

/** The file of the web server's private key in DATA_DIR/keys, without its ending. It never leaves this computer. */
const keyName = 'ship-origin';

/**
 * The host of this computer and the last certificate for it, as the academy has sent them; undefined without a host.
 */
async function findOrigin(db: Queryable): Promise<OriginSection | undefined> {
  const row = await db
    .selectFrom('shipSection')
    .select('content')
    .where(sql<string>`content->>'kind'`, '=', 'origin')
    // one that has arrived takes effect together with all others
    .where('digest', 'in', sql<string>`(select value from ship_box_state, jsonb_each_text(manifest))`)
    .executeTakeFirst();
  return row?.content as unknown as OriginSection | undefined;
}

const findKey = ({ dataDir }: Platform['config']) => keyFiles(dataDir).read(keyName);

async function makeKey({ dataDir }: Platform['config']): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  await keyFiles(dataDir).write(keyName, privateKey);
  return privateKey;
}

/**
 * What is to be asked of the academy: a certificate for the key of this computer, which is made here when it is first
 * needed, or was lost. Null without a host, and where the academy knows the key.
 */
export async function findRequest({ config, db }: Pick<Platform, 'config' | 'db'>): Promise<SignedRequest | null> {
  const origin = await findOrigin(db);
  if (!origin) return null;
  const key = (await findKey(config)) ?? (await makeKey(config));
  return origin.key === keyText(key) ? null : signRequest(key, origin.host);
}

/** How browsers can reach this computer by https. */
export type OriginState = {
  host: string;
  /** Its private key with the certificates; null while there are none that fit. */
  certified: (Chain & { privateKey: KeyObject }) | null;
};

/**
 * The host of this computer and its certificate. One that has ended is among them: a browser says more about it than
 * about no answer.
 */
export async function readOrigin({ config, db }: Pick<Platform, 'config' | 'db'>): Promise<OriginState | null> {
  const origin = await findOrigin(db);
  if (!origin) return null;
  const { host, chain } = origin;
  const privateKey = chain === null ? undefined : await findKey(config);
  if (chain === null || !privateKey) return { host, certified: null };
  try {
    const checked = checkChain(chain, { host, key: keyText(privateKey) });
    return { host, certified: { ...checked, privateKey } };
  } catch (error) {
    if (error instanceof BadChain) return { host, certified: null };
    throw error;
  }
}
