import { type DemoCourse, question } from '../course.ts';

export const enclosedSpaceEntry: DemoCourse = {
  key: 'enclosed-space-entry',
  title: 'Enclosed Space Entry',
  description:
    'Cargo holds, ballast tanks and chain lockers look empty and can kill within two breaths. You learn which spaces count as enclosed, how an atmosphere is tested from outside and at several levels, what a permit really permits, and why the attendant never follows a casualty. Planning a rescue comes before planning the entry.',
  duration: '8 hours',
  price: 2900,
  category: 'Safety',
  regulations:
    'SOLAS Chapter III Regulation 19 (entry and rescue drills); SOLAS Chapter XI-1 Regulation 7 (atmosphere testing instrument); Resolution MSC.581(110) (recommendations for entering enclosed spaces); ISM Code Sections 7 and 8',
  subjects: [
    'What makes a space dangerous',
    'Enclosed, connected and adjacent spaces',
    'Ventilation and atmosphere testing',
    'Permit to work',
    'Duties of the attendant',
    'Rescue plan and drills',
  ],
  validityMonths: 36,
  taughtBy: 'Rakesh Bhatia, chief engineer',
  isActive: true,
  films: [
    { title: 'Air you cannot trust', file: 'enclosed-space-entry-1.mp4' },
    { title: 'Test from top to bottom', file: 'enclosed-space-entry-2.mp4' },
    { title: 'The attendant stays', file: 'enclosed-space-entry-3.mp4' },
  ],
  assessment: {
    title: 'Enclosed Space Entry: final test',
    passMark: 75,
    questions: [
      question(
        'How much oxygen does normal fresh air contain?',
        ['About 5 % by volume', 'About 12 % by volume', 'About 21 % by volume', 'About 40 % by volume'],
        'About 21 % by volume',
      ),
      question(
        'Why can the air in a closed, empty ballast tank lack oxygen?',
        [
          'Rusting steel uses the oxygen up',
          'Salt water turns it into ozone',
          'Darkness drives it out of the air',
          'Paint on steel gives off oxygen',
        ],
        'Rusting steel uses the oxygen up',
      ),
      question(
        'In which order is the atmosphere tested before an entry?',
        [
          'Toxic gas, oxygen, flammable gas',
          'Oxygen, flammable gas, toxic gas',
          'Flammable gas only, then nothing else',
          'Toxic gas only, then the temperature',
        ],
        'Oxygen, flammable gas, toxic gas',
      ),
      question(
        'Where in a tank is the atmosphere tested?',
        [
          'Just below the hatch, where it is light',
          'At the bottom only, by the first to enter',
          'At one place, chosen by the officer',
          'At several levels, from top to bottom',
        ],
        'At several levels, from top to bottom',
      ),
      question(
        'What is done with the ventilation while the atmosphere is being tested?',
        [
          'It is stopped, and the air is given time to settle',
          'It is set to its highest speed for the readings',
          'It is reversed, so that it draws from the bottom',
          'It is replaced by oxygen from a welding bottle',
        ],
        'It is stopped, and the air is given time to settle',
      ),
      question(
        'The attendant at the hatch sees that the man inside has collapsed. What does the attendant do?',
        [
          'Climb down quickly and lift him out',
          'Send in the next person who comes by',
          'Raise the alarm and stay outside',
          'Fetch a filter mask and follow him in',
        ],
        'Raise the alarm and stay outside',
      ),
      question(
        'How often do those with entry or rescue duties take part in an enclosed space drill, as SOLAS asks?',
        ['Once a week', 'Every two months', 'Once a year', 'Every two years'],
        'Every two months',
      ),
      question(
        'During an entry a personal gas meter sounds its alarm. What is right?',
        [
          'Finishing the job first, if it takes minutes',
          'Switching the meter off and on again',
          'Holding the meter higher above the head',
          'Everybody leaving the space immediately',
        ],
        'Everybody leaving the space immediately',
      ),
      question(
        'May a space be freshened with pure oxygen from a cylinder?',
        [
          'Never, as enriched air makes fires violent',
          'Yes, whenever the meter reads below 21 %',
          'Yes, provided that nobody is smoking',
          'Only at night, when the tank is cold',
        ],
        'Never, as enriched air makes fires violent',
      ),
      question(
        'A stairwell leads down to a hold full of timber. How is it treated?',
        [
          'As an ordinary passage, since it has stairs',
          'As safe, so long as its light is burning',
          'As dangerous until tests have proved it safe',
          'As part of the accommodation of the crew',
        ],
        'As dangerous until tests have proved it safe',
      ),
    ],
  },
};
