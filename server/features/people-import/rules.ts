import { prefixes, Registration } from '@fairlead/contract/accounts';
import type { batchStates } from '@fairlead/contract/batches';
import { notIssued, papers } from '@fairlead/contract/papers';
import { BirthDate } from '@fairlead/contract/seafarers';
import { z } from 'zod/mini';
import type { CalendarDate } from '../../platform/calendar.ts';
import { looksLikeFormula } from '../../platform/tables/cell.ts';
import type { Columns, NamedRow } from '../../platform/tables/read-table.ts';
import type { AccountState } from '../accounts/rules.ts';
import type { Status } from '../enrolments/rules.ts';
import type { Particulars } from '../seafarers/entered-particulars.ts';

/** The columns of a table of people, with alternative names. */
export const importColumns = {
  prefix: ['Title', 'Prefix', 'Salutation'],
  name: ['Name', 'Full name', 'Name of seafarer', 'Seafarer name', 'Candidate name'],
  firstName: ['First name', 'Given name', 'Forename'],
  lastName: ['Last name', 'Surname', 'Family name'],
  email: ['Email', 'Email address', 'Email ID', 'Mail'],
  mobile: ['Mobile', 'Mobile number', 'Mobile no', 'Phone', 'Phone number', 'Phone no', 'Contact number', 'Contact no'],
  birthDate: ['Date of birth', 'Birth date', 'DOB'],
  gradeNumber: ['Rank or grade', 'Rank', 'Grade', 'Grade number'],
  passportNumber: ['Passport number', 'Passport', 'Passport no'],
  passportExpiresOn: ['Passport expiry', 'Passport expiry date', 'Passport valid until'],
  cdcNumber: ['CDC number', 'CDC', 'CDC no'],
  cdcExpiresOn: ['CDC expiry', 'CDC expiry date', 'CDC valid until'],
  indosNumber: ['INDOS number', 'INDOS', 'INDOS no'],
  course: ['Course', 'Course title', 'Course name'],
  batch: ['Batch', 'Batch number', 'Batch date', 'Batch or date', 'Course date'],
} as const satisfies Columns<string>;
type ColumnKey = keyof typeof importColumns;

/** The columns that a table has to have, besides those of the name. */
const needed: readonly ColumnKey[] = ['email', 'mobile'];
export const optionalColumns = (Object.keys(importColumns) as ColumnKey[]).filter((key) => !needed.includes(key));

/** The maximum number of people in one import; a larger table is not a crew list. */
export const mostPeople = 10_000;

/** How long an import can be undone after it was confirmed, in hours. */
export const undoHours = 24;

/** The length to which a text is truncated in the report, since a cell may contain anything. */
const shown = 200;

/** A row as it was read. `problem` says why it cannot be used; null if it can. */
export type ReadRow = Particulars & {
  row: number;
  prefix: string;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  course: string;
  batch: string;
  problem: string | null;
};

/** No screen shows a title, and crew lists have none. */
const Person = z.object({
  ...z.omit(Registration, { password: true }).shape,
  tittle: z.enum(prefixes, 'The title must be Mr, Mrs, Dr or Prof'),
});

/** What people write where there is nothing to write. */
const nothing = /^(?:[-–—]+|n\.?\/?a\.?|nil|none)$/i;

/**
 * Reads the rows of a table of people, each by the rules of registration and of the profile form: its errors, and
 * whether an earlier row is about the same person.
 *
 * @param today today's date in the academy's time zone.
 */
export function readRows(rows: readonly NamedRow<ColumnKey>[], today: CalendarDate): ReadRow[] {
  const seen = { email: new Map<string, number>(), passportNumber: new Map(), indosNumber: new Map() };
  const called = { email: 'email address', passportNumber: 'passport number', indosNumber: 'INDOS number' };
  return rows.map((one) => {
    const read = readRow(one, today);
    if (read.problem !== null) return read;
    for (const [field, rowsOf] of Object.entries(seen) as [keyof typeof seen, Map<string, number>][]) {
      const value = read[field];
      const earlier = value && value !== notIssued ? rowsOf.get(value) : undefined;
      if (earlier) return { ...read, problem: `Row ${earlier} has the same ${called[field]}.` };
    }
    for (const [field, rowsOf] of Object.entries(seen) as [keyof typeof seen, Map<string, number>][]) {
      const value = read[field];
      if (value) rowsOf.set(value, read.row);
    }
    return read;
  });
}

