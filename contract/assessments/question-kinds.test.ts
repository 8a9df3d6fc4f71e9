import { expect, test } from 'vitest';
import { QuestionInput } from './question-kinds.ts';

const written = { questionText: 'Which side is port?', options: ['Left', 'Right', 'Ahead', 'Astern'] };

test.each([
  [{}, { correctAnswer: 'Larboard' }, 'The correct answer must be one of the four options'],
  [{ kind: 'choice' }, { correctAnswer: 'Larboard' }, 'The correct answer must be one of the options'],
  [
    { kind: 'several-choices' },
    { correctAnswers: ['Left', 'Larboard'] },
    'Each correct answer must be one of the options',
  ],
])('a question %o requires that its correct answer is among its options', (kind, key, message) => {
  const { error } = QuestionInput.safeParse({ ...written, ...kind, ...key });
  expect(error?.issues).toMatchObject([{ path: Object.keys(key), message }]);
});
