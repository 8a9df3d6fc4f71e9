import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { asked, asvsFaults } from './asvs.ts';

const root = resolve(import.meta.dirname, '..');
const pages = globSync(['*.md', '{docs,demo,bench}/**/*.md'], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), 'utf8');

test.each(pages)('every link of %s has a target', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

test.each(pages)('every command that %s names exists', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(page).matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test.each(pages)('every file that %s names by its path exists', (page) => {
  const named = [...read(page).matchAll(/`((?:contract|server|web|e2e|demo|bench|soak|tools|docs)\/[\w./-]+\.\w+)`/g)];
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the folders that the README names exist', () => {
  const named = [...read('README.md').matchAll(/^\| `(\w+)\/` \|/gm)].map(([, folder = '']) => folder);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});

test('every requirement of ASVS up to level 2 is answered', () => {
  expect(asked.size).toBe(253);
  expect(asvsFaults(read('docs/asvs.md'))).toEqual([]);
});

test.each([
  ['| asvs/1.1.1 | 1 | x | code: `tools/asvs.ts` |', 'the level is 2'],
  ['| asvs/3.1.1 | 3 | x | missed: all of it |', 'no requirement of level 1 or 2'],
  ['| asvs/1.1.1 | 2 | x | missed: all of it |', 'asvs/1.1.2 is left out'],
])('an invalid answer is a fault: %s', (row, sentence) => {
  const page = ['| id | level | what | shown by |', '| --- | --- | --- | --- |', row].join('\n');
  expect(asvsFaults(page)).toContainEqual(expect.stringContaining(sentence));
});
