import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { installedNginx } from '../server/testing/nginx.ts';

const root = resolve(import.meta.dirname, '..');
/** Node in the image. */
export const node = '/opt/fairlead/bin/node';

/** What the base of an image needs for Node: the C and C++ libraries, certificates of authorities, time zones. */
const basePackages = ['libc6', 'libgcc-s1', 'libstdc++6', 'ca-certificates', 'tzdata', 'base-files', 'netbase'];

/** What containers need, and the command that installs it; nothing else on this machine is changed by them. */
function checkMachine(): void {
  const programs = ['buildah', 'podman', 'podman-compose', 'runc', installedNginx];
  const missing = programs.filter(
    (name) => spawnSync(name, [name === installedNginx ? '-v' : '--version']).status !== 0,
  );
  const ofNetworks = ['netavark', 'aardvark-dns'].filter((name) => !existsSync(`/usr/lib/podman/${name}`));
  const wanted = [...missing, ...ofNetworks].join(', ');
  if (process.getuid?.() !== 0 || wanted)
    throw new Error(
      `This test needs root, and ${wanted || 'root'}: apt-get install buildah podman podman-compose netavark ` +
        'aardvark-dns runc nginx',
    );
}

/**
 * A base made of this machine's own Debian packages, where no registry of containers is reached; the same files as in
 * the base that the Containerfile names.
 */
function layBase(folder: string): void {
  // /lib and the like are links on Debian, as they are here
  for (const one of ['lib', 'lib64', 'bin', 'sbin']) {
    mkdirSync(join(folder, 'usr', one), { recursive: true });
    symlinkSync(`usr/${one}`, join(folder, one));
  }
  const listed = execFileSync('dpkg', ['-L', ...basePackages], { encoding: 'utf8' }).split('\n');
  const paths = [...listed, '/etc/ssl/certs/ca-certificates.crt', '/etc/passwd', '/etc/group'].filter(
    (path) =>
      path.startsWith('/') &&
      !/^\/usr\/share\/(doc|man|locale|lintian|zoneinfo\/(posix|right))\//.test(path) &&
      lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false,
  );
  const archive = execFileSync('tar', ['--create', '--directory', '/', '--files-from', '-'], {
    input: [...new Set(paths)].map((path) => path.slice(1)).join('\n'),
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['--extract', '--keep-directory-symlink', '--directory', folder], { input: archive });
  for (const empty of ['proc', 'sys', 'dev', 'run']) mkdirSync(join(folder, empty), { recursive: true });
  for (const everybodys of ['tmp', 'var/tmp']) {
    mkdirSync(join(folder, everybodys), { recursive: true });
    chmodSync(join(folder, everybodys), 0o1777);
  }
}

/** Containers with storage and networks of their own, and the program's image `localhost/fairlead`. */
export type Containers = {
  /** Where all of it is, until the end. */
  folder: string;
  /** The environment in which podman, buildah and podman-compose find it. */
  env: NodeJS.ProcessEnv;
  podman: (...args: string[]) => { status: number | null; stdout: string; stderr: string };
  /** Builds an image of the folder, on `localhost/base` by default, by the lines after the first. */
  build: (name: string, lines: readonly string[], base?: string) => void;
  /** How long the program's image took to build, in seconds. */
  seconds: number;
};

function startContainers(): Containers {
  checkMachine();
  const folder = mkdtempSync('/var/tmp/fairlead-container-');
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  mkdirSync(join(folder, 'networks'));
  write('storage.conf', [
    ...['[storage]', 'driver = "vfs"'],
    ...[`graphroot = "${folder}/storage"`, `runroot = "${folder}/run"`],
  ]);
  write('containers.conf', [
    ...['[engine]', 'events_logger = "file"', 'infra_image = "localhost/pause"'],
    ...['runtime = "runc"', 'cgroup_manager = "cgroupfs"'],
    ...['[network]', 'network_backend = "netavark"', `network_config_dir = "${folder}/networks"`],
    ...['[containers]', 'default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]'],
  ]);
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
  const podman = (...args: string[]) => spawnSync('podman', args, { encoding: 'utf8', env });
  const bud = (...args: string[]) =>
    execFileSync('buildah', ['bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false', ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const build = (name: string, lines: readonly string[], base = 'localhost/base') => {
    write('Containerfile', [`FROM ${base}`, ...lines]);
    bud('-t', `localhost/${name}`, '-f', join(folder, 'Containerfile'), folder);
  };
  layBase(join(folder, 'base'));
  build('base', ['COPY base /'], 'scratch');
  // what holds a pod together, for which podman has a program in another package
  copyFileSync('/bin/sleep', join(folder, 'sleep'));
  build('pause', ['COPY sleep /', 'ENTRYPOINT ["/sleep", "infinity"]']);
  const begun = performance.now();
  console.log(
    execFileSync('node', ['deploy/container/stage.ts', join(folder, 'build')], { cwd: root, encoding: 'utf8' }).trim(),
  );
  const file = ['-f', 'deploy/container/Containerfile', '--build-arg', 'BASE=localhost/base'];
  bud(...file, '-t', 'localhost/fairlead', join(folder, 'build'));
  return { folder, env, podman, build, seconds: Math.round((performance.now() - begun) / 1000) };
}

/** Tests with containers, which the tests of all files share. */
export const test = base.extend<object, { containers: Containers }>({
  containers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern
    async ({}, use) => {
      const containers = startContainers();
      await use(containers);
      for (const what of ['pod', 'container', 'network', 'volume'])
        containers.podman(what, ...(what === 'network' ? ['prune', '--force'] : ['rm', '--all', '--force']));
      rmSync(containers.folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 0 },
  ],
});

/** What a process says of its own rights, and of where it may write. */
export function expectNoRights({ podman }: Containers, container: string): void {
  const inside = (code: string) => podman('exec', container, node, '-p', code).stdout.trim();
  expect(inside('process.getuid()')).toBe('10001');
  const status = inside("fs.readFileSync('/proc/1/status', 'utf8')");
  expect(status).toMatch(/^CapEff:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  const write = (path: string) => inside(`try { fs.writeFileSync('${path}', '') } catch (error) { error.code }`);
  expect(write('/opt/fairlead/server/x')).toBe('EROFS');
  expect(write('/etc/x')).toBe('EROFS');
  expect(write('/data/x')).toBe('undefined');
}

/** True as soon as the program answers there that it is ready. */
export const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok || undefined;
