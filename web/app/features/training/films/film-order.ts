/** The same items with one of them, given by its id, moved to an index from 0; the others keep their order. */
export function movedTo<T extends { id: string }>(things: readonly T[], id: string, to: number): T[] {
  const moved = things.find((one) => one.id === id);
  return moved
    ? things.filter((one) => one !== moved).toSpliced(Math.max(0, Math.min(to, things.length - 1)), 0, moved)
    : [...things];
}
