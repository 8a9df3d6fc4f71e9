import { neutralOrder } from '@fairlead/contract/assessments/question-kinds';
import { AppError } from '../../../platform/errors.ts';
import { listedTexts, optionsAt, type PlacesKey, partsInPlaces, placesIn, sqlInPlaces } from './in-places.ts';
import { marksOf } from './marks.ts';
import type { Keyed, QuestionKind } from './question-kind.ts';
import type { Stored } from './stored.ts';

type Key = PlacesKey & { prompts: string[] };

const keyIn = ({ key }: Keyed) => key as Key;
const rightOf = (question: Keyed) => optionsAt(question.options, keyIn(question).right);
const selectedOf = (question: Keyed, selection: Stored | null) =>
  optionsAt(question.options, selection === null ? keyIn(question).prompts.map(() => null) : placesIn(selection));
const earned = (question: Keyed, selection: Stored | null) =>
  marksOf(selection === null ? 0 : partsInPlaces(question, selection));
const inPairs = (prompts: readonly string[], matches: readonly string[]) =>
  prompts.map((prompt, i) => `${prompt} → ${matches[i] || 'none'}`).join('; ');

const kind = 'matching' as const;

/** Items with their matches among the options. The places are the items. */
export const matching: QuestionKind<'matching'> = {
  optionsOf: ({ options }) => neutralOrder(options),
  keyOf: (options, { prompts, correctAnswers, partMarks = false }) => ({
    prompts,
    right: correctAnswers.map((match) => options.indexOf(match)),
    partMarks,
  }),
  correctedKey(question, { correctAnswers }) {
    const key = keyIn(question);
    const right = correctAnswers.map((match) => question.options.indexOf(match));
    if (right.length === key.prompts.length && !right.includes(-1)) return { ...key, right };
    const message = 'Each item needs a match that is one of the options';
    throw new AppError('invalid', message, { fields: { correctAnswers: message } });
  },
  mayClear: true,
  isAnswered: ({ selectedAnswers }) => selectedAnswers.some((one) => one.trim() !== ''),
  selectionOf(options, { selectedAnswers }) {
    const places = selectedAnswers.map((one) => (one.trim() === '' ? null : options.indexOf(one.trim())));
    return places.includes(-1) || places.every((place) => place === null) ? null : places;
  },
  parts: partsInPlaces,

  toAsked: (question) => ({ kind, prompts: keyIn(question).prompts, partMarks: keyIn(question).partMarks }),
  toKey: (question) => ({
    kind,
    prompts: keyIn(question).prompts,
    correctAnswers: rightOf(question),
    partMarks: keyIn(question).partMarks,
  }),
  toAnswer: (options, selection) => ({ kind, selectedAnswers: optionsAt(options, placesIn(selection)) }),
  toReviewed: (question, selection, showsKey) => ({
    kind,
    prompts: keyIn(question).prompts,
    selectedAnswers: selectedOf(question, selection),
    correctAnswers: showsKey ? rightOf(question) : null,
    mark: showsKey ? earned(question, selection) : null,
  }),
  toMarked: (question, selection) => ({
    kind,
    prompts: keyIn(question).prompts,
    selectedAnswers: selectedOf(question, selection),
    correctAnswers: rightOf(question),
    mark: earned(question, selection),
  }),
  toListedAnswer: (answered) => ({ kind, selectedAnswers: listedTexts(answered) }),
  keyInWords: (question) => inPairs(keyIn(question).prompts, rightOf(question)),
  selectionInWords: (question, selection) => inPairs(keyIn(question).prompts, selectedOf(question, selection)),
  choicesOf: (question) => {
    const right = rightOf(question);
    return keyIn(question).prompts.map((prompt, i) => ({ text: `${prompt} → ${right[i]}`, correct: true }));
  },
  sql: sqlInPlaces,
};
