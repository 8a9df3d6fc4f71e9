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

/** Runs `work` unless the stamp that its last success left still carries the digest of `files`. */
function once(stamp, files, work) {
  const digest = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) digest.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  const now = digest.digest('hex');
  const mark = join(root, stamp);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  work();
  writeFileSync(mark, now);
}

function npm(args, path) {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    // The banner of `npm start` is to be found at a glance: what a step says is shown only when it fails.
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: path },
  });
  if (status === 0) return;
  console.error(`npm ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`);
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

once('node_modules/.lock-digest', ['package-lock.json'], () => {
  console.log('Installing packages (once) …');
  npm(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], system);
});
// A platform without a packaged Node must bring its own.
const packaged = ['node', 'node.cmd'].some((name) => existsSync(join(bin, name)));
if (!packaged && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`There is no packaged Node for ${process.platform} ${process.arch}: please install Node 24 or newer.`);
  process.exit(1);
}
if (process.env.npm_lifecycle_event !== 'predev') {
  once('web/build/.digest', ['package-lock.json', ...sources('web'), ...sources('contract')], () => {
    console.log('Building the pages (once) …');
    npm(['run', '--silent', 'build'], bin + delimiter + system);
  });
}
