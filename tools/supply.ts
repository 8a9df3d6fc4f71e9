// The packages of the program: `npm run licences` lists every package of the lock file with its licence, and fails for
// those that are not permitted. It reads only the lock file: known vulnerabilities are in a registry, which `npm audit`
// asks.
import { readFileSync } from 'node:fs';

type Locked = {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};
export type Lock = { packages: Record<string, Locked> };
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;

/**
 * Licences under which a program may be handed on without its own source having to follow. LGPL is that of libvips,
 * which sharp loads as a library of its own.
 */
const allowed = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-4.0', 'CC0-1.0', 'ISC'],
  ...['LGPL-3.0-or-later', 'MIT', 'MIT-0', 'MPL-2.0', 'OFL-1.1', 'Python-2.0', 'Unlicense', 'Zlib'],
]);

/** The licences of packages that state it only in their Readme. */
const statedElsewhere: Readonly<Record<string, string>> = { 'node_modules/combine-errors': 'MIT' };

/** Packages with an install script, all of them development tools that work without it: scripts are off. */
const scriptsNotRun = new Set(['node_modules/@swc/core']);

/** One installed package: its path in node_modules, and its entry in the lock file. */
export const packagesOf = ({ packages }: Lock): [place: string, locked: Locked][] =>
  Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);

/** The name of a package by its place. */
export const nameAt = (place: string): string => place.replace(/^.*node_modules\//, '');

/** The licence that a package states; undefined for none. */
export const licenceOf = (place: string, { license }: Pick<Locked, 'license'>): string | undefined =>
  license ?? statedElsewhere[place];

/** Whether each part of 'A AND B' is allowed, or one of 'A OR B'. */
function isAllowed(licence: string): boolean {
  const words = licence.replace(/[()]/g, '');
  if (words.includes(' OR ')) return words.split(' OR ').some(isAllowed);
  return words.split(' AND ').every((part) => allowed.has(part));
}

/** Without a URL in the lock file, a package comes from the registry. */
const isOfRegistry = (resolved = 'https://registry.npmjs.org/') => resolved.startsWith('https://registry.npmjs.org/');

/** Returns a sentence for each fault of a package: its licence, origin, digest, or install script. */
export function faultsOf(lock: Lock): string[] {
  return packagesOf(lock).flatMap(([place, { resolved, integrity, hasInstallScript, ...locked }]) => [
    ...(isAllowed(licenceOf(place, locked) ?? 'none')
      ? []
      : [`${place} has the licence ${licenceOf(place, locked) ?? 'none'}`]),
    ...(isOfRegistry(resolved) ? [] : [`${place} comes from ${resolved}`]),
    ...(integrity ? [] : [`${place} has no digest`]),
    ...(hasInstallScript && !scriptsNotRun.has(place) ? [`${place} wants to run a script when it is installed`] : []),
  ]);
}

/** Returns the dependencies of a package.json that are not pinned to one version. */
export function inexact({ dependencies, devDependencies, optionalDependencies }: Manifest): string[] {
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return all
    .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|workspace:\*|\*)$/.test(version))
    .map(([name]) => name);
}

/** The note at the end of every list about what it does not show. */
export const notAsked =
  'Known vulnerabilities were not looked up: run `npm audit --omit=dev` where the registry can be reached.';

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  for (const [place, locked] of packagesOf(lock))
    console.log(`${nameAt(place)} ${locked.version}: ${licenceOf(place, locked)}${locked.dev ? ' (development)' : ''}`);
  const faults = faultsOf(lock);
  for (const fault of faults) console.error(fault);
  console.log(notAsked);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
