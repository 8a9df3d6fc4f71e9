import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { ById, bounded, data, Id, Instant, ListQuery, Message, oneOf, saved, sortedBy } from '../values/shapes.ts';
import { base64url, type DeviceKey, hashAfter, signAnswers, signHead } from './offline-record-format.ts';

/** Bytes in base64url without padding. */
const Base64url = (max: number) => bounded(max).check(z.regex(/^[A-Za-z0-9_-]*$/, 'This is not base64url'));

/** The most bytes of links in one part: more than a year of watching. */
export const mostLinkBytes = 150_000;

/** The most links of a record: those of ten years and more. */
const mostLinks = 200_000;

/** Links of a record as they are sent (contract/offline-records/offline-record-format.ts), with bytes in base64url. */
export const RecordPart = z.object({
  /** The number of the first link; the record's first is 1. */
  first: z.int().check(z.gte(1), z.lte(mostLinks)),
  previous: Base64url(43),
  links: Base64url(Math.ceil((mostLinkBytes * 4) / 3)),
  signature: Base64url(86),
});
export type RecordPart = z.infer<typeof RecordPart>;

/** Signs links with the key of their device, to be sent. `previous` is the hash before the first of them. */
export async function signPart(
  key: DeviceKey,
  { passId, first, previous, links }: { passId: string; first: number; previous: Uint8Array; links: Uint8Array[] },
): Promise<RecordPart> {
  const head = { passId, number: first + links.length - 1, hash: hashAfter(previous, links) };
  return {
    first,
    previous: base64url.encode(previous),
    links: base64url.encode(Uint8Array.from(links.flatMap((one) => [...one]))),
    signature: base64url.encode(await signHead(key, head)),
  };
}

/**
 * The content of a file with progress.
 *
 * @param pass the statement of the academy; `part` is signed by the same key.
 */
export async function progressFileOf(
  key: DeviceKey,
  { pass, passId, part, answers }: { pass: string; passId: string; part: RecordPart; answers: Answers },
): Promise<ProgressFile> {
  const signature = await signAnswers(key, { passId, partSignature: part.signature, answers: answersText(answers) });
  return {
    format: progressFormat,
    version: 1,
    pass,
    part,
    answers,
    answersSignature: base64url.encode(signature),
  };
}

/** Answers as they are signed: a line for each, with its check, a space, and its choice or '-'. */
export const answersText = (answers: Answers): string =>
  answers.map(({ check, choice }) => `${check} ${choice ?? '-'}\n`).join('');

/** An answer to a presence check that the device has kept; `choice` as in `training.answerCheck`. */
const KeptAnswer = z.object({ check: Id, choice: z.nullable(z.number().check(z.int(), z.gte(0), z.lte(5))) });

/** The most answers in one call or file. */
export const mostAnswers = 500;

const Answers = z.array(KeptAnswer).check(z.maxLength(mostAnswers));
export type Answers = z.infer<typeof Answers>;

/** Where the academy has a record: the number of its last link, and the hash after it. */
const Head = z.object({ number: z.number(), hash: z.string() });

/**
 * The pass that the academy signs for a device: a statement (a compact JWS of the kind `fairlead-offline-pass+jws`)
 * with the ids of pass, person and course, the device's key, the time, and the films.
 */
export const OfflinePass = z.object({
  _id: Id,
  statement: z.string(),
  /** In the order in which a record numbers them. */
  films: z.array(z.object({ _id: Id, seconds: z.number() })),
  issuedAt: Instant,
  head: Head,
  /** Opens the course's files (docs/course-file.md): 32 bytes in base64url. */
  courseKey: z.string(),
});
export type OfflinePass = z.infer<typeof OfflinePass>;

/** The academy's answer to a record. */
export const SyncState = z.object({
  head: Head,
  /** The record does not continue the academy's: the device begins another one, with a new key and pass. */
  mustRenew: z.boolean(),
  /** When staff withdrew the pass; what was watched later does not count. */
  withdrawnAt: z.nullable(Instant),
  /** Seconds that this record added. */
  creditedSeconds: z.number(),
  /** Answers that do not count; the film is to be watched again from there, in seconds. */
  refused: z.array(z.object({ check: Id, againFrom: z.number() })),
});
export type SyncState = z.infer<typeof SyncState>;

/** The name of the format of a file with progress, and the end of its name. */
const progressFormat = 'fairlead-progress';
/** The longest statement of a pass, in characters. */
const longestPass = 100_000;
/**
 * The longest file with progress, in characters: that of the longest pass, with as many links and answers as one has.
 */
export const longestProgressFile = longestPass + Math.ceil((mostLinkBytes * 4) / 3) + mostAnswers * 70 + 1000;

/** Progress as a file: the pass, and the links that the academy does not have yet. JSON in UTF-8. */
export const ProgressFile = z.object({
  format: z.literal(progressFormat),
  version: z.literal(1),
  pass: bounded(longestPass),
  part: RecordPart,
  answers: Answers,
  /** The device's signature of the answers: who carries the file cannot change them. */
  answersSignature: Base64url(86),
});
export type ProgressFile = z.infer<typeof ProgressFile>;

/** Why a record contradicts itself, or what the academy knows. It decides nothing. */
const contradictionKinds = [
  'links-missing',
  'two-copies',
  'bad-signature',
  'clock-back',
  'clock-ahead',
  'clock-before-pass',
  'clock-changed',
  'time-overlaps',
  'faster-than-time',
  'more-than-clock',
  'unknown-film',
] as const;
export type ContradictionKind = (typeof contradictionKinds)[number];

