import type { AnalysisSeen } from './staff-analysis-api.ts';

/** Excel reads a file as UTF-8 only when it begins with a byte order mark. */
const byteOrderMark = '\ufeff';

/**
 * The questions of an analysis as CSV, one row each; texts that a spreadsheet would run as formulas are prefixed with
 * an apostrophe.
 */
export function analysisCsv({ questions }: Pick<AnalysisSeen, 'questions'>): string {
  const titles = ['Question', 'Topic', 'Asked', 'Correct', 'Unanswered', 'Discrimination'];
  const most = Math.max(4, ...questions.map(({ options }) => options.length));
  const optionTitles = Array.from({ length: most }, (_, i) => [`Option ${i + 1}`, `Chosen ${i + 1}`]).flat();
  const rows = questions.map(({ text, topic, asked, right, unanswered, discrimination, options }) => [
    ...[text, topic, asked, right, unanswered, discrimination ?? ''],
    ...options.flatMap(({ text, correct, count }) => [correct ? `${text} (right)` : text, count]),
  ]);
  return (
    byteOrderMark + [[...titles, ...optionTitles], ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
  );
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n\t;]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
