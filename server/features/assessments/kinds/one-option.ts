import { sql } from 'kysely';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';
import { AppError } from '../../../platform/errors.ts';
import { wholeMark } from './marks.ts';
import type { Keyed } from './question-kind.ts';
import type { Stored } from './stored.ts';

/** The option at a stored position; empty for none. */
const optionAt = (options: readonly string[], place: Stored | null): string =>
  typeof place === 'number' ? (options[place] ?? '') : '';

type Written = { options: readonly string[]; correctAnswer: string };

/**
 * Kinds of which one option is right. Key and selection are positions among the options.
 *
 * @param named the name of the kind in responses; empty for the default kind.
 * @param notAnOption the sentence for a corrected answer that is none of the options.
 */
export const oneOption = <Named extends object>(named: Named, notAnOption: string) => ({
  optionsOf: ({ options }: Written) => options,
  keyOf: (options: readonly string[], { correctAnswer }: Written): Stored => options.indexOf(correctAnswer),
  correctedKey({ options }: Keyed, { correctAnswer }: { correctAnswer: string }): Stored {
    const place = options.indexOf(correctAnswer);
    if (place !== -1) return place;
    throw new AppError('invalid', notAnOption, { fields: { correctAnswer: notAnOption } });
  },
  mayClear: false,
  isAnswered: ({ selectedAnswer }: { selectedAnswer: string }) => selectedAnswer.trim() !== '',
  selectionOf(options: readonly string[], { selectedAnswer }: { selectedAnswer: string }): Stored | null {
    const place = options.indexOf(selectedAnswer.trim());
    return place === -1 ? null : place;
  },
  parts: ({ key }: Keyed, selection: Stored) => (key === selection ? wholeMark : 0),

  toAsked: () => ({ ...named }),
  toKey: ({ options, key }: Keyed) => ({ ...named, correctAnswer: optionAt(options, key) }),
  toAnswer: (options: readonly string[], selection: Stored | null) => ({
    ...named,
    selectedAnswer: optionAt(options, selection),
  }),
  toReviewed: ({ options, key }: Keyed, selection: Stored | null, showsKey: boolean) => ({
    ...named,
    selectedAnswer: optionAt(options, selection),
    correctAnswer: showsKey ? optionAt(options, key) : null,
  }),
  toMarked: ({ options, key }: Keyed, selection: Stored | null) => ({
    ...named,
    selectedAnswer: optionAt(options, selection),
    correctAnswer: optionAt(options, key),
  }),
  toListedAnswer: (answered: JsonValue) => ({
    ...named,
    selectedAnswer: typeof answered === 'string' ? answered : '',
  }),
  keyInWords: ({ options, key }: Keyed) => optionAt(options, key),
  selectionInWords: ({ options }: Keyed, selection: Stored) => optionAt(options, selection),
  choicesOf: ({ options, key }: Keyed) => options.map((text, place) => ({ text, correct: place === key })),

  sql: {
    // no selection is wrong even if the key is of another form, as in `parts` above
    parts: sql<number>`case when answer.selected_option = question.correct_option then ${sql.lit(wholeMark)} else 0 end`,
    selects: (place: number) => sql<boolean>`(answer.selected_option is not distinct from ${sql.lit(place)})`,
    answered: sql<JsonValue>`question.options -> answer.selected_option`,
  },
});
