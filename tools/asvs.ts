// Checks tools/coverage/asvs.yaml against the numbers of the standard.

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

/** The numbers of the requirements up to level 2. */
export const asked: ReadonlySet<string> = new Set(
  levels.flatMap((chapter, c) =>
    chapter.split(' ').flatMap((section, s) =>
      Array.from(section, (level, n) => ({ number: `${c + 1}.${s + 1}.${n + 1}`, level }))
        .filter(({ level }) => level < '3')
        .map(({ number }) => number),
    ),
  ),
);

/** A sentence for each requirement that is left out, and for each id that is none up to level 2. */
export function asvsFaults(ids: readonly string[]): string[] {
  const answered = new Set(ids.map((id) => id.replace(/^asvs\//, '')));
  return [
    ...[...answered].filter((number) => !asked.has(number)).map((n) => `asvs/${n} is no requirement of level 1 or 2`),
    ...[...asked].filter((number) => !answered.has(number)).map((number) => `asvs/${number} is left out`),
  ];
}
