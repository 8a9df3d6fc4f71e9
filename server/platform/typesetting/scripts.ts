/**
 * The scripts of names and other texts besides Latin, Greek and Cyrillic: the language that determines shaping and
 * direction (ISO 639-1), the font family that has the script, and the family's faces. `isJoined`: glyphs differ from
 * characters in number or order, or are written from right to left.
 */
export type Script = {
  characters: RegExp;
  language: string;
  family: string;
  faces: readonly string[];
  isJoined: boolean;
};

/** A script with a family of Noto Sans in two weights. */
const noto = (name: string, language: string, characters: RegExp, isJoined = true): Script => ({
  characters,
  language,
  isJoined,
  family: `Noto Sans ${name}`,
  faces: ['400Regular', '600SemiBold'].map(
    (weight) => `noto-sans-${name.toLowerCase()}/${weight}/NotoSans${name}_${weight}.ttf`,
  ),
});

/**
 * Traditional and simplified Chinese, and Japanese, in one weight: Noto's nine weights of each are a package of 57 MB.
 */
const chinese = {
  isJoined: false,
  family: 'Chocolate Classical Sans',
  faces: ['chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf'],
};

/** Where a text has several, the first decides its language: kana come before the Han characters beside them. */
export const scripts: readonly Script[] = [
  noto('Devanagari', 'hi', /\p{Script=Devanagari}/u),
  noto('Tamil', 'ta', /\p{Script=Tamil}/u),
  noto('Bengali', 'bn', /\p{Script=Bengali}/u),
  noto('Malayalam', 'ml', /\p{Script=Malayalam}/u),
  noto('Telugu', 'te', /\p{Script=Telugu}/u),
  noto('Kannada', 'kn', /\p{Script=Kannada}/u),
  noto('Gujarati', 'gu', /\p{Script=Gujarati}/u),
  noto('Gurmukhi', 'pa', /\p{Script=Gurmukhi}/u),
  noto('Sinhala', 'si', /\p{Script=Sinhala}/u),
  noto('Myanmar', 'my', /\p{Script=Myanmar}/u),
  noto('Thai', 'th', /\p{Script=Thai}/u),
  noto('Hebrew', 'he', /\p{Script=Hebrew}/u),
  noto('Georgian', 'ka', /\p{Script=Georgian}/u, false),
  noto('Ethiopic', 'am', /\p{Script=Ethiopic}/u, false),
  {
    characters: /\p{Script=Arabic}/u,
    language: 'ar',
    isJoined: true,
    family: 'Noto Naskh Arabic',
    faces: [
      'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
      'noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf',
    ],
  },
  // All 11,172 syllables in 2 MB; Noto's package has 57 MB.
  {
    characters: /\p{Script=Hangul}/u,
    language: 'ko',
    isJoined: false,
    family: 'NanumGothic',
    faces: ['nanum-gothic/400Regular/NanumGothic_400Regular.ttf'],
  },
  { characters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: 'ja', ...chinese },
  { characters: /\p{Script=Han}/u, language: 'zh', ...chinese },
];

/** The script of a text, the first of the list if it has several; undefined for Latin, Greek and Cyrillic. */
export const scriptOf = (text: string): Script | undefined => scripts.find(({ characters }) => characters.test(text));

/** The language of a name, by its script: 'en' for one in Latin, Greek or Cyrillic characters. */
export const languageOf = (name: string): string => scriptOf(name)?.language ?? 'en';
