import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const firePreventionAndFireFighting: DemoCourse = {
  key: 'fire-prevention-and-fire-fighting',
  title: 'Fire Prevention and Fire Fighting',
  description:
    'No fire brigade answers a call from mid-ocean. The course shows how fires begin in galleys, engine-rooms and cabins, how they spread through steel, and how a small party with hoses, foam and breathing apparatus puts them out. Every participant handles extinguishers and enters a smoke-filled space at the training ground before the test.',
  duration: '3 days',
  price: 4800,
  category: 'Basic Safety',
  regulations:
    'STCW Regulation VI/1; STCW Code Section A-VI/1 and Table A-VI/1-2; SOLAS Chapter II-2 Regulation 15 (instructions, on-board training and drills); FSS Code',
  subjects: [
    'Theory and spread of fire',
    'Prevention and good housekeeping',
    'Detection and alarm',
    'Portable extinguishers and hoses',
    'Fixed fire-extinguishing systems',
    'Breathing apparatus and search',
    'The fire party at work',
  ],
  validityMonths: 60,
  qualification: 'FPFF',
  approval: 'DG Shipping, India',
  approvalNumber: 'TR/A/31/2024',
  approvedUntil: '2027-12-31',
  taughtBy: 'Rakesh Bhatia, chief engineer',
  isActive: true,
  format: 'online',
  films: [
    { title: 'How a fire lives', file: 'fire-prevention-and-fire-fighting-1' },
    { title: 'The right extinguisher', file: 'fire-prevention-and-fire-fighting-2' },
    { title: 'Behind the door', file: 'fire-prevention-and-fire-fighting-3' },
    { title: 'Before CO2 is released', file: 'fire-prevention-and-fire-fighting-4' },
  ],
  assessment: {
    title: 'Fire Prevention and Fire Fighting: final test',
    passMark: 65,
    questions: [
      question(
        'Which three things make up the fire triangle?',
        ['Smoke, flame and ash', 'Fuel, water and wind', 'Carbon, nitrogen and light', 'Heat, fuel and oxygen'],
        'Heat, fuel and oxygen',
        { film: 1 },
      ),
      question(
        'You discover a fire in a store room. What do you do first?',
        ['Raise the alarm', 'Open all the doors', 'Fetch the fire plan', 'Collect your passport'],
        'Raise the alarm',
        { film: 1 },
      ),
      question(
        'A pan of oil burns on the galley range. What is right?',
        [
          'Pouring water into the pan from a distance',
          'Carrying the pan to the open deck at once',
          'Covering it with a lid or a fire blanket',
          'Directing a full jet from a hose at the oil',
        ],
        'Covering it with a lid or a fire blanket',
        { film: 2 },
      ),
      question(
        'Which extinguishing agent suits a fire in live electrical equipment?',
        ['Water jet', 'Carbon dioxide', 'Foam', 'Water and soap'],
        'Carbon dioxide',
        { film: 2 },
      ),
      question(
        'How does fire spread through a steel bulkhead to a cabin on the other side?',
        ['By conduction of heat', 'By evaporation', 'By condensation', 'By static electricity'],
        'By conduction of heat',
        { film: 1 },
      ),
      question(
        'What is boundary cooling?',
        [
          'Keeping fire-fighters cool with wet towels',
          'Cooling the sides of a space next to a fire',
          'Stopping the ship in colder water nearby',
          'Chilling the foam before it is applied',
        ],
        'Cooling the sides of a space next to a fire',
        { film: 1 },
      ),
      question(
        'What must be certain before carbon dioxide is released into the engine-room?',
        [
          'That the main engine is running at full speed',
          'That all skylights and doors are wide open',
          'That nobody is left inside and vents are closed',
          'That two men stay inside to watch the flames',
        ],
        'That nobody is left inside and vents are closed',
        { film: 4 },
      ),
      question(
        'The low-pressure whistle of a breathing apparatus sounds during a search. What does its wearer do?',
        [
          'Go on until the air is quite used up',
          'Take off the mask in order to save air',
          'Send the partner out and stay alone',
          'Leave at once, together with the partner',
        ],
        'Leave at once, together with the partner',
        { film: 3 },
      ),
      question(
        'How does foam put out burning oil?',
        [
          'It covers the surface, keeps air away and cools',
          'It turns the oil into a harmless kind of gas',
          'It makes the oil heavier, so that it sinks',
          'It raises the temperature at which oil boils',
        ],
        'It covers the surface, keeps air away and cools',
        { film: 2 },
      ),
      question(
        'What is the international shore connection for?',
        [
          'Charging the batteries while alongside',
          'Supplying the ship’s fire main from outside',
          'Calling the fire brigade by telephone',
          'Pumping sewage to a reception facility ashore',
        ],
        'Supplying the ship’s fire main from outside',
      ),
      question(
        'Before a closed door to a burning cabin is opened, how is it checked?',
        [
          'By striking it hard with an axe three times',
          'By looking through the keyhole without a mask',
          'By opening it wide and closing it quickly',
          'By feeling it with the back of the hand',
        ],
        'By feeling it with the back of the hand',
        { film: 3 },
      ),
    ],
    practice: [
      practiceQuestion(
        'Why is water never used on burning cooking oil?',
        [
          'It makes the oil so heavy that it sinks',
          'It turns to steam at once and throws burning oil about',
          'It weakens the alarm in the galley',
          'It turns the oil into carbon dioxide',
        ],
        'It turns to steam at once and throws burning oil about',
        {
          film: 2,
          explanation:
            'Water sinks below the surface of the oil. Burning oil is far hotter than 100 °C, so the water turns to steam at once, to about 1,700 times its volume, and throws burning oil out of the pan.',
        },
      ),
      practiceQuestion(
        'The engine-room was flooded with carbon dioxide. Why is it not opened soon afterwards to have a look?',
        [
          'The gas would damage the paint of the door',
          'The gas would flow back into its cylinders',
          'The detectors would need new batteries',
          'Air would let the hot material burn again',
        ],
        'Air would let the hot material burn again',
        {
          film: 4,
          explanation:
            'Carbon dioxide keeps oxygen away, but hardly cools. If air gets in while steel and fuel are still hot, the fire starts again, and most ships carry only enough gas for one release. The gas also kills anyone who enters without breathing apparatus.',
        },
      ),
      practiceQuestion(
        'Why do you close the door of a burning cabin when you leave it?',
        [
          'A closed door holds back air, smoke and heat',
          'A closed door starts the sprinklers',
          'The alarm works behind closed doors alone',
          'The insurance of the ship asks for it',
        ],
        'A closed door holds back air, smoke and heat',
        {
          film: 1,
          explanation:
            'A fire needs air, and a closed door takes it away. It also holds back the smoke and heat that would cut off the way out for others. Do not lock it: the fire party has to get in.',
        },
      ),
    ],
  },
};
