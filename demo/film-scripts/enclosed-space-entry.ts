import { checklist, figure, radio } from '../film/pictures/common.ts';
import {
  attendantStays,
  climbingDown,
  detectorAlarm,
  heavyGas,
  rustTakesOxygen,
  threeLevels,
  ventilation,
} from '../film/pictures/gas.ts';
import type { FilmScript } from '../film/script.ts';

export const enclosedSpaceEntryFilms: readonly FilmScript[] = [
  {
    name: 'enclosed-space-entry-1',
    scenes: [
      {
        heading: 'Rust breathes',
        points: [
          'Rusting steel takes the oxygen',
          'So do timber, grain, coal and scrap',
          'The space looks as it always did',
        ],
        picture: rustTakesOxygen,
      },
      {
        heading: 'Gas stays low',
        points: ['Vapours remain in corners and wells', 'Next door can be just as bad', 'Treat connected spaces alike'],
        picture: heavyGas,
      },
      {
        heading: 'Normal air',
        points: ['Fresh air has 21 % of oxygen', 'Anything less needs a reason', 'Find the reason before you enter'],
        picture: figure('21 %', 'oxygen'),
      },
    ],
    remember: 'Two breaths are enough. There is no third.',
  },
  {
    name: 'enclosed-space-entry-2',
    scenes: [
      {
        heading: 'Ventilate',
        points: ['Fresh air down to the bottom', 'Never oxygen from a bottle', 'Keep the fan on during the work'],
        picture: ventilation,
      },
      {
        heading: 'Stop, settle, test',
        points: ['From outside, with a long hose', 'Top, middle and bottom', 'Oxygen, flammable, toxic'],
        picture: threeLevels,
      },
      {
        heading: 'Then the permit',
        points: ['Written, signed, for a limited time', 'Names of all who go in', 'Void as soon as anything changes'],
        picture: checklist(4),
      },
    ],
    remember: 'The permit is as good as the last test.',
  },
  {
    name: 'enclosed-space-entry-3',
    scenes: [
      {
        heading: 'Going in',
        points: ['Meter on, harness on, light on', 'Keep in touch at agreed times', 'Out when the meter sounds'],
        picture: climbingDown,
      },
      {
        heading: 'The attendant',
        points: ['Never leaves the opening', 'Has no other job', 'Knows who is inside and since when'],
        picture: attendantStays,
      },
      {
        heading: 'If someone falls',
        points: ['Raise the alarm, give the place', 'Wait for the team with apparatus', 'Lift from outside if you can'],
        picture: radio,
      },
      {
        heading: 'Practise it',
        points: ['A drill every two months', 'With the gear that hangs there', 'In the spaces of your own ship'],
        picture: detectorAlarm,
      },
    ],
    remember: 'The attendant saves a life by staying outside.',
  },
];
