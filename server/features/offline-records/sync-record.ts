import type { ContradictionKind, RecordPart } from '@fairlead/contract/offline-records/calls';
import {
  areAnswersSignedBy,
  BadRecord,
  base64url,
  bytesIn,
  hashAfter,
  type VerifiedPart,
  verifyPart,
} from '@fairlead/contract/offline-records/offline-record-format';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOpenEnrolment } from '../enrolments/index.ts';
import { listOlderVersions, listWatchedAboard, lockCreditState } from '../training/index.ts';
import { creditRuns } from './credit-runs.ts';
import { noSuchPass } from './policy.ts';
import { countCopies, findPass, headOf, isSettled, listParts, lockPassesBeside } from './queries.ts';
import { type ChainPosition, placeOf, type Run, readLinks } from './rules.ts';

/** Answers to presence checks, by the check's id, as in `training.answerCheck`. */
type Answers = Readonly<Record<string, number | null>>;

type Sync = {
  passId: string;
  /** The person whose pass it is to be. */
  accountId: string;
  part: RecordPart | null;
  answers: Answers;
  /** Set where it comes as a file, which is no contact with the device. */
  asFile?: {
    /** The colleague who uploads it; undefined where the person does. */
    uploadedBy?: string | undefined;
    /** The answers as the device has signed them: who carries the file is not their person. */
    signedAnswers: { text: string; signature: string };
    /** Notes the upload, in the transaction that credits it. */
    note: (tx: Tx, credited: Credited) => Promise<void>;
  };
};

/** What a file has added, and to what. */
export type Credited = {
  enrolmentId: string;
  courseTitle: string;
  creditedSeconds: number;
  /** Whether the file had a part that had not arrived before. */
  isNew: boolean;
};

/** Contacts about one person in a quarter of an hour: a link that breaks each 5 s makes 180. */
const contacts = { max: 600, seconds: 15 * 60, says: 'This device has sent its progress too often.' };

/** How exactly staff see when a device was last in contact, in milliseconds: a contact within this stores nothing. */
const seenWithin = 15 * 60_000;

const badSignature = () =>
  new AppError('invalid', 'This record was not signed by the device of its pass. Nothing of it was counted.');

/**
 * Takes what a device has played under its pass, and credits it: by the rule of all reports, so that nothing counts
 * faster than the server's clock, out of order or twice, whatever the record says. What cannot be credited yet, because
 * a film before it is incomplete or a presence check is open, waits with its pass and is tried again at each contact of
 * any device of the learner in the course. Idempotent. What contradicts itself is credited in the same way, and noted
 * for staff.
 *
 * @throws AppError `not-found` for another person's pass, `forbidden` when its person is not approved for the course
 *   any more, `over` when the enrolment is over, `invalid` for a part that the device did not sign, `too-many`.
 */
