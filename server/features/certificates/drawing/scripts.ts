/**
 * The scripts of names and other texts besides Latin, Greek and Cyrillic: the language that determines shaping and
 * direction (ISO 639-1), the font family that has the script, and the family's faces.
 */
export type Script = { characters: RegExp; language: string; family: string; faces: readonly string[] };

/** A script with a family of Noto Sans in two weights. */
const noto = (name: string, language: string): Script => ({
  characters: new RegExp(`\\p{Script=${name}}`, 'u'),
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
  noto('Devanagari', 'hi'),
  noto('Tamil', 'ta'),
  noto('Bengali', 'bn'),
  noto('Malayalam', 'ml'),
  noto('Telugu', 'te'),
  noto('Kannada', 'kn'),
  noto('Gujarati', 'gu'),
  noto('Gurmukhi', 'pa'),
  noto('Sinhala', 'si'),
  noto('Myanmar', 'my'),
  noto('Thai', 'th'),
  noto('Hebrew', 'he'),
  noto('Georgian', 'ka'),
  noto('Ethiopic', 'am'),
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
