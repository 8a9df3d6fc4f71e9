import {
  boomCloses,
  fromDistance,
  leak,
  placards,
  rinseEyes,
  suited,
  unNumber,
  washDown,
} from '../film/pictures/cargo.ts';
import { radio } from '../film/pictures/common.ts';
import type { FilmScript } from '../film/script.ts';

export const hazmatFilms: readonly FilmScript[] = [
  {
    name: 'hazmat-1',
    scenes: [
      {
        heading: 'Stop',
        points: [
          'Do not touch, do not smell',
          'Stay upwind, keep the others away',
          'Warn the bridge and close the area',
        ],
        picture: fromDistance,
      },
      {
        heading: 'Look',
        points: ['Read placards through binoculars', 'Is it liquid, gas, powder or smoke?', 'Is anybody missing?'],
        picture: placards('toxic', 'corrosive', 'flammable-liquid', 'oxidizer'),
      },
      {
        heading: 'Identify',
        points: ['Find the UN number in the manifest', 'It leads to the EmS schedules', 'F for fire, S for spillage'],
        picture: unNumber,
      },
      {
        heading: 'Report',
        points: [
          'What, how much, where, since when',
          'Ask the shipper and the shore side',
          'Lost overboard? Tell the coastal State',
        ],
        picture: radio,
      },
    ],
    remember: 'The time you take to identify it is never lost.',
  },
  {
    name: 'hazmat-2',
    scenes: [
      {
        heading: 'Dress for the worst',
        points: ['Chemical suit, boots and gloves', 'Self-contained breathing apparatus', 'Two go in, two stand by'],
        picture: suited,
      },
      {
        heading: 'Stop the source',
        points: ['Upright the drum if it is safe', 'Close or plug the leak', 'Keep it away from drains and heat'],
        picture: leak,
      },
      {
        heading: 'Ring it in',
        points: [
          'Work from the outside inwards',
          'Inert absorbent, no sawdust on oxidisers',
          'Collect it in marked drums',
        ],
        picture: boomCloses,
      },
      {
        heading: 'Come out clean',
        points: [
          'Wash down before you undress',
          'Splash in the eyes: rinse at once',
          'Ask for medical advice, use the MFAG',
        ],
        picture: (t) => (t < 4 ? washDown(t) : rinseEyes(t)),
      },
    ],
    remember: 'Contain it, do not carry it through the ship.',
  },
];
