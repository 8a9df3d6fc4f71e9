import type { AttendanceSheet } from '@fairlead/contract/attendance';

/**
 * The attendance of a batch as this person has last seen it on this device, so that the page opens without a network. It
 * has the names of people, and is deleted with the session.
 */
export type KeptSheet = {
  sheet: AttendanceSheet;
  /** When it was read from the server, in milliseconds. */
  at: number;
};

const keyOf = (person: string, batchId: string) => `sheet:${person}:${batchId}`;

/** Stores a sheet as the server returned it. A browser that has no room for it, or forbids storage, goes without. */
export function keepSheet(person: string, sheet: AttendanceSheet): void {
  const kept: KeptSheet = { sheet, at: Date.now() };
  try {
    localStorage.setItem(keyOf(person, sheet.batch._id), JSON.stringify(kept));
  } catch {
    localStorage.removeItem(keyOf(person, sheet.batch._id)); // an older one would look like the last one
  }
}

/** The stored sheet; undefined when this person never opened it on this device. */
export function readSheet(person: string, batchId: string): KeptSheet | undefined {
  try {
    const kept: Partial<KeptSheet> | null = JSON.parse(localStorage.getItem(keyOf(person, batchId)) ?? 'null');
    const { sheet, at } = kept ?? {};
    return sheet?.people && typeof at === 'number' ? { sheet, at } : undefined;
  } catch {
    return undefined; // written by another program under the same name: there is no sheet to show
  }
}
