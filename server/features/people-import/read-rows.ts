import { countryCodeOf, india } from '@fairlead/contract/academy/places';
import { prefixes, Registration } from '@fairlead/contract/accounts/calls';
import { DialledMobile } from '@fairlead/contract/accounts/own-account';
import type { ImportMeaning } from '@fairlead/contract/people-import/calls';
import { BirthDate } from '@fairlead/contract/seafarers/calls';
import { documentNumbers, notIssued } from '@fairlead/contract/seafarers/document-numbers';
import { Mobile, withCountryCode } from '@fairlead/contract/values/phone-numbers';
import { z } from 'zod/mini';
import type { CalendarDate } from '../../platform/calendar.ts';
import { foldedName } from '../../platform/names/fold-name.ts';
import { readMobile } from '../../platform/phone-numbers.ts';
import { looksLikeFormula } from '../../platform/tables/cell.ts';
import { withoutApostrophe } from '../../platform/tables/csv.ts';
import type { Remark } from '../../platform/tables/table.ts';
import type { Particulars } from '../seafarers/index.ts';
import { calledColumn } from './columns.ts';
import { type DateOrders, type DoubtfulDates, dated, dayFirst, doubtfulDates, isOpenDate } from './date-orders.ts';
import { askedAbout, titleOf, withoutTitles } from './understand-name.ts';

/** A row of a list by the meanings of its columns, a missing cell being an empty string, and the remarks about it. */
type NamedRow = { row: number; values: Record<ImportMeaning, string>; remarks: readonly Remark[] };

/** The length to which a text is truncated in the report, since a cell may contain anything. */
const shown = 200;

/**
 * A row as it was read. `problem` says why it cannot be used, null if it can; `notHeld` names what of the name and the
 * titles of a new person is not held, in sentences.
 */
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
  notHeld: string;
};

/** No screen shows a title, and crew lists have none. */
const Person = z.object({
  ...z.omit(Registration, { password: true }).shape,
  tittle: z.enum(prefixes, 'The title must be Mr, Mrs, Ms, Miss, Dr, Prof, Capt. or none'),
});

/** What people write where there is nothing to write. */
const nothing = /^(?:[-–—]+|n\.?\/?a\.?|nil|none)$/i;

/**
 * Reads the rows of a table of people, each by the rules of registration and of the profile form: its errors, and
 * whether an earlier row is about the same person.
 *
 * @param today today's date in the academy's time zone.
 * @param orders the order that staff chose for the dates of a column that can be read in two ways.
 * @param doubtful the columns that have such dates.
 */