export async function syncRecord({ db, clock }: Pick<Platform, 'db' | 'clock'>, sync: Sync) {
  const { passId, accountId, part, answers, asFile } = sync;
  const pass = await findPass(db, passId);
  if (pass?.accountId !== accountId) throw noSuchPass();
  const isContact = part === null && !asFile && Object.keys(answers).length === 0;
  const isTold = pass.withdrawnAt === null || pass.toldAt !== null;
  const isSeen = clock().getTime() - pass.seenAt.getTime() < seenWithin;
  if (isContact && isTold && isSeen && (await isSettled(db, passId))) {
    const { withdrawnAt } = pass;
    return { head: headOf(pass), mustRenew: false, withdrawnAt, creditedSeconds: 0, refused: [], person: pass };
  }
  await consume(db, { key: `offline-record:${pass.accountId}`, ...contacts }, clock());
  // before the transaction, which would hold its locks meanwhile
  const verified = part && (await verify(pass.deviceKey, passId, part));
  const isWhole =
    !part || (verified && (!asFile || (await areVerified(pass.deviceKey, passId, part, asFile.signedAnswers))));
  if (!isWhole) {
    // who carries a file may have changed it, so nothing is noted about its learner: only what a device sends itself
    if (!asFile) await transaction(db, (tx) => noteContradictions(tx, passId, ['bad-signature'], clock()));
    throw badSignature();
  }
  return transaction(db, async (tx) => {
    const passes = await lockPassesBeside(tx, passId);
    const locked = passes.find(({ id }) => id === passId);
    if (!locked) throw noSuchPass();
    const enrolment = await findOpenEnrolment(tx, locked.accountId, locked.courseId);
    if (enrolment?.id !== locked.enrolmentId)
      throw new AppError('over', 'This offline pass belongs to an enrollment that is over.');
    if (enrolment.status !== 'approved') throw new AppError('forbidden', 'You are not approved for this course.');
    const filmIds = [...new Set(passes.flatMap(({ films }) => films.map(({ id }) => id)))];
    const creditState = {
      ...(await lockCreditState(tx, { accountIds: [locked.accountId], filmIds })),
      olderVersions: await listOlderVersions(tx, filmIds),
    };
    const now = clock();
    const received = part && verified ? await place(tx, locked, { part, verified }, now) : undefined;
    const isNew =
      part && verified && received
        ? await keepPart(tx, { passId, part, verified, place: received.place, ...asFile }, now)
        : false;
    const kept = passes.map((one) => one.answers as Answers);
    const outcome = await creditRuns(tx, {
      accountId: locked.accountId,
      creditState,
      now,
      aboard: await listWatchedAboard(tx, locked.enrolmentId),
      // the pending runs of all devices: a film that one has completed may open what another has played
      runs: passes.flatMap((one) => {
        const runs = [...(one.waiting as unknown as Run[]), ...(one.id === passId ? (received?.runs ?? []) : [])];
        // what was watched before a withdrawal counts, and no more than could be by then
        return runs.map((run) => ({ ...run, passId: one.id, asOf: one.withdrawnAt ?? now }));
      }),
      // A file can arrive again and again, in any order: its answers count once, below those that came before it.
      answers: asFile ? Object.assign({}, isNew ? answers : {}, ...kept) : Object.assign({}, ...kept, answers),
    });
    await noteContradictions(tx, passId, [...(received?.contradictions ?? [])], now);
    for (const excessive of outcome.excessive) await noteContradictions(tx, excessive, ['more-than-clock'], now);
    await storeAdded(tx, outcome.added, now);
    for (const one of passes)
      await storeOutcome(tx, one, { ...outcome, answers: one.id === passId ? outcome.answers : {} });
    const moves = received?.place.kind === 'continues' || received?.place.kind === 'gap';
    const head = moves && verified ? { number: verified.last, hash: base64url.encode(verified.hash) } : headOf(locked);
    await tx
      .updateTable('offlinePass')
      .set({
        headNumber: head.number,
        hashAtHead: head.hash,
        ...(moves && { headSession: JSON.stringify(received?.session ?? null) }),
        ...(isNew && { syncedAt: now }),
        ...(!asFile && { seenAt: now }),
        ...(!asFile && locked.withdrawnAt && !locked.toldAt && { toldAt: now }),
      })
      .where('id', '=', passId)
      .execute();
    const creditedSeconds = outcome.added.reduce((sum, { seconds }) => sum + seconds, 0);
    const { enrolmentId, courseTitle } = locked;
    await asFile?.note(tx, { enrolmentId, courseTitle, creditedSeconds, isNew });
    return {
      head,
      mustRenew: received?.place.kind === 'fork',
      withdrawnAt: locked.withdrawnAt,
      creditedSeconds,
      refused: outcome.refused,
      person: locked,
    };
  });
}

type CreditedRuns = Awaited<ReturnType<typeof creditRuns>>;

/** Stores what was added to the credit of films, as it is shown in the watch record. */
async function storeAdded(tx: Tx, added: CreditedRuns['added'], now: Date): Promise<void> {
  if (added.length === 0) return;
  await tx
    .insertInto('offlineStretch')
    .values(
      added.map(({ passId, filmId, intervals, seconds, playedFrom, playedTo }) => ({
        passId,
        filmId,
        intervals: JSON.stringify(intervals),
        creditedSeconds: seconds,
        creditedAt: now,
        playedFrom: instant(playedFrom),
        playedTo: instant(playedTo),
      })),
    )
    .execute();
}

/** Stores what a pass was credited with, and what of it waits; the answers that wait are kept with one pass. */
async function storeOutcome(
  tx: Tx,
  { id, creditedSeconds }: LockedPass,
  { added, waiting, answers }: Pick<CreditedRuns, 'added' | 'waiting' | 'answers'>,
): Promise<void> {
  const own = <One extends { passId: string }>(all: readonly One[]) => all.filter(({ passId }) => passId === id);
  await tx
    .updateTable('offlinePass')
    .set({
      creditedSeconds: own(added).reduce((sum, { seconds }) => sum + seconds, creditedSeconds),
      waiting: JSON.stringify(own(waiting).map(({ passId: _, asOf: __, ...run }) => run)),
      answers: JSON.stringify(answers),
    })
    .where('id', '=', id)
    .execute();
}

