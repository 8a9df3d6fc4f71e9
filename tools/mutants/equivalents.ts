/**
 * A fault that changes nothing anybody could notice, and why. `line` is the line of the source without the spaces
 * around it, `fault` what npm run soak -- mutants prints of it.
 */
type Equivalent = { file: string; line: string; fault: string; why: string };

const cellForEachRow = 'there is a cell for each row; the compiler does not know that';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'server/features/fit-to-join/rules.ts',
    line: "const [want, is] = [expected.get(id) ?? 'held', cells[n]?.state ?? 'held'];",
    fault: "cells[n]?.state ?? 'held' → cells[n]?.state",
    why: cellForEachRow,
  },
  {
    file: 'server/features/fit-to-join/rules.ts',
    line: "const was = new Map<string, CellState>(before.rows.map(({ id }, n) => [id, before.cells[n]?.state ?? 'held']));",
    fault: "before.cells[n]?.state ?? 'held' → before.cells[n]?.state",
    why: cellForEachRow,
  },
  {
    file: 'server/features/fit-to-join/rules.ts',
    line: 'one.appliesFrom > other.appliesFrom || (one.appliesFrom === other.appliesFrom && one.edition > other.edition);',
    fault: 'sFrom && one.edition > other.edition); → >=',
    why: 'two editions of a checklist have different numbers',
  },
];
