import type { ZoneField } from '@fairlead/contract/seafarers/profile-warnings';
import type { CalendarDate } from '../../platform/calendar.ts';
import { foldedName, wordsOf } from '../../platform/names/fold-name.ts';
import { isLike, withoutConfusion, type ZoneName } from '../../platform/readable-zone/zone-names.ts';

/** What a profile states and a readable zone, too. */
export type Compared = {
  name: string;
  passportNumber: string;
  birthDate: CalendarDate;
  passportExpiresOn: CalendarDate;
  /** What was read in the passport; null where nothing was read for sure. The name may be missing. */
  readableZone: {
    surname: string | null;
    givenNames: string | null;
    isCut: boolean | null;
    number: string;
    birthDate: CalendarDate;
    expiresOn: CalendarDate;
  } | null;
};

export type ZoneDoubt = { field: ZoneField; read: string; entered: string };

/** Where the readable zone of the passport says something else than the profile. The only rule for it. */
export function zoneDoubts(profile: Compared): ZoneDoubt[] {
  const { readableZone: zone } = profile;
  if (!zone) return [];
  const doubts: ZoneDoubt[] = [];
  const doubt = (field: ZoneField, read: string) => doubts.push({ field, read, entered: profile[field] });
  if (zone.surname !== null) {
    const name = { surname: zone.surname, givenNames: zone.givenNames ?? '', isCut: zone.isCut ?? false };
    if (!isSameName(name, profile.name)) doubt('name', `${name.givenNames} ${name.surname}`.trim());
  }
  if (!isSameNumber(zone.number, profile.passportNumber)) doubt('passportNumber', zone.number);
  if (zone.birthDate !== profile.birthDate) doubt('birthDate', zone.birthDate);
  if (zone.expiresOn !== profile.passportExpiresOn) doubt('passportExpiresOn', zone.expiresOn);
  return doubts;
}

/** A zone has room for nine letters of a number. */
const longestNumber = 9;

/** Whether two numbers differ at most in how they are written, and in letters for digits that look like them. */
function isSameNumber(read: string, entered: string): boolean {
  const [one, whole] = [read, entered].map((number) => number.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  if (one === undefined || whole === undefined) return false;
  const other = one.length === longestNumber ? whole.slice(0, longestNumber) : whole;
  return one.length === other.length && [...one].every((sign, index) => isLike(sign, other[index] ?? ''));
}

/** What is written where there is no name. */
const noName = new Set(['FNU', 'LNU', 'UNKNOWN', 'XXX']);

/** The parts of a name, as a passport writes letters; an abbreviation keeps its full stop. */
function partsOf(name: string): string[] {
  const parts = name.split(/[\s,/<-]|(?<=\.)/).flatMap((part) => {
    const folded = wordsOf(foldedName(part));
    return part.endsWith('.') ? folded.map((word) => `${word}.`) : folded;
  });
  return parts.filter((part) => /^[A-Z0-9]+\.?$/.test(part) && !noName.has(part));
}

/**
 * Letters in the form in which two writings of them are alike: without the difference between letters that are misread
 * for each other (H for U and N), and then with A, O, U and N for what ICAO 9303 lets a passport write as AE or AA, OE,
 * UE or UXX, and NXX.
 */
const alike = (text: string): string =>
  withoutConfusion(text.replaceAll('.', ''))
    .replace(/A[AE]+/g, 'A')
    .replace(/OE+/g, 'O')
    .replace(/H(E+|XX)/g, 'H');

const isAlike = (one: string, other: string) => alike(one) === alike(other);

/** Whether a letter, or an abbreviation such as MD., can stand for another part. */
const isShortFor = (one: string, other: string) =>
  (one.length === 1 || one.endsWith('.')) && alike(other).startsWith(alike(one.slice(0, 1)));

/**
 * Takes out of both names what they have in common: equal parts first, then initials and abbreviations.
 *
 * @returns what is left of each.
 */
function withoutCommon(one: readonly string[], other: readonly string[]): [string[], string[]] {
  const [left, right] = [[...one], [...other]];
  for (const isSame of [isAlike, (a: string, b: string) => isShortFor(a, b) || isShortFor(b, a)])
    for (const part of [...left]) {
      const found = right.findIndex((each) => isSame(part, each));
      if (found < 0) continue;
      right.splice(found, 1);
      left.splice(left.indexOf(part), 1);
    }
  return [left, right];
}

/** Whether the same letters were divided otherwise: DE LA CRUZ and DELACRUZ, in any order of the parts. */
const isJoined = (one: readonly string[], other: readonly string[]): boolean =>
  one.length <= 4 &&
  other.length <= 4 &&
  orders(one).some((joined) => orders(other).some((same) => isAlike(joined, same)));

const initialsOf = (parts: readonly string[]) => parts.map((part) => part.slice(0, 1));

function orders(parts: readonly string[]): string[] {
  if (parts.length <= 1) return [parts.join('')];
  return parts.flatMap((part, index) => orders(parts.toSpliced(index, 1)).map((rest) => part + rest));
}

/**
 * Whether a name in a profile can be that of the readable zone. Passports order, leave out, cut off and transliterate
 * parts of names, and people leave out given names; so two names only contradict each other if each has a part that the
 * other lacks.
 */
function isSameName(zone: ZoneName, profileName: string): boolean {
  const zoneParts = partsOf(`${zone.surname} ${zone.givenNames}`);
  const profileParts = partsOf(profileName);
  // a name in another script, or none at all, cannot be compared
  if (zoneParts.length === 0 || profileParts.length === 0) return true;
  const [inZone, inProfile] = withoutCommon(zoneParts, profileParts);
  if (inZone.length === 0 || inProfile.length === 0) return true;
  if (isJoined(inZone, inProfile)) return true;
  // initials that are written together, such as RK, are initials, too
  if (isJoined(inZone, initialsOf(inProfile)) || isJoined(initialsOf(inZone), inProfile)) return true;
  // any part of a name that fills its line may be cut (ICAO 9303, part 4)
  return zone.isCut && inZone.every((cut) => inProfile.some((part) => alike(part).startsWith(alike(cut))));
}
