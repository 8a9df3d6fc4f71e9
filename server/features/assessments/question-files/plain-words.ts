import { chooseMarked } from './text-languages.ts';

export type HtmlText = {
  /** The plain text, with line breaks. */
  text: string;
  images: { src: string; alt: string }[];
  /** What the text had besides, each as a clause that says what it was and what became of it. */
  remarks: string[];
};

/** What a remark quotes: the beginning of a text, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `“${line.length > 120 ? `${line.slice(0, 120)}…` : line}”`;
}

/** What a remark quotes of a list: its first entries, of which nobody reads more. */
export const firstOf = (list: readonly string[]): string =>
  `${list.slice(0, 10).join(', ')}${list.length > 10 ? ` and ${list.length - 10} more` : ''}`;

/** A text without markup, with the remarks on what the filters of other programs would have made of it. */
export function plainWords(written: string): HtmlText {
  const { text, remarks } = chooseMarked(written, { quoted, firstOf });
  const formulas = formulasIn(text);
  if (formulas.length > 0) remarks.push(`a formula is held as its code ${firstOf(formulas.map(quoted))}`);
  return { text: remarks.length > 0 ? withoutGaps(text.split('\n')) : text, images: [], remarks };
}

/** A text in Markdown, which is held as it is written. */
export function markdownText(written: string): HtmlText {
  const { text, images, remarks } = plainWords(written);
  const isMarked = /[*_`~^|]|\]\(|^ {0,3}(?:#|>|[-+] |\d{1,9}\. )/m.test(text);
  return {
    text,
    images,
    remarks: isMarked ? [...remarks, `its Markdown is held as it is written: ${quoted(text)}`] : remarks,
  };
}

const delimiters = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
  ['[tex]', '[/tex]'],
  ['<tex>', '</tex>'],
  ['\\begin{', '\\end{'],
] as const;

/** The formulas of TeX in a text. Each sign is looked at a bounded number of times. */
function formulasIn(text: string): string[] {
  const delimited = delimiters.flatMap(([begin, end]) => {
    const found: string[] = [];
    for (let at = text.indexOf(begin); at !== -1; ) {
      const close = text.indexOf(end, at + begin.length);
      if (close === -1) break;
      found.push(text.slice(at, close + end.length));
      at = text.indexOf(begin, close + end.length);
    }
    return found;
  });
  if (delimited.length > 0) return delimited;
  // between single signs, or without any
  return [...(/\$[^$\n]{0,60}[\\^_][^$\n]{0,60}\$|\\[A-Za-z]{2,20}\{|[\^_]\{/.exec(text) ?? [])].map((one) => one);
}

/** Lines of a text of which parts were left out, without empty lines in their places. */
export const withoutGaps = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
