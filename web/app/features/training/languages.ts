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

/** Made when a page first names a language, since that takes time. */
let names: Intl.DisplayNames | undefined;

/** A language's English name: 'hi' is Hindi. */
export function nameOfLanguage(language: string): string {
  names ??= new Intl.DisplayNames(['en'], { type: 'language' });
  return names.of(language) ?? language;
}
