import { checklist, radio } from '../film/pictures/common.ts';
import {
  airGauge,
  attack,
  callPoint,
  carbonDioxide,
  extinguishers,
  feelDoor,
  lidOnPan,
  throughSteel,
  triangle,
} from '../film/pictures/fire.ts';
import type { FilmScript } from '../film/script.ts';

export const firePreventionAndFireFightingFilms: readonly FilmScript[] = [
  {
    name: 'fire-prevention-and-fire-fighting-1',
    scenes: [
      {
        heading: 'Three sides',
        points: ['Heat, fuel and oxygen', 'Take one away', 'And the fire goes out'],
        picture: triangle,
      },
      {
        heading: 'Steel carries heat',
        points: [
          'A bulkhead hides a fire, not its heat',
          'Move what can burn away from it',
          'Cool the boundaries from outside',
        ],
        picture: throughSteel,
      },
      {
        heading: 'Alarm first',
        points: [
          'Break the glass, then call the bridge',
          'Close the door behind you',
          'Only then reach for an extinguisher',
        ],
        picture: callPoint,
      },
    ],
    remember: 'A small fire is small for one minute.',
  },
  {
    name: 'fire-prevention-and-fire-fighting-2',
    scenes: [
      {
        heading: 'Which one?',
        points: ['Water: wood, paper, bedding', 'Foam: burning liquids', 'CO2: live electrical equipment'],
        picture: extinguishers,
      },
      {
        heading: 'Oil in the galley',
        points: ['Never water on burning oil', 'Lid or fire blanket, heat off', 'Leave it covered until it is cold'],
        picture: lidOnPan,
      },
      {
        heading: 'Before you attack',
        points: ['Keep your way out behind you', 'Aim at the seat of the fire', 'Watch it: fires come back'],
        picture: attack,
      },
    ],
    remember: 'The wrong extinguisher feeds the fire.',
  },
  {
    name: 'fire-prevention-and-fire-fighting-3',
    scenes: [
      {
        heading: 'Feel the door',
        points: ['Back of the hand, from low to high', 'Hot? Cool it and wait for the hose', 'Open a little, stay low'],
        picture: feelDoor,
      },
      {
        heading: 'Watch your air',
        points: ['Check the gauge before you enter', 'Whistle means: out, both of you', 'Never part from your partner'],
        picture: airGauge,
      },
      {
        heading: 'Speak with the outside',
        points: ['Name, pressure, time of entry', 'The controller keeps the clock', 'Say what you see'],
        picture: radio,
      },
    ],
    remember: 'Two go in, and the same two come out.',
  },
  {
    name: 'fire-prevention-and-fire-fighting-4',
    scenes: [
      {
        heading: 'Count heads',
        points: ['Everybody mustered and counted', 'Nobody is left in the engine-room', 'The master gives the order'],
        picture: checklist(3),
      },
      {
        heading: 'Shut it tight',
        points: ['Fans stopped, dampers closed', 'Fuel shut off from outside', 'Then release the full charge'],
        picture: carbonDioxide,
      },
      {
        heading: 'And then wait',
        points: [
          'Do not open to have a look',
          'Cool the boundaries all the time',
          'Enter with apparatus, after venting',
        ],
        picture: throughSteel,
      },
    ],
    remember: 'CO2 puts out a fire. It puts out people, too.',
  },
];
