import { createHash, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Db, transaction } from '../db/database.ts';
import { selfSignedCertificate } from './academy-certificate.ts';
import { keyFiles } from './key-files.ts';
import { BadKeyFile, type PdfIdentity, readPkcs12 } from './pkcs12.ts';

export type { PdfIdentity } from './pkcs12.ts';

/** `facts`: Ed25519, for QR codes and statements. `pdf`: with an X.509 certificate, for the PDF of a certificate. */
export type Purpose = 'facts' | 'pdf';

/** A key to sign with now. Its id goes into the signature, which is dated no earlier than the key (`datedBy`). */
export type SigningKey = { id: string; privateKey: KeyObject; validFrom: Date };

/** A key that checks signatures: what it signed is dated from `validFrom` to `validUntil`, null while it signs. */
export type PublicKey = {
  id: string;
  /** 32 bytes (RFC 8032) in base64url. */
  key: string;
  validFrom: Date;
  validUntil: Date | null;
};

export type Keys = {
  /** The key of today for facts and statements. */
  facts(): Promise<SigningKey>;
  /** Every key for facts there ever was, the newest first. */
  published(): Promise<PublicKey[]>;
  /** What PDFs are signed with: the configured PKCS#12, otherwise a key of the program's own. */
  pdf(): Promise<PdfIdentity>;
  /** Replaces the program's own key: the old one ends now, and its private half is destroyed. Gives the new id. */
  rotate(purpose: Purpose): Promise<string>;
};

/**
 * The date of a signature in seconds since 1970: now, or the key's beginning where the clocks of two servers differ.
 */
export const datedBy = ({ validFrom }: SigningKey, now: Date): number =>
  Math.floor(Math.max(now.getTime(), validFrom.getTime()) / 1000);

type Means = {
  db: Db;
  dataDir: string;
  clock: () => Date;
  /** The name that stands in a certificate which the program makes for itself, asked when it makes one. */
  academy: () => Promise<string>;
  /** A key of a certificate authority for PDFs: the PKCS#12 file and its password. */
  pkcs12?: { file: string; password: string } | undefined;
};

const makeKeyPair = promisify(generateKeyPair);

/**
 * The academy's keys for signing. One that is missing is made when it is first needed, also when its file was lost:
 * the lost one ends then, what it signed stays good, and issuing goes on. Several programs on one database and one
 * folder share them.
 */
export function createKeys({ db, dataDir, clock, academy, pkcs12 }: Means): Keys {
  const files = keyFiles(dataDir);
  /** Whole seconds, as signatures are dated: nothing is signed before its key began. */
  const now = () => new Date(Math.floor(clock().getTime() / 1000) * 1000);
  const current = (purpose: Purpose) =>
    db
      .selectFrom('signingKey')
      .select(['id', 'publicPart', 'validFrom'])
      .where('purpose', '=', purpose)
      .where('validUntil', 'is', null)
      .executeTakeFirst();

  /** Puts a new key in the place of `old` (none at the first start); of several that try at once, one does. */
  async function replace(purpose: Purpose, old: string | undefined): Promise<void> {
    const made = await newKey(purpose, await academy(), now());
    await files.write(made.id, made.privateKey);
    const isOurs = await transaction(db, async (tx) => {
      if (old !== undefined) {
        const ended = await tx
          .updateTable('signingKey')
          .set({ validUntil: now() })
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
    // A second look is for who lost a race, or met a rotation in between.
    for (let look = 0; look < 5; look += 1) {
      const row = await current(purpose);
      const privateKey = row && (await files.read(row.id));
      if (row && privateKey) return { ...row, privateKey };
      await replace(purpose, row?.id);
    }
    throw new Error(`No key for ${purpose} could be made`);
  }

  let bought: Promise<PdfIdentity> | undefined;
  return {
    facts: () => key('facts'),
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
        return bought;
      }
      const { privateKey, publicPart } = await key('pdf');
      return { privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), certificates: [publicPart] };
    },
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

async function newKey(purpose: Purpose, academy: string, from: Date) {
  const { privateKey, publicKey } =
    purpose === 'facts' ? await makeKeyPair('ed25519') : await makeKeyPair('ec', { namedCurve: 'P-256' });
  const digest = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest();
  const publicPart =
    purpose === 'facts'
      ? String(createPublicKey(privateKey).export({ format: 'jwk' }).x)
      : await selfSignedCertificate(privateKey, academy, from);
  return { id: digest.subarray(0, 8).toString('base64url'), privateKey, publicPart };
}
