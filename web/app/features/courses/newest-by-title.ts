/** Keeps the first item of each title, and sorts by title; titles that differ only in case or spaces are the same. */
export function newestByTitle<T extends { title: string }>(newestFirst: readonly T[]): T[] {
  const byTitle = new Map<string, T>();
  for (const course of newestFirst) {
    const key = course.title.trim().toLowerCase();
    if (!byTitle.has(key)) byTitle.set(key, course);
  }
  return [...byTitle.values()].sort((a, b) => a.title.localeCompare(b.title));
}