/** The part, if the device signed it. */
async function verify(key: string, passId: string, part: RecordPart): Promise<VerifiedPart | undefined> {
  const bytes = [part.previous, part.links, part.signature].map(bytesIn);
  const [previous, links, signature] = bytes;
  if (!previous || !links || !signature) return undefined;
  return verifyPart(base64url.decode(key), { passId, first: part.first, previous, links, signature }).catch(
    (error: unknown) => {
      if (error instanceof BadRecord) return undefined;
      throw error;
    },
  );
}

/** Whether the device signed the answers beside a part. */
async function areVerified(
  key: string,
  passId: string,
  { signature: partSignature }: RecordPart,
  { text: answers, signature }: { text: string; signature: string },
): Promise<boolean> {
  const bytes = bytesIn(signature);
  return bytes !== undefined && areAnswersSignedBy(base64url.decode(key), { passId, partSignature, answers }, bytes);
}

type LockedPass = Awaited<ReturnType<typeof lockPassesBeside>>[number];

/** Reads what is new in a part: its place in the record of the pass, and what was played. */
async function place(
  tx: Tx,
  pass: LockedPass,
  { part, verified }: { part: RecordPart; verified: VerifiedPart },
  now: Date,
) {
  const { links } = verified;
  const sent = { ...part, links: links.map(({ bytes }) => bytes) };
  const known = await listParts(tx, pass.id, { from: part.first, to: verified.last });
  const found = placeOf(sent, { head: headOf(pass), known });
  const skipped = found.kind === 'known' ? links.length : found.kind === 'continues' ? found.skip : 0;
  const reading = readLinks(
    links.slice(skipped).map(({ link }) => link),
    {
      before: found.kind === 'continues' ? pass.headSession : null,
      films: pass.films.map(({ id }) => id),
      issuedAt: pass.issuedAt,
      now,
    },
  );
  const contradictions = new Set(reading.contradictions);
  if (found.kind === 'gap') contradictions.add('links-missing');
  if (found.kind === 'fork') contradictions.add('two-copies');
  return { ...reading, contradictions, place: found };
}

type Received = {
  passId: string;
  part: RecordPart;
  verified: VerifiedPart;
  place: ChainPosition;
  uploadedBy?: string | undefined;
};

/** Of parts that do not continue a record, this many are proof enough; a script could sign them without end. */
const mostCopies = 10;

/** Keeps a part as it arrived, since it is the proof. Returns false for one that is there already. */
async function keepPart(
  tx: Tx,
  { passId, part, verified, place: found, uploadedBy }: Received,
  now: Date,
): Promise<boolean> {
  if (found.kind === 'known') return false;
  if (found.kind === 'fork' && (await countCopies(tx, passId)) >= mostCopies) return false;
  const skip = found.kind === 'continues' ? found.skip : 0;
  const before = verified.links.slice(0, skip).map(({ bytes }) => bytes);
  const previous = hashAfter(base64url.decode(part.previous), before);
  const added = await tx
    .insertInto('offlinePart')
    .values({
      passId,
      firstNumber: part.first + skip,
      lastNumber: verified.last,
      hashBefore: base64url.encode(previous),
      links: Buffer.concat(verified.links.slice(skip).map(({ bytes }) => bytes)),
      hashAfter: base64url.encode(verified.hash),
      signature: part.signature,
      continues: found.kind !== 'fork',
      receivedAt: now,
      uploadedBy: uploadedBy ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

async function noteContradictions(tx: Tx, passId: string, kinds: readonly ContradictionKind[], now: Date) {
  if (kinds.length === 0) return;
  await tx
    .insertInto('offlineContradiction')
    .values(kinds.map((kind) => ({ passId, kind, firstAt: now, lastAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['passId', 'kind']).doUpdateSet((e) => ({
        times: e('offlineContradiction.times', '+', 1),
        lastAt: now,
      })),
    )
    .execute();
}

/** The latest time that the program stores: the end of the year 9999. */
const latest = 253_402_300_799;
const instant = (seconds: number | null) =>
  seconds === null || seconds > latest || seconds < 0 ? null : new Date(seconds * 1000);