function readRow({ row, values }: NamedRow<ColumnKey>, today: CalendarDate): ReadRow {
  const cells = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, withoutMark(value)]));
  const typed = cells as Record<ColumnKey, string>;
  const { firstName, lastName } = namesOf(typed);
  const problems: string[] = [];
  const formula = Object.entries(typed).find(([key, text]) => key !== 'mobile' && looksLikeFormula(text));
  if (formula && !nothing.test(formula[1])) {
    problems.push(`The cell for ${importColumns[formula[0] as ColumnKey][0]} begins like a formula.`);
  }
  const tittle = prefixOf(typed.prefix) || 'Mr';
  const person = z.safeParse(Person, { ...typed, firstName, lastName, tittle });
  if (!person.success) {
    const first = new Map(person.error.issues.toReversed().map((issue) => [issue.path[0], issue]));
    problems.push(...[...first.values()].reverse().map(({ message }) => `${message.replace(/\.$/, '')}.`));
  }
  const particulars = particularsOf(typed, today, problems);
  const kept = person.success
    ? { ...person.data, prefix: person.data.tittle }
    : { ...typed, firstName, lastName, prefix: typed.prefix };
  const cut = (text: string) => text.slice(0, shown);
  return {
    row,
    prefix: cut(kept.prefix),
    firstName: cut(kept.firstName),
    lastName: cut(kept.lastName),
    email: cut(kept.email),
    mobile: cut(kept.mobile),
    ...particulars,
    course: cut(typed.course),
    batch: cut(typed.batch),
    problem: problems.length > 0 ? problems.join(' ') : null,
  };
}

/** The apostrophe that our tables put before a text that a spreadsheet would take for a formula. */
const withoutMark = (text: string) => (text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text);

/**
 * First and last name: from their own columns, or from one: 'Nair, Asha', or the last word is the last name.
 */
function namesOf(typed: Record<ColumnKey, string>): { firstName: string; lastName: string } {
  if (typed.firstName || typed.lastName || !typed.name) return typed;
  const [before = '', after] = typed.name.split(',', 2).map((part) => part.trim());
  if (after) return { firstName: after, lastName: before };
  const words = before.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** Normalises a title: 'MR.' becomes 'Mr'. */
function prefixOf(text: string): string {
  const title = text.replace(/[^a-z]/gi, '').toLowerCase();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

const numbers = {
  passportNumber: papers.passportNumber,
  cdcNumber: papers.CDCnumber,
  indosNumber: papers.indosNo,
  gradeNumber: papers.gradenumber,
} as const;
const dates = ['birthDate', 'passportExpiresOn', 'cdcExpiresOn'] as const;

/** The particulars of a row, as the profile form would store them; what is wrong is added to `problems`. */
function particularsOf(typed: Record<ColumnKey, string>, today: CalendarDate, problems: string[]): Particulars {
  const found: Record<string, string | null> = {};
  for (const [field, shape] of Object.entries(numbers)) {
    const text = typed[field as keyof typeof numbers];
    const parsed = text === '' || nothing.test(text) ? null : z.safeParse(shape, text);
    found[field] = parsed?.success ? parsed.data : null;
    if (parsed && !parsed.success) problems.push(sentence(parsed.error.issues[0]?.message ?? ''));
  }
  for (const field of dates) {
    const text = typed[field];
    const date = text === '' || nothing.test(text) ? null : (dateOf(text) ?? undefined);
    found[field] = date ?? null;
    if (date === undefined || (date && !BirthDate.safeParse(date).success)) {
      problems.push(`${importColumns[field][0]} is not a date such as 31/12/1990.`);
    } else if (date && field === 'birthDate' && date >= today) problems.push('Date of birth must be in the past.');
  }
  return found as Particulars;
}

/** The message of a field without its further sentences, and without what only a form can offer. */
const sentence = (message: string) => `${message.split('.')[0]?.split(', or choose')[0]}.`;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as people write it: 1990-12-31, or the day first, as 31/12/1990, 31.12.1990 or 31-Dec-1990. A year of two digits
 * and a month in front are refused, since a guess would be wrong in silence.
 */
export function dateOf(text: string): CalendarDate | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  const named = /^(\d{1,2})[-/. ]*([a-z]{3,9})\.?[-/., ]*(\d{4})$/i.exec(text);
  const month = months.indexOf(named?.[2]?.slice(0, 3).toLowerCase() ?? '') + 1;
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  if (dayFirst) return dayOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  return named && month > 0 ? dayOf(named[3], String(month), named[1]) : undefined;
}

function dayOf(year = '', month = '', day = ''): CalendarDate | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date) ? date : undefined;
}

