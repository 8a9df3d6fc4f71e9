/** A cell that is made: what it shows, and whether its row cannot be taken. */
export type MadeCell = { text: string; isRefused?: boolean; isCrossedOut?: boolean };

const shown =
  (write: (word: string) => string) =>
  (word: string): MadeCell => ({ text: write(word) });
const refused = (write: (word: string) => string) => (word: string) => ({ text: write(word), isRefused: true });

/** What cells of lists say, around a word, in letters of Western Europe. */
export const westernCells: readonly ((word: string) => MadeCell)[] = [
  shown((word) => word),
  shown((word) => `Nair, ${word}`),
  shown((word) => `${word}; ${word}`),
  shown((word) => `${word}\tx|y`),
  shown((word) => `the "${word}"`),
  shown((word) => `"${word}" first`),
  shown((word) => `5" ${word}`),
  shown((word) => `${word}"`),
  shown((word) => `"`.repeat(3) + word),
  shown((word) => `two\n${word}`),
  shown((word) => `  ${word} `),
  shown(() => '0098200'),
  shown(() => '03/04/1985'),
  shown(() => '9.82E+09'),
  shown(() => '-'),
  shown((word) => `+63 917 ${word}`),
  shown((word) => `'${word}`),
  shown((word) => `=${word}`),
  shown((word) => `${word} \\ ${word}\\`),
  shown((word) => `José Müller ${word}`),
  ...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#NUM!', '#DIV/0!', '#SPILL!', '#ERROR!', 'Err:502', '####'].map((error) =>
    refused(() => error),
  ),
];
/** The same in all letters. */
export const plainCells: readonly ((word: string) => MadeCell)[] = [
  ...westernCells,
  shown((word) => `श्री ${word}`),
  shown((word) => `Đặng ${word} – “${word}”`),
  shown((word) => `ʻOkina ${word} 🚢`),
  refused((word) => `Jos\ufffd ${word}`),
];

type Dialect = {
  /** Whether it has the letters of Windows-1252 alone. */
  isWestern?: boolean;
  /** The lines above the first row. */
  linesAbove?: number;
  write: (rows: readonly (readonly string[])[]) => Buffer;
};

/** A table with a separator; texts that would break it stand between quotation marks, doubled inside of them. */
const separated = (rows: readonly (readonly string[])[], separator: string, end: string, isQuoted = false): string => {
  const cell = (text: string) =>
    isQuoted || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((line) => line.map(cell).join(separator) + end).join('');
};

/** How programs write CSV, each by its own documentation and as saved files have it. */
export const dialects: Readonly<Record<string, Dialect>> = {
  'Excel, UTF-8': { write: (rows) => Buffer.from(`\ufeff${separated(rows, ',', '\r\n')}`) },
  'Excel in India, Windows-1252': {
    isWestern: true,
    write: (rows) => Buffer.from(separated(rows, ',', '\r\n'), 'latin1'),
  },
  'Excel in Europe': { isWestern: true, write: (rows) => Buffer.from(separated(rows, ';', '\r\n'), 'latin1') },
  'Excel, Unicode text': { write: (rows) => Buffer.from(`\ufeff${separated(rows, '\t', '\r\n')}`, 'utf16le') },
  'a program that names the separator for Excel': {
    linesAbove: 1,
    write: (rows) => Buffer.from(`sep=;\r\n${separated(rows, ';', '\r\n')}`),
  },
  'Google Sheets': { write: (rows) => Buffer.from(separated(rows, ',', '\r\n')) },
  LibreOffice: { write: (rows) => Buffer.from(separated(rows, ',', '\n')) },
  'LibreOffice, with all texts quoted': { write: (rows) => Buffer.from(separated(rows, ';', '\n', true)) },
  'a database, with bars': { write: (rows) => Buffer.from(separated(rows, '|', '\n')) },
};
