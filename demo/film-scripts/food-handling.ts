import { underWay } from '../film/pictures/bridge.ts';
import { column } from '../film/pictures/common.ts';
import {
  colouredBoards,
  coreTemperature,
  dangerZone,
  farFromLand,
  rotation,
  shelves,
  stayAway,
  washHands,
} from '../film/pictures/galley.ts';
import type { FilmScript } from '../film/script.ts';

const cooling = column(
  [
    { at: 0.1, label: '−18 °C', tone: '#5d8cb0' },
    { at: 0.34, label: '5 °C', tone: '#5d8cb0' },
    { at: 0.78, label: '60 °C', tone: '#e4572e' },
  ],
  0.9,
);

/** The shortest film: it explains how every training works. */
const welcomeFilm: FilmScript = {
  name: 'short',
  scenes: [],
  remember: 'Watch the videos in order, submit the training, then give the test.',
  edges: [2.2, 3.8],
};

export const foodHandlingFilms: readonly FilmScript[] = [
  welcomeFilm,
  {
    name: 'food-handling-1',
    scenes: [
      {
        heading: 'Twenty seconds of soap',
        points: [
          'Before work and after every break',
          'After raw meat, fish and eggs',
          'Backs, thumbs and between the fingers',
        ],
        picture: washHands,
      },
      {
        heading: 'One colour, one use',
        points: [
          'Raw and ready-to-eat never share',
          'A board with deep cuts is replaced',
          'Wash, rinse, disinfect, dry',
        ],
        picture: colouredBoards,
      },
      {
        heading: 'Ill? Stay out',
        points: [
          'Report vomiting and diarrhoea',
          'Cover cuts with a coloured plaster',
          'Come back when you are cleared',
        ],
        picture: stayAway,
      },
    ],
    remember: 'The whole crew eats what your hands have touched.',
  },
  {
    name: 'food-handling-2',
    scenes: [
      {
        heading: 'The danger zone',
        points: ['From 5 °C to 60 °C germs multiply', 'Pass through it quickly', 'Never leave food standing in it'],
        picture: dangerZone,
      },
      {
        heading: 'Measure the centre',
        points: ['70 °C in the thickest part', 'Clean the probe before and after', 'Write the reading down'],
        picture: coreTemperature,
      },
      {
        heading: 'Hold it or chill it',
        points: ['Hot food stays above 60 °C', 'Leftovers are chilled within 2 hours', 'Shallow trays cool faster'],
        picture: cooling,
      },
    ],
    remember: 'Keep it hot, keep it cold, or do not keep it.',
  },
  {
    name: 'food-handling-3',
    scenes: [
      {
        heading: 'Cooked above, raw below',
        points: ['Nothing raw drips on cooked food', 'Covered, labelled, dated', 'Thaw in the refrigerator, on a tray'],
        picture: shelves,
      },
      {
        heading: 'First in, first out',
        points: ['New stock goes behind the old', 'Check dates at every delivery', 'Dry, tidy and off the deck'],
        picture: rotation,
      },
      {
        heading: 'Waste at sea',
        points: [
          'Never within 3 miles of land',
          'Ground: 3 miles; not ground: 12',
          'Special areas: ground, and 12 miles',
        ],
        picture: farFromLand,
      },
      {
        heading: 'The next port is far',
        points: ['Order, store and cook with a plan', 'Ask when you are not certain', 'When in doubt, throw it out'],
        picture: underWay,
      },
    ],
    remember: 'When in doubt, throw it out.',
  },
];
