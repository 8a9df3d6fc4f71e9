// Control characters except tab and line feed, characters that change the text direction, and those that are not seen,
// which include letters (the fillers of Hangul): with them, one name can look like another, or like none. The joiners
// U+200C and U+200D stay, because Indian scripts need them.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu;

// The time for normalisation grows with the square of the number of marks on one character. Marks after the 30th are
// removed, as in the Stream-Safe Text Format (UAX #15); no script needs them.
const marks = /(\p{M}{1,30})\p{M}*/gu;

/**
 * Text as it is stored: line ends are LF, characters are normalised (NFC), and invisible characters are removed.
 * PostgreSQL accepts neither NUL nor half of a surrogate pair. The time is linear in the length.
 */
export const tidied = (value: string): string =>
  value.toWellFormed().replace(/\r\n?/g, '\n').replace(unseen, '').replace(marks, '$1').normalize('NFC');

/** The zeros of the scripts whose digits people type; the other nine follow each of them. */
const zeros = [...'٠۰०০੦૦୦௦౦೦൦๐໐၀០'].map((zero) => zero.codePointAt(0) ?? 0);

/** Text with the digits of every script as 0 to 9, and full-width characters as plain ones (NFKC). */
export const asciiDigits = (value: string): string =>
  tidied(value)
    .normalize('NFKC')
    .replace(/[^\P{Nd}0-9]/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((one) => code >= one && code <= one + 9);
      return zero === undefined ? digit : String(code - zero);
    });
