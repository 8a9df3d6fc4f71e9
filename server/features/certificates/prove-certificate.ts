import { leadsToRoot, parseProof } from '@fairlead/contract/proofs/checkpoint';
import { appendRows } from '../../platform/chain/chain-appender.ts';
import { firstHash, linkText } from '../../platform/chain/link.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { proveInclusion, publishCheckpoint } from '../../platform/transparency/checkpoints.ts';
import { askWitnessesInPassing } from '../../platform/transparency/witnesses.ts';
import { certificateChain, type LoggedKind, loggedFacts, selectStated } from './certificate-log.ts';
import { disputed } from './check-certificates.ts';

/** The kinds of entries that say that a certificate is in force with what it states. */
const issues: readonly LoggedKind[] = ['issue', 'correct', 'record'];

/**
 * The proof that a certificate is in the public log, as text (c2sp.org/tlog-proof). Its extra data is JSON with the
 * text of the entry. Undefined while the entry is not chained or no checkpoint covers it, which takes a second.
 *
 * @param more.withFacts whether the proof also contains the salt and the facts of the entry's digest, for somebody who
 *   has the certificate itself. Who has the salt can tell whether guessed facts are right.
 * @throws AppError `disputed` if the log no longer leads from the entry to the root that was signed: it was rewritten.
 */
export async function proveCertificate(
  db: Queryable,
  certificateId: string,
  { withFacts = false } = {},
): Promise<string | undefined> {
  const event = await db
    .selectFrom('certificateEvent as event')
    .leftJoin('certificateEvent as previous', (join) =>
      join.on((e) => e('previous.sealIndex', '=', e('event.sealIndex', '-', 1))),
    )
    .select(['event.at', 'event.kind', 'event.subject', 'event.digest', 'event.salt', 'event.sealIndex'])
    .select('previous.sealHash as previous')
    .where('event.certificateId', '=', certificateId)
    .where('event.kind', 'in', issues)
    .where('event.sealIndex', 'is not', null)
    .orderBy('event.sealIndex', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!event?.sealIndex) return undefined;
  const { at, kind, subject, digest, salt, sealIndex: index } = event;
  const entry = linkText({ index, at, content: [kind, subject], digest }, event.previous ?? firstHash);
  const extra = withFacts && salt !== null ? await opening(db, certificateId, { kind: kind as LoggedKind, salt }) : {};
  const proof = await proveInclusion(db, index - 1, Buffer.from(JSON.stringify({ entry, ...extra })));
  if (proof !== undefined && !leadsToRoot(parseProof(proof), Buffer.from(entry))) throw disputed();
  return proof;
}

/**
 * The same at once, for somebody who has the certificate: first chains and signs what is not yet chained and signed.
 *
 * @throws if the log has no entry of the certificate, or must not be signed any more.
 */
export async function proveNow(
  { db, keys, config, clock }: Pick<Platform, 'db' | 'keys' | 'config' | 'clock'>,
  certificateId: string,
): Promise<string> {
  const prove = () => proveCertificate(db, certificateId, { withFacts: true });
  const proved = await prove();
  if (proved === undefined) {
    await appendRows({ db, clock }, certificateChain);
    await publishCheckpoint({ db, keys, clock }, certificateChain);
  } else if (config.witnesses.length === 0) return proved;
  await askWitnessesInPassing({ db, witnesses: config.witnesses });
  const proof = await prove();
  if (proof === undefined) throw new Error('The log has no entry of this certificate');
  return proof;
}

/**
 * The position of a proof's entry in the log, counted from 1 as in the entry itself, and as the check page shows it.
 */
export const provedEntry = (proof: string): number => parseProof(proof).index + 1;

/** The facts that the digest of an entry covers, and the salt with which it was made. */
async function opening(db: Queryable, id: string, { kind, salt }: { kind: LoggedKind; salt: string }) {
  const certificate = await selectStated(db).where('certificate.id', '=', id).executeTakeFirstOrThrow();
  return { salt, facts: loggedFacts(kind, certificate) };
}
