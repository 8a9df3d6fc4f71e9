import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// A database that has a migration refuses one that is added before it (server/platform/db/migrate.ts).

const root = resolve(import.meta.dirname, '..');
const folder = 'server/platform/db/migrations';
const names = readdirSync(join(root, folder)).sort();
const released: { migration: string; digest: string } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'released.json'), 'utf8'),
);

/** The new ones among migrations that sort before one that others have already. */
function tooLow(own: readonly string[], others: readonly string[]): string[] {
  const last = others.toSorted().at(-1) ?? '';
  return own.filter((name) => !others.includes(name) && name < last);
}

/** The names in a commit; undefined where there is no such commit. */
function namesIn(commit: string): string[] | undefined {
  try {
    const listed = execFileSync('git', ['ls-tree', '--name-only', commit, `${folder}/`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\n').flatMap((line) => line.slice(folder.length + 1) || []);
  } catch {
    return undefined;
  }
}

test('each migration has a number of its own', () => {
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('released migrations are as they were, and none was added between them', () => {
  const digest = createHash('sha256');
  for (const name of names.filter((one) => one <= `${released.migration}.sql`))
    digest.update(`${name}\n${readFileSync(join(root, folder, name), 'utf8')}`);
  // for a new release, what this says is the digest in released.json
  expect(digest.digest('hex')).toBe(released.digest);
});

test('a new migration sorts after those of the branch that it will be added to', () => {
  const others = namesIn('origin/main') ?? namesIn('HEAD') ?? names;
  expect(tooLow(names, others)).toEqual([]);
});

test('one that sorts before another one’s is named', () => {
  expect(tooLow(['0001-a.sql', '0002-b.sql', '0004-d.sql'], ['0001-a.sql', '0003-c.sql'])).toEqual(['0002-b.sql']);
});
