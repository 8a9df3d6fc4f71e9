/**
 * The first letters of the first and the last word of a name, with their accents: 'AN' of Asha Nair, 'A' of Ahmadi.
 */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => /\p{L}/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => (/\p{L}\p{M}*/u.exec(word)?.[0] ?? '').toLocaleUpperCase('en')).join('');
}
