/** The languages of captions and transcripts, with their English names: those of the crews that the academy teaches. */
const names: Readonly<Record<string, string>> = {
  en: 'English',
  hi: 'Hindi',
  ml: 'Malayalam',
  ta: 'Tamil',
  te: 'Telugu',
  mr: 'Marathi',
  gu: 'Gujarati',
  bn: 'Bangla',
  fil: 'Filipino',
  id: 'Indonesian',
  zh: 'Chinese',
  ru: 'Russian',
  uk: 'Ukrainian',
  es: 'Spanish',
  pt: 'Portuguese',
  fr: 'French',
  ar: 'Arabic',
};

export const languages: readonly string[] = Object.keys(names);

/** A language's English name: 'hi' is Hindi. Captions that came with a film may have one that is not in the list. */
export function nameOfLanguage(language: string): string {
  return names[language] ?? new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
