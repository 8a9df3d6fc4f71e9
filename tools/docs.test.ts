import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { asked, asvsFaults } from './asvs.ts';

const root = resolve(import.meta.dirname, '..');
const pages = ['README.md', ...globSync('{docs,demo,bench}/**/*.md', { cwd: root })];
const read = (page: string) => readFileSync(join(root, page), 'utf8');

test.each(pages)('every link of %s leads to something', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test.each(pages)('every command that %s names is there', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(page).matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the folders that the README names are there', () => {
  const named = [...read('README.md').matchAll(/^\| `(\w+)\/` \|/gm)].map(([, folder = '']) => folder);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

test('every requirement of ASVS up to level 2 is answered, and the files that the answers name are there', () => {
  expect(asked.size).toBe(253);
  expect(asvsFaults(read('docs/asvs.md'), root)).toEqual([]);
});

test.each([
  ['| asvs/1.1.1 | 1 | x | code: `tools/asvs.ts` |', 'the level is 2'],
  ['| asvs/1.1.1 | 2 | x | code: `tools/gone.ts` |', 'there is no file tools/gone.ts'],
  ['| asvs/3.1.1 | 3 | x | missed: all of it |', 'no requirement of level 1 or 2'],
  ['| asvs/1.1.1 | 2 | x | missed: all of it |', 'asvs/1.1.2 is left out'],
])('an answer that is none is a fault: %s', (row, sentence) => {
  const page = ['| id | level | what | shown by |', '| --- | --- | --- | --- |', row].join('\n');
  expect(asvsFaults(page, root)).toContainEqual(expect.stringContaining(sentence));
});
