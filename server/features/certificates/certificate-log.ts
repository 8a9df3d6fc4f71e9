import { sql } from 'kysely';
import type { Chain } from '../../platform/chain/chain.ts';
import { salted } from '../../platform/chain/link.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export type LoggedKind = 'issue' | 'correct' | 'supersede' | 'revoke';

const selectStated = (db: Queryable) =>
  db
    .selectFrom('certificate')
    .select([
      ...(['id', 'logId', 'number', 'name', 'birthDate', 'passportNumber', 'cdcNumber', 'indosNumber'] as const),
      ...(['gradeNumber', 'courseTitle', 'regulations', 'subjects', 'issuedOn', 'expiresOn'] as const),
    ]);
type Stated = Awaited<ReturnType<ReturnType<typeof selectStated>['executeTakeFirstOrThrow']>>;

/** The content that a log entry's digest covers: all that the certificate states, and the kind of event. */
const loggedFacts = (kind: LoggedKind, { id: _, logId: __, ...stated }: Stated): object => ({ kind, ...stated });

/**
 * Records an event of a certificate, in the transaction that causes it; the entry is appended to the public log after
 * the commit. To be called once the certificate has its final content.
 */
export async function logCertificate(
  tx: Tx,
  { kind, certificateId, at }: { kind: LoggedKind; certificateId: string; at: Date },
): Promise<void> {
  const stated = await selectStated(tx).where('id', '=', certificateId).executeTakeFirstOrThrow();
  await tx
    .insertInto('certificateEvent')
    .values({ at, kind, certificateId, subject: stated.logId, ...salted(loggedFacts(kind, stated)) })
    .execute();
}

/**
 * The public log: the kind and time of each certificate's events, under an id that reveals nothing about the
 * certificate.
 */
export const certificateChain: Chain = {
  name: 'certificates',
  table: 'certificate_event',
  content: sql<string[]>`jsonb_build_array(kind, subject::text)`,
  read: async (db, from, limit) => {
    const rows = await db
      .selectFrom('certificateEvent')
      .selectAll()
      .where('sealIndex', '>=', from)
      .orderBy('sealIndex')
      .limit(limit)
      .execute();
    const certificates = rows.map(({ certificateId }) => certificateId);
    const stated = rows.length > 0 ? await selectStated(db).where('id', 'in', certificates).execute() : [];
    const byId = new Map(stated.map((one) => [one.id, one]));
    return rows.map(({ at, kind, subject, digest, salt, sealIndex, sealHash, certificateId }) => {
      const certificate = byId.get(certificateId);
      return {
        ...{ at, digest, salt, index: sealIndex ?? 0, hash: sealHash ?? '', content: [kind, subject] },
        facts: certificate && loggedFacts(kind, certificate),
      };
    });
  },
};
