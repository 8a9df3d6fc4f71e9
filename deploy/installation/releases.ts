import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CannotInstall, currentRelease, idsOfUser, places, versionOf } from './places.ts';
import { isReadyWithin } from './readiness.ts';
import { startApart } from './run-program.ts';

/** Compares an archive with the digest in the file beside it. */
async function checkDigest(archive: string): Promise<void> {
  const beside = `${archive}.sha256`;
  if (!fs.existsSync(beside)) throw new CannotInstall(`${beside} is missing: it comes with the archive.`);
  const [expected] = fs.readFileSync(beside, 'utf8').split(' ');
  const digest = createHash('sha256');
  for await (const bytes of fs.createReadStream(archive)) digest.update(bytes);
  if (digest.digest('hex') !== expected)
    throw new CannotInstall(`${archive} is not what ${basename(beside)} says: fetch both again.`);
}

/**
 * Puts a folder of a release in its place, complete or not at all, belonging to root. It replaces one that does not
 * run: what was unpacked there for an update that failed may be of another archive.
 */
function putInPlace(version: string, make: (folder: string) => void): string {
  const release = join(places.releases, version);
  if (fs.existsSync(places.current) && currentRelease() === release) return release;
  const part = join(places.releases, '.part');
  for (const old of [part, release]) fs.rmSync(old, { recursive: true, force: true });
  fs.mkdirSync(part);
  try {
    make(part);
    if (versionOf(part) !== version) throw new CannotInstall(`It is named ${version}, and is ${versionOf(part)}.`);
    execFileSync('chown', ['-R', '0:0', part]);
    execFileSync('chmod', ['-R', 'u+rwX,go-w,a+rX', part]);
    // after a power cut it is complete too
    execFileSync('sync', ['--file-system', part]);
    fs.renameSync(part, release);
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    throw error;
  }
  return release;
}

/** Unpacks the archive of a release, whose digest is checked, into its place, and returns that. */
export async function unpack(archive: string): Promise<string> {
  await checkDigest(archive);
  const [, version] = /^fairlead-(\d+\.\d+\.\d+(?:-[\w.]+)?)-linux-\w+\.tar\.gz$/.exec(basename(archive)) ?? [];
  if (version === undefined)
    throw new CannotInstall(`${basename(archive)} is not named like the archive of a release.`);
  return putInPlace(version, (part) => {
    const options = ['--extract', '--file', archive, '--directory', part, '--strip-components=1'];
    const { status } = spawnSync('tar', options, { stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new CannotInstall(`${archive} cannot be unpacked: nothing was changed.`);
  });
}

/** Copies an unpacked release into its place, and returns that. */
export function copyRelease(unpacked: string): string {
  if (dirname(unpacked) === places.releases) return unpacked;
  return putInPlace(versionOf(unpacked), (part) => execFileSync('cp', ['-a', `${unpacked}/.`, part]));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a release on an empty folder, without anything of the academy, and ends it. That shows that it runs on this
 * machine, and leaves the compiled code behind, with which the next start takes half as long.
 *
 * @throws CannotInstall with what the program said
 */
export async function tryRelease(release: string): Promise<void> {
  const { uid, gid } = idsOfUser();
  // one that a killed command has left is removed
  const dataDir = join(places.releases, '.trial');
  fs.rmSync(dataDir, { recursive: true, force: true });
  fs.mkdirSync(dataDir, { mode: 0o700 });
  const cache = join(release, 'node_modules/.cache');
  fs.mkdirSync(cache, { recursive: true });
  for (const folder of [dataDir, cache]) fs.chownSync(folder, uid, gid);
  try {
    const port = await freePort();
    const program = startApart(release, dataDir, port);
    const said = text(program.stderr);
    const ended = once(program, 'exit');
    const origin = `http://127.0.0.1:${port}`;
    const isReady = await isReadyWithin(origin, versionOf(release), {
      seconds: 300,
      isOver: () => program.exitCode !== null,
    });
    // what a first visitor needs is compiled as well
    if (isReady) for (const path of ['/', '/courses']) await (await fetch(origin + path)).arrayBuffer();
    program.kill('SIGTERM');
    const [status] = await ended;
    if (!isReady || status !== 0)
      throw new CannotInstall(`${versionOf(release)} does not run on this machine:\n${(await said).trim()}`);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
    // what runs is not to be written to by the program
    execFileSync('chown', ['-R', '0:0', cache]);
    execFileSync('chmod', ['-R', 'u+rwX,go-w,a+rX', cache]);
  }
}

/** The names of the migrations of a release. */
export const migrationsOf = (release: string): string[] =>
  fs.readdirSync(join(release, 'server/platform/db/migrations')).filter((name) => name.endsWith('.sql'));

/** Makes a link name another place, in one step. */
export function linkTo(target: string, link: string): void {
  const aside = `${link}.next`;
  fs.rmSync(aside, { force: true });
  fs.symlinkSync(target, aside);
  fs.renameSync(aside, link);
}

/** Makes a release the one that starts next. */
export const switchTo = (release: string): void => linkTo(release, places.current);

/** How long, in days, a tab that was opened before an update may still ask for its assets. */
const keptDays = 30;

/** Gives a release the assets of the one before it, and of those before that: open tabs ask for them. */
export function keepAssets(from: string, to: string): void {
  const [live, kept] = ['client/assets', 'kept'].map((name) => join(from, 'web/build', name));
  const into = join(to, 'web/build/kept');
  fs.mkdirSync(into, { recursive: true });
  const now = Date.now();
  for (const [folder = '', isLive] of [
    [live, true],
    [kept, false],
  ] as const)
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
      const { atime, mtime } = fs.statSync(join(folder, name));
      const target = join(into, name);
      const isOld = !isLive && now - mtime.getTime() > keptDays * 86_400_000;
      if (isOld || fs.existsSync(target) || fs.existsSync(join(to, 'web/build/client/assets', name))) continue;
      fs.copyFileSync(join(folder, name), target);
      fs.utimesSync(target, isLive ? new Date(now) : atime, isLive ? new Date(now) : mtime);
    }
}

/** Removes all releases but some. */
export function removeOthers(needed: readonly string[]): void {
  for (const name of fs.readdirSync(places.releases)) {
    const release = join(places.releases, name);
    if (!needed.includes(release)) fs.rmSync(release, { recursive: true });
  }
}
