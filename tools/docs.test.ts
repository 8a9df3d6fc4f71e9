import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const pages = globSync(['*.md', '{docs,demo,bench}/**/*.md'], { cwd: root });
const read = (page: string) => readFileSync(join(root, page), 'utf8');

test.each(pages)('every link of %s has a target', (page) => {
  const targets = [...read(page).matchAll(/\]\(([^)#\s]+)(#[^)]*)?\)/g)].map(([, target = '']) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
});

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every heading that a link of %s names exists', (page) => {
  const links = [...read(page).matchAll(/\]\(([\w./-]*)#([^)]+)\)/g)];
  const missing = links.filter(([, target, anchor = '']) => {
    const named = target ? join(dirname(page), target) : page;
    return !anchorsOf(named).includes(anchor);
  });
  expect(missing.map(([link]) => link)).toEqual([]);
});

test.each(pages)('every command that %s names exists', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(page).matchAll(/npm (?:run )?(start|test|(?<=run )[\w:-]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

const lists = globSync('tools/coverage/*.yaml', { cwd: root });

const named =
  /`((?:contract|server|web|e2e|demo|bench|soak|tools|docs|deploy|transparency|findings)\/[\w./-]+)`|node ((?:[\w-]+\/)+[\w-]+\.m?ts)/g;

test.each([...pages, ...lists])('every file and folder that %s names by its path exists', (page) => {
  const paths = [...read(page).matchAll(named)].map(([, quoted, started]) => quoted ?? started ?? '');
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the folders that the README names exist', () => {
  const named = [...read('README.md').matchAll(/^\| `(\w+)\/` \|/gm)].map(([, folder = '']) => folder);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
});
