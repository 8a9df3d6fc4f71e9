import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const hazardousMaterialTransportation: DemoCourse = {
  key: 'hazardous-material-transportation',
  title: 'Hazardous Material Transportation',
  description:
    'Behind every placard on a container stands a chain of people who classified, packed, marked, declared and stowed it. This course walks along that chain with the IMDG Code in hand, so that an officer can read a declaration, find the entry in the Dangerous Goods List and judge whether stowage and segregation are right. Exercises use the documents of a fictitious feeder voyage.',
  duration: '3 days',
  price: 7200,
  category: 'Cargo',
  regulations:
    'SOLAS Chapter VII Part A; IMDG Code, with Chapter 1.3 (training); MARPOL Annex III; STCW Code Sections B-V/b and B-V/c',
  subjects: [
    'The nine classes and their divisions',
    'UN numbers and the Dangerous Goods List',
    'Packing groups, marks and labels',
    'Placarding of cargo transport units',
    'Transport documents and manifest',
    'Stowage and segregation',
    'Marine pollutants',
  ],
  validityMonths: 24,
  taughtBy: 'Capt. Suresh Menon, master mariner',
  isActive: true,
  format: 'online',
  films: [
    { title: 'Nine classes, nine dangers', file: 'hazardous-material-transportation-1' },
    { title: 'Marks, labels, placards', file: 'hazardous-material-transportation-2' },
    { title: 'Stow it apart', file: 'hazardous-material-transportation-3' },
  ],
  assessment: {
    title: 'Hazardous Material Transportation: final test',
    passMark: 70,
    questions: [
      question(
        'Into how many classes does the IMDG Code divide dangerous goods?',
        ['Five', 'Seven', 'Nine', 'Twelve'],
        'Nine',
        { film: 1 },
      ),
      question(
        'Which of these labels marks oxidizing substances, which help other goods to burn?',
        ['A flame on red', 'A flame over a ring, on yellow', 'A flame on red and white stripes', 'A flame on blue'],
        'A flame over a ring, on yellow',
        { film: 1, optionPlacards: ['flammable-liquid', 'oxidizer', 'flammable-solid', 'dangerous-when-wet'] },
      ),
      question(
        'Which class does this label stand for?',
        [
          'Class 6.1, toxic substances',
          'Class 7, radioactive material',
          'Class 5.2, organic peroxides',
          'Class 8, corrosive substances',
        ],
        'Class 8, corrosive substances',
        {
          film: 1,
          picture: {
            placard: 'corrosive',
            text: 'A label on its corner, white above and black below: liquid drips from two tubes on a plate and on a hand.',
          },
        },
      ),
      question('How many digits does a UN number have?', ['Four', 'Five', 'Six', 'Eight'], 'Four', { film: 2 }),
      question(
        'What does packing group I tell you about a substance?',
        [
          'It presents low danger',
          'It presents high danger',
          'It is packed in one layer',
          'It needs no packing at all',
        ],
        'It presents high danger',
        { film: 2 },
      ),
      question(
        'How long are the sides of a placard on a freight container, as a minimum?',
        ['100 mm', '150 mm', '250 mm', '500 mm'],
        '250 mm',
        { film: 2 },
      ),
      question(
        'On which sides of a freight container are placards shown?',
        [
          'On the door end only',
          'On both long sides only',
          'On the roof and the door end',
          'On each side and each end',
        ],
        'On each side and each end',
        { film: 2 },
      ),
      question(
        'Which picture marks a marine pollutant?',
        ['A dead tree and fish', 'A crossed-out fish hook', 'A drop over a wave', 'A skull over a ship'],
        'A dead tree and fish',
        { film: 2 },
      ),
      question(
        'Which segregation term asks for the greatest separation?',
        [
          'Away from',
          'Separated from',
          'Separated by a complete compartment or hold from',
          'Separated longitudinally by an intervening complete compartment or hold from',
        ],
        'Separated longitudinally by an intervening complete compartment or hold from',
        { film: 3 },
      ),
      question(
        'What does the person responsible for packing a container with dangerous goods sign?',
        [
          'The crew list',
          'The container packing certificate',
          'The notice of readiness',
          'The garbage record book, part II',
        ],
        'The container packing certificate',
        { film: 3 },
      ),
      question(
        'To which class do lithium-ion batteries belong?',
        ['Class 1', 'Class 4.3', 'Class 8', 'Class 9'],
        'Class 9',
        { film: 1 },
      ),
      question(
        'What must a ship carrying packaged dangerous goods have on board under SOLAS Chapter VII?',
        [
          'A special list, manifest or stowage plan that shows where they are',
          'A sample of each substance in the sample locker of the ship',
          'A letter from each shipper, addressed to the master of the next port',
          'A chemist who sails with the ship until the goods are landed',
        ],
        'A special list, manifest or stowage plan that shows where they are',
        { film: 3 },
      ),
    ],
    practice: [
      practiceQuestion(
        'What must never reach goods with this label?',
        ['Dry sand', 'Water', 'Daylight', 'Cold air'],
        'Water',
        {
          film: 1,
          explanation:
            'The label is that of class 4.3. Such goods give off flammable gas in contact with water, often with enough heat to light it. Rain, spray and the jet of a fire hose make matters worse: keep them dry.',
          picture: {
            placard: 'dangerous-when-wet',
            text: 'A blue label on its corner: a white flame above a bar.',
          },
        },
      ),
    ],
  },
};
