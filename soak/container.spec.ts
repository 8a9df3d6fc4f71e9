import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { parseAllDocuments, stringify } from 'yaml';
import { eventually } from '../e2e/academy.ts';
import { logInAsStaff } from '../e2e/pages/staff.ts';
import { createDatabase, dropDatabases, urlOf } from '../server/testing/databases.ts';
import { freePort } from '../server/testing/free-port.ts';
import { expectNoRights, isReady, node, test } from './containers.ts';

const root = resolve(import.meta.dirname, '..');
const admin = { email: 'principal@example.org', password: 'harbour master 1848' };

/** Packages of which the image has only a part, or that have a native library. */
const later = [
  ...['@cantoo/pdf-lib', '@myriaddreamin/typst-ts-node-compiler', '@node-rs/argon2', 'jsonld', 'mediabunny', 'sharp'],
  ...['tesseract.js-core/tesseract-core-simd.js', 'yaml', 'zod'],
];

/** The bytes of all files below a folder. */
const bytesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);

/** A short journey: a visitor, and the login of staff. */
async function visit(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/courses`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await logInAsStaff(page, { url, admin });
}

test('the program runs as a container without rights, on a root that nobody can write to', async ({
  page,
  containers,
}) => {
  const { folder, podman } = containers;
  const bytes = Number(podman('image', 'inspect', '--format', '{{.Size}}', 'localhost/fairlead').stdout);
  // as a registry stores it
  podman('push', 'localhost/fairlead', `oci:${join(folder, 'packed')}`);
  const packed = bytesOf(join(folder, 'packed'));
  const [inMegabytes, packedInMegabytes] = [bytes, packed].map((some) => Math.round(some / 1e6));
  console.log(`the image: ${packedInMegabytes} MB, unpacked ${inMegabytes} MB, built in ${containers.seconds} s`);
  expect(packedInMegabytes).toBeLessThanOrEqual(250);

  const port = String(await freePort());
  const env = { PORT: port, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, HOST: '127.0.0.1' };
  const args = [
    ...['run', '--rm', '--name', 'academy', '--network', 'host'],
    ...['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
    ...Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    'localhost/fairlead',
  ];
  const program: ChildProcess = spawn('podman', args, { stdio: ['ignore', 'pipe', 'pipe'], env: containers.env });
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
    expectNoRights(containers, 'academy');

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

test('the manifests of Kubernetes migrate a server’s database and run on it', async ({ page, containers }) => {
  const { folder, podman } = containers;
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
  const url = `http://127.0.0.1:${port}`;
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
        PORT: String(port),
        PUBLIC_URL: url,
        DRAIN_SECONDS: '2',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
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
      return isReady(url);
    });
    await visit(page, url);
    expectNoRights(containers, container);
    podman('stop', '--time', '45', container);
    expect(podman('inspect', '--format', '{{.State.ExitCode}}', container).stdout.trim()).toBe('0');
  } finally {
    podman('pod', 'rm', '--all', '--force');
    await dropDatabases(maintenance, database);
  }
});
