import { sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import type { QuestionKind } from './question-kind.ts';
import type { Stored } from './stored.ts';

/** The option at a stored position; empty for none. */
const optionAt = (options: readonly string[], place: Stored | null): string =>
  typeof place === 'number' ? (options[place] ?? '') : '';

/** One of the options is right. Key and selection are positions among the options. */
export const singleChoice: QuestionKind<'single-choice'> = {
  keyOf: ({ options, correctAnswer }) => options.indexOf(correctAnswer),
  correctedKey(options, { correctAnswer }) {
    const place = options.indexOf(correctAnswer);
    if (place !== -1) return place;
    const message = 'The correct answer must be one of the four options';
    throw new AppError('invalid', message, { fields: { correctAnswer: message } });
  },
  isAnswered: ({ selectedAnswer }) => selectedAnswer.trim() !== '',
  selectionOf(options, { selectedAnswer }) {
    const place = options.indexOf(selectedAnswer.trim());
    return place === -1 ? null : place;
  },
  isRight: (key, selection) => key === selection,

  toAsked: () => ({}),
  toKey: ({ options, key }) => ({ correctAnswer: optionAt(options, key) }),
  toAnswer: (options, selection) => ({ selectedAnswer: optionAt(options, selection) }),
  toReviewed: ({ options, key }, selection, showsKey) => ({
    selectedAnswer: optionAt(options, selection),
    correctAnswer: showsKey ? optionAt(options, key) : null,
  }),
  toMarked: ({ options, key }, selection) => ({
    selectedAnswer: optionAt(options, selection),
    correctAnswer: optionAt(options, key),
  }),
  toListedAnswer: (answered) => ({ selectedAnswer: typeof answered === 'string' ? answered : '' }),
  inWords: optionAt,

  fromFile: ({ correct: [correctAnswer, ...more] }) =>
    correctAnswer === undefined || more.length > 0 ? undefined : { correctAnswer },
  toFile: ({ options, key }) => ({ options, correct: [optionAt(options, key)] }),

  sql: {
    // no selection is wrong even if the key is of another form, as in `isRight` above
    isRight: sql`coalesce(answer.selected_option = question.correct_option, false)`,
    selects: (place) => sql`(answer.selected_option is not distinct from ${sql.lit(place)})`,
    answered: sql`question.options -> answer.selected_option`,
  },
};
