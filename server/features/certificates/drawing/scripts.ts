/**
 * The scripts of names and other texts besides Latin, Greek and Cyrillic: the language that determines shaping and
 * direction (ISO 639-1), the font family that has the script, and the family's faces.
 */
export type Script = { characters: RegExp; language: string; family: string; faces: readonly string[] };

/** A script with a family of Noto Sans in two weights. */
const noto = (name: string, language: string, characters: RegExp): Script => ({
  characters,
  language,
  family: `Noto Sans ${name}`,
  faces: ['400Regular', '600SemiBold'].map(
    (weight) => `noto-sans-${name.toLowerCase()}/${weight}/NotoSans${name}_${weight}.ttf`,
  ),
});

/**
 * Traditional and simplified Chinese, and Japanese, in one weight: Noto's nine weights of each are a package of 57 MB.
 */
const chinese = {
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
  noto('Georgian', 'ka', /\p{Script=Georgian}/u),
  noto('Ethiopic', 'am', /\p{Script=Ethiopic}/u),
  {
    characters: /\p{Script=Arabic}/u,
    language: 'ar',
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
    family: 'NanumGothic',
    faces: ['nanum-gothic/400Regular/NanumGothic_400Regular.ttf'],
  },
  { characters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: 'ja', ...chinese },
  { characters: /\p{Script=Han}/u, language: 'zh', ...chinese },
];

/** The language of a name, by its script: 'en' for one in Latin, Greek or Cyrillic characters. */
export const languageOf = (name: string): string =>
  scripts.find(({ characters }) => characters.test(name))?.language ?? 'en';
