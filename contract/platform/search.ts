/** From how many letters a search counts. */
export const fewestLetters = 2;

/**
 * Characters of scripts in which one character is a syllable or a word, and which are written without spaces: Chinese,
 * Japanese and Korean. The function `search_signs` of the database has the same ranges.
 */
const sign = /[々〇ぁ-ヿㇰ-ㇿ㐀-䶿一-鿿가-힣豈-﫿\u{20000}-\u{323af}]/gu;

/** The signs of a text, each once: 王 and 伟 of 王伟. */
export const signsOf = (text: string): string[] => [...new Set(text.match(sign))];

/**
 * The text that a typed one searches for, without spaces around it; empty while it is too short: one sign is enough.
 */
export function searchedText(typed: string): string {
  const text = typed.trim();
  return [...text].length >= fewestLetters || signsOf(text).length > 0 ? text : '';
}
