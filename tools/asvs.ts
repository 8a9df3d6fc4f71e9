// Checks docs/asvs.md against the numbers of the standard.
import { rowsOf } from './specification-coverage.ts';

/**
 * The level of each requirement of ASVS 5.0.0, one word for each section, one digit for each requirement: chapter 1 has
 * '22' first, so that 1.1.1 and 1.1.2 are of level 2.
 */
const levels = [
  '22 1111122223 112222222223 222 123',
  '122 112 12223 23',
  '3 113 12223 11222233 11122333 3 22333',
  '12233 23333 22 1222',
  '2 112333 113 222',
  '122 111111112222 11223333 112233 22222333 2223 33 2222',
  '222 1111 22 11222 223 22',
  '1233 1123 133 23',
  '111 1222',
  '22 223 22223 1111122222233333 22222 22 222',
  '2233 22233 11233 1222 23 23 33',
  '12233 11 22223',
  '2333 222223 2233 1222233',
  '22 12223333 122',
  '12233 12233 1222222 3333',
  '2 22222 2222 222 2223',
  '23 22223333 22',
];

/** The requirements up to level 2, with their levels. */
export const asked: ReadonlyMap<string, string> = new Map(
  levels.flatMap((chapter, c) =>
    chapter
      .split(' ')
      .flatMap((section, s) =>
        Array.from(section, (level, n): [string, string] => [`${c + 1}.${s + 1}.${n + 1}`, level]).filter(
          ([, level]) => level < '3',
        ),
      ),
  ),
);

/**
 * Checks the page beyond what `fillPage` checks of every page: each requirement is there, with its level.
 * @returns a sentence for each fault
 */
export function asvsFaults(markdown: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { line, cells } of rowsOf(markdown, 'shown by')) {
    const [ids = '', level] = cells;
    const fault = (sentence: string) => faults.push(`line ${line}, ${ids}: ${sentence}`);
    const named = ids.split(', ').map((id) => id.replace(/^asvs\//, ''));
    for (const id of named) {
      if (!asked.has(id)) fault(`${id} is no requirement of level 1 or 2`);
      seen.add(id);
    }
    const levels = [...new Set(named.map((id) => asked.get(id)))].sort().join(', ');
    if (level !== levels) fault(`the level is ${levels}`);
  }
  return [...faults, ...[...asked.keys()].filter((id) => !seen.has(id)).map((id) => `asvs/${id} is left out`)];
}
