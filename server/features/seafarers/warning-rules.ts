import { countryCodeOf, noSuchPin, pinDoubt, placeDoubt } from '@fairlead/contract/academy/places';
import { type DocumentNumber, doubtAboutNumber } from '@fairlead/contract/seafarers/document-numbers';
import type { DocumentKind } from '@fairlead/contract/seafarers/document-words';
import type { ProfileWarning } from '@fairlead/contract/seafarers/profile-warnings';
import { type CalendarDate, isOver } from '../../platform/calendar.ts';
import { type Compared, zoneDoubts } from './zone-doubts.ts';

type Profile = Compared & {
  state: string;
  country: string;
  postalCode: string;
  cdcNumber: string;
  cdcExpiresOn: CalendarDate | null;
  indosNumber: string;
  gradeNumber: string;
};

/** A picture as it is stored, in pixels, and how strong its sharpest edges are. */
export type Picture = { document: DocumentKind; width: number; height: number; sharpness: number };

/** The account of somebody else with the same number. */
type SameNumber = { paper: 'passport' | 'indos'; other: { id: string; name: string } | null };

export type WarningFacts = {
  profile: Profile;
  pictures: readonly Picture[];
  sameNumbers: readonly SameNumber[];
  today: CalendarDate;
  /** The last day of the batch that the person asks for; null without one. */
  endsOn: CalendarDate | null;
};

/**
 * A longer edge below this is too small to read: a page of a passport is 125 mm wide, and its smallest letters are 1.5
 * mm high. A face and a signature need less.
 */
const tinyBelow: Record<DocumentKind, number> = {
  profilePicture: 200,
  signature: 100,
  idDocument: 600,
  passportDocument: 600,
  cdcDocument: 600,
  indosDocument: 600,
};

/**
 * The sharpness below which letters run into each other, measured on drawn documents: a sharp one has 25 to 75, one
 * with letters that cannot be told apart 2 to 5. A face and a signature have no letters, and get no such warning.
 */
const blurredBelow = 5;
const hasLetters: readonly DocumentKind[] = ['idDocument', 'passportDocument', 'cdcDocument', 'indosDocument'];

/**
 * What is unusual about a profile and its documents: what has expired first, then what the passport says, numbers, the
 * address, and pictures. The only rule for warnings; they help staff and decide nothing.
 */
export function warningsOf({ profile, pictures, sameNumbers, today, endsOn }: WarningFacts): ProfileWarning[] {
  const expiry = (paper: 'passport' | 'cdc', on: CalendarDate | null): ProfileWarning[] => {
    if (on === null) return [];
    if (isOver(on, today)) return [{ kind: 'expired', paper, on }];
    return endsOn && on < endsOn ? [{ kind: 'expires-before-end', paper, on, endsOn }] : [];
  };
  const country = countryCodeOf(profile.country) ?? '';
  const unusual = (
    paper: 'passport' | 'cdc' | 'indos' | 'grade',
    name: DocumentNumber,
    number: string,
  ): ProfileWarning[] => {
    const text = doubtAboutNumber(name, number, country);
    return text ? [{ kind: 'unusual-number', paper, text }] : [];
  };
  return [
    ...expiry('passport', profile.passportExpiresOn),
    ...expiry('cdc', profile.cdcExpiresOn),
    ...zoneDoubts(profile).map((doubt) => ({ kind: 'readable-zone' as const, ...doubt })),
    ...sameNumbers.map((same) => ({ kind: 'same-number' as const, ...same })),
    ...unusual('passport', 'passportNumber', profile.passportNumber),
    ...unusual('cdc', 'CDCnumber', profile.cdcNumber),
    ...unusual('indos', 'indosNo', profile.indosNumber),
    ...unusual('grade', 'gradenumber', profile.gradeNumber),
    ...warningsOfPlace(profile),
    ...pictures.flatMap(warningOfPicture),
  ];
}

function warningsOfPlace({ state, country, postalCode }: Profile): ProfileWarning[] {
  const text = placeDoubt({ state, country }) || pinDoubt({ state, country, zipCode: postalCode });
  return text ? [{ kind: 'place', text: text === noSuchPin ? `${noSuchPin}.` : text }] : [];
}

function warningOfPicture({ document, width, height, sharpness }: Picture): ProfileWarning[] {
  if (Math.max(width, height) < tinyBelow[document]) return [{ kind: 'tiny-picture', document }];
  return hasLetters.includes(document) && sharpness < blurredBelow ? [{ kind: 'blurred-picture', document }] : [];
}
