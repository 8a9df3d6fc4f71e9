/** What a table's cell may hold; a Date is a moment. */
export type Cell = string | number | boolean | Date | null;

/**
 * What makes a spreadsheet take a text for a formula, in its usual and its full-width letters: a name such as
 * `=HYPERLINK(…)` would act on whoever opens the table.
 */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text);

/** A truth as people read it. */
export const yesOrNo = (truth: boolean): string => (truth ? 'yes' : 'no');

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in the academy's zone as every spreadsheet knows it: 2026-11-20 12:00. */
export function momentText(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}
