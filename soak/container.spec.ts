import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { eventually } from '../e2e/academy.ts';
import { logInAsStaff } from '../e2e/pages/staff.ts';
import { freePort } from '../server/testing/free-port.ts';

const root = resolve(import.meta.dirname, '..');
const admin = { email: 'principal@example.org', password: 'harbour master 1848' };
const programs = ['buildah', 'podman', 'runc'];

/** What the base of an image needs for Node: the C and C++ libraries, certificates of authorities, time zones. */
const basePackages = ['libc6', 'libgcc-s1', 'libstdc++6', 'ca-certificates', 'tzdata', 'base-files', 'netbase'];

/** Packages of which the image has only a part, or that have a native library. */
const later = [
  ...['@cantoo/pdf-lib', '@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'jsonld', 'mediabunny', 'sharp'],
  ...['tesseract.js-core/tesseract-core-simd.js', 'yaml', 'zod'],
];

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

/** The bytes of all files below a folder. */
const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

test('the program runs as a container without rights, on a root that nobody can write to', async ({ page }) => {
  const missing = programs.filter((name) => spawnSync(name, ['--version']).status !== 0);
  if (process.getuid?.() !== 0 || missing.length > 0)
    throw new Error(`This test needs root, and ${missing.join(', ') || 'root'}: apt-get install buildah podman runc`);
  const folder = mkdtempSync('/var/tmp/fairlead-container-');
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const podman = (...args: string[]) => spawnSync('podman', [...storage, ...args], { encoding: 'utf8' });
  const inside = (code: string) => podman('exec', 'academy', '/opt/fairlead/bin/node', '-p', code).stdout.trim();
  let program: ChildProcess | undefined;
  try {
    layBase(join(folder, 'base'));
    writeFileSync(join(folder, 'Base'), 'FROM scratch\nCOPY base /\n');
    const bud = ['bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false'];
    buildah(...bud, '-t', 'localhost/base', '-f', join(folder, 'Base'), folder);
    const staged = execFileSync('node', ['deploy/container/stage.ts', join(folder, 'build')], { cwd: root });
    console.log(String(staged).trim());
    const file = 'deploy/container/Containerfile';
    const begun = performance.now();
    buildah(
      ...bud,
      '--build-arg',
      'BASE=localhost/base',
      '-t',
      'localhost/fairlead',
      '-f',
      file,
      join(folder, 'build'),
    );
    const bytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', 'localhost/fairlead').stdout);
    const seconds = Math.round((performance.now() - begun) / 1000);
    // as a registry stores it
    buildah('push', 'localhost/fairlead', `oci:${join(folder, 'packed')}`);
    const packed = bytesOf(join(folder, 'packed'));
    const [inMegabytes, packedInMegabytes] = [bytes, packed].map((some) => Math.round(some / 1e6));
    console.log(`the image: ${packedInMegabytes} MB, unpacked ${inMegabytes} MB, built in ${seconds} s`);
    expect(packedInMegabytes).toBeLessThanOrEqual(250);

    const port = String(await freePort());
    const env = { PORT: port, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, HOST: '127.0.0.1' };
    const args = [
      ...[...storage, '--runtime', 'runc', 'run', '--rm', '--name', 'academy', '--network', 'host'],
      ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1000:1000'],
      ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
      ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
      'localhost/fairlead',
    ];
    program = spawn('podman', args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream?.on('data', (text) => (output += text));
    const ended = once(program, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await eventually('the container is ready', async () => {
      if (program?.exitCode !== null) throw new Error(`the container ended:\n${output}`);
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok || undefined;
    });

    // a short journey: a visitor, and the login of staff
    await page.goto(`${url}/courses`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await logInAsStaff(page, { url, admin });

    // what the program loads only when it is needed
    expect(
      inside(`Promise.all(${JSON.stringify(later)}.map((name) => import(name))).then(() => console.log('all'))`),
    ).toMatch(/^all$/m);
    expect(podman('healthcheck', 'run', 'academy').status).toBe(0);
    expect(inside('process.getuid()')).toBe('10001');
    const status = inside("fs.readFileSync('/proc/1/status', 'utf8')");
    expect(status).toMatch(/^CapEff:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    const write = (path: string) => inside(`try { fs.writeFileSync('${path}', '') } catch (error) { error.code }`);
    expect(write('/opt/fairlead/server/x')).toBe('EROFS');
    expect(write('/etc/x')).toBe('EROFS');
    expect(write('/data/x')).toBe('undefined');

    podman('stop', '--time', '40', 'academy');
    expect(await ended).toEqual([0, null]);
  } finally {
    podman('rm', '--force', 'academy');
    program?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
