import {
  type AttendanceMark,
  type AttendanceSheet,
  attendanceMarks,
  type Half,
  markNames,
} from '@fairlead/contract/training/attendance';
import { dayInWords, shortDay } from '@fairlead/contract/values/dates';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { languageOf } from '../../../platform/typesetting/scripts.ts';
import type { Academy } from '../../academy/index.ts';
import { daysInWords } from '../../batches/index.ts';
import type { ProfileRow } from '../../seafarers/index.ts';

type Facts = {
  academy: Pick<Academy, 'name' | 'city' | 'email' | 'phone' | 'recognition'>;
  sheet: AttendanceSheet;
  people: readonly (AttendanceSheet['people'][number] & { profile: ProfileRow | undefined })[];
  /** The names of the pictures that there are: those of people by the ids of their enrolments. */
  pictures: readonly string[];
};

type Marks = AttendanceSheet['people'][number]['marks'];
type Pair = { label: string; value: string };
type Named = { number: string; name: string; language: string };

/** Every text of a batch sheet, ready for typesetting: the input of batch-sheet.typ. */
export type BatchSheetText = {
  academy: { name: string; lines: string[] };
  title: string;
  facts: Pair[];
  printed: string;
  /** The day of printing, as the date of the PDF. */
  date: Record<'year' | 'month' | 'day', number>;
  people: (Named & { picture: string; standing: string; particulars: Pair[]; attendance: Pair[] })[];
  /** As many days as fit across a page, with the marks of all people. */
  parts: { days: string[]; halves: string[]; rows: (Named & { marks: string[] })[] }[];
  legend: string;
};

/** As many half days fit across the page. */
const columnsOfAPart = 28;

const letters: Record<AttendanceMark, string> = { present: 'P', absent: 'A', 'made-up': 'M' };
const halfLetters: Record<Half, string> = { morning: 'am', afternoon: 'pm' };
const standings = { attending: '', dropped: 'Dropped: absent for too long', left: 'No longer in this batch' };

/** Converts a batch with its people to the texts of its sheet. */
export function batchSheetText({ academy, sheet, people, pictures }: Facts): BatchSheetText {
  const { batch, days, halves, today } = sheet;
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const named = ({ profile, name }: Facts['people'][number], n: number): Named => ({
    number: String(n + 1),
    name: profile?.name ?? name,
    language: languageOf(profile?.name ?? name),
  });
  // a half day may have been marked before the batch was changed, and have no class any more
  const isOfClass = ({ day, half }: Marks[number]) => days.includes(day) && halves.includes(half);
  const daysOfAPart = Math.floor(columnsOfAPart / Math.max(halves.length, 1));
  const parts = Array.from({ length: Math.ceil(days.length / daysOfAPart) }, (_, n) => {
    const shown = days.slice(n * daysOfAPart, (n + 1) * daysOfAPart);
    return {
      days: shown.map(shortDay),
      halves: halves.map((half) => halfLetters[half]),
      rows: people.map((person, at) => ({
        ...named(person, at),
        marks: shown.flatMap((of) => halves.map((half) => markOf(person.marks, of, half))),
      })),
    };
  });
  return {
    academy: {
      name: academy.name,
      lines: [
        academy.recognition ? `Recognised by the ${academy.recognition}` : '',
        [academy.city, academy.email, academy.phone].filter(Boolean).join('  ·  '),
      ].filter(Boolean),
    },
    title: `Batch sheet ${batch.code}`,
    facts: [
      ['Course', batch.courseTitle],
      ['Batch', batch.code],
      ['Dates', daysInWords(batch)],
      ['Time', `${batch.startsAt} to ${batch.endsAt}`],
      ['Venue', batch.venue],
      ['Instructor', batch.instructor?.name ?? 'Not chosen'],
    ].map(([label = '', value = '']) => ({ label, value })),
    printed: `Printed on ${dayInWords(today)}`,
    date: { year, month, day },
    people: people.map((person, n) => ({
      ...named(person, n),
      picture: pictures.find((name) => name === `${person._id}.jpg`) ?? '',
      standing: standings[person.standing],
      particulars: particularsOf(person.profile),
      attendance: attendanceOf(person.marks.filter(isOfClass)),
    })),
    parts,
    legend: 'P: present. A: absent. M: make-up class attended. Empty: not marked.',
  };
}

function markOf(marks: Marks, day: CalendarDate, half: Half): string {
  const marked = marks.find((one) => one.day === day && one.half === half);
  return marked ? letters[marked.mark] : '';
}

const particularsOf = (profile: ProfileRow | undefined): Pair[] =>
  profile
    ? [
        { label: 'Date of birth', value: dayInWords(profile.birthDate) },
        { label: 'Grade and number', value: profile.gradeNumber },
        { label: 'INDoS', value: profile.indosNumber },
        { label: 'CDC', value: profile.cdcNumber },
        { label: 'Passport', value: profile.passportNumber },
      ]
    : [{ label: 'Profile', value: 'None yet' }];

const attendanceOf = (marks: Marks): Pair[] =>
  attendanceMarks.map((mark) => ({
    label: markNames[mark],
    value: String(marks.filter((one) => one.mark === mark).length),
  }));