/** The same in words, for staff: what was found, and what it means for them. */
export const contradictionWords: Readonly<Record<ContradictionKind, { found: string; means: string }>> = {
  'links-missing': {
    found: 'A part of the record is missing.',
    means: 'What arrived was credited. Ask the learner whether a progress file got lost, and upload it.',
  },
  'two-copies': {
    found: 'There are two copies of this record.',
    means: 'A phone that was restored from a backup does this. Nothing counts twice. Ask the learner who has the copy.',
  },
  'bad-signature': {
    found: 'A record was refused: the device did not sign it.',
    means: 'Nothing of it was counted. It was damaged or changed on its way. Ask the learner to send it again.',
  },
  'clock-back': {
    found: 'The device’s clock was set back.',
    means: 'An empty battery does this too. Credit follows the academy’s clock. You need to do nothing.',
  },
  'clock-ahead': {
    found: 'The device’s clock was ahead of the academy’s.',
    means: 'Credit follows the academy’s clock. The learner should set the clock of the device.',
  },
  'clock-before-pass': {
    found: 'The device’s clock says that it played before it got its pass.',
    means: 'Its clock is wrong. Credit follows the academy’s clock. The learner should set the clock of the device.',
  },
  'clock-changed': {
    found: 'The device’s clock was changed while a video played.',
    means: 'Ships change their time zone, and phones set their clock. Credit follows the academy’s clock.',
  },
  'time-overlaps': {
    found: 'Two parts were played at the same time.',
    means: 'The player cannot do this. Nothing counts twice. Ask the learner how the record was made.',
  },
  'faster-than-time': {
    found: 'More of a video was played than the time allows.',
    means: 'The player cannot do this. Credit follows the academy’s clock. Ask the learner how the record was made.',
  },
  'more-than-clock': {
    found: 'It claims more than the academy’s clock allows.',
    means: 'The rest was not credited. Ask the learner, and withdraw the pass if you do not trust the device.',
  },
  'unknown-film': {
    found: 'It names a video that does not belong to the pass.',
    means: 'This part was not counted. The player cannot do this. Ask the learner how the record was made.',
  },
};

/** A pass as staff see it: who has taken what aboard, and what came back. */
export const StaffPass = z.object({
  _id: Id,
  userId: Id,
  userName: z.string(),
  courseId: Id,
  courseTitle: z.string(),
  enrolmentId: Id,
  /** In words: 'Chrome on Android'. */
  device: z.string(),
  films: z.number(),
  issuedAt: Instant,
  /** When the device was last in contact, and when it last sent something that it had played. */
  seenAt: Instant,
  syncedAt: z.nullable(Instant),
  creditedSeconds: z.number(),
  withdrawnAt: z.nullable(Instant),
  /** When the device learned that it was withdrawn. */
  toldAt: z.nullable(Instant),
  /**
   * How many of its films staff have replaced since, whether the course counts them for the new ones, and how many of
   * them do not count all the same, since they are shorter.
   */
  replaced: z.object({ films: z.number(), counts: z.boolean(), shorter: z.number() }),
  contradictions: z.array(
    z.object({ kind: z.enum(contradictionKinds), times: z.number(), firstAt: Instant, lastAt: Instant }),
  ),
});
export type StaffPass = z.infer<typeof StaffPass>;

const passStates = ['valid', 'withdrawn', 'to-check'] as const;

export const PassesQuery = z.extend(ListQuery, {
  sort: sortedBy(['newest', 'oldest']),
  course: z.optional(Id),
  state: oneOf(passStates),
});
export type PassesQuery = z.infer<typeof PassesQuery>;

export const offlineRecords = {
  /**
   * Signs a pass for a device of an approved learner, and opens all films of the course: their clock starts. Asked
   * again by the same device, it returns the same pass while the course has the same films. `id` is the course's.
   */
  issuePass: {
    method: 'POST',
    path: '/courses/:id/offline-pass',
    who: 'learner',
    params: ById,
    /** The device's public key (ECDSA, P-256): 65 bytes. */
    body: z.object({ key: Base64url(87).check(z.minLength(87)) }),
    reply: data(OfflinePass),
  },
  /**
   * Takes what a device has played and credits it by the rule of all reports. Idempotent. Without a part it is a
   * contact only: what waited is credited where that is possible now.
   */
  sync: {
    method: 'PUT',
    path: '/offline-passes/:id/record',
    who: 'learner',
    params: ById,
    body: z.object({ part: z.nullable(RecordPart), answers: Answers }),
    reply: data(SyncState),
  },
  /** The same from a file, sent by the person or by staff. It counts for the person of its pass alone, and once. */
  uploadProgress: {
    method: 'POST',
    path: '/offline-passes/progress',
    who: ['learner', 'training:edit'],
    body: z.object({ file: bounded(longestProgressFile, { tooLong: 'This file is too large.' }) }),
    reply: saved(z.object({ userName: z.string(), courseTitle: z.string(), creditedSeconds: z.number() })),
  },
  list: {
    method: 'GET',
    path: '/offline-passes',
    who: 'training:read',
    query: PassesQuery,
    reply: data(z.array(StaffPass)),
    table: { name: 'offline-passes' },
  },
  /** Withdraws a pass: at its next contact the device is told, and what was watched before counts. Idempotent. */
  withdraw: {
    method: 'POST',
    path: '/offline-passes/:id/withdrawal',
    who: 'training:edit',
    params: ById,
    reply: Message,
  },
} as const satisfies Calls;
