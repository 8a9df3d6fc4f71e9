// `node tools/figures.ts` prints how large the project is, and `node tools/figures.ts v0.1.0` beside that how large it
// was at a commit or tag.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

const source = /\.(ts|tsx|mjs|js|sql|py|css|typ)$/;
const isTest = /(^e2e|^soak|\/testing|(^|\/)tests?)\/|\.(test|spec)\.tsx?$/;

/** The value below which a share of the sorted values is. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The figures of a commit. */
function figuresAt(commit: string): Record<string, number> {
  const lines = git('grep', '-Ic', '', commit)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, path = '', count = '0'] = /^[^:]+:(.*):(\d+)$/.exec(line) ?? [];
      return { path, count: Number(count) };
    });
  const of = (pattern: RegExp, test?: boolean) =>
    lines.filter(({ path }) => pattern.test(path) && (test === undefined || isTest.test(path) === test));
  const counts = of(/\.tsx?$/, false)
    .map(({ count }) => count)
    .toSorted((a, b) => a - b);
  const words = of(/\.md$/).map(({ path }) => git('show', `${commit}:${path}`).split(/\s+/).filter(Boolean).length);
  const lock = JSON.parse(git('show', `${commit}:package-lock.json`)) as { packages: Record<string, unknown> };
  return {
    'lines of source': sumOf(of(source, false).map(({ count }) => count)),
    'lines of tests': sumOf(of(source, true).map(({ count }) => count)),
    'files of TypeScript, without tests': counts.length,
    'lines of a file: median': quantile(counts, 0.5),
    'lines of a file: nine of ten': quantile(counts, 0.9),
    'lines of a file: longest': counts.at(-1) ?? 0,
    'words of documents': sumOf(words),
    'packages in the lock file': Object.keys(lock.packages).length - 1,
  };
}

const [earlier] = process.argv.slice(2);
const now = figuresAt('HEAD');
const before = earlier === undefined ? undefined : figuresAt(earlier);
console.table(
  Object.fromEntries(
    Object.entries(now).map(([name, value]) => [
      name,
      before && earlier ? { [earlier]: before[name], now: value } : { now: value },
    ]),
  ),
);
