import { createHash, createPublicKey, generateKeyPair, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parseVkey, signatureTypes, toVkey, type Verifier } from '@fairlead/contract/proofs/signed-note';
import { type Db, transaction } from '../db/database.ts';
import { KeyAway } from '../outage.ts';
import { selfSignedCertificate } from './academy-certificate.ts';
import { keyFiles } from './key-files.ts';
import { adoptIdentity, listPdfSigners, type PdfSigner } from './pdf-signers.ts';
import { BadKeyFile, type PdfIdentity, readPkcs12 } from './pkcs12.ts';

export type { PdfIdentity } from './pkcs12.ts';

/**
 * `facts`: Ed25519, for QR codes and signed statements. `pdf`: with an X.509 certificate, for the PDF of a certificate.
 * `log`: Ed25519, for checkpoints of the public log.
 */
export type Purpose = 'facts' | 'pdf' | 'log';

/** The current signing key. Its id is part of the signature, whose date is no earlier than the key (`datedBy`). */
export type SigningKey = { id: string; privateKey: KeyObject; validFrom: Date };

/**
 * A key that verifies signatures. Its signatures are dated from `validFrom` to `validUntil`, which is null for the
 * current key.
 */
export type PublicKey = {
  id: string;
  /** 32 bytes (RFC 8032) in base64url. */
  key: string;
  validFrom: Date;
  validUntil: Date | null;
};

/** The key that signs checkpoints of the public log. Its name is the origin of the log. */
export type LogKey = { verifier: Verifier; privateKey: KeyObject };

export type Keys = {
  /** The current key of the public log. A log whose origin changed gets a new one. */
  log(): Promise<LogKey>;
  /** Every key of the public log that ever existed, as verifier keys, the newest first. */
  publishedLog(): Promise<string[]>;
  /** The current key for facts and statements. */
  facts(): Promise<SigningKey>;
  /** Every key for facts that ever existed, the newest first. */
  published(): Promise<PublicKey[]>;
  /** The key and certificates for signing PDFs: the configured PKCS#12, otherwise the program's own. */
  pdf(): Promise<PdfIdentity>;
  /** Every certificate with which PDFs were ever signed, the newest first. */
  publishedPdf(): Promise<PdfSigner[]>;
  /** Replaces the program's own key: the old one ends now, and its private key is deleted. Returns the new id. */
  rotate(purpose: Purpose): Promise<string>;
};

/** The date of a signature in seconds since 1970: now, or the key's start where the clocks of two servers differ. */
export const datedBy = ({ validFrom }: SigningKey, now: Date): number =>
  Math.floor(Math.max(now.getTime(), validFrom.getTime()) / 1000);

/**
 * Thrown when the database names a current key whose private half is not in DATA_DIR/keys. It is not replaced by
 * itself: another instance may have it, and would lose it.
 */
export class KeyLost extends KeyAway {
  override name = 'KeyLost';
  readonly lost: readonly CurrentKey[];
  constructor(lost: readonly CurrentKey[]) {
    const files = lost.map(({ id, purpose }) => `${id}.pem (the key for ${purpose})`).join(', ');
    const purposes = lost.map(({ purpose }) => purpose).join(' ');
    super(
      `DATA_DIR/keys lacks ${files}, or what is there is damaged: copy keys and secrets from another instance or a backup, ` +
        `or replace what is lost by npm run rotate-keys -- ${purposes}.`,
    );
    this.lost = lost;
  }
}

/** A key with which the academy signs now. */
export type CurrentKey = { id: string; purpose: Purpose };

/** Opens keys, and makes those that there are not. @throws KeyLost that names all that are lost */
export async function openAll(keys: Keys, purposes: readonly Purpose[]): Promise<void> {
  const lost: CurrentKey[] = [];
  for (const purpose of purposes)
    await keys[purpose]().catch((error: unknown) => {
      if (!(error instanceof KeyLost)) throw error;
      lost.push(...error.lost);
    });
  if (lost.length > 0) throw new KeyLost(lost);
}

/** Those of the current keys whose files are missing or damaged. */
export async function listLost<Current extends CurrentKey & { publicPart: string }>(
  current: readonly Current[],
  dataDir: string,
): Promise<Current[]> {
  const files = keyFiles(dataDir);
  const lost: Current[] = [];
  for (const one of current) if (!isBought(one.purpose, one) && !(await files.read(one.id))) lost.push(one);
  return lost;
}

type Dependencies = {
  db: Db;
  dataDir: string;
  clock: () => Date;
  /** The subject of a self-signed certificate, called when the program creates one. */
  academy: () => Promise<string>;
  /** The name of the public log: the URL below which it is published, without its scheme. */
  logOrigin: string;
  /** A PDF signing key from a certificate authority: the PKCS#12 file and its password. */
  pkcs12?: { file: string; password: string } | undefined;
};

const makeKeyPair = promisify(generateKeyPair);

/**
 * The academy's signing keys. The first ones are generated when they are needed. Several programs with the same
 * database share them, and so need the same files. A key whose file was lost is replaced by `rotate` alone: the lost
 * key ends then, and its signatures stay valid. Until then everything that signs with it throws KeyLost, which jobs
 * wait for like an outage.
 */
