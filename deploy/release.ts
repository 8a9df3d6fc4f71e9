// npm run release [-- FOLDER]: a version as one archive, which runs and is installed without npm, git or a build:
// fairlead-VERSION-linux-x64.tar.gz, with its SHA-256 beside it. docs/operations/install.md says how it is installed.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { version } from '../server/settings/version.ts';
import { sbomOf } from '../tools/sbom.ts';
import { pack } from './pack.ts';
import { copyOwn, megabytesOf, stage } from './stage.ts';

const root = resolve(import.meta.dirname, '..');
const into = resolve(process.argv[2] ?? join(root, 'build/release'));

/** What an installed release has beside what the image has. */
const forInstallation = [
  ...['deploy/installation', 'deploy/nginx', 'deploy/fairlead.service'],
  ...['deploy/fairlead.socket', 'deploy/fairlead-nightly.service', 'deploy/fairlead-nightly.timer', 'CHANGELOG.md'],
];

const began = performance.now();
const name = `fairlead-${version}`;
const folder = join(into, name);
mkdirSync(into, { recursive: true });
const machine = stage(folder).replace('node-', '');
for (const part of forInstallation) copyOwn(part, folder);
copyFileSync(join(root, 'deploy/installation/fairlead'), join(folder, 'bin/fairlead'));
chmodSync(join(folder, 'bin/fairlead'), 0o755);
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(sbomOf(read('package-lock.json'), read('package.json'))));

const archive = join(into, `${name}-${machine}.tar.gz`);
await pack(folder, archive);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `${relative(process.cwd(), archive)}: ${megabytesOf(archive)} MB, unpacked ${megabytesOf(folder)}, in ${seconds} s`,
);
