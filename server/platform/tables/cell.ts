import { localTime } from '@fairlead/contract/values/dates';

/** A picture in a table: a JPEG, and what it shows in words. Only workbooks have pictures. */
export class Picture {
  readonly jpeg: Uint8Array;
  readonly shows: string;
  constructor(jpeg: Uint8Array, shows: string) {
    this.jpeg = jpeg;
    this.shows = shows;
  }
}

/** The value of a table cell; a Date is a point in time. */
export type Cell = string | number | boolean | Date | Picture | null;

/**
 * Whether a spreadsheet would take a text for a formula, with usual or full-width signs. A name such as `=HYPERLINK(…)`
 * would otherwise run on the computer of anyone who opens the table.
 */
export const looksLikeFormula = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text);

/** A boolean as people read it. */
export const yesOrNo = (truth: boolean): string => (truth ? 'yes' : 'no');

/** A point in time in the academy's time zone, in a format that every spreadsheet understands: 2026-11-20 12:00. */
export function momentText(moment: Date, timeZone: string): string {
  const { day, hour, minute } = localTime(moment, timeZone);
  return `${day} ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')}`;
}
