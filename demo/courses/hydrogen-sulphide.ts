import { type DemoCourse, practiceQuestion, question } from '../course.ts';

export const hydrogenSulphide: DemoCourse = {
  key: 'hydrogen-sulphide',
  title: 'Hydrogen Sulphide',
  description:
    'Hydrogen sulphide has killed people on tankers, in sewage tanks and in pump-rooms, and often it takes a second life because someone rushes in to help. This course explains where the gas comes from, what it does to the body at each concentration, and how detectors, breathing apparatus and practised drills keep a crew alive. It is meant for deck and engine staff of oil and chemical tankers and for anyone who works near sewage plants or cargo slops.',
  duration: '8 hours',
  price: 3200,
  category: 'Safety',
  regulations:
    'STCW Code Section A-V/1-1 (oil and chemical tankers); SOLAS Chapter VI Regulation 5-1 (safety data sheets); SOLAS Chapter XI-1 Regulation 7 (atmosphere testing instrument); ISM Code Sections 7 and 8',
  subjects: [
    'Properties and sources of H2S',
    'Effects on the body and exposure limits',
    'Personal and fixed gas detection',
    'Breathing apparatus and escape sets',
    'Alarm, escape and rescue',
    'Safe cargo and tank operations',
  ],
  validityMonths: 24,
  taughtBy: 'Capt. Suresh Menon, master mariner',
  isActive: true,
  format: 'online',
  films: [
    { title: 'Know the gas', file: 'hydrogen-sulphide-1', open: true },
    { title: 'Detect it in time', file: 'hydrogen-sulphide-2' },
    { title: 'When the alarm sounds', file: 'hydrogen-sulphide-3' },
  ],
  assessment: {
    title: 'Hydrogen Sulphide: final test',
    passMark: 70,
    questions: [
      question(
        'How does the density of hydrogen sulphide compare with that of air?',
        [
          'It is far lighter and rises straight up',
          'It is slightly heavier and gathers in low places',
          'It is exactly the same and mixes evenly with air',
          'It is lighter by night and heavier by day',
        ],
        'It is slightly heavier and gathers in low places',
        { film: 1 },
      ),
      question(
        'Why must nobody rely on smell as a warning of hydrogen sulphide?',
        [
          'The gas has no smell at any concentration',
          'The smell appears only when the gas burns',
          'Higher concentrations deaden the sense of smell',
          'Salt in the sea air turns the smell into that of ozone',
        ],
        'Higher concentrations deaden the sense of smell',
        { film: 2 },
      ),
      question(
        'What does hydrogen sulphide smell of at very low concentrations?',
        ['Rotten eggs', 'Bitter almonds', 'Fresh hay', 'Burnt sugar'],
        'Rotten eggs',
        { film: 2 },
      ),
      question(
        'Which concentration does NIOSH list as immediately dangerous to life or health (IDLH)?',
        ['1 ppm', '5 ppm', '10 ppm', '100 ppm'],
        '100 ppm',
        { film: 2 },
      ),
      question(
        'From about which concentration in air can hydrogen sulphide burn or explode?',
        ['0.04 % by volume', '4 % by volume', '50 % by volume', 'None, as it does not burn'],
        '4 % by volume',
        { film: 1 },
      ),
      question(
        'You look into a pump-room and see a shipmate lying at the bottom. Your personal gas alarm sounds. What do you do first?',
        [
          'Go down at once while holding your breath',
          'Go down with a filter mask, a lifeline and a torch',
          'Wait at the entrance until the alarm stops',
          'Withdraw and raise the alarm for the rescue team',
        ],
        'Withdraw and raise the alarm for the rescue team',
        { film: 3 },
      ),
      question(
        'Which protection does a rescuer need where the concentration of hydrogen sulphide is unknown?',
        [
          'Self-contained breathing apparatus, positive pressure',
          'An emergency escape breathing device (EEBD)',
          'A half mask with a fresh filter for gases and vapours',
          'A wet cloth over the nose and the mouth',
        ],
        'Self-contained breathing apparatus, positive pressure',
        { film: 3 },
      ),
      question(
        'What is an emergency escape breathing device (EEBD) meant for?',
        [
          'For fighting a fire in a small compartment',
          'For entering a tank that has not been tested',
          'For escaping from a dangerous atmosphere only',
          'For searching the accommodation for casualties',
        ],
        'For escaping from a dangerous atmosphere only',
        { film: 3 },
      ),
      question(
        'The alarm sounds while you work on the open deck. Which way do you leave?',
        [
          'Downwind, so that the gas cannot be smelled',
          'Across or against the wind, out of the gas cloud',
          'Down to the lowest deck, behind closed doors',
          'Towards the release, in order to close the valve',
        ],
        'Across or against the wind, out of the gas cloud',
        { film: 3 },
      ),
      question(
        'What does a bump test of a personal gas detector show?',
        [
          'That the sensor reacts to gas and the alarms work',
          'That the casing withstands a fall on a steel deck',
          'That the battery will last for the whole voyage',
          'That the factory calibration has been renewed',
        ],
        'That the sensor reacts to gas and the alarms work',
        { film: 2 },
      ),
    ],
    practice: [
      practiceQuestion(
        'You smelled rotten eggs a minute ago, and now you smell nothing. What does that tell you?',
        [
          'The gas has certainly gone',
          'The ventilation has done its work',
          'The detector can be switched off',
          'The gas may still be there, and stronger',
        ],
        'The gas may still be there, and stronger',
        {
          film: 2,
          explanation:
            'At about 100 ppm, hydrogen sulphide numbs the nose: the smell goes while the danger grows. Leave at once, and trust the detector alone.',
        },
      ),
      practiceQuestion(
        'Why does hydrogen sulphide leave sour crude oil when it is loaded or warmed?',
        [
          'Warm oil is heavier than water',
          'Movement and warmth drive the dissolved gas out',
          'The pumps press air into the oil',
          'The paint of the tank gives off the gas',
        ],
        'Movement and warmth drive the dissolved gas out',
        {
          film: 1,
          explanation:
            'The gas is dissolved in the oil. When the oil is stirred, sprayed or warmed, the gas leaves it, as it leaves a bottle of soda water that is shaken. Its share in the vapour above the oil can be many times that in the oil itself.',
        },
      ),
      practiceQuestion(
        'For about how long does the air of an escape set last?',
        ['10 to 15 minutes', '45 minutes', '2 hours', 'A whole watch'],
        '10 to 15 minutes',
        {
          film: 3,
          explanation:
            'The FSS Code asks for at least 10 minutes. That is enough for the way out, and for nothing else: an escape set is not for rescue, and not for fighting a fire.',
        },
      ),
    ],
  },
};
