import {
  compressions,
  coolBurn,
  defibrillator,
  keepWarm,
  lookFirst,
  openAirway,
  openCase,
  pressWound,
} from '../film/pictures/aid.ts';
import { figure, radio } from '../film/pictures/common.ts';
import type { FilmScript } from '../film/script.ts';

export const elementaryFirstAidFilms: readonly FilmScript[] = [
  {
    name: 'elementary-first-aid-1',
    scenes: [
      {
        heading: 'Safe for you first',
        points: ['Gas, current, moving loads?', 'Switch off before you touch', 'Then go to the casualty'],
        picture: lookFirst,
      },
      {
        heading: 'Speak, touch, listen',
        points: [
          'Call loudly and shake the shoulders',
          'Tilt the head, lift the chin',
          'Listen for breath for ten seconds',
        ],
        picture: openAirway,
      },
      {
        heading: 'Call for help',
        points: ['Bridge: who, where, what happened', 'Send for the defibrillator', 'Stay and begin'],
        picture: radio,
      },
    ],
    remember: 'A helper who is hurt helps nobody.',
  },
  {
    name: 'elementary-first-aid-2',
    scenes: [
      {
        heading: 'Press hard, press fast',
        points: ['Middle of the chest, arms straight', 'Five to six centimetres deep', '100 to 120 a minute'],
        picture: compressions,
      },
      {
        heading: 'Thirty to two',
        points: ['Thirty compressions', 'Two breaths of one second each', 'Change over every two minutes'],
        picture: figure('30 : 2', 'again and again'),
      },
      {
        heading: 'Let the box speak',
        points: ['Switch on, stick on the pads', 'Nobody touches during analysis', 'Press on as soon as it says so'],
        picture: defibrillator,
      },
    ],
    remember: 'Do not stop. Change places instead.',
  },
  {
    name: 'elementary-first-aid-3',
    scenes: [
      {
        heading: 'Bleeding',
        points: ['Press directly on the wound', 'Dressing on, bandage tight', 'Lay the casualty down, keep warm'],
        picture: pressWound,
      },
      {
        heading: 'Burns',
        points: ['Cool under running water', 'Rings and watch come off', 'Cover loosely, break no blisters'],
        picture: coolBurn,
      },
      {
        heading: 'Cold',
        points: ['Lift out level, move gently', 'Wet things off, blankets on', 'No alcohol, no rubbing'],
        picture: keepWarm,
      },
      {
        heading: 'Know your box',
        points: ['Where it hangs, what is in it', 'Replace what you have used', 'Medical advice comes by radio, free'],
        picture: openCase,
      },
    ],
    remember: 'Simple things, done at once.',
  },
];
