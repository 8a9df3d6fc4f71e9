import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sbomOf } from './sbom.ts';
import { faultsOf, inexact, notAsked, packagesOf } from './supply.ts';

const root = resolve(import.meta.dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

describe('the packages of the program', () => {
  // shows: threats/malicious-package, asvs/15.1.2
  test('may be redistributed, come from one registry with their digests, and run nothing on installation', () => {
    const lock = json('package-lock.json');
    expect(packagesOf(lock).length).toBeGreaterThan(100);
    expect(faultsOf(lock)).toEqual([]);
  });

  // shows: threats/malicious-package
  test.each(['.', 'contract', 'server', 'web'])('have exact versions in %s', (folder) => {
    const own = ['@fairlead/contract', '@fairlead/server', '@fairlead/web'];
    expect(inexact(json(`${folder}/package.json`)).filter((name) => !own.includes(name))).toEqual([]);
  });
});

test('the list says that no vulnerability database was queried, and how an academy can do so', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tools/supply.ts'], { cwd: root, encoding: 'utf8' });
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, notAsked]);
  expect(readFileSync(join(root, 'docs/operations/update.md'), 'utf8')).toContain('`npm audit --omit=dev`');
});

describe('a package is refused', () => {
  const good = {
    version: '1.0.0',
    license: 'MIT',
    resolved: 'https://registry.npmjs.org/a.tgz',
    integrity: 'sha512-x',
  };
  const faults = (changes: object) => faultsOf({ packages: { 'node_modules/a': { ...good, ...changes } } });

  test.each([
    ['for its licence', { license: 'GPL-3.0-only' }, 'has the licence GPL-3.0-only'],
    ['for one part of its licence', { license: 'MIT AND AGPL-3.0' }, 'has the licence'],
    ['without a licence', { license: undefined }, 'has the licence none'],
    ['from elsewhere', { resolved: 'git+ssh://git@github.com/a/a.git' }, 'comes from git+ssh'],
    ['without a digest', { integrity: undefined }, 'has no digest'],
    ['with a script', { hasInstallScript: true }, 'wants to run a script'],
  ])('%s', (_, changes, fault) => {
    expect(faults(changes)).toEqual([expect.stringContaining(fault)]);
  });

  test('but not if one of two licences suffices', () => {
    expect(faults({ license: '(MIT OR GPL-3.0)' })).toEqual([]);
    expect(inexact({ dependencies: { a: '^1.0.0', b: '1.2.3' } })).toEqual(['a']);
  });
});

test('the bill of materials has every package once, with its digest in hexadecimal', () => {
  const lock = json('package-lock.json');
  const { components } = sbomOf(lock, json('package.json'));
  expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(packagesOf(lock).length);
  const scopes = new Map(components.map(({ name, scope }) => [name, scope]));
  // needed by the program and by its development
  expect(scopes.get('fastify')).toBe('required');
  expect(scopes.get('@node-rs/argon2-linux-x64-gnu')).toBe('optional');
  expect(scopes.get('vitest')).toBe('excluded');
  const integrity = `sha512-${Buffer.from('digest').toString('base64')}`;
  expect(
    sbomOf(
      { packages: { 'node_modules/@a/b': { version: '1.0.0', license: 'MIT', integrity } } },
      { name: 'x', version: '2' },
    ),
  ).toMatchObject({
    metadata: { component: { name: 'x', version: '2' } },
    components: [
      {
        purl: 'pkg:npm/%40a/b@1.0.0',
        licenses: [{ expression: 'MIT' }],
        hashes: [{ alg: 'SHA-512', content: '646967657374' }],
      },
    ],
  });
});