export function readRows(
  rows: readonly NamedRow[],
  today: CalendarDate,
  orders: DateOrders = {},
  doubtful: DoubtfulDates = doubtfulDates(rows),
): ReadRow[] {
  const seen = { email: new Map<string, number>(), passportNumber: new Map(), indosNumber: new Map() };
  const called = { email: 'email address', passportNumber: 'passport number', indosNumber: 'INDoS number' };
  return rows.map((one) => {
    const read = readRow(withDates(one, orders), today, orders, doubtful);
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

/** A row whose dates have their day first, in columns for which staff chose that the month is. */
const withDates = ({ values, ...one }: NamedRow, orders: DateOrders): NamedRow => ({
  ...one,
  values: { ...values, ...Object.fromEntries(dated.map((key) => [key, dayFirst(values[key], orders[key])])) },
});

function readRow(
  { row, values, remarks }: NamedRow,
  today: CalendarDate,
  orders: DateOrders,
  doubtful: DoubtfulDates,
): ReadRow {
  const cells = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, withoutApostrophe(value)]));
  const typed = cells as Record<ImportMeaning, string>;
  const { firstName, lastName, title, titles } = namesOf(typed);
  const problems = remarks.filter(({ refuses }) => refuses).map(({ message }) => message);
  const formula = Object.entries(typed).find(([key, text]) => key !== 'mobile' && looksLikeFormula(text));
  const asked = askedAbout(`${firstName} ${lastName ?? ''}`);
  if (asked && !formula) problems.push(asked);
  const open = [firstName, lastName ?? ''].find((name) => mayBeNoName.test(name));
  if (open) problems.push(`‘${open}’ may say that there is no such name. Write a dash then, else the name as in Na.`);
  problems.push(...shortenedIn(values), ...openDatesIn(values, orders, doubtful));
  if (formula && !nothing.test(formula[1])) {
    problems.push(`The cell for ${calledColumn(formula[0] as ImportMeaning)} begins like a formula.`);
  }
  const ofCell = titleOf(typed.prefix);
  const tittle = ofCell === 'None' ? (title ?? ofCell) : ofCell;
  const mobile = mobileOfRow(typed, problems);
  const person = z.safeParse(Person, { ...typed, firstName, lastName, tittle, mobile });
  if (!person.success) {
    const first = new Map(person.error.issues.toReversed().map((issue) => [issue.path[0], issue]));
    problems.push(...[...first.values()].reverse().map(({ message }) => `${message.replace(/\.$/, '')}.`));
  }
  const particulars = particularsOf(typed, today, problems);
  const kept = person.success
    ? { ...person.data, lastName: person.data.lastName ?? '', prefix: person.data.tittle }
    : { ...typed, firstName, lastName: lastName ?? '', prefix: typed.prefix };
  return {
    row,
    prefix: cutShort(kept.prefix),
    firstName: cutShort(kept.firstName),
    lastName: cutShort(kept.lastName),
    email: cutShort(kept.email),
    mobile: cutShort(kept.mobile),
    ...particulars,
    course: cutShort(typed.course),
    batch: cutShort(typed.batch),
    problem: problems.length > 0 ? problems.join(' ') : null,
    notHeld: [nameLeftOut(typed, firstName, lastName), titlesLeftOut([typed.prefix, ...titles], tittle)]
      .filter(Boolean)
      .join(' '),
  };
}

/** Numbers of which a spreadsheet has kept the first digits alone, as it does in CSV: 9.82E+09. */
const shortenedIn = (values: NamedRow['values']): string[] =>
  (['mobile', 'passportNumber', 'cdcNumber', 'indosNumber'] as const).flatMap((key) =>
    /^\d(?:[.,]\d{1,15})?E\+\d{1,3}$/i.test(values[key])
      ? [`${calledColumn(key)} says ${values[key]}, of which a spreadsheet has dropped digits. Type the number again.`]
      : [],
  );

/** Why dates of a row are not read, where the column writes the month first elsewhere and staff chose no order. */
const openDatesIn = (values: NamedRow['values'], orders: DateOrders, doubtful: DoubtfulDates): string[] =>
  dated.flatMap((key) => {
    const why = doubtful[key];
    if (why === undefined || orders[key] !== undefined || !isOpenDate(values[key])) return [];
    return [
      `${calledColumn(key)} ${values[key]} can be read in two ways. Choose the order of these dates, or write its month as a word.`,
    ];
  });

/** The mobile number of a row, by its country; as it is typed where the rule of registration says what is wrong. */
function mobileOfRow({ mobile, country }: Record<ImportMeaning, string>, problems: string[]): string {
  const dialled = DialledMobile.safeParse(mobile);
  if (!dialled.success) return mobile;
  const code = countryCodeOf(country);
  const isCountryNeeded = !dialled.data.startsWith('+') && country !== '' && !nothing.test(country);
  if (isCountryNeeded && !code) problems.push(`‘${cutShort(country)}’ is not in the list of countries.`);
  const { number, fault } = readMobile(dialled.data, code);
  // the rule of registration does not know that a number cannot be one of its country
  if (fault !== undefined && Mobile.safeParse(mobile).success) problems.push(fault);
  // ten digits that are none of the person's country are not taken for India's in silence
  if (code && code !== india && !dialled.data.startsWith('+') && number && !number.startsWith('+'))
    problems.push(withCountryCode);
  return number ?? mobile;
}

const cutShort = (text: string) => text.slice(0, shown);

type Title = Registration['tittle'];
type Names = { firstName: string; lastName: string | null; title: Title | undefined; titles: readonly string[] };

/** The name in one column where first and last names have their own, which count, and it says another one. */
function nameLeftOut({ name, ...typed }: Record<ImportMeaning, string>, first: string, last: string | null): string {
  const isOther =
    name !== '' && (typed.firstName || typed.lastName) && wordsIn(name) !== wordsIn(`${first} ${last ?? ''}`);
  return isOther ? `Name ‘${cutShort(name)}’ is left out: First name and Last name count.` : '';
}

