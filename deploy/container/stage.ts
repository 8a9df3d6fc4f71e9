// Puts together what the program needs to run, and nothing else, for the Containerfile beside this file:
//
//   node setup.mjs && node deploy/container/stage.ts [folder]      (by default build)
//
// Packages of development are left out, and of the others what is never loaded: types, maps, sources, other builds.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { isNeeded, packageAt } from '../needless-files.ts';
import { installedPackages } from '../packages-to-run.ts';

const root = resolve(import.meta.dirname, '../..');
const into = resolve(process.argv[2] ?? join(root, 'build'));

/** Folders and files of the project itself that the running program reads. */
const own = ['package.json', 'LICENSE', 'contract', 'server', 'web/package.json', 'web/build', 'docs/operations.md'];
const tests = /(^|\/)(testing|fixtures)(\/|$)|\.test\.ts$/;
/** This build's assets, which `web/build/kept` has a second time beside those of builds before it. */
const current = new Set(readdirSync(join(root, 'web/build/client/assets')));
const isTwice = (path: string) => path.startsWith('web/build/kept/') && current.has(basename(path));

const { toRun: packages } = installedPackages(root);

const folder = join(into, 'image');
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'node_modules/@fairlead'), { recursive: true });
for (const part of own)
  cpSync(join(root, part), join(folder, part), {
    recursive: true,
    filter: (path) => {
      const place = relative(root, path);
      return !tests.test(place) && !place.includes('node_modules') && !isTwice(place);
    },
  });
for (const name of ['contract', 'server', 'web'])
  symlinkSync(`../../${name}`, join(folder, 'node_modules/@fairlead', name));
for (const place of packages) {
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
const [node] = readdirSync(join(folder, 'node_modules')).filter((name) => name.startsWith('node-linux-'));
if (!node) throw new Error('There is no packaged Node for this machine: build the image on Linux.');
mkdirSync(join(folder, 'bin'));
symlinkSync(`../node_modules/${node}/bin/node`, join(folder, 'bin/node'));
// the volume belongs to the program's user, and to nobody else
mkdirSync(join(into, 'image-data'), { recursive: true, mode: 0o700 });
// the symbols of Node are for debuggers
if (spawnSync('strip', ['--version']).status === 0)
  spawnSync('strip', ['--strip-unneeded', join(folder, 'node_modules', node, 'bin/node')]);
const bytes = Number(execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t')[0]);
console.log(`${relative(process.cwd(), folder)}: ${Math.round(bytes / 1e6)} MB, ${packages.length} packages`);
