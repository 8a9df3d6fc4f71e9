import { type DemoCourse, question } from '../course.ts';

export const ecdis: DemoCourse = {
  key: 'ecdis',
  title: 'ECDIS: Generic Operational Use',
  description:
    'Five days on the simulator, from the first safety contour to the last waypoint of a coastal passage. Watchkeepers learn to plan, check and monitor a route on an electronic chart, to recognise what the display hides, and to cross-check a position that looks too good. The course is being revised for the new generation of charts and takes no new enrollments at present.',
  duration: '40 hours',
  price: 9500,
  category: 'Navigation',
  regulations:
    'STCW Code Sections A-II/1 and A-II/2; SOLAS Chapter V Regulations 19, 27 and 34; Resolution MSC.232(82); IMO Model Course 1.27',
  subjects: [
    'Charts, data and updating',
    'Safety settings and alarms',
    'Route planning and checking',
    'Route monitoring',
    'Sensors and their errors',
    'Back-up arrangements',
    'Over-reliance and look-out',
  ],
  validityMonths: null,
  taughtBy: 'Capt. Suresh Menon, master mariner',
  isActive: false,
  format: 'online',
  films: [
    { title: 'Set your safety contour', file: 'ecdis-1' },
    { title: 'Check before you sail', file: 'ecdis-2' },
    { title: 'Look out of the window', file: 'ecdis-3' },
  ],
  assessment: {
    title: 'ECDIS: final test',
    passMark: 70,
    questions: [
      question(
        'By whom is an electronic navigational chart (ENC) issued?',
        [
          'By or on the authority of a hydrographic office',
          'By the manufacturer of the display on the bridge',
          'By the classification society of the ship',
          'By the operator of a satellite system',
        ],
        'By or on the authority of a hydrographic office',
      ),
      question(
        'What does the safety contour do on an ECDIS display?',
        [
          'It marks the limits of the territorial sea',
          'It shows how far away the radar picture can be trusted',
          'It parts water that is safe from water that is not',
          'It draws a circle around every other vessel',
        ],
        'It parts water that is safe from water that is not',
        { film: 1 },
      ),
      question(
        'The safety contour you set is not among the contours of the chart. Which one does ECDIS use?',
        ['The next shallower one', 'The next deeper one', 'Always the 10 metre one', 'None at all'],
        'The next deeper one',
        { film: 1 },
      ),
      question(
        'What does the indication “overscale” tell you?',
        [
          'The ship is too large for the harbour shown',
          'The scale bar has been switched off by hand',
          'The route has more waypoints than permitted',
          'The chart is shown larger than it was compiled',
        ],
        'The chart is shown larger than it was compiled',
        { film: 2 },
      ),
      question(
        'What do zones of confidence (CATZOC) describe?',
        [
          'The quality of the survey data in an area',
          'The number of ships met with in an area',
          'The strength of the radio signal in an area',
          'The experience of the pilots in an area',
        ],
        'The quality of the survey data in an area',
        { film: 2 },
      ),
      question(
        'Can objects of the display base be switched off?',
        [
          'Yes, all of them, by the officer of the watch',
          'Yes, but only while the ship is in harbour',
          'No, they always remain on the display',
          'Only by the service engineer ashore',
        ],
        'No, they always remain on the display',
      ),
      question(
        'Why can a symbol vanish when you zoom out, although it is charted?',
        [
          'The memory of the display is running short',
          'A minimum display scale (SCAMIN) hides it',
          'The chart was not paid for at that scale',
          'The object has been removed from the sea',
        ],
        'A minimum display scale (SCAMIN) hides it',
      ),
      question(
        'A route has been planned. What follows before it is used?',
        [
          'It is deleted and then entered once more, from memory',
          'It is moved two miles to seaward as a whole',
          'It is locked, so that nobody can look at it',
          'It is checked by the system and along its length by eye',
        ],
        'It is checked by the system and along its length by eye',
        { film: 2 },
      ),
      question(
        'Which check best reveals that the satellite position is wrong?',
        [
          'Comparing it with radar and visual bearings',
          'Comparing it with itself one minute later',
          'Restarting the display with the same input',
          'Switching to the night colours of the display',
        ],
        'Comparing it with radar and visual bearings',
        { film: 3 },
      ),
    ],
  },
};
