import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { OptionList } from './option-list.tsx';
import type { QuestionView } from './question-view.ts';

/** One of the options is right. The answer is the text of an option. */
export const singleChoice: QuestionView<'single-choice'> = {
  Answer: ({ question: { id, options }, legend, initial }) => (
    <RadioGroup name={id} legend={legend} options={options} initial={initial} />
  ),
  answerIn: (form, id) => form.get(id)?.toString(),
  textOf: ({ selectedAnswer }) => selectedAnswer,
  toGiven: (selectedAnswer) => ({ selectedAnswer }),
  checked: (selectedAnswer, { correctAnswer }) => ({
    answer: { selectedAnswer, correctAnswer },
    isRight: selectedAnswer === correctAnswer,
  }),
  Reviewed: ({ answer: { options, selectedAnswer, correctAnswer } }) => (
    <OptionList
      options={options}
      isChosen={(option) => option === selectedAnswer}
      isRight={correctAnswer === null ? null : (option) => option === correctAnswer}
    />
  ),
};
