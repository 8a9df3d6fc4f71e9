import { isWithin, readNumber } from '@fairlead/contract/compared-answers';
import { AnswerLines } from './answer-lines.tsx';
import type { QuestionView } from './question-view.ts';
import { TypedAnswer, typedIn } from './typed-answer.tsx';

/** The number that is right, with its tolerance. */
export const numberInWords = (value: string, tolerance: string): string =>
  tolerance === '0' ? value : `${value} ± ${tolerance}`;

/** A number is right within a tolerance. The answer is kept as it is typed, and sent once it is a number. */
export const number: QuestionView<'number'> = {
  Answer: ({ question: { id }, legend, initial }) => (
    <TypedAnswer
      id={id}
      legend={legend}
      initial={initial}
      hint="A number without a unit, such as 1000 or 1.5"
      inputMode="decimal"
      maxLength={40}
    />
  ),
  answerIn(form, id) {
    const typed = typedIn(form, id);
    return typed !== undefined && readNumber(typed) !== undefined ? typed : undefined;
  },
  isComplete: (text) => readNumber(text) !== undefined,
  textOf: ({ selectedAnswer }) => selectedAnswer,
  toGiven: (selectedAnswer) => ({ kind: 'number', selectedAnswer }),
  checked(text, { correctAnswer, tolerance }) {
    const selectedAnswer = readNumber(text) ?? '';
    const isRight = isWithin(selectedAnswer, readNumber(correctAnswer) ?? '', readNumber(tolerance) ?? '0');
    return { answer: { kind: 'number', selectedAnswer, correctAnswer, tolerance, mark: isRight ? 1 : 0 }, isRight };
  },
  Reviewed: ({ answer: { selectedAnswer, correctAnswer, tolerance, mark } }) => (
    <AnswerLines
      lines={[
        {
          said: selectedAnswer,
          right: correctAnswer === null ? null : numberInWords(correctAnswer, tolerance ?? '0'),
          isRight: mark === null ? null : mark === 1,
        },
      ]}
    />
  ),
};
