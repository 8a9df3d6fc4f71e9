#!/usr/bin/env node
// `systemctl` for a machine without systemd: it starts and stops what a unit names, as the unit's user, with its
// settings and its credentials, and restricts nothing (deploy/service.soak.test.ts has the restrictions). Of nginx it
// has no unit, and starts it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const idOf = (option, user) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
const pidFile = (unit) => `/run/${unit}.pid`;

/** The values of a unit's setting, in their order. */
const valuesOf = (unit, name) =>
  [...fs.readFileSync(`/etc/systemd/system/${unit}`, 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(
    ([, value]) => value,
  );

const variablesIn = (text) =>
  Object.fromEntries(
    text
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The folder with copies of the files that LoadCredential= names. */
function credentialsOf(unit, { uid, gid }) {
  const folder = `/run/credentials/${unit}`;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const [id, path] of valuesOf(unit, 'LoadCredential').map((value) => value.split(':')))
    for (const name of fs.readdirSync(path)) {
      fs.copyFileSync(`${path}/${name}`, `${folder}/${id}_${name}`);
      fs.chmodSync(`${folder}/${id}_${name}`, 0o400);
      fs.chownSync(`${folder}/${id}_${name}`, uid, gid);
    }
  fs.chownSync(folder, uid, gid);
  return folder;
}

/** Whether a process runs; one that has ended and that nobody waited for does not. */
function isRunning(pid) {
  try {
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const pidOf = (unit) => (fs.existsSync(pidFile(unit)) ? Number(fs.readFileSync(pidFile(unit), 'utf8')) : 0);

function start(unit) {
  if (isRunning(pidOf(unit))) return;
  const [user] = valuesOf(unit, 'User');
  const ids = { uid: idOf('-u', user), gid: idOf('-g', user) };
  const settings = valuesOf(unit, 'EnvironmentFile').flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  const own = valuesOf(unit, 'Environment').flatMap((line) => line.split(' '));
  const [command, ...args] = valuesOf(unit, 'ExecStart')[0].split(' ');
  const log = fs.openSync(`/var/log/${unit}.log`, 'a');
  const child = spawn(command, args, {
    cwd: valuesOf(unit, 'WorkingDirectory')[0],
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      ...variablesIn([...own, ...settings]),
      CREDENTIALS_DIRECTORY: credentialsOf(unit, ids),
    },
    stdio: ['ignore', log, log],
    detached: true,
    ...ids,
  });
  fs.writeFileSync(pidFile(unit), String(child.pid));
  child.unref();
}

async function stop(unit) {
  const pid = pidOf(unit);
  if (!isRunning(pid)) return;
  process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await pause(10);
}

const [verb, ...rest] = process.argv.slice(2);
const units = rest
  .map((word) => (word === 'fairlead' ? 'fairlead.service' : word))
  .filter((word) => word.endsWith('.service'));
// `nginx -t` leaves an empty one
const nginxRuns = fs.existsSync('/run/nginx.pid') && fs.readFileSync('/run/nginx.pid', 'utf8').trim() !== '';
if (rest.includes('nginx'))
  process.exit(spawnSync('nginx', nginxRuns ? ['-s', 'reload'] : [], { stdio: 'inherit' }).status);
if (['stop', 'restart'].includes(verb)) for (const unit of units) await stop(unit);
if (['start', 'restart', 'enable'].includes(verb)) for (const unit of units) start(unit);
