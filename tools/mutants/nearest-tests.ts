import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Which files import a file, for every source and test of the server, the contract and the pages. */
type Importers = ReadonlyMap<string, readonly string[]>;

const imported = /(?:from|import) ?\(?'((?:\.|@fairlead\/)[^']+)'/g;

/** The file that an import names, as a path from the root. */
function resolveImport(from: string, name: string): string {
  if (!name.startsWith('@fairlead/')) return path.posix.join(path.posix.dirname(from), name);
  return `${name.slice('@fairlead/'.length).replace(/\.ts$/, '')}.ts`;
}

export function readImporters(): Importers {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{contract,server,tools,web}/**/*.{ts,tsx}')) {
    if (/node_modules|\/build\/|\.browser\.test\.tsx$/.test(file)) continue;
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      const target = resolveImport(file, name);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** The name of the feature, or of the part of the platform, that a file belongs to. */
const featureOf = (file: string) =>
  /^(?:contract|server\/features|server\/platform|web\/app\/features)\/([\w-]+)\//.exec(file)?.[1];

/** How many tests of other features, beside its own, are near enough to a file. */
const mostOfOthers = 12;

/**
 * The test files that are run for a fault in a file, the nearest first: those that reach it by imports and belong to
 * its feature, or reach it in two steps.
 */
export function nearestTests(file: string, importers: Importers): string[] {
  const steps = new Map([[file, 0]]);
  for (const [at, count] of steps)
    for (const importer of importers.get(at) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  const tests = [...steps].filter(([test]) => /\.test\.tsx?$/.test(test));
  const folder = `${path.posix.dirname(file)}/`;
  const far = ([test, count]: [string, number]) => (test.startsWith(folder) ? 0 : 100) + count;
  const near = tests.sort((one, other) => far(one) - far(other) || one[0].localeCompare(other[0]));
  const isOwn = ([test]: [string, number]) => featureOf(test) === featureOf(file);
  const others = near.filter((test) => !isOwn(test) && test[1] <= 2).slice(0, mostOfOthers);
  return near.filter((test) => isOwn(test) || others.includes(test)).map(([test]) => test);
}
