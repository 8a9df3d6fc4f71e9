import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { optionChoices } from './option-content.tsx';
import { OptionList } from './option-list.tsx';
import type { QuestionView, ReviewedAnswer } from './question-view.ts';

/**
 * Kinds of which one option is right. The answer is the text of an option.
 *
 * @param named the kind's name in requests; empty for the default kind.
 */
export const oneOption = <Named extends object>(named: Named) => ({
  Answer: ({ question: { id, options, optionPictures }, legend, initial }: Parameters<QuestionView['Answer']>[0]) => (
    <RadioGroup name={id} legend={legend} {...optionChoices(options, optionPictures)} initial={initial} />
  ),
  answerIn: (form: FormData, id: string) => form.get(id)?.toString(),
  isComplete: (text: string) => text !== '',
  textOf: ({ selectedAnswer }: { selectedAnswer: string }) => selectedAnswer,
  toGiven: (selectedAnswer: string) => ({ ...named, selectedAnswer }),
  checked: (selectedAnswer: string, { correctAnswer }: { correctAnswer: string }) => ({
    answer: { ...named, selectedAnswer, correctAnswer },
    isRight: selectedAnswer === correctAnswer,
  }),
  Reviewed: ({
    answer: { options, optionPictures, selectedAnswer, correctAnswer },
  }: {
    answer: Pick<ReviewedAnswer<'single-choice'>, 'options' | 'optionPictures' | 'selectedAnswer' | 'correctAnswer'>;
  }) => (
    <OptionList
      options={options}
      pictures={optionPictures}
      isChosen={(option) => option === selectedAnswer}
      isRight={correctAnswer === null ? null : (option) => option === correctAnswer}
    />
  ),
});
