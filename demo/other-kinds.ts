import type { QuestionInput } from '@fairlead/contract/assessments/question-kinds';

/** A question of each kind but that with four options, for the test of helicopter operations. */
export const helicopterQuestions: QuestionInput[] = [
  {
    kind: 'choice',
    questionText: 'From which side do you walk to a helicopter whose rotor turns?',
    options: ['From the front or the side, where the pilot sees you', 'From behind', 'From below the tail'],
    correctAnswer: 'From the front or the side, where the pilot sees you',
  },
  {
    kind: 'true-false',
    questionText: 'A helmet without a chin strap may be worn on the deck while a helicopter hovers over it.',
    options: ['True', 'False'],
    correctAnswer: 'False',
    explanation: 'The wind of the rotor lifts it, and it may fly into the rotor or the engine.',
  },
  {
    kind: 'several-choices',
    questionText: 'What is done on deck before a helicopter arrives?',
    options: [
      'Loose objects are removed or lashed',
      'Flags and halyards are lowered',
      'The fire party stands ready with foam',
      'The funnel is covered',
      'All deck lights are turned towards the pilot',
    ],
    correctAnswers: [
      'Loose objects are removed or lashed',
      'Flags and halyards are lowered',
      'The fire party stands ready with foam',
    ],
    partMarks: true,
  },
  {
    kind: 'number',
    questionText:
      'The wind blows from 270°. The pilot asks for it 30° on the port bow. Which course does the ship steer, in degrees?',
    options: [],
    correctAnswer: '300',
    tolerance: '2',
    explanation: 'The wind is 30° to the left of the bow, so that the bow is 30° to the right of the wind.',
  },
  {
    kind: 'short-answer',
    questionText: 'Which word is said three times on the radio when there is grave and immediate danger?',
    options: [],
    correctAnswers: ['MAYDAY', 'May day'],
  },
  {
    kind: 'matching',
    questionText: 'What is each of these for?',
    prompts: ['Static hook', 'Bolt cutters', 'Foam', 'Wind sock'],
    options: [
      'It takes the charge of the winch wire to the deck',
      'They cut a winch wire that is caught',
      'It smothers burning fuel',
      'It shows the pilot where the wind comes from',
      'It marks the middle of the landing area',
    ],
    correctAnswers: [
      'It takes the charge of the winch wire to the deck',
      'They cut a winch wire that is caught',
      'It smothers burning fuel',
      'It shows the pilot where the wind comes from',
    ],
    partMarks: true,
  },
  {
    kind: 'ordering',
    questionText: 'A casualty is winched up. Bring the steps into order.',
    options: [
      'Earth the winch wire with the static hook',
      'Take the strop by hand',
      'Put the casualty into the strop',
      'Give the signal to hoist',
    ],
    correctAnswers: [
      'Earth the winch wire with the static hook',
      'Take the strop by hand',
      'Put the casualty into the strop',
      'Give the signal to hoist',
    ],
  },
];
