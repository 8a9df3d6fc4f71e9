/** The same things with one of them, by its id, at another place from 0; the others keep their order. */
export function movedTo<T extends { id: string }>(things: readonly T[], id: string, to: number): T[] {
  const moved = things.find((one) => one.id === id);
  return moved
    ? things.filter((one) => one !== moved).toSpliced(Math.max(0, Math.min(to, things.length - 1)), 0, moved)
    : [...things];
}
