import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { AppError } from '../../../platform/errors.ts';
import { marksOf, shareOfMark, wholeMark } from './marks.ts';
import type { Keyed, QuestionKind } from './question-kind.ts';
import { isSame, type Stored } from './stored.ts';

/** The positions of the right options, in their order. */
type Key = { right: number[]; partMarks: boolean };

const keyIn = ({ key }: Keyed) => key as Key;
const placesIn = (selection: Stored | null) => (selection ?? []) as number[];
const optionsAt = (options: readonly string[], places: readonly number[]) =>
  places.map((place) => options[place] ?? '');
const placesOf = (options: readonly string[], texts: readonly string[]) =>
  options.flatMap((option, place) => (texts.includes(option) ? [place] : []));

function parts(question: Keyed, selection: Stored): number {
  const { right, partMarks } = keyIn(question);
  const chosen = placesIn(selection);
  if (!partMarks) return isSame(right, chosen) ? wholeMark : 0;
  const hits = chosen.filter((place) => right.includes(place)).length;
  return Math.max(0, shareOfMark(hits - (chosen.length - hits), right.length));
}

const kind = 'several-choices' as const;

/** Several options are right. A selection has the positions of those chosen, in their order. */
export const severalChoices: QuestionKind<'several-choices'> = {
  optionsOf: ({ options }) => options,
  keyOf: (options, { correctAnswers, partMarks = false }) => ({ right: placesOf(options, correctAnswers), partMarks }),
  correctedKey(question, { correctAnswers }) {
    if (correctAnswers.every((one) => question.options.includes(one)))
      return { ...keyIn(question), right: placesOf(question.options, correctAnswers) };
    const message = 'Each correct answer must be one of the options';
    throw new AppError('invalid', message, { fields: { correctAnswers: message } });
  },
  mayClear: true,
  isAnswered: ({ selectedAnswers }) => selectedAnswers.some((one) => one.trim() !== ''),
  selectionOf(options, { selectedAnswers }) {
    const texts = selectedAnswers.map((one) => one.trim());
    const isOffered = texts.length > 0 && texts.every((one) => options.includes(one));
    return isOffered ? placesOf(options, texts) : null;
  },
  parts,

  toAsked: (question) => ({ kind, partMarks: keyIn(question).partMarks }),
  toKey: (question) => ({
    kind,
    correctAnswers: optionsAt(question.options, keyIn(question).right),
    partMarks: keyIn(question).partMarks,
  }),
  toAnswer: (options, selection) => ({ kind, selectedAnswers: optionsAt(options, placesIn(selection)) }),
  toReviewed: (question, selection, showsKey) => ({
    kind,
    selectedAnswers: optionsAt(question.options, placesIn(selection)),
    correctAnswers: showsKey ? optionsAt(question.options, keyIn(question).right) : null,
    mark: showsKey ? marksOf(selection === null ? 0 : parts(question, selection)) : null,
  }),
  toMarked: (question, selection) => ({
    kind,
    selectedAnswers: optionsAt(question.options, placesIn(selection)),
    correctAnswers: optionsAt(question.options, keyIn(question).right),
    mark: marksOf(selection === null ? 0 : parts(question, selection)),
  }),
  toListedAnswer: (answered) => ({ kind, selectedAnswers: Array.isArray(answered) ? answered.map(String) : [] }),
  keyInWords: (question) => optionsAt(question.options, keyIn(question).right).join('; '),
  selectionInWords: ({ options }, selection) => optionsAt(options, placesIn(selection)).join('; '),
  choicesOf: (question) =>
    question.options.map((text, place) => ({ text, correct: keyIn(question).right.includes(place) })),

  sql: {
    parts: sql<number>`case
      when (question.answer_key ->> 'partMarks')::boolean then greatest(0, (
        select coalesce(sum(case when question.answer_key -> 'right' @> chosen then 1 else -1 end), 0)
        from jsonb_array_elements(answer.selection) as chosen
      ))::int * (${sql.lit(wholeMark)} / jsonb_array_length(question.answer_key -> 'right'))
      when answer.selection = question.answer_key -> 'right' then ${sql.lit(wholeMark)} else 0 end`,
    selects: (place) => sql<boolean>`coalesce(answer.selection @> to_jsonb(${sql.lit(place)}), false)`,
    answered: sql<JsonValue>`(
      select jsonb_agg(question.options -> chosen::int order by nth)
      from jsonb_array_elements(answer.selection) with ordinality as chosen (chosen, nth))`,
  },
};
