import { isWithin, readNumber } from '@fairlead/contract/assessments/compared-answers';
import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { marksOf, wholeMark } from './marks.ts';
import type { Keyed, QuestionKind } from './question-kind.ts';
import type { Stored } from './stored.ts';

/** Decimal numbers, as `readNumber` writes them. */
type Key = { value: string; tolerance: string };

const keyIn = ({ key }: Keyed) => key as Key;
const written = (typed: string) => readNumber(typed) ?? '0';
const numberIn = (selection: Stored | null) => (typeof selection === 'string' ? selection : '');
const keyFor = ({ correctAnswer, tolerance }: { correctAnswer: string; tolerance: string }) => ({
  value: written(correctAnswer),
  tolerance: written(tolerance),
});

function inWords({ value, tolerance }: Key): string {
  return tolerance === '0' ? value : `${value} ± ${tolerance}`;
}

function parts(question: Keyed, selection: Stored): number {
  const { value, tolerance } = keyIn(question);
  return isWithin(numberIn(selection), value, tolerance) ? wholeMark : 0;
}
const earned = (question: Keyed, selection: Stored | null) =>
  marksOf(selection === null ? 0 : parts(question, selection));

const isRight = sql<boolean>`coalesce(
  abs((answer.selection #>> '{}')::numeric - (question.answer_key ->> 'value')::numeric)
    <= (question.answer_key ->> 'tolerance')::numeric, false)`;

const kind = 'number' as const;

/** A number is right within a tolerance. A selection is the number, as a text, so that no digit of it is rounded. */
export const number: QuestionKind<'number'> = {
  optionsOf: () => [],
  keyOf: (_, input) => keyFor(input),
  correctedKey: (_, correction) => keyFor(correction),
  mayClear: true,
  isAnswered: ({ selectedAnswer }) => selectedAnswer.trim() !== '',
  selectionOf: (_, { selectedAnswer }) => readNumber(selectedAnswer) ?? null,
  parts,

  toAsked: () => ({ kind }),
  toKey: (question) => ({ kind, correctAnswer: keyIn(question).value, tolerance: keyIn(question).tolerance }),
  toAnswer: (_, selection) => ({ kind, selectedAnswer: numberIn(selection) }),
  toReviewed: (question, selection, showsKey) => ({
    kind,
    selectedAnswer: numberIn(selection),
    correctAnswer: showsKey ? keyIn(question).value : null,
    tolerance: showsKey ? keyIn(question).tolerance : null,
    mark: showsKey ? earned(question, selection) : null,
  }),
  toMarked: (question, selection) => ({
    kind,
    selectedAnswer: numberIn(selection),
    correctAnswer: keyIn(question).value,
    tolerance: keyIn(question).tolerance,
    mark: earned(question, selection),
  }),
  toListedAnswer: (answered) => ({ kind, selectedAnswer: typeof answered === 'string' ? answered : '' }),
  keyInWords: (question) => inWords(keyIn(question)),
  selectionInWords: (_, selection) => numberIn(selection),
  choicesOf: (question) => [
    { text: inWords(keyIn(question)), correct: true },
    { text: 'Another number', correct: false, isOther: true },
  ],

  sql: {
    parts: sql<number>`case when ${isRight} then ${sql.lit(wholeMark)} else 0 end`,
    selects: (place) => (place === 0 ? isRight : sql<boolean>`false`),
    answered: sql<JsonValue>`answer.selection`,
  },
};
