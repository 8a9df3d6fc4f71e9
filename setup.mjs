// Makes a clone ready to run: packages when the lock file changed, the web when its sources did.
// Plain JavaScript for any Node from 20 on, since the Node that the project is pinned to comes with its packages, as
// node_modules/.bin/node, which npm puts first on PATH for every script that follows this one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// import.meta.dirname came with 20.11.
const root = dirname(fileURLToPath(import.meta.url));
const bin = join(root, 'node_modules', '.bin');

/** The digest of some files, which also names the machine that packages are installed for. */
function digestOf(files) {
  const digest = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return digest.digest('hex');
}

const stampOf = (place) => (existsSync(join(root, place)) ? readFileSync(join(root, place), 'utf8') : '');

function run(command, args, path) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    // The banner of `npm start` is to be found at a glance: what a step says is shown only when it fails.
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path },
  });
  if (status === 0) return;
  console.error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`);
  process.exit(status ?? 1);
}

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => !/node_modules|[\\/]build|\.react-router/.test(name) && statSync(join(root, name)).isFile())
    .sort();
}

// npm ci takes node_modules away first, so it runs under the Node that is installed on the machine.
const system = process.env.PATH.split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

/**
 * Which packages are there: `all`, those to `build` and run the program, or only those to `run` it; beside the digest
 * of the lock file, so that others are installed when that changes. A stamp without a word is of `all`.
 */
const place = 'node_modules/.lock-digest';
const lock = digestOf(['package-lock.json']);
const [stampedLock, stamped = 'all'] = stampOf(place).split(' ');
const installed = stampedLock === lock ? stamped : undefined;
const note = (which) => writeFileSync(join(root, place), `${lock} ${which}`);

// What develops, checks or measures the program needs every package; what runs it, few. A clone that had all keeps all.
const event = process.env.npm_lifecycle_event;
const hadAll = stampedLock !== '' && stamped === 'all';
const needsAll = hadAll || ['predev', 'precheck', 'pretest', 'presoak', 'prebench', 'precluster'].includes(event);
const pages = digestOf(['package-lock.json', ...sources('web'), ...sources('contract')]);
const arePagesBuilt = stampOf('web/build/.digest') === pages;

const enough = installed === 'all' || (!needsAll && (installed === 'build' || (installed === 'run' && arePagesBuilt)));
if (!enough) {
  console.log('Installing packages (once) …');
  const toBuild = ['--include=dev', ...['contract', 'server', 'web'].flatMap((name) => ['--workspace', name])];
  const which = needsAll ? ['--include=dev'] : arePagesBuilt ? ['--omit=dev'] : toBuild;
  run('npm', ['ci', ...which, '--ignore-scripts', '--no-audit', '--no-fund'], system);
  note(needsAll ? 'all' : 'build');
}
// A platform without a packaged Node must bring its own.
const packaged = ['node', 'node.cmd'].some((name) => existsSync(join(bin, name)));
if (!packaged && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`There is no packaged Node for ${process.platform} ${process.arch}: please install Node 24 or newer.`);
  process.exit(1);
}
if (!arePagesBuilt && event !== 'predev') {
  console.log('Building the pages (once) …');
  run('npm', ['run', '--silent', 'build'], bin + delimiter + system);
  writeFileSync(join(root, 'web/build/.digest'), pages);
}
if (!needsAll && !(enough && installed === 'run')) {
  // noted first: what is left behind when this is interrupted is needless, and harms nothing
  note('run');
  run('node', ['deploy/trim-packages.ts'], bin + delimiter + system);
}
