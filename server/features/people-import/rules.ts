import type { batchStates } from '@fairlead/contract/batches/calls';
import { notIssued } from '@fairlead/contract/seafarers/document-numbers';
import type { CalendarDate } from '../../platform/calendar.ts';
import { isSameName } from '../../platform/names/fold-name.ts';
import type { AccountState } from '../accounts/index.ts';
import { fullName } from '../accounts/index.ts';
import { type Eligibility, lackInWords, type Status } from '../enrolments/index.ts';
import { hasAny, type Particulars } from '../seafarers/index.ts';
import { dateOf, type ReadRow } from './read-rows.ts';

/** The maximum number of people in one import; a larger table is not a crew list. */
export const mostPeople = 10_000;

/** How long an import can be undone after it was confirmed, in hours. */
export const undoHours = 24;

/** What becomes of a row: see `importOutcomes` of the contract. */
export type Judgement = {
  outcome: 'new' | 'matched' | 'unchanged' | 'refused';
  reason: string | null;
  accountId: string | null;
  courseId: string | null;
  batchId: string | null;
  /** What staff have to check before they confirm it, in sentences. */
  toCheck: string[];
};

type FoundAccount = { id: string; isStaff: boolean; state: AccountState; isProved: boolean; name: string };
type FoundBatch = {
  id: string;
  courseId: string;
  code: string;
  firstDay: CalendarDate;
  lastDay: CalendarDate;
  state: (typeof batchStates)[number];
  free: number;
};
type FoundEnrolment = { batchId: string | null; isSeated: boolean; status: Status; isDone: boolean };

/** What the database says of the people, courses and batches that the rows name. */
export type Facts = {
  today: CalendarDate;
  /** By email address. */
  accounts: ReadonlyMap<string, FoundAccount>;
  /** The people who have a passport or INDoS number, by the number, and the profile of each by the account. */
  owners: ReadonlyMap<string, readonly { accountId: string; name: string }[]>;
  profiles: ReadonlyMap<string, Pick<Particulars, 'passportNumber' | 'indosNumber'> & { isEntered: boolean }>;
  /** By their title as `plainTitle` writes it. */
  courses: ReadonlyMap<string, readonly { id: string; isActive: boolean; isOnline: boolean }[]>;
  /** By their course. */
  batches: ReadonlyMap<string, readonly FoundBatch[]>;
  /** What somebody lacks for a course that they are to be enrolled in; of a new person only the birth date is known. */
  lackOf: (row: { accountId: string | null; birthDate: string | null }, courseId: string) => Eligibility;
  /** The open enrolments, by account and course, as `enrolmentKey` joins them. */
  enrolments: ReadonlyMap<string, FoundEnrolment>;
};

/** A title without regard to capitals and spaces. */
export const plainTitle = (title: string): string => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

export const enrolmentKey = (accountId: string, courseId: string): string => `${accountId} ${courseId}`;

/**
 * Judges the rows in their order: who is new, who is matched, and who is refused. The seats of a batch go to the first
 * rows that need one.
 */
export function judgeRows(rows: readonly ReadRow[], facts: Facts): Judgement[] {
  const freeSeats = new Map([...facts.batches.values()].flat().map(({ id, free }) => [id, free]));
  return rows.map((row) => {
    const judged = judgeRow(row, facts);
    if (judged.outcome === 'refused' || !judged.batchId) return judged;
    const held = judged.accountId && facts.enrolments.get(enrolmentKey(judged.accountId, judged.courseId ?? ''));
    if (held && held.status === 'pending' && held.isSeated && held.batchId === judged.batchId) return judged;
    const free = freeSeats.get(judged.batchId) ?? 0;
    if (free <= 0) return refused(`Batch ${row.batch} has no seat left for this row.`, judged);
    freeSeats.set(judged.batchId, free - 1);
    return judged;
  });
}

const none = { accountId: null, courseId: null, batchId: null, toCheck: [] };

const refused = (reason: string, found: Partial<Judgement> = {}): Judgement => ({
  ...none,
  ...found,
  toCheck: [],
  outcome: 'refused',
  reason,
});

function judgeRow(row: ReadRow, facts: Facts): Judgement {
  if (row.problem !== null) return refused(row.problem);
  const account = facts.accounts.get(row.email);
  const isNew = !account?.isProved;
  if (account && !isNew) {
    const problem = problemOf(account, row);
    if (problem) return refused(problem, { accountId: account.id });
  }
  const accountId = isNew ? null : account.id;
  const taken = takenBySomebody(row, accountId, facts);
  if (taken) return refused(taken, { accountId });
  const place = placeOf(row, facts);
  if ('problem' in place) return refused(place.problem, { accountId });
  const judged: Judgement =
    accountId === null
      ? { ...none, ...place, outcome: 'new', reason: noteOf(row) || null }
      : judgeMatched(row, { accountId, ...place }, facts);
  if (judged.outcome === 'unchanged' || !judged.courseId) return judged;
  const { missing, toCheck } = facts.lackOf({ accountId, birthDate: row.birthDate }, judged.courseId);
  if (missing.length === 0) return { ...judged, toCheck };
  const lack = lackInWords({ missing, toCheck: [] });
  return refused(`${lack} Import them without the course, then enroll them with a reason.`, judged);
}

/** What staff see of a new person before they confirm. */
const noteOf = ({ lastName, notHeld }: ReadRow): string =>
  [lastName === '' ? 'Has one name.' : '', notHeld].filter(Boolean).join(' ');

