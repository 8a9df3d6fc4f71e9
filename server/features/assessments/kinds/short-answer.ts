import { foldAnswer, tidyAnswer } from '@fairlead/contract/assessments/compared-answers';
import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { marksOf, wholeMark } from './marks.ts';
import type { Keyed, QuestionKind } from './question-kind.ts';
import type { Stored } from './stored.ts';

/**
 * The accepted answers, as written and in small letters. Both forms of key and selection are stored, so that the
 * database compares bytes and needs no rule of its own for capitals.
 */
type Key = { accepted: string[]; folded: string[]; matchCase: boolean };
type Selection = { text: string; folded: string };

const keyIn = ({ key }: Keyed) => key as Key;
const textIn = (selection: Stored | null) => (selection as Selection | null)?.text ?? '';
const keyFor = ({
  correctAnswers,
  matchCase = false,
}: {
  correctAnswers: string[];
  matchCase?: boolean | undefined;
}) => ({
  accepted: correctAnswers.map(tidyAnswer),
  folded: correctAnswers.map(foldAnswer),
  matchCase,
});

function parts(question: Keyed, selection: Stored): number {
  const { accepted, folded, matchCase } = keyIn(question);
  const said = selection as Selection;
  return (matchCase ? accepted.includes(said.text) : folded.includes(said.folded)) ? wholeMark : 0;
}
const earned = (question: Keyed, selection: Stored | null) =>
  marksOf(selection === null ? 0 : parts(question, selection));

/** Of key and selection the forms that are compared. */
const form = sql`case when (question.answer_key ->> 'matchCase')::boolean`;
const accepted = sql`(${form} then question.answer_key -> 'accepted' else question.answer_key -> 'folded' end)`;
const said = sql`(${form} then answer.selection -> 'text' else answer.selection -> 'folded' end)`;

const kind = 'short-answer' as const;

/** A typed text is right that is one of a list. */
export const shortAnswer: QuestionKind<'short-answer'> = {
  optionsOf: () => [],
  keyOf: (_, input) => keyFor(input),
  correctedKey: (_, correction) => keyFor(correction),
  mayClear: true,
  isAnswered: ({ selectedAnswer }) => selectedAnswer.trim() !== '',
  selectionOf(_, { selectedAnswer }) {
    const text = tidyAnswer(selectedAnswer);
    return text === '' ? null : { text, folded: foldAnswer(text) };
  },
  parts,

  toAsked: () => ({ kind }),
  toKey: (question) => ({ kind, correctAnswers: keyIn(question).accepted, matchCase: keyIn(question).matchCase }),
  toAnswer: (_, selection) => ({ kind, selectedAnswer: textIn(selection) }),
  toReviewed: (question, selection, showsKey) => ({
    kind,
    selectedAnswer: textIn(selection),
    correctAnswers: showsKey ? keyIn(question).accepted : null,
    mark: showsKey ? earned(question, selection) : null,
  }),
  toMarked: (question, selection) => ({
    kind,
    selectedAnswer: textIn(selection),
    correctAnswers: keyIn(question).accepted,
    mark: earned(question, selection),
  }),
  toListedAnswer: (answered) => ({ kind, selectedAnswer: typeof answered === 'string' ? answered : '' }),
  keyInWords: (question) => keyIn(question).accepted.join('; '),
  selectionInWords: (_, selection) => textIn(selection),
  choicesOf: (question) => [
    ...keyIn(question).accepted.map((text) => ({ text, correct: true })),
    { text: 'Another answer', correct: false, isOther: true },
  ],

  sql: {
    parts: sql<number>`case when ${accepted} @> ${said} then ${sql.lit(wholeMark)} else 0 end`,
    selects: (place) => sql<boolean>`coalesce(${accepted} -> ${sql.lit(place)} = ${said}, false)`,
    answered: sql<JsonValue>`answer.selection -> 'text'`,
  },
};
