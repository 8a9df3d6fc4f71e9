import { aboardDatabase } from './database-name.ts';

/** The name of the mark in local storage. */
const key = 'aboard';

/**
 * A mark in local storage of what each person has aboard, by the ids of their courses. It outlives the database, so
 * that one which the browser has deleted is noticed.
 */
type Marks = Readonly<Record<string, readonly string[]>>;

function marks(): Marks {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Marks) : {};
  } catch {
    return {}; // storage is forbidden, or another program wrote under the same name
  }
}

/** The ids of the courses that a person has aboard in this browser. */
export const markedAboard = (person: string): readonly string[] => marks()[person] ?? [];

/**
 * Whether anybody may have something aboard in this browser: pages ask before they load the rest. After a power cut the
 * database is there, and the mark of the last minute is not.
 */
export async function isAnythingAboard(): Promise<boolean> {
  if (Object.keys(marks()).length > 0) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === aboardDatabase);
  } catch {
    return false; // storage is forbidden
  }
}

export function markAboard(person: string, courses: readonly string[]): void {
  const { [person]: _, ...others } = marks();
  const all = courses.length > 0 ? { ...others, [person]: courses } : others;
  try {
    if (Object.keys(all).length > 0) localStorage.setItem(key, JSON.stringify(all));
    else localStorage.removeItem(key);
  } catch {
    // full, or forbidden: what is aboard is found by its database alone
  }
}
