import type { PartOf, QuestionInput } from '@fairlead/contract/assessments/question-kinds';

type Sample = {
  input: QuestionInput;
  /** Answers and what they earn, in marks; the first is the right one. */
  answers: [PartOf<'given'>, number][];
};

const blank = { topic: 'Fire' };

/** A question of each kind but the default one, with answers that are right, right in part, and wrong. */
export const eachKind: Sample[] = [
  {
    input: {
      ...blank,
      kind: 'choice',
      questionText: 'Which light is to port?',
      options: ['Red', 'Green', 'White'],
      correctAnswer: 'Red',
    },
    answers: [
      [{ kind: 'choice', selectedAnswer: 'Red' }, 1],
      [{ kind: 'choice', selectedAnswer: 'White' }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'true-false',
      questionText: 'A CO2 extinguisher may be used on electrical equipment.',
      options: ['True', 'False'],
      correctAnswer: 'True',
    },
    answers: [
      [{ kind: 'true-false', selectedAnswer: 'True' }, 1],
      [{ kind: 'true-false', selectedAnswer: 'False' }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'several-choices',
      questionText: 'Which of these do you need before you enter a tank?',
      options: ['A permit', 'A gas test', 'A rescue party', 'A camera', 'A radio of your own'],
      correctAnswers: ['A permit', 'A gas test', 'A rescue party'],
      partMarks: true,
    },
    answers: [
      [{ kind: 'several-choices', selectedAnswers: ['A permit', 'A gas test', 'A rescue party'] }, 1],
      [{ kind: 'several-choices', selectedAnswers: ['A permit'] }, 1 / 3],
      [{ kind: 'several-choices', selectedAnswers: ['A permit', 'A gas test', 'A camera'] }, 1 / 3],
      [{ kind: 'several-choices', selectedAnswers: ['A permit', 'A camera', 'A radio of your own'] }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'several-choices',
      questionText: 'Which gases does the meter show?',
      options: ['Oxygen', 'Methane', 'Helium'],
      correctAnswers: ['Oxygen', 'Methane'],
    },
    answers: [
      [{ kind: 'several-choices', selectedAnswers: ['Oxygen', 'Methane'] }, 1],
      [{ kind: 'several-choices', selectedAnswers: ['Oxygen'] }, 0],
      [{ kind: 'several-choices', selectedAnswers: ['Oxygen', 'Methane', 'Helium'] }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'number',
      questionText: 'How much oxygen is in fresh air, in percent?',
      options: [],
      correctAnswer: '20.9',
      tolerance: '0.1',
    },
    answers: [
      [{ kind: 'number', selectedAnswer: '20.9' }, 1],
      [{ kind: 'number', selectedAnswer: '21,0' }, 1],
      [{ kind: 'number', selectedAnswer: '20.8' }, 1],
      [{ kind: 'number', selectedAnswer: '21.0000000001' }, 0],
      [{ kind: 'number', selectedAnswer: '-20.9' }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'short-answer',
      questionText: 'What is the emergency signal on channel 16?',
      options: [],
      correctAnswers: ['MAYDAY', 'm’aider'],
    },
    answers: [
      [{ kind: 'short-answer', selectedAnswer: 'MAYDAY' }, 1],
      [{ kind: 'short-answer', selectedAnswer: '  Mayday ' }, 1],
      [{ kind: 'short-answer', selectedAnswer: 'PAN PAN' }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'short-answer',
      questionText: 'Which letter of the phonetic alphabet is Ä not?',
      options: [],
      correctAnswers: ['Ärger'],
      matchCase: true,
    },
    answers: [
      [{ kind: 'short-answer', selectedAnswer: 'Ärger' }, 1],
      [{ kind: 'short-answer', selectedAnswer: 'ärger' }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'matching',
      questionText: 'Which extinguisher is for which fire?',
      prompts: ['Wood', 'Oil', 'Switchboard'],
      options: ['Water', 'Foam', 'CO2', 'Sand'],
      correctAnswers: ['Water', 'Foam', 'CO2'],
      partMarks: true,
    },
    answers: [
      [{ kind: 'matching', selectedAnswers: ['Water', 'Foam', 'CO2'] }, 1],
      [{ kind: 'matching', selectedAnswers: ['Water', '', ''] }, 1 / 3],
      [{ kind: 'matching', selectedAnswers: ['Water', 'Foam', 'Sand'] }, 2 / 3],
      [{ kind: 'matching', selectedAnswers: ['Foam', 'Water', 'Sand'] }, 0],
    ],
  },
  {
    input: {
      ...blank,
      kind: 'ordering',
      questionText: 'Bring the steps of a rescue into order.',
      options: ['Raise the alarm', 'Test the air', 'Enter with a set', 'Lift the casualty'],
      correctAnswers: ['Raise the alarm', 'Test the air', 'Enter with a set', 'Lift the casualty'],
    },
    answers: [
      [
        {
          kind: 'ordering',
          selectedAnswers: ['Raise the alarm', 'Test the air', 'Enter with a set', 'Lift the casualty'],
        },
        1,
      ],
      [
        {
          kind: 'ordering',
          selectedAnswers: ['Test the air', 'Raise the alarm', 'Enter with a set', 'Lift the casualty'],
        },
        0,
      ],
    ],
  },
];
