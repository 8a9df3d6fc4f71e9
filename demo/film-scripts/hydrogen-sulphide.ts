import { column, figure, radio } from '../film/pictures/common.ts';
import {
  attendantStays,
  bumpTest,
  deadNose,
  detectorAlarm,
  heavyGas,
  sewageTank,
  sourOil,
  upwind,
} from '../film/pictures/gas.ts';
import type { FilmScript } from '../film/script.ts';

const exposure = column([
  { at: 0.08, label: '10 ppm', tone: '#f0b94d' },
  { at: 0.4, label: '100 ppm', tone: '#e4572e' },
  { at: 0.85, label: '700 ppm', tone: '#b53d1b' },
]);

export const hydrogenSulphideFilms: readonly FilmScript[] = [
  {
    name: 'hydrogen-sulphide-1',
    scenes: [
      {
        heading: 'Where it comes from',
        points: [
          'Sour crude oil and its vapours',
          'Slops and residues in cargo tanks',
          'It leaves the oil when stirred or warmed',
        ],
        picture: sourOil,
      },
      {
        heading: 'Not on tankers alone',
        points: [
          'Sewage that decays without air',
          'Bilges and ballast that stood too long',
          'Some bulk cargoes in wet holds',
        ],
        picture: sewageTank,
      },
      {
        heading: 'How it behaves',
        points: [
          'A little heavier than air',
          'It gathers in pump-rooms, wells and drains',
          'It burns from about 4 % in air',
        ],
        picture: heavyGas,
      },
    ],
    remember: 'You cannot see it, and it waits where the air stands still.',
  },
  {
    name: 'hydrogen-sulphide-2',
    scenes: [
      {
        heading: 'Your nose fails first',
        points: ['Traces smell of rotten eggs', 'At about 100 ppm the nose goes numb', 'No smell does not mean no gas'],
        picture: deadNose,
      },
      {
        heading: 'What the figures mean',
        points: ['10 ppm: leave and report it', '100 ppm: immediate danger to life', '700 ppm: a few breaths can kill'],
        picture: exposure,
      },
      {
        heading: 'Trust the instrument',
        points: ['Bump test before every use', 'Wear it near the breathing zone', 'Never silence it and go on working'],
        picture: bumpTest,
      },
      {
        heading: 'When it reacts',
        points: ['Stop work, warn the others', 'Leave the area at once', 'Come back only after testing'],
        picture: detectorAlarm,
      },
    ],
    remember: 'A detector in the locker protects the locker.',
  },
  {
    name: 'hydrogen-sulphide-3',
    scenes: [
      {
        heading: 'Get out of the cloud',
        points: ['Look at the wind before you move', 'Go across or against it', 'Muster where the plan says'],
        picture: upwind,
      },
      {
        heading: 'Raise the alarm',
        points: [
          'Say where, who and how many',
          'Count everybody at the muster point',
          'Stop cargo and ventilation intakes',
        ],
        picture: radio,
      },
      {
        heading: 'Never follow in',
        points: [
          'The helper is the second victim',
          'Rescue needs breathing apparatus',
          'And a team that has practised it',
        ],
        picture: attendantStays,
      },
      {
        heading: 'Air for the way out',
        points: [
          'Escape sets last about 10 to 15 minutes',
          'They are for leaving, not for rescue',
          'Know where the nearest one hangs',
        ],
        picture: figure('10–15', 'minutes of air'),
      },
    ],
    remember: 'Alarm first, apparatus on, then help.',
  },
];
