import { neutralOrder } from '@fairlead/contract/assessments/question-kinds';
import { AppError } from '../../../platform/errors.ts';
import { listedTexts, optionsAt, type PlacesKey, partsInPlaces, placesIn, sqlInPlaces } from './in-places.ts';
import { marksOf } from './marks.ts';
import type { Keyed, QuestionKind } from './question-kind.ts';
import { isSame, type Stored } from './stored.ts';

const keyIn = ({ key }: Keyed) => key as PlacesKey;
const rightOf = (question: Keyed) => optionsAt(question.options, keyIn(question).right);
const earned = (question: Keyed, selection: Stored | null) =>
  marksOf(selection === null ? 0 : partsInPlaces(question, selection));

/** The positions of texts among the options, if each option is named once. */
function orderOf(options: readonly string[], texts: readonly string[]): number[] | null {
  const places = texts.map((one) => options.indexOf(one.trim()));
  return isSame(
    [...places].sort((a, b) => a - b),
    [...options.keys()],
  )
    ? places
    : null;
}

const kind = 'ordering' as const;

/** The options in the right order. The places are first, second and so on. */
export const ordering: QuestionKind<'ordering'> = {
  optionsOf: ({ options }) => neutralOrder(options),
  keyOf: (options, { correctAnswers, partMarks = false }) => ({
    right: correctAnswers.map((step) => options.indexOf(step)),
    partMarks,
  }),
  correctedKey(question, { correctAnswers }) {
    const right = orderOf(question.options, correctAnswers);
    if (right) return { ...keyIn(question), right };
    const message = 'The right order must name each step once';
    throw new AppError('invalid', message, { fields: { correctAnswers: message } });
  },
  mayClear: true,
  isAnswered: ({ selectedAnswers }) => selectedAnswers.some((one) => one.trim() !== ''),
  selectionOf: (options, { selectedAnswers }) => orderOf(options, selectedAnswers),
  parts: partsInPlaces,

  toAsked: (question) => ({ kind, partMarks: keyIn(question).partMarks }),
  toKey: (question) => ({ kind, correctAnswers: rightOf(question), partMarks: keyIn(question).partMarks }),
  toAnswer: (options, selection) => ({ kind, selectedAnswers: optionsAt(options, placesIn(selection)) }),
  toReviewed: (question, selection, showsKey) => ({
    kind,
    selectedAnswers: optionsAt(question.options, placesIn(selection)),
    correctAnswers: showsKey ? rightOf(question) : null,
    mark: showsKey ? earned(question, selection) : null,
  }),
  toMarked: (question, selection) => ({
    kind,
    selectedAnswers: optionsAt(question.options, placesIn(selection)),
    correctAnswers: rightOf(question),
    mark: earned(question, selection),
  }),
  toListedAnswer: (answered) => ({ kind, selectedAnswers: listedTexts(answered) }),
  keyInWords: (question) => rightOf(question).join(' → '),
  selectionInWords: ({ options }, selection) => optionsAt(options, placesIn(selection)).join(' → '),
  choicesOf: (question) => rightOf(question).map((text, i) => ({ text: `${i + 1}. ${text}`, correct: true })),
  sql: sqlInPlaces,
};
