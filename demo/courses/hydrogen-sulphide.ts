import { type DemoCourse, question } from '../course.ts';

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
  films: [
    { title: 'Know the gas', file: 'hydrogen-sulphide-1.mp4' },
    { title: 'Detect it in time', file: 'hydrogen-sulphide-2.mp4' },
    { title: 'When the alarm sounds', file: 'hydrogen-sulphide-3.mp4' },
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
      ),
      question(
        'What does hydrogen sulphide smell of at very low concentrations?',
        ['Rotten eggs', 'Bitter almonds', 'Fresh hay', 'Burnt sugar'],
        'Rotten eggs',
      ),
      question(
        'Which concentration does NIOSH list as immediately dangerous to life or health (IDLH)?',
        ['1 ppm', '5 ppm', '10 ppm', '100 ppm'],
        '100 ppm',
      ),
      question(
        'From about which concentration in air can hydrogen sulphide burn or explode?',
        ['0.04 % by volume', '4 % by volume', '50 % by volume', 'None, as it does not burn'],
        '4 % by volume',
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
      ),
    ],
  },
};
