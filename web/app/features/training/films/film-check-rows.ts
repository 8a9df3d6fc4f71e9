import type { FilmCheck } from '@fairlead/contract/training/presence-checks';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatRunningTime } from '../../../lib/format/running-time.ts';

/** A presence check as staff write it, in fields of text. */
export type CheckRow = {
  when: 'at' | 'every';
  /** A moment as 4:30, or a number of minutes; a row without it is no check. */
  time: string;
  question: string;
  /** One on each line. */
  options: string;
  /** The number of the right option, from 1. */
  answer: string;
};

export const rowOf = ({ at, every, question }: FilmCheck): CheckRow => ({
  when: every === null ? 'at' : 'every',
  time: every === null ? formatRunningTime(at ?? 0) : String(every / 60),
  question: question?.text ?? '',
  options: question?.options.join('\n') ?? '',
  answer: question ? String(question.answer + 1) : '1',
});

/** The rows of a form, in their order. */
export function rowsOf(form: FormData): CheckRow[] {
  const indexes = [...form.keys()].flatMap((name) => /^checks\.(\d+)\.time$/.exec(name)?.[1] ?? []);
  return indexes.map((index) => {
    const read = (name: keyof CheckRow) => textOf(form, `checks.${index}.${name}`).trim();
    return {
      when: read('when') === 'every' ? 'every' : 'at',
      time: read('time'),
      question: read('question'),
      options: read('options'),
      answer: read('answer'),
    };
  });
}

/** The checks that the rows describe, and what is wrong with a row, by the name of its field. */
export function checksOf(rows: readonly CheckRow[]): { checks: FilmCheck[]; errors: FieldErrors } {
  const checks: FilmCheck[] = [];
  const errors: Record<string, string> = {};
  for (const [index, row] of rows.entries()) {
    if (row.time === '') continue;
    const seconds = row.when === 'at' ? secondsOf(row.time) : Number(row.time) * 60;
    const options = row.options
      .split('\n')
      .map((option) => option.trim())
      .filter(Boolean);
    if (row.when === 'at' && Number.isNaN(seconds)) errors[`checks.${index}.time`] = 'Please write the time as 4:30';
    if (row.when === 'every' && !(seconds >= 60)) errors[`checks.${index}.time`] = 'Please enter a number of minutes';
    const asks = row.when === 'at' && row.question !== '';
    if (asks && options.length < 2) errors[`checks.${index}.options`] = 'Please enter at least two options';
    if (asks && Number(row.answer) > options.length) errors[`checks.${index}.answer`] = 'There is no such option';
    const question = asks ? { text: row.question, options, answer: Number(row.answer) - 1 } : null;
    checks.push(row.when === 'at' ? { at: seconds, every: null, question } : { at: null, every: seconds, question });
  }
  return { checks, errors };
}

/** Reads 4:30 or 1:02:33 as seconds; NaN for anything else. */
function secondsOf(time: string): number {
  if (!/^\d+(:[0-5]?\d){1,2}$/.test(time)) return Number.NaN;
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
