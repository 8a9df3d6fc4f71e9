import {
  documents,
  fourSides,
  marinePollutant,
  packingGroups,
  placards,
  segregation,
  unNumber,
} from '../film/pictures/cargo.ts';
import { checklist } from '../film/pictures/common.ts';
import type { FilmScript } from '../film/script.ts';

export const hazardousMaterialTransportationFilms: readonly FilmScript[] = [
  {
    name: 'hazardous-material-transportation-1',
    scenes: [
      {
        heading: 'Things that burn or burst',
        points: ['Class 1: explosives', 'Class 2: gases', 'Class 3: flammable liquids'],
        picture: placards('explosive', 'flammable-gas', 'non-flammable-gas', 'flammable-liquid'),
      },
      {
        heading: 'Solids and oxidisers',
        points: [
          'Class 4: flammable solids, also those dangerous when wet',
          'Class 5: oxidisers and organic peroxides',
        ],
        picture: placards('flammable-solid', 'dangerous-when-wet', 'oxidizer'),
      },
      {
        heading: 'Harm to people',
        points: ['Class 6: toxic and infectious', 'Class 7: radioactive', 'Class 8: corrosive'],
        picture: placards('toxic', 'corrosive'),
      },
      {
        heading: 'And all the rest',
        points: [
          'Class 9: miscellaneous dangers',
          'Lithium batteries are among them',
          'So are goods harmful to the sea',
        ],
        picture: placards('miscellaneous'),
      },
    ],
    remember: 'Nine classes tell you how a cargo can hurt you.',
  },
  {
    name: 'hazardous-material-transportation-2',
    scenes: [
      {
        heading: 'Four digits',
        points: ['Every entry has its UN number', 'Look it up in the Dangerous Goods List', '1263 is paint'],
        picture: unNumber,
      },
      {
        heading: 'How dangerous?',
        points: ['Packing group I: high danger', 'Packing group II: medium danger', 'Packing group III: low danger'],
        picture: packingGroups,
      },
      {
        heading: 'On all four sides',
        points: [
          'Placards of 250 mm at least',
          'Each side and each end of the box',
          'Take them off when they no longer apply',
        ],
        picture: fourSides,
      },
      {
        heading: 'Harmful to the sea',
        points: ['Tree and fish mark a marine pollutant', 'Stow it where it will not be lost', 'Report it if it is'],
        picture: marinePollutant,
      },
    ],
    remember: 'An unmarked box is not a safe box.',
  },
  {
    name: 'hazardous-material-transportation-3',
    scenes: [
      {
        heading: 'Papers before cargo',
        points: [
          'Transport document of the shipper',
          'Packing certificate of the container',
          'Manifest or stowage plan on board',
        ],
        picture: documents,
      },
      {
        heading: 'Keep enemies apart',
        points: ['Away from', 'Separated from', 'By a complete compartment, or by one lengthways between'],
        picture: segregation,
      },
      {
        heading: 'Before you sign',
        points: [
          'UN number, class, group agree',
          'Marks, seals and placards are right',
          'Stowage category fits the place',
        ],
        picture: checklist(4),
      },
    ],
    remember: 'A fire asks nobody for the manifest. You need to have it ready.',
  },
];
