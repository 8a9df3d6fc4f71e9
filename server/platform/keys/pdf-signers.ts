import { createHash, X509Certificate } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, transaction } from '../db/database.ts';
import type { PdfIdentity } from './pkcs12.ts';

/**
 * A certificate that signs PDFs, followed by those of the authorities that issued it. Its signatures are dated from
 * `validFrom` to `validUntil`, which is null for the current one.
 */
export type PdfSigner = {
  certificates: [X509Certificate, ...X509Certificate[]];
  validFrom: Date;
  validUntil: Date | null;
};

const nextPem = /(?=-----BEGIN CERTIFICATE-----)/;

/** Every certificate with which PDFs were ever signed, the newest first. */
export async function listPdfSigners(db: Db): Promise<PdfSigner[]> {
  const rows = await db
    .selectFrom('signingKey')
    .select(['publicPart', 'validFrom', 'validUntil'])
    .where('purpose', '=', 'pdf')
    .orderBy('validFrom', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ publicPart, ...period }) => {
    const [own, ...issuers] = publicPart.split(nextPem).map((pem) => new X509Certificate(pem));
    if (!own) throw new Error('A key for PDFs is stored without its certificate');
    return { certificates: [own, ...issuers], ...period };
  });
}

/**
 * Records an identity of a certificate authority as the one that signs PDFs from now on, unless it is that already. It
 * counts from the beginning of its certificate: files may have been signed with it before it was recorded. One that was
 * replaced and is used again counts as if it had never ended.
 *
 * @returns the id of the key that it replaced, whose private half is of no more use.
 */
export async function adoptIdentity(db: Db, { certificates }: PdfIdentity, now: Date): Promise<string | undefined> {
  const own = new X509Certificate(certificates[0] ?? '');
  // Of the certificate and not of its key: a renewed certificate may have the same key.
  const id = createHash('sha256').update(own.raw).digest().subarray(0, 8).toString('base64url');
  const current = await db
    .selectFrom('signingKey')
    .select('id')
    .where('purpose', '=', 'pdf')
    .where('validUntil', 'is', null)
    .executeTakeFirst();
  if (current?.id === id) return undefined;
  return transaction(db, async (tx) => {
    // Of programs that start at once, each would otherwise find no current key and add one.
    await sql`lock table signing_key in share row exclusive mode`.execute(tx);
    const replaced = await tx
      .updateTable('signingKey')
      .set({ validUntil: now })
      .where('purpose', '=', 'pdf')
      .where('validUntil', 'is', null)
      .where('id', '<>', id)
      .returning('id')
      .executeTakeFirst();
    const validFrom = own.validFromDate < now ? own.validFromDate : now;
    await tx
      .insertInto('signingKey')
      .values({ id, purpose: 'pdf', publicPart: certificates.join(''), validFrom })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ validUntil: null }))
      .execute();
    return replaced?.id;
  });
}
