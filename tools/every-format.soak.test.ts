import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'every-format-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Versions of Node.js in npm's registry, by their ICU: browsers in use have the same ones. */
const olderNodes = { '72': '18.16.0', '73': '20.9.0', '74': '20.12.0' };

const written = (node: string) => execFileSync(node, [join(folder, 'every-format.mjs')], { encoding: 'utf8' });
const icuOf = (node: string) => execFileSync(node, ['-p', 'process.versions.icu'], { encoding: 'utf8' });

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve(import.meta.dirname, 'every-format.ts'),
      outDir: folder,
      target: 'node18',
      rolldownOptions: { output: { entryFileNames: 'every-format.mjs' } },
    },
  });
});

describe.each(Object.entries(olderNodes))('with ICU %s', (icu, version) => {
  test('every format is byte for byte as with the ICU of the program', () => {
    const prefix = join(folder, version);
    const name = `node-linux-${arch()}`;
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'pipe' });
    const older = join(prefix, 'node_modules', name, 'bin/node');
    expect(icuOf(older)).toMatch(new RegExp(`^${icu}\\.`));
    const expected = written(process.execPath);
    expect(expected.split('\n').length).toBeGreaterThan(10_000);
    expect(written(older)).toBe(expected);
  });
});

test('the program itself has ICU 78', () => {
  expect(icuOf(process.execPath)).toMatch(/^78\./);
});
