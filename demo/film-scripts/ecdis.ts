import { checkRoute, lookout, radar, routeRuns, safetyContour, wrongPosition } from '../film/pictures/bridge.ts';
import { checklist } from '../film/pictures/common.ts';
import type { FilmScript } from '../film/script.ts';

export const ecdisFilms: readonly FilmScript[] = [
  {
    name: 'ecdis-1',
    scenes: [
      {
        heading: 'Your line in the water',
        points: [
          'It parts safe water from unsafe',
          'Draught, squat and margin decide',
          'ECDIS may take the next deeper one',
        ],
        picture: safetyContour,
      },
      {
        heading: 'Make it work for you',
        points: ['Set the safety depth as well', 'Set the look-ahead for alarms', 'Write the settings into the plan'],
        picture: checklist(3),
      },
      {
        heading: 'Leave harbour with it',
        points: ['Check the settings at every watch', 'New draught, new contour', 'An alarm is a question to you'],
        picture: routeRuns,
      },
    ],
    remember: 'The display knows only the draught that you told it.',
  },
  {
    name: 'ecdis-2',
    scenes: [
      {
        heading: 'Walk the route',
        points: ['Run the check of the system', 'Then follow each leg by eye', 'At a scale that shows dangers'],
        picture: checkRoute,
      },
      {
        heading: 'How good is the chart?',
        points: ['Look at the zones of confidence', 'Overscale adds size, not detail', 'Are all updates applied?'],
        picture: safetyContour,
      },
      {
        heading: 'Share it',
        points: ['A second officer checks the route', 'The back-up holds the same plan', 'The master approves it'],
        picture: checklist(4),
      },
    ],
    remember: 'A route is a proposal until somebody else has checked it.',
  },
  {
    name: 'ecdis-3',
    scenes: [
      {
        heading: 'Positions can lie',
        points: ['Satellite signals fail or are faked', 'A jump is easy to see', 'A slow drift is not'],
        picture: wrongPosition,
      },
      {
        heading: 'Ask the radar',
        points: ['Overlay it on the chart', 'Coast and echo should agree', 'Take a bearing while you can'],
        picture: radar,
      },
      {
        heading: 'Ask your eyes',
        points: ['The look-out is not replaced', 'Fishing boats are not charted', 'The window has no settings'],
        picture: lookout,
      },
    ],
    remember: 'The best sensor on the bridge is looking out of the window.',
  },
];