export function createKeys({ db, dataDir, clock, academy, logOrigin, pkcs12 }: Dependencies): Keys {
  const files = keyFiles(dataDir);
  /** Whole seconds, like the dates of signatures, so that no signature is dated before its key. */
  const now = () => new Date(Math.floor(clock().getTime() / 1000) * 1000);
  const current = (purpose: Purpose) =>
    db
      .selectFrom('signingKey')
      .select(['id', 'publicPart', 'validFrom'])
      .where('purpose', '=', purpose)
      .where('validUntil', 'is', null)
      .executeTakeFirst();

  /**
   * Replaces the key `old` (none at the first start) by a new one. When several programs try at once, only one
   * succeeds.
   */
  async function replace(purpose: Purpose, old: string | undefined): Promise<void> {
    const made = await newKey(purpose, { academy: await academy(), from: now(), logOrigin });
    await files.write(made.id, made.privateKey);
    const isOurs = await transaction(db, async (tx) => {
      if (old !== undefined) {
        const ended = await tx
          .updateTable('signingKey')
          // a clock that was ahead when it began has been set right
          .set((e) => ({ validUntil: e.fn<Date>('greatest', ['validFrom', e.val(now())]) }))
          .where('id', '=', old)
          .where('validUntil', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!ended) return false;
      }
      const { id, publicPart } = made;
      const inserted = await tx
        .insertInto('signingKey')
        .values({ id, purpose, publicPart, validFrom: now() })
        .onConflict((conflict) => conflict.column('purpose').where('validUntil', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    });
    const outOfUse = isOurs ? old : made.id;
    if (outOfUse !== undefined) await files.remove(outOfUse);
  }

  async function key(purpose: Purpose): Promise<SigningKey & { publicPart: string }> {
    let lacking: string | undefined;
    // Another attempt is needed when another program was faster, or rotated the key in between.
    for (let look = 0; look < 5; look += 1) {
      const row = await current(purpose);
      const privateKey = row && (await files.read(row.id));
      const isOurs = purpose !== 'log' || (row && parseVkey(row.publicPart).name === logOrigin);
      if (row && privateKey && isOurs) return { ...row, privateKey };
      if (row && !privateKey && !isBought(purpose, row)) {
        if (row.id === lacking) throw new KeyLost([{ purpose, id: row.id }]);
        lacking = row.id;
      } else await replace(purpose, row?.id);
    }
    throw new Error(`No key for ${purpose} could be made`);
  }

  let bought: Promise<PdfIdentity> | undefined;
  return {
    facts: () => key('facts'),
    log: async () => {
      const { publicPart, privateKey } = await key('log');
      return { verifier: parseVkey(publicPart), privateKey };
    },
    publishedLog: async () => {
      const rows = await db
        .selectFrom('signingKey')
        .select('publicPart')
        .where('purpose', '=', 'log')
        .orderBy('validFrom', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(({ publicPart }) => publicPart);
    },
    published: async () => {
      const rows = await db
        .selectFrom('signingKey')
        .select(['id', 'publicPart as key', 'validFrom', 'validUntil'])
        .where('purpose', '=', 'facts')
        .orderBy('validFrom', 'desc')
        .orderBy('id')
        .execute();
      return rows;
    },
    pdf: async () => {
      if (pkcs12) {
        bought ??= identityIn(pkcs12);
        const identity = await bought;
        const replaced = await adoptIdentity(db, identity, now());
        if (replaced !== undefined) await files.remove(replaced);
        return identity;
      }
      const { privateKey, publicPart } = await key('pdf');
      return { privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), certificates: [publicPart] };
    },
    publishedPdf: () => listPdfSigners(db),
    rotate: async (purpose) => {
      await replace(purpose, (await current(purpose))?.id);
      return (await key(purpose)).id;
    },
  };
}

async function identityIn({ file, password }: { file: string; password: string }): Promise<PdfIdentity> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new BadKeyFile(`it cannot be read (${error.code})`);
  });
  return readPkcs12(bytes, password);
}

/**
 * Whether a key is that of a certificate authority, whose private half is in the file of PDF_KEY_FILE: its id is made
 * of the certificate, that of our own keys of the public key.
 */
const isBought = (purpose: Purpose, { id, publicPart }: { id: string; publicPart: string }): boolean =>
  purpose === 'pdf' && idOf(new X509Certificate(publicPart).publicKey) !== id;

const idOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest()
    .subarray(0, 8)
    .toString('base64url');

type Making = { academy: string; from: Date; logOrigin: string };

async function newKey(purpose: Purpose, { academy, from, logOrigin }: Making) {
  const { privateKey, publicKey } =
    purpose === 'pdf' ? await makeKeyPair('ec', { namedCurve: 'P-256' }) : await makeKeyPair('ed25519');
  const x = () => String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
  const publicParts: Record<Purpose, () => string | Promise<string>> = {
    facts: x,
    pdf: () => selfSignedCertificate(privateKey, academy, from),
    log: () => toVkey({ name: logOrigin, type: signatureTypes.log, key: Buffer.from(x(), 'base64url') }),
  };
  return { id: idOf(publicKey), privateKey, publicPart: await publicParts[purpose]() };
}
