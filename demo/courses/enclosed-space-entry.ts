import { type DemoCourse, practiceQuestion, question } from '../course.ts';

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
  format: 'online',
  films: [
    { title: 'Air you cannot trust', file: 'enclosed-space-entry-1' },
    { title: 'Test from top to bottom', file: 'enclosed-space-entry-2' },
    { title: 'The attendant stays', file: 'enclosed-space-entry-3' },
  ],
  assessment: {
    title: 'Enclosed Space Entry: final test',
    passMark: 75,
    questions: [
      question(
        'How much oxygen does normal fresh air contain?',
        ['About 5 % by volume', 'About 12 % by volume', 'About 21 % by volume', 'About 40 % by volume'],
        'About 21 % by volume',
        { film: 1 },
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
        { film: 1 },
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
        { film: 2 },
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
        { film: 2 },
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
        { film: 2 },
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
        { film: 3 },
      ),
      question(
        'How often do those with entry or rescue duties take part in an enclosed space drill, as SOLAS asks?',
        ['Once a week', 'Every two months', 'Once a year', 'Every two years'],
        'Every two months',
        { film: 3 },
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
        { film: 3 },
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
        { film: 2 },
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
        { film: 1 },
      ),
    ],
    practice: [
      practiceQuestion(
        'The meter reads 20 % of oxygen in a tank that was ventilated. Why is that a reason to stay out?',
        [
          'Nobody can breathe at 20 %',
          'The meter reads only up to 19 %',
          'Something has taken the place of the missing oxygen, or used it up',
          'Air with 20 % of oxygen burns by itself',
        ],
        'Something has taken the place of the missing oxygen, or used it up',
        {
          film: 1,
          explanation:
            'One can breathe at 20 %, but fresh air has almost 21 %, and there is a reason for the difference: rust, cargo, or another gas in its place. One per cent of another gas is 10,000 ppm; of hydrogen sulphide, 100 ppm are an immediate danger to life. Find the reason first.',
        },
      ),
      practiceQuestion(
        'The work in a tank stops for a meal, and everybody comes out. What is done before they go in again?',
        [
          'The atmosphere is tested again',
          'The fan is moved to another tank',
          'The permit is signed for the next day',
          'Nothing, if the same people go in',
        ],
        'The atmosphere is tested again',
        {
          film: 2,
          explanation:
            'The atmosphere can change while nobody is there: rust, residues and cargo go on working, and a fan may have stopped. Whenever a space was left, it is tested again before anybody goes in.',
        },
      ),
      practiceQuestion(
        'Why does a filter mask not protect in air that lacks oxygen?',
        [
          'It is made for daylight alone',
          'It cleans the air, but adds no oxygen',
          'It is too heavy for work in a tank',
          'It protects the eyes alone',
        ],
        'It cleans the air, but adds no oxygen',
        {
          film: 3,
          explanation:
            'A filter holds back certain gases or dust; behind it, the air has as little oxygen as before. Only breathing apparatus brings air of its own. This is why the attendant waits for the rescue team.',
        },
      ),
    ],
  },
};
