// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import { expect, test } from 'vitest';
import { mutantsOf, sayMutant, withMutant, withProbes } from './mutations.ts';

const changed = (source: string) => mutantsOf(source, 'a.ts').map((mutant) => withMutant(source, mutant));

test.each<[string, string[]]>([
  ['f(a === b)', [';', 'f(a !== b)']],
  [
    'const c = a < b && d >= e',
    ['const c = a <= b && d >= e', 'const c = a < b || d >= e', 'const c = a < b && d > e'],
  ],
  ['const c = a + b * 2', ['const c = a - b * 2', 'const c = a + b / 2']],
  ['const c = `${a}` + b', []],
  ['const c = a ?? b', ['const c = a']],
  ['const c = !a', ['const c = (a)']],
  ['const c = true', ['const c = false']],
  ['const c = a > 0 ? x : y', ['const c = !(a > 0) ? x : y', 'const c = a >= 0 ? x : y']],
  ['const c = a === 0 ? x : y', ['const c = a !== 0 ? x : y']],
  ['if (a) throw b', ['if (!(a)) throw b', 'if (a) ;']],
  ['while (a < 1) a += 1', ['while (a <= 1) a += 1', 'while (a < 1) ;', 'while (a < 1) a -= 1']],
  ['const c = a.some(b)', ['const c = a.every(b)']],
  ['const c = Math.max(a, b.min)', ['const c = Math.min(a, b.min)']],
  ['const c = z.min(1)', []],
  ['const c = a.filter(b).length', ['const c = a.length']],
])('the faults of %s', (source, faults) => expect(changed(source).sort()).toEqual(faults.sort()));

test('a condition of a query is left out, or turned round', () => {
  expect(changed(`const c = db.deleteFrom('a').where('b', '<', d).execute()`)).toEqual([
    `const c = db.deleteFrom('a').execute()`,
    `const c = db.deleteFrom('a').where('b', '>=', d).execute()`,
  ]);
  expect(changed('const c = sql`delete from a where b < ${c} and d is null`')).toEqual([
    'const c = sql`delete from a where b >= ${c} and d is null`',
    'const c = sql`delete from a where b < ${c} or d is null`',
    'const c = sql`delete from a where b < ${c} and d is not null`',
  ]);
});

test('a check of a shape is left out', () => {
  expect(changed('const c = z.number().check(z.gte(1), z.lte(200), z.int())')).toEqual([
    'const c = z.number().check(z.lte(200), z.int())',
    'const c = z.number().check(z.gte(1), z.int())',
    'const c = z.number().check(z.gte(1), z.lte(200))',
  ]);
});

test('types have no faults', () => {
  expect(changed('type A = { b: true }; const c = a as true; let d: false;')).toEqual([]);
});

test('a fault is said in a line, and belongs to the innermost function around it', () => {
  const source = 'const a = 1 < b;\nconst c = (d) => (e) => {\n  return !e;\n};';
  const mutants = mutantsOf(source, 'a.ts');
  expect(mutants.map((mutant) => sayMutant(source, mutant))).toEqual([
    '1: const a = 1 < b; → <=',
    '3: return !e; → (e)',
  ]);
  expect(mutants.map(({ inside }) => inside)).toEqual([undefined, source.indexOf('(e)')]);
});

test('probes stand at the beginning of each function', () => {
  const probe = (start: number) => `hit(${start})`;
  expect(withProbes('const f = (a) => (b) => ({ a, b });', 'a.ts', probe)).toBe(
    'const f = (a) => (hit(10), (b) => (hit(17), ({ a, b })));',
  );
  expect(withProbes('async function f() { return 1 }', 'a.ts', probe)).toBe('async function f() {hit(0); return 1 }');
});
