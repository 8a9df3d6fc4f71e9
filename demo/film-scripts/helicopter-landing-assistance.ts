import { checklist, radio } from '../film/pictures/common.ts';
import {
  approach,
  dangerSector,
  fireParty,
  looseThings,
  neverMakeFast,
  signal,
  staticHook,
  wind,
} from '../film/pictures/helideck.ts';
import type { FilmScript } from '../film/script.ts';

export const helicopterLandingAssistanceFilms: readonly FilmScript[] = [
  {
    name: 'helicopter-landing-assistance-1',
    scenes: [
      {
        heading: 'Clear the deck',
        points: ['Everything loose goes below', 'Aerials and derricks are lowered', 'Walk the deck once more, slowly'],
        picture: looseThings,
      },
      {
        heading: 'Ready for fire',
        points: ['Foam and powder stand by', 'Two in full fire-fighting dress', 'Rescue tools at the edge of the deck'],
        picture: fireParty,
      },
      {
        heading: 'Run the checklist',
        points: ['Windsock up, lights tested', 'Rescue boat ready to launch', 'Bridge, deck and pilot on one channel'],
        picture: checklist(4),
      },
    ],
    remember: 'What is not lashed will fly.',
  },
  {
    name: 'helicopter-landing-assistance-2',
    scenes: [
      {
        heading: 'Read the wind',
        points: [
          'The pilot lands into the wind',
          'Ship’s heading decides where it blows',
          'Report roll, pitch and heave',
        ],
        picture: wind,
      },
      {
        heading: 'One voice, one signal',
        points: [
          'The landing officer gives the signals',
          'No signal, no movement',
          'The pilot decides whether to land',
        ],
        picture: signal,
      },
      {
        heading: 'Stay where you are seen',
        points: [
          'Approach in view of the pilot',
          'Never walk towards the tail',
          'Head low, nothing above the shoulder',
        ],
        picture: dangerSector,
      },
      {
        heading: 'Touch-down',
        points: ['Wait for the clear signal', 'Chocks and lashings when asked', 'Passengers are led, never sent'],
        picture: approach,
      },
    ],
    remember: 'If the pilot cannot see you, you are in the wrong place.',
  },
  {
    name: 'helicopter-landing-assistance-3',
    scenes: [
      {
        heading: 'Let the hook touch first',
        points: [
          'A helicopter charges itself in flight',
          'Let the hook earth on deck or sea',
          'Then take it with dry gloves',
        ],
        picture: staticHook,
      },
      {
        heading: 'Never make it fast',
        points: ['No turn on a rail or a cleat', 'Keep clear of slack cable', 'If it fouls, the crew will cut it'],
        picture: neverMakeFast,
      },
      {
        heading: 'Talk before the noise',
        points: ['Agree on the signals beforehand', 'One person speaks with the pilot', 'Repeat every order back'],
        picture: radio,
      },
    ],
    remember: 'The cable belongs to the helicopter. Always.',
  },
];
