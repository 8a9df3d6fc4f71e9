// npm run cluster: three instances behind haproxy, on two PostgreSQL servers that Patroni keeps with etcd, behind
// pgbouncer, with files in Ceph's object store, all on this machine in a temporary folder, until Ctrl-C.
// `npm run cluster -- test` runs the tests of all this in their short form, and in the long one with LONG=1.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStore, startObjectStore } from '../server/platform/files/testing/object-store.ts';
import { type ClusteredDatabase, startClusteredDatabase } from '../server/testing/cluster/database.ts';
import { type Front, startFront } from '../server/testing/cluster/front.ts';
import { folderBeside, type Instance, instanceOf } from '../server/testing/cluster/instances.ts';
import { missingForCluster } from './cluster-programs.ts';
import { startServers } from './test-programs.ts';

/** The tests that `npm run cluster -- test` runs: those of soak/ that need a cluster. */
const specs = ['instances', 'failover', 'upgrade'];
/** The journeys that pass through each load balancer. */
const journeys = ['journey', 'public', 'session', 'film-upload', 'own-certificates', 'staff-settings'];
/** Those that also pass with the files in an object store, and do not look into the folder. */
const withStore = ['journey', 'own-certificates'];

async function test(): Promise<boolean> {
  const { environment, stop } = await startServers();
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync('playwright', ['test', ...args], { stdio: 'inherit', env: { ...process.env, ...environment, ...env } })
      .status === 0;
  const through = (INSTANCES: string, names: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const files = names.map((name) => `e2e/${name}.spec.ts`);
    // the whole journey runs on an embedded database as well, of which there is one
    return run([...files, '--grep-invert', 'embedded', '--workers', '1'], { INSTANCES, EVERY_TEST_ON: 'both', ...env });
  };
  let store: ObjectStore | undefined;
  try {
    const passed = [through('haproxy', journeys), through('nginx', journeys)];
    store = await startObjectStore();
    passed.push(through('haproxy', withStore, { TEST_FILES: store.url }));
    return [...passed, run(['--config', 'soak', ...specs])].every(Boolean);
  } finally {
    await store?.stop();
    await stop();
  }
}

async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-cluster-'));
  // PostgreSQL runs as its own user
  await chmod(folder, 0o711);
  const instances: Instance[] = [];
  let store: ObjectStore | undefined;
  let database: ClusteredDatabase | undefined;
  let front: Front | undefined;
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  try {
    console.log(
      'Starting etcd, two PostgreSQL servers with Patroni, haproxy, pgbouncer and an object store. This takes a minute.',
    );
    database = await startClusteredDatabase(join(folder, 'database'));
    store = await startObjectStore();
    const dataDir = join(folder, 'data');
    const env: Record<string, string> = {
      FILES: store.url,
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: database.replicaUrl,
      TRUST_PROXY: 'true',
      DRAIN_SECONDS: '4',
      ADMIN_EMAIL: 'principal@example.org',
      ADMIN_PASSWORD: 'harbour master 1848',
    };
    for (let i = 0; i < 3; i += 1) {
      // each with a folder of its own, as on several machines
      const DATA_DIR = i === 0 ? dataDir : await folderBeside(dataDir, `${dataDir}-${i + 1}`);
      instances.push(await instanceOf(folder, { env: () => ({ ...env, DATA_DIR }) }));
    }
    front = await startFront(
      'haproxy',
      folder,
      instances.map(({ port }) => port),
    );
    env.PUBLIC_URL = front.url;
    for (const instance of instances) await instance.start();
    const rows = {
      'The academy': `${front.url}   ${env.ADMIN_EMAIL}, ${env.ADMIN_PASSWORD}`,
      ...Object.fromEntries(instances.map(({ url }, i) => [`Instance ${i + 1}`, url])),
      'pgbouncer, primary': database.url,
      'pgbouncer, replica': database.replicaUrl,
      ...database.parts,
      'Object store': store.url,
      'Files and logs': folder,
    };
    for (const [name, address] of Object.entries(rows)) console.log(`${name.padEnd(20)}${address}`);
    console.log('Ctrl-C ends all of it and removes its files.');
    await stopped;
    console.log('\nEnding.');
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()));
    await front?.stop();
    await database?.stop();
    await store?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const missing = missingForCluster();
if (missing) {
  console.log(missing);
  process.exitCode = 1;
} else if (process.argv[2] === 'test') process.exitCode = (await test()) ? 0 : 1;
else await serve();
