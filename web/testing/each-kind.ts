import type { AttemptReview } from '@fairlead/contract/assessments/attempts';
import type { Paper, Test } from '@fairlead/contract/assessments/calls';
import { idOf } from './records.ts';

const id = (n: number) => idOf('41000000', n);

const choice = {
  _id: id(1),
  kind: 'choice',
  questionText: 'Which light is to port?',
  options: ['Red', 'Green', 'White'],
} as const;
const statement = {
  _id: id(2),
  kind: 'true-false',
  questionText: 'CO2 is heavier than air.',
  options: ['True', 'False'],
} as const;
const several = {
  _id: id(3),
  kind: 'several-choices',
  questionText: 'What do you need before you enter a tank?',
  options: ['A permit', 'A gas test', 'A camera'],
  partMarks: true,
} as const;
const number = {
  _id: id(4),
  kind: 'number',
  questionText: 'How much oxygen is in air, in percent?',
  options: [],
} as const;
const short = { _id: id(5), kind: 'short-answer', questionText: 'What is the distress signal?', options: [] } as const;
const pairs = {
  _id: id(6),
  kind: 'matching',
  questionText: 'Which extinguisher is for which fire?',
  prompts: ['Wood', 'Burning oil in the galley'],
  options: ['Foam', 'Sand', 'Water'],
  partMarks: false,
} as const;
const order = {
  _id: id(7),
  kind: 'ordering',
  questionText: 'Bring the steps into order.',
  options: ['Enter with a set', 'Raise the alarm', 'Test the air'],
  partMarks: true,
} as const;

const right = ['Raise the alarm', 'Test the air', 'Enter with a set'];
const plain = <T>(question: T) => JSON.parse(JSON.stringify(question)) as never;

/** A question of each kind but the default one, as learners are asked it. */
export const askedOfEachKind: Paper['questions'] = [choice, statement, several, number, short, pairs, order].map(plain);

const { partMarks: _, ...severalWithout } = several;
const { partMarks: __, ...pairsWithout } = pairs;
const { partMarks: ___, ...orderWithout } = order;

/** The same with answers, of which some are wrong and some are right in part. */
export const reviewedOfEachKind: AttemptReview['questions'] = [
  { ...choice, selectedAnswer: 'Red', correctAnswer: 'Red' },
  { ...statement, selectedAnswer: 'False', correctAnswer: 'True' },
  { ...severalWithout, selectedAnswers: ['A permit'], correctAnswers: ['A permit', 'A gas test'], mark: 0.5 },
  { ...number, selectedAnswer: '19', correctAnswer: '20.9', tolerance: '0.1', mark: 0 },
  { ...short, selectedAnswer: 'Mayday', correctAnswers: ['MAYDAY', 'May day'], mark: 1 },
  { ...pairsWithout, selectedAnswers: ['Water', 'Sand'], correctAnswers: ['Water', 'Foam'], mark: 0 },
  {
    ...orderWithout,
    selectedAnswers: ['Test the air', 'Raise the alarm', 'Enter with a set'],
    correctAnswers: right,
    mark: 1 / 3,
  },
].map(plain);

/** The same with their answer keys, as staff read them. */
export const keyedOfEachKind: Test['questions'] = [
  { ...choice, topic: '', correctAnswer: 'Red' },
  { ...statement, topic: '', correctAnswer: 'True' },
  { ...several, topic: '', correctAnswers: ['A permit', 'A gas test'] },
  { ...number, topic: '', correctAnswer: '20.9', tolerance: '0.1' },
  { ...short, topic: '', correctAnswers: ['MAYDAY', 'May day'], matchCase: false },
  { ...pairs, topic: '', correctAnswers: ['Water', 'Foam'] },
  { ...order, topic: '', correctAnswers: right },
].map(plain);

/** A small picture of one colour, as its URL. */
const colour = (fill: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><circle cx="160" cy="100" r="80" fill="${fill}"/></svg>`)}`;
const shown = (fill: string, text: string) => ({ url: colour(fill), width: 320, height: 200, text });

/** A question whose options have pictures: two alone, one with a text, and a text without one. */
const lights = {
  _id: id(8),
  questionText: 'Which light is to port?',
  options: ['A red disc', 'A green disc', 'The one at the stern', 'None of them'],
};
export const optionPictures = [
  shown('#c22', 'A red disc'),
  shown('#272', 'A green disc'),
  shown('#eeb', 'A pale disc'),
  null,
];

/** Questions with pictures in their options, as learners are asked them: one is right, or several are. */
export const askedInPictures: Paper['questions'] = [
  { ...lights, optionPictures },
  { ...lights, _id: id(9), kind: 'several-choices' as const, optionPictures },
].map(plain);

/** The same with answers. */
export const reviewedInPictures: AttemptReview['questions'] = [
  { ...lights, optionPictures, selectedAnswer: 'A green disc', correctAnswer: 'A red disc' },
].map(plain);

/** The same with their answer keys, as staff read them. */
export const keyedInPictures: Test['questions'] = [
  {
    ...lights,
    topic: '',
    correctAnswer: 'A red disc',
    optionPictures: optionPictures.map((one, n) => one && { ...one, _id: idOf('42000000', n) }),
  },
].map(plain);
