import { expect, test } from 'vitest';
import { id, many, testRequests } from '../platform/testing/requests.ts';
import { assessments } from './calls.ts';
import { correctedKeys } from './corrected-keys.ts';
import { marksInWords } from './marks.ts';
import { neutralOrder, QuestionInput } from './question-kinds.ts';
import { testAuthoring } from './test-authoring.ts';
import { hasEnoughToDraw, TestInput } from './test-input.ts';
import { newTestSettings, Settings } from './test-settings.ts';

const texts = (count: number) => Array.from({ length: count }, (_, n) => `Text ${n}`);
const four = { questionText: 'Which?', options: texts(4), correctAnswer: 'Text 0' };
const of = (kind: string, more: object) => ({ kind, questionText: 'Which?', ...more });
const pictures = (count: number) => many(count, null);
const differ = 'options: The options must differ';
const morePictures = 'optionPictures: There are more pictures than options';

testRequests([
  [
    'one of four options',
    QuestionInput,
    four,
    [{ optionPictures: pictures(4) }, { optionPictures: [{ _id: id, text: 'A' }] }],
    [
      [{ options: texts(3) }, 'options: A question has four options'],
      [{ options: texts(5) }, 'options: A question has four options'],
      [{ options: many(4, 'A'), correctAnswer: 'A' }, 'options: The four options must differ'],
      [{ correctAnswer: 'Text 4' }, 'correctAnswer: The correct answer must be one of the four options'],
      [{ optionPictures: pictures(5) }, morePictures],
      [{ optionPictures: pictures(11) }, 'optionPictures: Write at most 10'],
      // a wrong count says all that there is to say of the options
      [{ options: many(3, 'A'), correctAnswer: 'A' }, 'options: A question has four options'],
    ],
  ],
  [
    'one of two to ten options',
    QuestionInput,
    of('choice', { options: texts(2), correctAnswer: 'Text 1' }),
    [{ options: texts(10) }, { optionPictures: pictures(2) }],
    [
      [{ options: ['Text 1'] }, 'options: A question has at least two options'],
      [{ options: texts(11) }, 'options: A question has at most 10 options'],
      [{ options: ['Text 1', 'Text 1'] }, differ],
      [{ correctAnswer: 'B' }, 'correctAnswer: The correct answer must be one of the options'],
      [{ optionPictures: pictures(3) }, morePictures],
    ],
  ],
  [
    'true or false',
    QuestionInput,
    of('true-false', { options: ['False', 'True'], correctAnswer: 'True' }),
    [{ correctAnswer: 'False' }],
    [
      ...[['True'], ['True', 'True'], ['True', 'No'], ['True', 'False', 'True']].map(
        (options) => [{ options }, 'options: The options are True and False'] as const,
      ),
      [{ correctAnswer: 'Yes' }, 'correctAnswer: The correct answer is True or False'],
    ],
  ],
  [
    'several options',
    QuestionInput,
    of('several-choices', { options: texts(3), correctAnswers: ['Text 0'], partMarks: true }),
    [{ options: texts(10), correctAnswers: texts(10) }, { optionPictures: pictures(3) }],
    [
      [{ correctAnswers: [] }, 'correctAnswers: Mark at least one correct answer'],
      [{ options: texts(10), correctAnswers: texts(11) }, 'correctAnswers: Write at most 10'],
      [{ correctAnswers: ['B'] }, 'correctAnswers: Each correct answer must be one of the options'],
      [{ correctAnswers: many(2, 'Text 0') }, 'correctAnswers: Each correct answer must be one of the options'],
      [{ options: many(2, 'Text 0') }, differ],
      [{ optionPictures: pictures(4) }, morePictures],
    ],
  ],
  [
    'a number',
    QuestionInput,
    of('number', { options: [], correctAnswer: '1000.5', tolerance: '0' }),
    [{ correctAnswer: '-3', tolerance: '0.5' }],
    [
      [{ options: ['A'] }, 'options: This kind of question has no options'],
      [{ correctAnswer: 'ten' }, 'correctAnswer: Write a number, such as 1000 or 1.5'],
      [{ tolerance: '-1' }, 'tolerance: Write a number that is not below 0, such as 0.5'],
      [{ tolerance: 'a' }, 'tolerance: Write a number that is not below 0, such as 0.5'],
    ],
  ],
  [
    'a short answer',
    QuestionInput,
    of('short-answer', { options: [], correctAnswers: ['Port'] }),
    [{ correctAnswers: texts(10) }, { correctAnswers: ['Port', 'port'], matchCase: true }],
    [
      [{ options: ['A'] }, 'options: This kind of question has no options'],
      [{ correctAnswers: [] }, 'correctAnswers: Write at least one accepted answer'],
      [{ correctAnswers: texts(11) }, 'correctAnswers: A question has at most 10 accepted answers'],
      [{ correctAnswers: ['Port', ' Port '], matchCase: true }, 'correctAnswers: The accepted answers must differ'],
      [{ correctAnswers: ['Port', 'port'] }, 'correctAnswers: Two accepted answers differ in capitals alone'],
      [
        { correctAnswers: ['Port', 'port'], matchCase: false },
        'correctAnswers: Two accepted answers differ in capitals alone',
      ],
    ],
  ],
  [
    'pairs',
    QuestionInput,
    of('matching', { prompts: ['A', 'B'], options: texts(3), correctAnswers: ['Text 0', 'Text 0'] }),
    [{ prompts: texts(10), correctAnswers: many(10, 'Text 1') }],
    [
      [{ prompts: ['A'], correctAnswers: ['Text 0', 'Text 0'] }, 'prompts: A question has at least two pairs'],
      [{ prompts: texts(11), correctAnswers: many(10, 'Text 0') }, 'prompts: A question has at most 10 pairs'],
      [{ prompts: ['A', 'A'] }, 'prompts: The items must differ'],
      [{ correctAnswers: ['Text 0'] }, /^correctAnswers: /],
      [{ correctAnswers: many(11, 'Text 0') }, 'correctAnswers: Write at most 10'],
      [{ correctAnswers: many(3, 'Text 0') }, 'correctAnswers: Each item needs a match'],
      [{ correctAnswers: ['Text 0', 'C'] }, 'correctAnswers: Each match must be one of the options'],
      [{ options: ['Text 0', 'Text 0'] }, 'options: The matches must differ'],
    ],
  ],
  [
    'steps in order',
    QuestionInput,
    of('ordering', { options: texts(2), correctAnswers: ['Text 1', 'Text 0'] }),
    [{ options: texts(10), correctAnswers: texts(10) }],
    [
      [{ options: ['A'], correctAnswers: ['A'] }, 'correctAnswers: Write at least two steps'],
      [{ options: texts(11) }, 'options: Write at most 10'],
      [{ correctAnswers: texts(11) }, 'correctAnswers: A question has at most 10 steps'],
      [{ correctAnswers: ['Text 1', 'Text 1'] }, 'correctAnswers: The steps must differ'],
      [{ options: texts(3) }, 'correctAnswers: The right order must name each step once'],
      [{ options: ['Text 1', 'Text 1'] }, 'correctAnswers: The right order must name each step once'],
    ],
  ],
  [
    'a test',
    TestInput,
    { courseId: id, title: 'A', passMark: 70, questions: [four] },
    [
      { passMark: '0' },
      { passMark: `100${' '.repeat(17)}` },
      { questions: many(500, four) },
      { settings: { draws: [{ topic: 'B', count: 1 }] }, questions: [{ ...four, topic: 'B' }] },
      { settings: { draws: [{ topic: '', count: 1 }] } },
      { questions: [four, { ...four, questionText: 'Why?', forPractice: true }] },
    ],
    [
      [{ passMark: -1 }, 'passMark: Pass mark must be a percentage'],
      [{ passMark: '101' }, 'passMark: Pass mark must be a percentage'],
      [{ passMark: ' ' }, 'passMark: Pass mark is required'],
      [{ passMark: `100${' '.repeat(18)}` }, 'passMark: Pass mark is required'],
      [{ questions: [] }, 'questions: At least one question is required'],
      [{ questions: many(501, four) }, 'questions: A test has at most 500 questions'],
      [{ settings: { draws: [{ topic: '', count: 2 }] } }, /^settings\.draws: A topic has fewer questions/],
      [{ settings: { draws: many(2, { topic: '', count: 1 }) } }, 'settings.draws: Write each topic only once'],
      [{ questions: [{ ...four, forPractice: true }] }, /^questions: At least one question must not be for practice/],
      [
        { questions: [four, { ...four, forPractice: true }] },
        'questions.1.questionText: The test asks this practice question as well. Please remove one of the two.',
      ],
    ],
  ],
  [
    'the settings of a test',
    Settings,
    newTestSettings,
    [
      { minutes: 1, attemptsAllowed: 1, hoursBetween: 0.01 },
      { minutes: 1440, attemptsAllowed: 100, hoursBetween: 8760 },
      { draws: many(100, { topic: 'A', count: 500 }) },
    ],
    [
      [{ minutes: 0 }, /^minutes: /],
      [{ minutes: 1441 }, /^minutes: /],
      [{ minutes: 1.5 }, 'minutes: Time allowed must be a whole number'],
      [{ attemptsAllowed: 101 }, /^attemptsAllowed: /],
      [{ hoursBetween: 0 }, /^hoursBetween: /],
      [{ hoursBetween: 8761 }, /^hoursBetween: /],
      [{ draws: many(101, { topic: 'A', count: 1 }) }, /^draws: /],
      ...[0, 1.5, 501].map((count) => [{ draws: [{ topic: 'A', count }] }, /^draws\.0\.count: /] as const),
    ],
  ],
  [
    'an edit of a test',
    testAuthoring.update.body,
    { test: { courseId: id, title: 'A', passMark: 1, questions: [four] } },
    [{ version: 1 }],
    [[{ version: 0 }, /^version: /]],
  ],
  ['an analysis', testAuthoring.analyse.query, {}, [{ version: '1' }], [[{ version: '0' }, /^version: /]]],
  [
    'a submission',
    assessments.submit.body,
    { testId: id, courseId: id, answers: many(500, { questionId: id, selectedAnswer: 'A' }) },
    [],
    [[{ answers: many(501, { questionId: id, selectedAnswer: 'A' }) }, /^answers: /]],
  ],
  [
    'a decision on passes',
    correctedKeys.decide.body,
    { decision: 'keep', passes: [{ id, score: 0 }], reason: 'A' },
    [{ passes: [{ id, score: 10_000 }] }],
    [-1, 10_001].map((score) => [{ passes: [{ id, score }] }, /^passes\.0\.score: /] as const),
  ],
]);