/** The words of a name in any order, as it is folded. */
const wordsIn = (name: string): string => foldedName(name).split(' ').toSorted().join(' ');

/** Which of the titles that a row has are not the one that is held. */
function titlesLeftOut(said: readonly string[], held: Title | undefined): string {
  const others = said.filter((one) => one !== '' && !nothing.test(one) && (held === 'None' || titleOf(one) !== held));
  return others.length > 0 ? `${others.map((one) => `‘${cutShort(one)}’`).join(', ')} is left out.` : '';
}

/**
 * First and last name, without the title: from their own columns, or from one: 'Nair, Asha', or the last word is the
 * last name. A last name of null is that of somebody with one name, whose other column has a dash or the like.
 */
function namesOf(typed: Record<ImportMeaning, string>): Names {
  if (typed.firstName || typed.lastName || !typed.name) return separateNamesOf(typed);
  const [before = '', ...behind] = typed.name.split(',').map((part) => part.trim());
  const after = behind.join(', ');
  const given = withoutTitles(after);
  if (given.name && titleOf(after) === undefined) {
    const family = withoutTitles(before);
    const titles = [...family.titles, ...given.titles];
    return { firstName: given.name, lastName: family.name, title: family.title ?? given.title, titles };
  }
  return wholeNameOf(typed.name);
}

function wholeNameOf(written: string): Names {
  const { name, title, titles } = withoutTitles(written.replace(/[\s,]{1,9}$/, ''));
  const words = name.split(/\s+/);
  if (words.length === 1 && name !== '') return { firstName: name, lastName: null, title, titles };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '', title, titles };
}

/** What people write for a name that somebody does not have. */
const noName = /^(?:[-–—]+|n\/a|n\.a\.?|\(none\))$/i;
/** Words that may stand for such a name, and may be one: Na and Nil are names. */
const mayBeNoName = /^(?:NA|na|NIL|nil|NONE|none|None)$/;

function separateNamesOf(typed: Record<ImportMeaning, string>): Names {
  // a title has the column of the first name, and the other one the whole name
  if (typed.firstName && titleOf(typed.firstName) && !noName.test(typed.firstName) && /\p{L}/u.test(typed.lastName))
    return wholeNameOf(`${typed.firstName} ${typed.lastName}`);
  const [first, last] = [typed.firstName, typed.lastName].map((name) => withoutTitles(name, { isWhole: false })) as [
    ReturnType<typeof withoutTitles>,
    ReturnType<typeof withoutTitles>,
  ];
  const found = { title: first.title ?? last.title, titles: [...first.titles, ...last.titles] };
  if (noName.test(last.name) && first.name) return { firstName: first.name, lastName: null, ...found };
  if (noName.test(first.name) && last.name) return { firstName: last.name, lastName: null, ...found };
  return { firstName: first.name, lastName: last.name, ...found };
}

const numbers = {
  passportNumber: documentNumbers.passportNumber,
  cdcNumber: documentNumbers.CDCnumber,
  indosNumber: documentNumbers.indosNo,
  gradeNumber: documentNumbers.gradenumber,
} as const;
const dates = ['birthDate', 'passportExpiresOn', 'cdcExpiresOn'] as const;

/** The particulars of a row, as the profile form would store them; what is wrong is added to `problems`. */
function particularsOf(typed: Record<ImportMeaning, string>, today: CalendarDate, problems: string[]): Particulars {
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
      problems.push(`${calledColumn(field)} is not a date such as 31/12/1990.`);
    } else if (date && field === 'birthDate' && date >= today) problems.push('Date of birth must be in the past.');
  }
  return found as Particulars;
}

/** The message of a field without its further sentences, and without what only a form can offer. */
const sentence = (message: string) => `${message.split('.')[0]?.split(', or choose')[0]}.`;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as people write it: 1990-12-31, or the day first, as 31/12/1990, 31.12.1990 or 31-Dec-1990. A year of two
 * digits and a month in front are refused, since a guess would be wrong in silence.
 */
export function dateOf(text: string): CalendarDate | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T]00:00(?::00)?)?$/.exec(text);
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