/** What becomes of a row: see `importOutcomes` of the contract. */
export type Judgement = {
  outcome: 'new' | 'matched' | 'unchanged' | 'refused';
  reason: string | null;
  accountId: string | null;
  courseId: string | null;
  batchId: string | null;
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
  /** The people who have a passport or INDOS number, by the number, and the profile of each by the account. */
  owners: ReadonlyMap<string, readonly { accountId: string; name: string }[]>;
  profiles: ReadonlyMap<string, Pick<Particulars, 'passportNumber' | 'indosNumber'> & { isEntered: boolean }>;
  /** By their title as `plainTitle` writes it. */
  courses: ReadonlyMap<string, readonly { id: string; isActive: boolean; isOnline: boolean }[]>;
  /** By their course. */
  batches: ReadonlyMap<string, readonly FoundBatch[]>;
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

const none = { accountId: null, courseId: null, batchId: null };

const refused = (reason: string, found: Partial<Judgement> = {}): Judgement => ({
  ...none,
  ...found,
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
  if (accountId === null) return { ...none, ...place, outcome: 'new', reason: null };
  return judgeMatched(row, { accountId, ...place }, facts);
}

/** Why an account that exists cannot be matched. */
function problemOf({ isStaff, state, name }: FoundAccount, row: ReadRow): string | undefined {
  if (isStaff) return 'This email address belongs to a member of staff.';
  if (state === 'disabled') return 'The account with this email address is disabled.';
  if (state === 'refused') return 'The registration with this email address was refused.';
  if (state === 'waiting') return 'The registration with this email address waits for approval. Approve it first.';
  if (!isSameName(name, `${row.firstName} ${row.lastName}`)) return `This email address belongs to ${name}.`;
  return undefined;
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Whether two names are of one person: the words of one are among those of the other, in any order. */
export function isSameName(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return few.length > 0 && few.every((word) => many.includes(word));
}

/** Whether the passport or INDOS number of a row is that of another person, in words. */
function takenBySomebody(row: ReadRow, accountId: string | null, { owners }: Facts): string | undefined {
  for (const [field, called] of [
    ['passportNumber', 'passport'],
    ['indosNumber', 'INDOS number'],
  ] as const) {
    const number = row[field];
    if (!number || number === notIssued) continue;
    const other = owners.get(`${field} ${number}`)?.find((owner) => owner.accountId !== accountId);
    if (!other) continue;
    return isSameName(other.name, `${row.firstName} ${row.lastName}`)
      ? `${other.name} has this ${called} under another email address. Use that one to enroll them.`
      : `This ${called} belongs to ${other.name}.`;
  }
  return undefined;
}

type Place = { courseId: string | null; batchId: string | null };

/** The course and the batch that a row names. */
function placeOf(row: ReadRow, { courses, batches, today }: Facts): Place | { problem: string } {
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
function judgeMatched(row: ReadRow, found: Place & { accountId: string }, facts: Facts): Judgement {
  const profile = facts.profiles.get(found.accountId);
  const hasParticulars = [...dates, ...(Object.keys(numbers) as (keyof typeof numbers)[])].some((field) => row[field]);
  const completes = hasParticulars && !profile;
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
 * What an import does with the enrolment of somebody who is in the course already. It is said of each row, and so nothing
 * is stored where a colleague has decided on the enrolment since the preview.
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
