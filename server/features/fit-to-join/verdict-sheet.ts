import type { ClosingCourse, JudgedPerson, Question, Verdicts } from '@fairlead/contract/fit-to-join/calls';
import { jobInWords } from '@fairlead/contract/fit-to-join/jobs-aboard';
import {
  type CellState,
  cellStateNames,
  closes,
  daysAfterJoining,
  fitAmong,
  notCheckedInWords,
  verdictNames,
} from '@fairlead/contract/fit-to-join/verdicts';
import { dayInWords } from '@fairlead/contract/values/dates';
import type { CalendarDate } from '../../platform/calendar.ts';
import { languageOf } from '../../platform/typesetting/scripts.ts';

type Pair = { label: string; value: string };
type Gap = { title: string; state: string; when: string; way: string };

/** Every text of a sheet of verdicts, ready for typesetting: the input of verdict-sheet.typ. */
export type VerdictSheetText = {
  academy: string;
  title: string;
  facts: Pair[];
  printed: string;
  date: Record<'year' | 'month' | 'day', number>;
  /** The numbered documents, which head the columns of the matrix. */
  rows: { number: string; title: string }[];
  people: {
    name: string;
    language: string;
    /** 'Fit to join, 3 not checked'. */
    standing: string;
    /** `days`: after which one runs out. */
    marks: { state: CellState; isChecked: boolean; days: string }[];
    gaps: Gap[];
  }[];
  legend: string;
  note: string;
};

type Facts = {
  academy: string;
  question: Question;
  verdicts: Pick<Verdicts, 'checklist' | 'rows'> & { people: readonly JudgedPerson[] };
  today: CalendarDate;
};

/** Converts verdicts to the texts of their sheet. */
export function verdictSheetText({ academy, question, verdicts, today }: Facts): VerdictSheetText {
  const { checklist, rows, people } = verdicts;
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const { fit, notChecked } = fitAmong(people);
  return {
    academy,
    title: people.length === 1 ? `Fit to join: ${people[0]?.name}` : 'Fit to join',
    facts: [
      { label: 'Job', value: jobInWords(question) },
      { label: 'Joining', value: dayInWords(question.joinsOn) },
      { label: 'Sign-off', value: dayInWords(question.signsOffOn) },
      { label: 'Checklist', value: `${checklist.name}, edition ${checklist.edition}` },
      { label: 'Source', value: `${checklist.source}, read on ${dayInWords(checklist.sourceDate)}` },
      { label: 'Fit to join', value: `${fit} of ${people.length}${notChecked}` },
    ],
    printed: `Printed on ${dayInWords(today)}`,
    date: { year, month, day },
    rows: rows.map(({ title }, n) => ({ number: String(n + 1), title })),
    people: people.map(({ name, standing, cells }) => ({
      name,
      language: languageOf(name),
      standing: `${verdictNames[standing]}${notCheckedInWords(cells)}`,
      marks: cells.map(({ state, isChecked, inDays }) => ({
        state,
        isChecked,
        days: inDays === null ? '' : String(inDays),
      })),
      gaps: cells.flatMap((cell, n): Gap[] => {
        const row = rows[n];
        if (!row || cell.state === 'held') return [];
        const courses = row.closedBy.filter((course) => closes(course, cell));
        return [
          {
            title: row.title,
            state: `${cellStateNames[cell.state]}${cell.isChecked ? '' : ', not checked'}`,
            when: whenInWords(cell),
            way: courses.map(wayInWords).join('; '),
          },
        ];
      }),
    })),
    legend:
      'A tick: held to the end of the voyage. A number: runs out so many days after joining. A cross: missing on the day of joining. With a dot: nobody has checked the document yet.',
    note: `The academy answers for its checklists. ${checklist.note}`.trim(),
  };
}

const whenInWords = ({ lastDay, inDays }: JudgedPerson['cells'][number]): string => {
  if (inDays !== null) return `on ${dayInWords(lastDay ?? '')}, ${daysAfterJoining(inDays)}`;
  return lastDay === null ? '' : `ended on ${dayInWords(lastDay)}`;
};

/** How a course closes a gap, in words. */
function wayInWords({ title, batch, isOnline, inTime }: ClosingCourse): string {
  if (batch && inTime) return `${title}, ${batch.code}, over on ${dayInWords(batch.lastDay)}: in time`;
  if (isOnline) return `${title}, online`;
  if (batch) return `${title}, ${batch.code}, over on ${dayInWords(batch.lastDay)}: too late`;
  return `${title}, no date yet`;
}
