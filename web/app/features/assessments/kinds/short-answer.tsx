import { foldAnswer, tidyAnswer } from '@fairlead/contract/assessments/compared-answers';
import { AnswerLines } from './answer-lines.tsx';
import type { QuestionView } from './question-view.ts';
import { TypedAnswer, typedIn } from './typed-answer.tsx';

/** A typed text is right that is one of a list. */
export const shortAnswer: QuestionView<'short-answer'> = {
  Answer: ({ question: { id }, legend, initial }) => (
    <TypedAnswer id={id} legend={legend} initial={initial} hint="A word or a few" maxLength={200} />
  ),
  answerIn: typedIn,
  isComplete: (text) => text.trim() !== '',
  textOf: ({ selectedAnswer }) => selectedAnswer,
  toGiven: (selectedAnswer) => ({ kind: 'short-answer', selectedAnswer }),
  checked(text, { correctAnswers, matchCase }) {
    const form = matchCase ? tidyAnswer : foldAnswer;
    const isRight = correctAnswers.map(form).includes(form(text));
    return {
      answer: { kind: 'short-answer', selectedAnswer: tidyAnswer(text), correctAnswers, mark: isRight ? 1 : 0 },
      isRight,
    };
  },
  Reviewed: ({ answer: { selectedAnswer, correctAnswers, mark } }) => (
    <AnswerLines
      lines={[
        {
          said: selectedAnswer,
          right: correctAnswers?.join(', or ') ?? null,
          isRight: mark === null ? null : mark === 1,
        },
      ]}
    />
  ),
};
