import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { faces } from '../server/platform/typesetting/fonts.ts';
import { isNeeded, packageAt } from './needless-files.ts';
import { installedPackages } from './packages-to-run.ts';

const root = resolve(import.meta.dirname, '..');
const sources = globSync(['{server,contract,demo,transparency}/**/*.ts', 'web/app/entry.server.tsx'], { cwd: root });
const running = sources.filter((file) => !/\.test\.ts$|\/(testing|checks)\//.test(file));

/** What a source imports when it runs, not for its types; relative paths begin with a dot. */
const imported =
  /^(?:import|export)(?! type\b) (?:[\w$*{}\s,]+ from )?'([^'.][^']*)'|\b(?:import|resolve)\('([^'.][^']*)'\)/gm;

/** Only the pages of `npm run dev` need these. */
const ofDevelopment = ['@fastify/middie', 'vite'];

type Import = { specifier: string; source: string };

const importsOf = (source: string): Import[] =>
  [...readFileSync(resolve(root, source), 'utf8').matchAll(imported)]
    .map(([, first, second = '']) => ({ specifier: first ?? second, source }))
    .filter(({ specifier }) => !isBuiltin(specifier) && !/^@fairlead\/|^\.|^\//.test(specifier));

/** The files, from the project's folder, that Node finds for imports. vitest would find them in its own way. */
function filesOf(imports: readonly Import[]): string[] {
  const asked = imports.map(({ specifier, source }) => [specifier, pathToFileURL(resolve(root, source)).href]);
  const code =
    'console.log(JSON.stringify(JSON.parse(process.argv[1]).map(([name, from]) => import.meta.resolve(name, from))))';
  const args = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', code, JSON.stringify(asked)];
  const found = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
  return found.map((url) => relative(root, fileURLToPath(url)));
}

test('every file of a package that the program imports is kept', () => {
  const { toRun } = installedPackages(root);
  const imports = [
    ...running.flatMap(importsOf).filter(({ specifier }) => !ofDevelopment.includes(specifier)),
    ...faces.map((face) => ({
      specifier: `@expo-google-fonts/${face}`,
      source: 'server/platform/typesetting/fonts.ts',
    })),
    ...['scorm12', 'scorm2004'].map((name) => ({
      specifier: `scorm-again/${name}/min`,
      source: 'server/features/packages/content/player-files.ts',
    })),
  ];
  expect(new Set(imports.map(({ specifier }) => specifier)).size).toBeGreaterThan(40 + faces.length);
  const removed = filesOf(imports).filter((file) => {
    const place = toRun.findLast((one) => file.startsWith(`${one}/`));
    return place === undefined || !isNeeded(packageAt(place), file.slice(place.length + 1));
  });
  expect(removed).toEqual([]);
});

test('what npm says is installed to run the program is what stays', () => {
  const listed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: root, encoding: 'utf8' });
  const places = listed
    .split('\n')
    .filter((path) => path.includes('node_modules/') && !path.includes('@fairlead'))
    .map((path) => relative(root, path));
  const { toRun, toDevelop } = installedPackages(root);
  expect([...toRun].sort()).toEqual([...new Set(places)].sort());
  expect(toRun.filter((place) => toDevelop.includes(place))).toEqual([]);
});
