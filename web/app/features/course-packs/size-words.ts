/** The name of a size: its lines, sound alone, or the film as it was uploaded, as the player names it. */
export function sizeName(lines: number | null): string {
  if (lines === null) return 'Original';
  return lines === 0 ? 'Sound only' : `${lines}p`;
}