test('questions for practice are not drawn, and those without a topic have the empty one', () => {
  const questions = [{ topic: 'A' }, { topic: 'A', forPractice: true }, {}];
  expect(
    hasEnoughToDraw(questions, [
      { topic: 'A', count: 1 },
      { topic: '', count: 1 },
    ]),
  ).toBe(true);
  expect(hasEnoughToDraw(questions, [{ topic: 'A', count: 2 }])).toBe(false);
  expect(hasEnoughToDraw(questions, [{ topic: '', count: 2 }])).toBe(false);
  expect(
    hasEnoughToDraw(questions, [
      { topic: 'A', count: 1 },
      { topic: 'B', count: 1 },
    ]),
  ).toBe(false);
});

test('a new test shuffles nothing, notes nothing and asks all', () => {
  expect(newTestSettings).toMatchObject({
    shuffleQuestions: false,
    shuffleOptions: false,
    noteLeaving: false,
    draws: [],
  });
});

test('the neutral order of options depends on the texts alone', () => {
  const order = neutralOrder(texts(6));
  expect(order.toSorted()).toEqual(texts(6));
  expect(order).not.toEqual(texts(6));
  for (const other of [texts(6).reverse(), [...texts(6).slice(3), ...texts(6).slice(0, 3)]])
    expect(neutralOrder(other)).toEqual(order);
});

test('marks have two decimal places at most', () => {
  expect([1, 0.5, 1 / 3, 2.005].map(marksInWords)).toEqual(['1', '0.5', '0.33', '2.01']);
});
