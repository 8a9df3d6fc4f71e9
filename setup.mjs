// Makes a clone ready to run: packages when the lock file changed, the web when its sources did.
// Plain JavaScript for any Node from 20 on, since the Node that the project is pinned to comes with its packages, as
// node_modules/.bin/node, which npm puts first on PATH for every script that follows this one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// import.meta.dirname came with 20.11.
const root = dirname(fileURLToPath(import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');

/** The digest of some files, which also names the machine that packages are installed for. */
function digestOf(files) {
  const digest = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  return digest.digest('hex');
}

const textOf = (place) => (existsSync(join(root, place)) ? readFileSync(join(root, place), 'utf8') : '');

/** Runs a command, and returns what it said if it failed; undefined if it did not. */
function failureOf(command, args, path) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    // The banner of `npm start` is to be found at a glance: what a step says is shown only when it fails.
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path },
  });
  if (status === 0) return undefined;
  return `${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`;
}

function stop(message) {
  console.error(message);
  process.exit(1);
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
 * Which packages are there, beside the digest of the lock file, so that others are installed when that changes: `all`,
 * those to `build` and run the program, or only those to `run` it; `trim` while the third is made of the second. A
 * stamp without a word is of `all`.
 */
const stamp = 'node_modules/.lock-digest';
const lock = digestOf(['package-lock.json']);
const note = (which) => writeFileSync(join(root, stamp), `${lock} ${which}`);

/** The installed packages are put aside here until others are installed. */
const aside = join(root, 'node_modules.before');
// an installation was interrupted: before its end, or behind it
if (existsSync(aside) && textOf(stamp) === '') putBack();
else rmSync(aside, { recursive: true, force: true });

function putBack() {
  rmSync(modules, { recursive: true, force: true });
  renameSync(aside, modules);
}

/** Puts the installed packages aside, and returns whether it did: there are none, or node_modules is a mount. */
function putAside() {
  try {
    renameSync(modules, aside);
    return true;
  } catch {
    return false;
  }
}

/** Whether somebody has installed every package of the lock file by npm alone, which leaves a list of its own. */
function hasAllByNpm() {
  const listed = JSON.parse(textOf('node_modules/.package-lock.json') || '{"packages":{}}').packages;
  return Object.entries(JSON.parse(textOf('package-lock.json')).packages).every(
    // what is optional is for other machines; the project itself is not listed
    ([place, { optional, version }]) => place === '' || optional || listed[place]?.version === version,
  );
}

function installed() {
  const [stampedLock, which = 'all'] = textOf(stamp).split(' ');
  if (stampedLock === lock) return which;
  if (stampedLock !== '' || !hasAllByNpm()) return undefined;
  note('all');
  return 'all';
}

/** The scripts that develop, check or measure the program, for which every package is installed. */
const develops = ['dev', 'build', 'check', 'types', 'lint', 'imports', 'unused', 'coverage', 'format'];
/** Those of them that run the program with its built pages. */
const developsWithPages = ['test', 'soak', 'bench', 'cluster'];
const event = (process.env.npm_lifecycle_event ?? '').replace(/^pre/, '');

// A clone that had all keeps all.
const [before, ...whichBefore] = textOf(stamp).split(' ');
const there = installed();
const hadAll = there === 'all' || (before !== '' && (whichBefore[0] ?? 'all') === 'all');
const needsAll = hadAll || [...develops, ...developsWithPages].includes(event);
const pages = digestOf(['package-lock.json', ...sources('web'), ...sources('contract')]);
const arePagesBuilt = textOf('web/build/.digest') === pages || develops.includes(event);

const runs = there === 'run' || there === 'trim';
const enough = there === 'all' || (!needsAll && (there === 'build' || (runs && arePagesBuilt)));
if (!enough) {
  console.log('Installing packages (once) …');
  const toBuild = ['--include=dev', ...['contract', 'server', 'web'].flatMap((name) => ['--workspace', name])];
  const which = needsAll ? ['--include=dev'] : arePagesBuilt ? ['--omit=dev'] : toBuild;
  const isAside = putAside();
  const failure = failureOf('npm', ['ci', ...which, '--ignore-scripts', '--no-audit', '--no-fund'], system);
  if (failure !== undefined) {
    if (isAside) putBack();
    stop(isAside ? `${failure}\nThe packages that were installed before are in place again.` : failure);
  }
  note(needsAll ? 'all' : arePagesBuilt ? 'run' : 'build');
  rmSync(aside, { recursive: true, force: true });
}
// A platform without a packaged Node must bring its own.
const packaged = ['node', 'node.cmd'].some((name) => existsSync(join(bin, name)));
if (!packaged && Number(process.versions.node.split('.')[0]) < 24)
  stop(`There is no packaged Node for ${process.platform} ${process.arch}: please install Node 24 or newer.`);
if (!arePagesBuilt) {
  console.log('Building the pages (once) …');
  const failure = failureOf('npm', ['run', '--silent', '--ignore-scripts', 'build'], bin + delimiter + system);
  if (failure !== undefined) stop(failure);
  writeFileSync(join(root, 'web/build/.digest'), pages);
}
if (!needsAll && !(enough && there === 'run')) {
  // what is left behind when this fails is needless, and harms nothing
  note('trim');
  const failure = failureOf('node', ['deploy/trim-packages.ts'], bin + delimiter + system);
  if (failure === undefined) note('run');
  else console.warn(failure);
}
