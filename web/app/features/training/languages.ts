/** The languages of captions and transcripts: those of the crews that the academy teaches. */
export const languages = [
  'en',
  'hi',
  'ml',
  'ta',
  'te',
  'mr',
  'gu',
  'bn',
  'fil',
  'id',
  'zh',
  'ru',
  'uk',
  'es',
  'pt',
  'fr',
  'ar',
];

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** A language's English name: 'hi' is Hindi. */
export const nameOfLanguage = (language: string): string => names.of(language) ?? language;
