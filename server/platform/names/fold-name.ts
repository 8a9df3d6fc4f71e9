/**
 * Letters that are no base letter with an accent, so that no decomposition splits them, with the letters for which a
 * passport may write them (ICAO 9303, part 3, section 6). The last row is West Africa's, which the standard leaves out.
 * The function `fold_letters` of the database has the same table; a test compares both for every character.
 */
const letters: Readonly<Record<string, string>> = {
  ...{ ẞ: 'SS', Æ: 'AE', Œ: 'OE', Þ: 'TH', Ð: 'D', Đ: 'D', Ø: 'O', Ə: 'E', Ǝ: 'E', Ħ: 'H', Ł: 'L', Ŋ: 'N', Ŧ: 'T' },
  ...{ ĸ: 'Q', Ǥ: 'G', Ɨ: 'I', Ʉ: 'U', Ƶ: 'Z', Ɍ: 'R', Ɏ: 'Y', Ⱥ: 'A', Ƀ: 'B', Ȼ: 'C', Ɇ: 'E', Ⱦ: 'T', Ƚ: 'L' },
  ...{ Ɓ: 'B', Ɗ: 'D', Ɖ: 'D', Ɛ: 'E', Ƒ: 'F', Ɣ: 'G', Ɩ: 'I', Ƙ: 'K', Ɲ: 'N', Ɔ: 'O', Ʋ: 'V', Ƴ: 'Y' },
};

/** Letters that may be written as two or three, here with their accents decomposed: Ä, Å, Ö, Ø and Ü; Ü and Ñ. */
const asTwo = { 'A\u0308': 'AE', 'A\u030a': 'AA', 'O\u0308': 'OE', Ø: 'OE', 'U\u0308': 'UE' };
const asThree = { ...asTwo, 'U\u0308': 'UXX', 'N\u0303': 'NXX' };

/** Apostrophes that would become a space with an accent. */
const spacingAccents = /[\u00b4\u1fbd\u1fbf\u1ffd\u1ffe]/g;

/** Accents, the apostrophes that phones and registrars type, and signs that nobody sees. */
const left =
  /[\u0300-\u036f'`\u00b7\u02b9-\u02bf\u02c8\u02ca\u02cb\u055a\u2018-\u201b\u2032\u2035\ua78b\ua78c\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Spaces, hyphens, points and commas, which divide the parts of a name. */
const divides = /[\s.,;:/<\u2010-\u2015\u2043\u2212\u058a\u05be\u060c\u30fb\u3001\u3002-]+/g;

/** The most common apostrophes. */
const apostrophes = /['`\u02bc\u2018\u2019]/g;

/** Hyphens and points, without which the parts of a name may also be written together. */
const joins = /[.\u2010-\u2015\u2043\u2212-]/g;

/** The words that are often written together with the next: De La Cruz, D Souza, Abdul Rahman. */
const joinsNext = /(?<![^ ])([A-Z]{1,3}|DELA|DELOS|DELAS|ABDUL|ABDEL|ABDUR) /gu;

/** In capitals, with accents as characters of their own; a letter of a compatible form, such as Ａ, as the usual one. */
const decomposed = (name: string) =>
  name.replace(spacingAccents, "'").normalize('NFKC').toUpperCase().normalize('NFKC').normalize('NFD');

const foldLetters = (text: string): string =>
  [...text.replace(left, '')]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .replace(divides, ' ')
    .trim()
    .normalize('NFC');

const written = (text: string, as: Readonly<Record<string, string>>) =>
  Object.entries(as).reduce((writing, [letter, others]) => writing.replaceAll(letter, others), text);

/**
 * The ways in which people, phones and passports may write a name, in capitals, each once. The first has one letter for
 * each letter of the name, without accents, apostrophes, hyphens and points: Jürgen D’Souza-Müller is JURGEN DSOUZA
 * MULLER, JUERGEN DSOUZA MUELLER, and JURGEN DSOUZAMULLER. Letters of other scripts stay as they are.
 */
export function spellingsOf(name: string): string[] {
  const text = decomposed(name);
  const joined = foldLetters(text.replace(joins, '')).replace(joinsNext, '$1');
  const all = [foldLetters(text), foldLetters(written(text, asTwo)), foldLetters(written(text, asThree)), joined];
  return [...new Set(all)];
}

/** The first of a name's spellings. */
export const foldedName = (name: string): string => foldLetters(decomposed(name));

/**
 * All spellings of a name, as the database keeps them in columns `folded_name`, by which lists are searched and sorted;
 * and the one in which an apostrophe divides, since two letters are found where a word begins.
 */
export const foldedColumn = (name: string): string =>
  [...new Set([...spellingsOf(name), foldLetters(decomposed(name).replace(apostrophes, ' '))])].join(' / ');

/** The words of a text that has been folded. */
export const wordsOf = (spelling: string): string[] => spelling.split(' ').filter(Boolean);

/**
 * Whether two names can be of one person: in one of their spellings, the words of one are among those of the other, in
 * any order, or both are the same without spaces.
 */
export function isSameName(one: string, other: string): boolean {
  return spellingsOf(one).some((mine) =>
    spellingsOf(other).some((theirs) => {
      const [few = [], many = []] = [wordsOf(mine), wordsOf(theirs)].sort((a, b) => a.length - b.length);
      if (few.length === 0) return false;
      return few.every((word) => many.includes(word)) || few.join('') === many.join('');
    }),
  );
}
