/**
 * Jobs aboard: ranks, types of ships and flags. It imports nothing, so that pages can show them without the schemas.
 */

/** Ranks by their keys, in the order of departments. */
export const rankNames = {
  master: 'Master',
  'chief-officer': 'Chief officer',
  'second-officer': 'Second officer',
  'third-officer': 'Third officer',
  'deck-cadet': 'Deck cadet',
  bosun: 'Bosun',
  pumpman: 'Pumpman',
  'able-seafarer-deck': 'Able seafarer deck (AB)',
  'ordinary-seafarer': 'Ordinary seafarer (OS)',
  'chief-engineer': 'Chief engineer',
  'second-engineer': 'Second engineer',
  'third-engineer': 'Third engineer',
  'fourth-engineer': 'Fourth engineer',
  'electro-technical-officer': 'Electro-technical officer (ETO)',
  'engine-cadet': 'Engine cadet',
  fitter: 'Fitter',
  'electro-technical-rating': 'Electro-technical rating (ETR)',
  motorman: 'Motorman, oiler',
  wiper: 'Wiper',
  cook: 'Cook',
  messman: 'Messman',
} as const;
export type Rank = keyof typeof rankNames;
export const ranks = Object.keys(rankNames) as [Rank, ...Rank[]];

export const shipTypeNames = {
  'oil-tanker': 'Oil tanker',
  'chemical-tanker': 'Chemical tanker',
  'gas-tanker': 'Gas tanker',
  'bulk-carrier': 'Bulk carrier',
  'container-ship': 'Container ship',
  'general-cargo-ship': 'General cargo ship',
  'car-carrier': 'Car carrier',
  'passenger-ship': 'Passenger ship',
  'ro-ro-passenger-ship': 'Ro-ro passenger ship',
  'offshore-vessel': 'Offshore vessel',
  tug: 'Tug',
} as const;
export type ShipType = keyof typeof shipTypeNames;
export const shipTypes = Object.keys(shipTypeNames) as [ShipType, ...ShipType[]];

/** Flags that forms offer, by their codes of ISO 3166; any other code is a flag too. */
export const flagNames: Readonly<Record<string, string>> = {
  AG: 'Antigua and Barbuda',
  BS: 'Bahamas',
  BM: 'Bermuda',
  KY: 'Cayman Islands',
  CN: 'China',
  CY: 'Cyprus',
  DK: 'Denmark',
  DE: 'Germany',
  GR: 'Greece',
  HK: 'Hong Kong',
  IN: 'India',
  ID: 'Indonesia',
  IM: 'Isle of Man',
  IT: 'Italy',
  JP: 'Japan',
  KR: 'Korea',
  LR: 'Liberia',
  MY: 'Malaysia',
  MT: 'Malta',
  MH: 'Marshall Islands',
  NL: 'Netherlands',
  NO: 'Norway',
  PA: 'Panama',
  PH: 'Philippines',
  PT: 'Portugal',
  SG: 'Singapore',
  LK: 'Sri Lanka',
  AE: 'United Arab Emirates',
  GB: 'United Kingdom',
  US: 'United States',
};

/** A flag in words: its code, where it has no name here. */
export const flagInWords = (code: string): string => flagNames[code] ?? code;

/** A job in words: 'Bosun, oil tanker, flag of Panama'. */
export const jobInWords = ({ rank, flag, shipType }: { rank: Rank; flag: string; shipType: ShipType }): string =>
  `${rankNames[rank]}, ${shipTypeNames[shipType].toLowerCase()}, flag of ${flagInWords(flag)}`;

/** The refusal of a voyage that ends before it begins. Both days count as days aboard. */
export const signsOffTooEarly = 'The sign-off is before the joining';
export const endsTooEarly = ({ joinsOn, signsOffOn }: { joinsOn: string; signsOffOn: string }): boolean =>
  signsOffOn < joinsOn;