/** Why an account that exists cannot be matched. */
function problemOf({ isStaff, state, name }: FoundAccount, row: ReadRow): string | undefined {
  if (isStaff) return 'This email address belongs to a member of staff.';
  if (state === 'disabled') return 'The account with this email address is disabled.';
  if (state === 'refused') return 'The registration with this email address was refused.';
  if (state === 'waiting') return 'The registration with this email address waits for approval. Approve it first.';
  if (!isSameName(name, fullName(row))) return `This email address belongs to ${name}.`;
  return undefined;
}

/** Whether the passport or INDoS number of a row is that of another person, in words. */
function takenBySomebody(row: ReadRow, accountId: string | null, { owners }: Facts): string | undefined {
  for (const [field, called] of [
    ['passportNumber', 'passport'],
    ['indosNumber', 'INDoS number'],
  ] as const) {
    const number = row[field];
    if (!number || number === notIssued) continue;
    const other = owners.get(`${field} ${number}`)?.find((owner) => owner.accountId !== accountId);
    if (!other) continue;
    return isSameName(other.name, fullName(row))
      ? `${other.name} has this ${called} under another email address. Use that one to enroll them.`
      : `This ${called} belongs to ${other.name}.`;
  }
  return undefined;
}

type Destination = { courseId: string | null; batchId: string | null };

/** The course and the batch that a row names. */
function placeOf(row: ReadRow, { courses, batches, today }: Facts): Destination | { problem: string } {
  if (!row.course) return row.batch ? { problem: 'Name the course of the batch.' } : { courseId: null, batchId: null };
  const titled = courses.get(plainTitle(row.course)) ?? [];
  const active = titled.filter(({ isActive }) => isActive);
  const [course, another] = active;
  if (!course) {
    return { problem: titled.length > 0 ? `${row.course} is not active.` : `There is no course called ${row.course}.` };
  }
  if (another) return { problem: `Several courses are called ${row.course}.` };
  if (!row.batch) return { courseId: course.id, batchId: null };
  const found = batchOf(row.batch, batches.get(course.id) ?? []);
  if (typeof found === 'string') return { problem: found };
  if (course.isOnline) return { problem: `${row.course} is held online only, and has no batches to join.` };
  if (found.state === 'cancelled') return { problem: `Batch ${found.code} is cancelled.` };
  if (found.lastDay < today) return { problem: `Batch ${found.code} is over.` };
  return { courseId: course.id, batchId: found.id };
}

/** The batch with a number, or that begins on a day; a sentence when there is none, or more than one. */
function batchOf(text: string, batches: readonly FoundBatch[]): FoundBatch | string {
  const byCode = batches.filter(({ code }) => plainTitle(code) === plainTitle(text));
  const day = dateOf(text);
  const found = byCode.length > 0 ? byCode : batches.filter(({ firstDay }) => firstDay === day);
  const held = found.filter(({ state }) => state !== 'cancelled');
  const [batch = found[0], another] = held;
  if (!batch) return `The course has no batch ${text}.`;
  return another ? `Several batches of the course fit ${text}. Write the batch number.` : batch;
}

/** What an import does for somebody who has an account. */
function judgeMatched(row: ReadRow, place: Destination & { accountId: string }, facts: Facts): Judgement {
  const found = { ...none, ...place };
  const profile = facts.profiles.get(found.accountId);
  const completes = hasAny(row) && !profile;
  const keeps = profile && differs(row, profile);
  const note = keeps ? `The ${profile.isEntered ? 'particulars entered before are' : 'profile is'} not changed.` : null;
  const enrolment = found.courseId ? facts.enrolments.get(enrolmentKey(found.accountId, found.courseId)) : undefined;
  if (enrolment?.isDone) {
    const inOther = found.batchId && found.batchId !== enrolment.batchId;
    const already = 'Already enrolled in this course.';
    if (!completes || inOther) {
      const more = inOther ? ' Move them to the batch on its page.' : '';
      return { ...found, batchId: null, outcome: 'unchanged', reason: already + more };
    }
    return { ...found, courseId: null, batchId: null, outcome: 'matched', reason: already };
  }
  if (enrolment && enrolment.status === 'pending' && !enrolment.isSeated && enrolment.batchId && !found.batchId) {
    return refused('Their request is on a waiting list. Write the batch with a free seat.', found);
  }
  if (!found.courseId && !completes) {
    return { ...found, outcome: 'unchanged', reason: note ?? 'This email address already has an account.' };
  }
  const reason = [enrolment && continued[enrolment.status], note].filter(Boolean).join(' ') || null;
  return { ...found, outcome: 'matched', reason };
}

/**
 * What an import does with the enrolment of somebody who is in the course already. It is said of each row, and so
 * nothing is stored where a colleague has decided on the enrolment since the preview.
 */
const continued: Record<Status, string> = {
  pending: 'Their request is accepted.',
  rejected: 'Their enrollment was declined or withdrawn, and is opened again.',
  approved: 'They take the course again, to renew their certificate.',
};

/** Whether a row says another number than the profile of the person, which the import does not change. */
const differs = (row: ReadRow, profile: Pick<Particulars, 'passportNumber' | 'indosNumber'>) =>
  (row.passportNumber !== null && row.passportNumber !== profile.passportNumber) ||
  (row.indosNumber !== null && row.indosNumber !== profile.indosNumber);
