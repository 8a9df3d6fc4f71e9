import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { parseAllDocuments, stringify } from 'yaml';
import { eventually } from '../e2e/academy.ts';
import { logInAsStaff } from '../e2e/pages/staff.ts';
import { createDatabase, dropDatabases, urlOf } from '../server/testing/databases.ts';
import { freePort } from '../server/testing/free-port.ts';
import { installedNginx, runNginx } from '../server/testing/nginx.ts';

const root = resolve(import.meta.dirname, '..');
const admin = { email: 'principal@example.org', password: 'harbour master 1848' };
const programs = ['buildah', 'podman', 'runc', installedNginx];

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

const node = '/opt/fairlead/bin/node';
let folder: string;
let podmanEnv: NodeJS.ProcessEnv;
const storage = () => ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
const podmanArgs = () => [...storage(), '--runtime', 'runc', '--cgroup-manager', 'cgroupfs'];
const podman = (...args: string[]) =>
  spawnSync('podman', [...podmanArgs(), ...args], { encoding: 'utf8', env: podmanEnv });
const buildah = (...args: string[]) =>
  execFileSync('buildah', [...storage(), ...args], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const bud = ['bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false'];

test.beforeAll(() => {
  const missing = programs.filter(
    (name) => spawnSync(name, [name === installedNginx ? '-v' : '--version']).status !== 0,
  );
  if (process.getuid?.() !== 0 || missing.length > 0)
    throw new Error(
      `This test needs root, and ${missing.join(', ') || 'root'}: apt-get install buildah podman runc nginx`,
    );
  folder = mkdtempSync('/var/tmp/fairlead-container-');
  writeFileSync(
    join(folder, 'containers.conf'),
    [
      '[engine]',
      'events_logger = "file"',
      'infra_image = "localhost/pause"',
      '[containers]',
      'default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]',
      '',
    ].join('\n'),
  );
  podmanEnv = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') };
  layBase(join(folder, 'base'));
  writeFileSync(join(folder, 'Base'), 'FROM scratch\nCOPY base /\n');
  buildah(...bud, '-t', 'localhost/base', '-f', join(folder, 'Base'), folder);
  // what holds a pod together, for which podman has a program in another package
  copyFileSync('/bin/sleep', join(folder, 'sleep'));
  writeFileSync(join(folder, 'Pause'), 'FROM localhost/base\nCOPY sleep /\nENTRYPOINT ["/sleep", "infinity"]\n');
  buildah(...bud, '-t', 'localhost/pause', '-f', join(folder, 'Pause'), folder);
  const staged = execFileSync('node', ['deploy/container/stage.ts', join(folder, 'build')], { cwd: root });
  console.log(String(staged).trim());
});
test.afterAll(() => {
  podman('pod', 'rm', '--all', '--force');
  podman('rm', '--all', '--force');
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** What a process says of its own rights, and of where it may write. */
async function expectNoRights(container: string): Promise<void> {
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

/** A short journey: a visitor, and the login of staff. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/courses`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await logInAsStaff(page, { url, admin });
}

const isReady = async (url: string) => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok || undefined;

test('the program runs as a container without rights, on a root that nobody can write to', async ({ page }) => {
  const begun = performance.now();
  const file = 'deploy/container/Containerfile';
  buildah(...bud, '--build-arg', 'BASE=localhost/base', '-t', 'localhost/fairlead', '-f', file, join(folder, 'build'));
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
    ...[...podmanArgs(), 'run', '--rm', '--name', 'academy', '--network', 'host'],
    ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    'localhost/fairlead',
  ];
  const program: ChildProcess = spawn('podman', args, { stdio: ['ignore', 'pipe', 'pipe'], env: podmanEnv });
  try {
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream?.on('data', (text) => (output += text));
    const ended = once(program, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await eventually('the container is ready', async () => {
      if (program.exitCode !== null) throw new Error(`the container ended:\n${output}`);
      return isReady(url);
    });
    await visit(page, url);

    // what the program loads only when it is needed
    const load = `Promise.all(${JSON.stringify(later)}.map((name) => import(name))).then(() => console.log('all'))`;
    expect(podman('exec', 'academy', node, '-p', load).stdout).toMatch(/^all$/m);
    expect(podman('healthcheck', 'run', 'academy').status).toBe(0);
    await expectNoRights('academy');

    podman('stop', '--time', '40', 'academy');
    expect(await ended).toEqual([0, null]);
  } finally {
    podman('rm', '--force', 'academy');
    program.kill('SIGKILL');
  }
});

type Pod = {
  hostNetwork?: boolean;
  containers: { image: string; [probe: string]: unknown }[];
  volumes: { name: string; [kind: string]: unknown }[];
};
type Manifest = { kind: string; data?: Record<string, string>; spec?: { replicas?: number; template?: { spec: Pod } } };

/**
 * A pod as podman 4.3 can run it: with our image, on the network of this machine and so without ports of its own, with
 * the secrets as a folder, since this version fails with a secret as a volume, and without probes, which it has curl in
 * the container ask. Services and disruption budgets it passes over.
 */
function playable(pod: Pod, secrets: string): Pod {
  return {
    ...pod,
    hostNetwork: true,
    containers: pod.containers.map((container) => ({
      ...Object.fromEntries(Object.entries(container).filter(([name]) => !/Probe$|^ports$/.test(name))),
      image: 'localhost/fairlead',
    })),
    volumes: pod.volumes.map((volume) =>
      'secret' in volume ? { name: volume.name, hostPath: { path: secrets, type: 'Directory' } } : volume,
    ),
  };
}

test('the manifests of Kubernetes migrate a server’s database and run on it, behind the web server of the compose file', async ({
  page,
}) => {
  const maintenance = process.env.TEST_DATABASE_URL;
  if (maintenance === undefined) throw new Error('This test needs a PostgreSQL server: npm run soak starts one.');
  const manifestsOf = (name: string) =>
    parseAllDocuments(readFileSync(join(root, 'deploy/kubernetes', name), 'utf8')).map(
      (document) => document.toJS() as Manifest,
    );
  const play = (name: string, documents: readonly object[]) => {
    const file = join(folder, name);
    writeFileSync(file, documents.map((one) => stringify(one)).join('---\n'));
    const { status, stderr, stdout } = podman('kube', 'play', file);
    expect(status, `${stderr}${stdout}`).toBe(0);
  };
  const database = `pods_${randomBytes(6).toString('hex')}`;
  await createDatabase(maintenance, database, 'template0');
  const port = await freePort();
  const conf = readFileSync(join(root, 'deploy/container/nginx.conf'), 'utf8');
  const front = await runNginx(installedNginx, join(folder, 'nginx'), (listen) =>
    conf
      .replace('listen 8080;', `listen 127.0.0.1:${listen};`)
      .replace('http://fairlead:3000', `http://127.0.0.1:${port}`)
      // packages have a test of their own
      .replace(/server \{\s+listen 8081;.*/s, ''),
  );
  try {
    const secrets = join(folder, 'credentials');
    mkdirSync(secrets);
    const values = {
      DATABASE_URL: urlOf(maintenance, database),
      ...Object.fromEntries(
        ['VAULT_SECRET', 'TOKEN_SECRET', 'LINK_SECRET'].map((name) => [name, randomBytes(33).toString('base64')]),
      ),
    };
    for (const [name, value] of Object.entries(values)) {
      writeFileSync(join(secrets, name), value, { mode: 0o440 });
      chownSync(join(secrets, name), 0, 10001);
    }

    const [job] = manifestsOf('migrate.yaml');
    const migration = job?.spec?.template?.spec;
    if (!migration) throw new Error('migrate.yaml has no pod');
    const metadata = { name: 'fairlead-migrate' };
    play('migrate.yaml', [{ apiVersion: 'v1', kind: 'Pod', metadata, spec: playable(migration, secrets) }]);
    const migrate = 'fairlead-migrate-migrate';
    expect(podman('wait', migrate).stdout.trim(), podman('logs', migrate).stderr).toBe('0');

    const manifests = manifestsOf('fairlead.yaml').map((manifest) => {
      const { data, spec } = manifest;
      const local = {
        ...{ PORT: String(port), PUBLIC_URL: front.url, DRAIN_SECONDS: '2' },
        ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
      };
      if (data) return { ...manifest, data: { ...data, ...local } };
      if (!spec?.template) return manifest;
      const template = { ...spec.template, spec: playable(spec.template.spec, secrets) };
      return { ...manifest, spec: { ...spec, replicas: 1, template } };
    });
    play('fairlead.yaml', manifests);
    const names = podman('ps', '--all', '--format', '{{.Names}}').stdout.split('\n');
    const container = names.find((name) => /^fairlead-pod(-0)?-fairlead$/.test(name)) ?? '';
    await eventually('the pod is ready', async () => {
      const running = podman('inspect', '--format', '{{.State.Running}}', container).stdout.trim();
      if (running !== 'true') throw new Error(`the pod ended:\n${podman('logs', container).stderr}`);
      return isReady(front.url);
    });
    await visit(page, front.url);
    await expectNoRights(container);
    podman('stop', '--time', '45', container);
    expect(podman('inspect', '--format', '{{.State.ExitCode}}', container).stdout.trim()).toBe('0');
  } finally {
    podman('pod', 'rm', '--all', '--force');
    await front.stop();
    await dropDatabases(maintenance, database);
  }
});
