import { countryCodes, countryName } from '../values/countries.ts';
import { asciiDigits } from '../values/plain-text.ts';
import { gstStates } from './gst.ts';
import { pinArea } from './pin-codes.ts';
import { countrySpellings, stateSpellings } from './place-spellings.ts';

/** The country whose states are chosen from a list. */
export const india = 'IN';

/**
 * The country that is proposed to the people of an academy: India where it works by the time of India; empty elsewhere,
 * since most time zones are of several countries.
 */
export const countryToPropose = (timeZone: string): string =>
  timeZone === 'Asia/Kolkata' || timeZone === 'Asia/Calcutta' ? countryName(india) : '';

/** The states and union territories of India, in the order of their names. */
export const indianStates = Object.entries(gstStates)
  // 'Other Territory' is the sea beyond the states, where nobody lives
  .filter(([code]) => code !== '97')
  .map(([code, name]) => ({ code, name }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '');

/** Names and spellings in letters alone, with their codes. */
function dictionaryOf(names: readonly (readonly [code: string, name: string])[], spellings: Record<string, string>) {
  const others = Object.entries(spellings).flatMap(([code, all]) => all.split(' ').map((one) => [one, code] as const));
  return new Map([...others, ...names.map(([code, name]) => [lettersOf(name), code] as const)]);
}

const states = dictionaryOf(
  indianStates.map(({ code, name }) => [code, name]),
  stateSpellings,
);
const countries = dictionaryOf(
  countryCodes.flatMap((code) => [
    // TN is Tunisia, and Tamil Nadu for who writes a state where the country belongs; NA is nothing
    ...(states.has(code.toLowerCase()) || code === 'NA' ? [] : [[code, code] as const]),
    [code, countryName(code)] as const,
    [code, countryName(code).replace(/^St\. /, 'Saint ')] as const,
  ]),
  countrySpellings,
);

/** How many letters differ: inserted, left out, another, or two in the wrong order. More than `most` is `most + 1`. */
function difference(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const ways = [(row?.[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row?.[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (isSwapped) ways.push((before?.[j - 2] ?? 0) + 1);
      next.push(Math.min(...ways));
    }
    [before, row] = [row, next];
  }
  return row?.at(-1) ?? most + 1;
}

/**
 * The code of the one name that is nearest: one letter may differ in a word of six, two in a word of ten. Undefined
 * where two names are equally near.
 */
function nearest(letters: string, dictionary: ReadonlyMap<string, string>): string | undefined {
  if (letters.length < 5 || letters.length > 60) return undefined;
  let [least, found] = [letters.length >= 10 ? 3 : 2, new Set<string>()];
  for (const [name, code] of dictionary) {
    // a short name has too many neighbours: Iran and Iraq
    if (Math.max(name.length, letters.length) < 6 || name.length < 5) continue;
    const apart = difference(letters, name, least);
    if (apart < least) [least, found] = [apart, new Set([code])];
    else if (apart === least && found.size > 0) found.add(code);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Words around a name that say nothing. */
const around =
  /\b(?:the|(?:(?:peoples|democratic|islamic|socialist|federal|arab|united) ){0,3}(?:republic|state|kingdom|sultanate|union territory|ut) of(?: the)?)\b|\bstate\b/g;

/** What stands behind a comma and makes the name before it that of another country. */
const qualifies = /^(?:north|south|east|west|(?:the )?(?:democratic|peoples?|federal|islamic)\b.{0,60})$/i;

const find = (text: string, dictionary: ReadonlyMap<string, string>) =>
  dictionary.get(lettersOf(text)) ?? dictionary.get(lettersOf(text.toLowerCase().replace(around, '')));

/** The place that a text names, as a whole or in one of its parts; undefined where the parts name several. */
function codeIn(written: string, dictionary: ReadonlyMap<string, string>): string | undefined {
  const text = written.slice(0, 200).replaceAll(/['’]/g, '');
  const parts = text.split(/[^\p{L}\p{M}&. ]+/u);
  // 'Korea, North' is North Korea, and not Korea
  if (dictionary === countries && parts.length > 1 && parts.some((part) => qualifies.test(part.trim()))) {
    return dictionary.get(lettersOf(text)) ?? dictionary.get(lettersOf(parts.toReversed().join(' ')));
  }
  const whole = find(text, dictionary);
  if (whole) return whole;
  const named = new Set<string>();
  for (const part of parts) {
    const code = find(part, dictionary) ?? nearest(lettersOf(part.toLowerCase().replace(around, '')), dictionary);
    if (code) named.add(code);
  }
  return named.size === 1 ? [...named][0] : undefined;
}

/**
 * The code of the Indian state that somebody has written: its name, a former one, an abbreviation, a usual misspelling,
 * or its GST code, alone or with a town. Undefined for what is not recognised.
 */
export function stateCodeOf(written: string): string | undefined {
  const code = asciiDigits(written).trim();
  return indianStates.some((state) => state.code === code) ? code : codeIn(written, states);
}

/** The code of ISO 3166 of the country that somebody has written, in the same ways, or as a nationality. */
export const countryCodeOf = (written: string): string | undefined => codeIn(written, countries);

/** The part of an address by which a place is known, under its names on the wire. */
type Address = { state: string; country: string; zipCode: string };

/** What of an address is not in the lists, in a sentence; empty where both are. */
export function placeDoubt({ state, country }: Pick<Address, 'state' | 'country'>): string {
  const code = countryCodeOf(country);
  if (!code) return `The country ‘${country}’ is not in the list of countries.`;
  return code === india && !stateCodeOf(state) ? `‘${state}’ is not in the list of the states of India.` : '';
}

/** A PIN code as six digits, however it is written; other texts come back without spaces. */
const pinOf = (zipCode: string) => asciiDigits(zipCode).replace(/[\s-]/g, '');

/** The code of the state that a PIN code proposes; undefined for none. */
export function stateOfPin(zipCode: string): string | undefined {
  const area = pinArea(pinOf(zipCode));
  return typeof area === 'object' ? area.proposed : undefined;
}

/** Whether the PIN code of an address in India is one that India Post cannot have. */
export function isImpossiblePin({ country, zipCode }: Pick<Address, 'country' | 'zipCode'>): boolean {
  return countryCodeOf(country) === india && pinArea(pinOf(zipCode)) === undefined;
}

/** What a PIN code says against the state of an address in India, in a sentence; empty where it says nothing. */
export function pinDoubt({ state, country, zipCode }: Address): string {
  if (isImpossiblePin({ country, zipCode })) return noSuchPin;
  const area = pinArea(pinOf(zipCode));
  const code = stateCodeOf(state);
  if (countryCodeOf(country) !== india || typeof area !== 'object' || !code) return '';
  // the first digits of some codes lie on both sides of a border
  if (area.states.includes(code)) return '';
  const there = (area.proposed ? [area.proposed] : area.states).map((one) => gstStates[one]).join(' or ');
  return `This PIN code is in ${there}, not in ${gstStates[code]}.`;
}

export const noSuchPin = 'A PIN code of India has six digits, such as 682001';
