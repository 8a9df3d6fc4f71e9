import { type ExpressionBuilder, sql } from 'kysely';
import { sizeOf } from '../../platform/chain/chain.ts';
import { firstHash } from '../../platform/chain/link.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { readAhead } from '../../platform/db/read-ahead.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { AppError } from '../../platform/errors.ts';
import { drawAction, isOlderThanLog, selectStated, timeStampAction } from './certificate-log.ts';
import { type Entry, flawsOf, type Registered } from './log-rules.ts';

/** A certificate that the log contradicts, and how. */
export type CertificateFlaw = { id: string; number: string; reason: string };

/**
 * Requires that the log agrees with a certificate, before the program confirms that it is genuine.
 *
 * @throws AppError `disputed`.
 */
export async function requireLogged(db: Queryable, id: string): Promise<void> {
  if ((await checkCertificates(db, [id])).length > 0) throw disputed();
}

/** What is thrown for a certificate that the log contradicts. */
export const disputed = (): AppError =>
  new AppError(
    'disputed',
    'The register and its log do not match for this certificate. Do not rely on it until the academy has explained this.',
  );

/** Compares some certificates with their entries in the log, and returns what is wrong. */
export async function checkCertificates(db: Queryable, ids: readonly string[]): Promise<CertificateFlaw[]> {
  if (ids.length === 0) return [];
  const flaws = await check(db, await registered(db).where('certificate.id', 'in', ids).execute());
  if (flaws.length === 0) return [];
  // Certificates and entries are read one after the other: an action may have been committed in between.
  const again = await registered(db).where('certificate.id', 'in', unique(flaws)).execute();
  return check(db, again);
}

const unique = (flaws: readonly CertificateFlaw[]) => [...new Set(flaws.map(({ id }) => id))];

/** How far a walk goes: it begins after an id, and reads some certificates at once, at most so many times. */
type Walk = { after?: string | undefined; atOnce?: number; times?: number };

/**
 * Compares certificates in the order of their ids.
 *
 * @yields the flaws of those that were read at once, and the last id of these; undefined when no others follow.
 */
export async function* walkCertificates(
  db: Queryable,
  { after, atOnce = 1000, times = Number.POSITIVE_INFINITY }: Walk = {},
): AsyncGenerator<{ flaws: CertificateFlaw[]; last: string | undefined }> {
  const read = async (before?: { count: number; last: string | undefined }) => {
    const from = before ? before.last : after;
    if (before && (from === undefined || before.count >= times)) return undefined;
    const rows = await registered(db)
      .$if(from !== undefined, (query) => query.where('certificate.id', '>', from ?? ''))
      .orderBy('certificate.id')
      .limit(atOnce)
      .execute();
    const last = rows.length === atOnce ? rows.at(-1)?.id : undefined;
    return { count: (before?.count ?? 0) + 1, last, rows, entries: await entriesOf(db, rows) };
  };
  for await (const { rows, entries, last } of readAhead(read)) {
    yield { flaws: await checkCertificates(db, unique(judge(rows, entries))), last };
  }
}

const registered = (db: Queryable) =>
  selectStated(db).select((e) => [
    'status',
    'revokedAt',
    'supersededAt',
    'codeDigest',
    e
      .selectFrom('storedFile as pdf')
      .select('pdf.sha256')
      .whereRef('pdf.id', '=', 'certificate.pdfFileId')
      .as('pdfDigest'),
    recordedDigest(e, 'pdf', [drawAction, timeStampAction]).as('recordedPdf'),
    recordedDigest(e, 'code', [drawAction]).as('recordedCode'),
    e
      .exists(
        e
          .selectFrom('certificateEvent as event')
          .innerJoin('certificate as successor', 'successor.id', 'event.certificateId')
          .select('event.id')
          .whereRef('event.certificateId', '=', 'certificate.supersededBy')
          // one from before the log took its place at a time that nobody recorded (migration 0020)
          .where((entry) => entry.or([entry('event.at', '=', entry.ref('certificate.supersededAt')), isOlderThanLog]))
          .whereRef('successor.accountId', '=', 'certificate.accountId')
          .whereRef('successor.courseId', '=', 'certificate.courseId')
          .where('event.kind', 'in', ['issue', 'correct']),
      )
      .as('successorLogged'),
  ]);

/** The digest of a certificate's PDF or code in the last audit event of these actions. */
const recordedDigest = (e: ExpressionBuilder<Schema, 'certificate'>, of: 'pdf' | 'code', actions: string[]) =>
  e
    .selectFrom('auditEvent as event')
    .select(sql<string | null>`event.details ->> ${of}`.as('digest'))
    .where('event.subjectKind', '=', 'certificate')
    .where('event.subjectId', '=', sql<string>`certificate.id::text`)
    .where('event.action', 'in', actions)
    .orderBy('event.id', 'desc')
    .limit(1);

type Row = Awaited<ReturnType<ReturnType<typeof registered>['execute']>>[number];

const check = async (db: Queryable, rows: readonly Row[]): Promise<CertificateFlaw[]> =>
  judge(rows, await entriesOf(db, rows));

/** The entries of the log about some certificates, each with the hash of the one before it in the log. */
async function entriesOf(db: Queryable, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  return db
    .selectFrom('certificateEvent as event')
    .leftJoin('certificateEvent as previous', (join) =>
      join.on('previous.sealIndex', '=', sql<number>`event.seal_index - 1`),
    )
    .select(['event.certificateId', 'event.kind', 'event.at', 'event.subject', 'event.salt', 'event.digest'])
    .select(['event.sealIndex', 'event.sealHash', 'previous.sealHash as previousHash'])
    .where((e) =>
      e.or([
        e(
          'event.certificateId',
          'in',
          rows.map(({ id }) => id),
        ),
        e(
          'event.subject',
          'in',
          rows.map(({ logId }) => logId),
        ),
      ]),
    )
    .where((e) => e.or([e('event.sealIndex', 'is', null), e('event.sealIndex', '<=', sizeOf('certificates'))]))
    .orderBy('event.sealIndex', (order) => order.asc().nullsLast())
    .orderBy('event.at')
    .orderBy('event.id')
    .execute();
}

function judge(rows: readonly Row[], entries: Awaited<ReturnType<typeof entriesOf>>): CertificateFlaw[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCertificate = Map.groupBy(entries, ({ certificateId }) => certificateId);
  // An entry that was moved to another certificate is missing here: a revocation, for example.
  const moved = new Set(
    entries.flatMap(({ certificateId, subject }) => (byId.get(certificateId)?.logId === subject ? [] : subject)),
  );
  return rows.flatMap(({ id, ...row }) => {
    const reasons = flawsOf(row as Registered, (byCertificate.get(id) ?? []).map(asEntry));
    if (moved.has(row.logId)) reasons.push('an entry of it was moved to another certificate');
    return reasons.map((reason) => ({ id, number: row.number, reason }));
  });
}

const asEntry = (entry: Entry): Entry => ({
  ...entry,
  previousHash: entry.sealIndex === 1 ? firstHash : entry.previousHash,
});
