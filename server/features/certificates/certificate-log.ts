import { sql } from 'kysely';
import { type Chain, sizeOf } from '../../platform/chain/chain.ts';
import { noteLeftRow } from '../../platform/chain/left-rows.ts';
import { salted } from '../../platform/chain/link.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

/**
 * The events that are logged. `record` is written once for a certificate that was issued before the log kept what it
 * states.
 */
export type LoggedKind = 'issue' | 'correct' | 'supersede' | 'revoke' | 'record';

/** The audit's action of drawing a certificate's PDF; its details have the digests of the file and of its code. */
export const drawAction = 'certificate.draw';
/** The audit's action of replacing the PDF by the same with a newer time stamp; its details have the new digest. */
export const timeStampAction = 'certificate.time-stamp';

/** All that a certificate states, which the digest of each of its entries covers. */
const statedColumns = [
  ...(['number', 'name', 'birthDate', 'passportNumber', 'cdcNumber', 'indosNumber', 'gradeNumber'] as const),
  ...(['courseTitle', 'regulations', 'subjects', 'issuedOn', 'expiresOn', 'ownScriptName'] as const),
  ...(['heldTo', 'boundTo', 'approvedBy', 'approvalNumber'] as const),
] as const;

/** Part of an entry only where the certificate states them, as in entries that are older than these columns. */
const sometimes: readonly string[] = ['ownScriptName', 'heldTo', 'boundTo', 'approvedBy', 'approvalNumber'];

/** Certificates with all that they state. */
export const selectStated = (db: Queryable) =>
  db.selectFrom('certificate').select(['certificate.id', 'certificate.logId']).select(statedColumns);
type Stated = Pick<
  Awaited<ReturnType<ReturnType<typeof selectStated>['executeTakeFirstOrThrow']>>,
  (typeof statedColumns)[number]
>;

/**
 * The content that a log entry's digest covers: all that the certificate states, and the kind of event.
 */
export const loggedFacts = (kind: LoggedKind, certificate: Stated): object => ({
  kind,
  ...Object.fromEntries(
    statedColumns
      .filter((column) => !sometimes.includes(column) || certificate[column] !== '')
      .map((column) => [column, certificate[column]]),
  ),
});

/**
 * Whether `event` is the first entry of a certificate that is older than the log: it covers no facts, since its digest
 * is that of its id, and it has the time of the row (migration 0021).
 */
export const isOlderThanLog = sql<boolean>`
  event.digest = encode(sha256(convert_to(event.subject::text, 'UTF8')), 'hex')`;

/**
 * Records an event of a certificate, in the transaction that causes it; the entry is appended to the public log after
 * the commit. To be called once the certificate has its final content.
 */
export async function logCertificate(
  tx: Tx,
  { kind, certificateId, at }: { kind: LoggedKind; certificateId: string; at: Date },
): Promise<void> {
  noteLeftRow(tx);
  const stated = await selectStated(tx).where('id', '=', certificateId).executeTakeFirstOrThrow();
  await tx
    .insertInto('certificateEvent')
    .values({ at, kind, certificateId, subject: stated.logId, ...salted(loggedFacts(kind, stated)) })
    .execute();
}

/**
 * The public log: the kind and time of each certificate's events, under an id that reveals nothing about the
 * certificate. The digests are checked certificate by certificate (`check-certificates.ts`).
 */
export const certificateChain: Chain = {
  name: 'certificates',
  table: 'certificate_event',
  content: sql<string[]>`jsonb_build_array(kind, subject::text)`,
  read: async (db, from, limit) => {
    const rows = await db
      .selectFrom('certificateEvent as event')
      .leftJoin('certificate', 'certificate.id', 'event.certificateId')
      .select(['event.at', 'event.kind', 'event.subject', 'event.digest', 'event.sealIndex', 'event.sealHash'])
      .select('certificate.number')
      .where('sealIndex', '>=', from)
      .where('sealIndex', '<=', sizeOf('certificates'))
      .orderBy('sealIndex')
      .limit(limit)
      .execute();
    return rows.map(({ at, kind, subject, digest, sealIndex, sealHash, number }) => ({
      at,
      digest,
      index: sealIndex ?? 0,
      hash: sealHash ?? '',
      content: [kind, subject],
      about: number ?? undefined,
      flaw: number === null ? 'its certificate is not in the register' : undefined,
    }));
  },
};
