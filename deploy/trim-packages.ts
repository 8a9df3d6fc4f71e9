// Removes from node_modules what is needed to build and test the program, and not to run it: packages of development,
// and of the others what no program loads. setup.mjs runs it where nothing but the program is to run.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fontFiles } from '../demo/drawing/font-files.ts';
import { isNeeded, packageAt } from './needless-files.ts';
import { installedPackages } from './packages-to-run.ts';

const root = resolve(import.meta.dirname, '..');
/** Those of the demo's drawings. */
const fonts = new Set(fontFiles.map((file) => basename(file)));

/** Removes what is needless below a folder of a package; packages within it are listed themselves. */
function trim(folder: string, name: string, inside = ''): void {
  for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.name === 'node_modules') continue;
    if (!isNeeded(name, path, fonts)) rmSync(join(folder, path), { recursive: true });
    else if (entry.isDirectory()) trim(folder, name, path);
  }
}

const { toRun, toDevelop } = installedPackages(root);
// a package may stand within another one that is removed before it
for (const place of toDevelop) rmSync(join(root, place), { recursive: true, force: true });
for (const place of toRun) trim(join(root, place), packageAt(place));
// commands of the packages that are gone
const bin = join(root, 'node_modules/.bin');
for (const name of readdirSync(bin))
  if (lstatSync(join(bin, name)).isSymbolicLink() && !existsSync(join(bin, name))) rmSync(join(bin, name));
