import { type DemoCourse, question } from '../course.ts';

export const hazmat: DemoCourse = {
  key: 'hazmat',
  title: 'HAZMAT',
  description:
    'A leaking drum at three in the morning is a test of preparation, not of courage. Participants learn to size up a release from a safe distance, to find the right schedule in the EmS Guide, to choose clothing and breathing apparatus, to contain a spill and to get everybody clean again. The last session is an exercise with a mixed cargo and an incomplete manifest.',
  duration: '2 days',
  price: 5600,
  category: 'Emergency Response',
  regulations:
    'SOLAS Chapter VII Regulation 6 (reporting of incidents); SOLAS Chapter II-2 Regulation 19 (carriage of dangerous goods); EmS Guide and MFAG (IMDG Code Supplement); MARPOL Annex I Regulation 37 (SOPEP)',
  subjects: [
    'Recognising and identifying a release',
    'Safety data sheets',
    'Fire and spillage schedules of the EmS Guide',
    'Protective clothing and breathing apparatus',
    'Containment and decontamination',
    'First aid with the MFAG',
    'Reporting',
  ],
  validityMonths: 24,
  taughtBy: 'Capt. Suresh Menon, master mariner',
  isActive: true,
  format: 'online',
  films: [
    { title: 'Stop, look, identify', file: 'hazmat-1' },
    { title: 'Contain the spill', file: 'hazmat-2' },
  ],
  assessment: {
    title: 'HAZMAT: final test',
    passMark: 70,
    questions: [
      question(
        'You find an unknown liquid leaking from a package on deck. What comes first?',
        [
          'Touch it with a gloved finger to judge it',
          'Keep away, stay upwind and find out what it is',
          'Hose it overboard before it can spread',
          'Cover it with sawdust, go on and report it later',
        ],
        'Keep away, stay upwind and find out what it is',
        { film: 1 },
      ),
      question(
        'What do the letters F and S stand for in the schedules of the EmS Guide?',
        ['Fire and spillage', 'Flash and smoke', 'Foam and sand', 'Fumes and solids'],
        'Fire and spillage',
        { film: 1 },
      ),
      question(
        'Which detail of a cargo leads you to its EmS schedules?',
        ['The seal number', 'The gross mass', 'The booking number', 'The UN number'],
        'The UN number',
        { film: 1 },
      ),
      question(
        'Which guide gives the medical treatment for exposure to dangerous goods?',
        ['The IAMSAR Manual', 'The CSS Code', 'The MFAG', 'The BLU Code'],
        'The MFAG',
        { film: 2 },
      ),
      question(
        'Which section of a 16-section safety data sheet describes first-aid measures?',
        ['Section 1', 'Section 4', 'Section 9', 'Section 14'],
        'Section 4',
      ),
      question(
        'Which material must not be used to soak up an oxidising liquid?',
        ['Dry sand', 'Vermiculite', 'Sawdust', 'Inert mineral granules'],
        'Sawdust',
        { film: 2 },
      ),
      question(
        'What makes a substance of class 4.3 dangerous?',
        [
          'It gives off flammable gas in contact with water',
          'It explodes when it is moved without care',
          'It gives off ionising radiation for many years',
          'It freezes whatever it touches at once',
        ],
        'It gives off flammable gas in contact with water',
      ),
      question(
        'A corrosive liquid has splashed into someone’s eyes. What is done at once?',
        [
          'The eyes are bandaged and kept closed',
          'Eye drops are given and rubbed in gently',
          'A weak acid or alkali is used to neutralise it',
          'The eyes are rinsed with plenty of water',
        ],
        'The eyes are rinsed with plenty of water',
        { film: 2 },
      ),
      question(
        'When is contaminated protective clothing taken off?',
        [
          'In the mess, where there is light to see by',
          'After it has been washed down, at the edge of the clean area',
          'Before the responders leave the spill, to save time',
          'At the end of the watch, in the changing room with all the others',
        ],
        'After it has been washed down, at the edge of the clean area',
        { film: 2 },
      ),
      question(
        'Packaged dangerous goods are lost overboard at sea. To whom does SOLAS ask the master to report it without delay?',
        [
          'To the nearest coastal State',
          'To the classification society',
          'To the consignee of the goods',
          'To the builder of the ship',
        ],
        'To the nearest coastal State',
        { film: 1 },
      ),
    ],
  },
};
