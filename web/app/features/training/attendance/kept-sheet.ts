import type { AttendanceSheet } from '@fairlead/contract/training/attendance';
import { personNow } from '../../../lib/session/session.ts';

/**
 * The attendance of a batch as this person has last seen it on this device, so that the page opens without a network.
 * It has the names of people, and is deleted with the session.
 */
export type KeptSheet = {
  sheet: AttendanceSheet;
  /** When it was read from the server, in milliseconds. */
  at: number;
};

/** The most sheets that are kept of one person: those of earlier batches only have names that nobody needs here. */
export const mostSheets = 10;

const prefixOf = (person: string) => `sheet:${person}:`;
const keyOf = (person: string, batchId: string) => `${prefixOf(person)}${batchId}`;

/**
 * Stores a sheet as the server returned it, and deletes the oldest ones. Nothing is stored for a person who has logged
 * out while the server was asked. A browser that has no room for it goes without.
 */
export function keepSheet(person: string, sheet: AttendanceSheet): void {
  if (person === '' || person !== personNow()) return;
  const kept: KeptSheet = { sheet, at: Date.now() };
  try {
    localStorage.setItem(keyOf(person, sheet.batch._id), JSON.stringify(kept));
  } catch {
    dropSheet(person, sheet.batch._id); // an older one would look like the last one
  }
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefixOf(person)));
  const newestFirst = names.sort((one, other) => (parse(other)?.at ?? 0) - (parse(one)?.at ?? 0));
  for (const name of newestFirst.slice(mostSheets)) localStorage.removeItem(name);
}

/** The stored sheet; undefined when this person never opened it on this device. */
export const readSheet = (person: string, batchId: string): KeptSheet | undefined => parse(keyOf(person, batchId));

/** Deletes a sheet, such as that of a batch which the person may no longer see. */
export const dropSheet = (person: string, batchId: string): void => localStorage.removeItem(keyOf(person, batchId));

function parse(name: string): KeptSheet | undefined {
  try {
    const kept: Partial<KeptSheet> | null = JSON.parse(localStorage.getItem(name) ?? 'null');
    const { sheet, at } = kept ?? {};
    return sheet?.people && typeof at === 'number' ? { sheet, at } : undefined;
  } catch {
    return undefined; // written by another program under the same name: there is no sheet to show
  }
}
