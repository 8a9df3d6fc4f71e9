import { isWithin, readNumber } from '@fairlead/contract/assessments/compared-answers';
import { AnswerLines } from './answer-lines.tsx';
import type { QuestionView } from './question-view.ts';
import { TypedAnswer, typedIn } from './typed-answer.tsx';

/** The number that is right, with its tolerance. */
export const numberInWords = (value: string, tolerance: string): string =>
  tolerance === '0' ? value : `${value} ± ${tolerance}`;

const isNumber = (text: string): boolean => readNumber(text) !== undefined;

/** A number is right within a tolerance. The answer is kept as it is typed, and sent once it is a number. */
export const number: QuestionView<'number'> = {
  Answer: ({ question: { id }, legend, initial }) => (
    <TypedAnswer
      id={id}
      legend={legend}
      initial={initial}
      hint="A number without a unit, such as 1000 or 1.5"
      problemOf={(typed) => (isNumber(typed) ? undefined : 'This is not a number. Please type digits only.')}
      inputMode="decimal"
      maxLength={40}
    />
  ),
  answerIn: typedIn,
  isComplete: isNumber,
  isReadable: isNumber,
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
