import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../testing/free-port.ts';
import { callS3 } from '../stores/s3-call.ts';

/** An object store on this machine, with one empty bucket. */
export type ObjectStore = {
  /** The value of FILES for its bucket. */
  url: string;
  /** Lets the bucket keep versions of what is deleted or replaced from now on. */
  keepVersions: () => Promise<void>;
  /** Stops it, and removes all its data. */
  stop: () => Promise<void>;
};

/** What has to be installed, in words. */
export const needsCeph =
  'The tests of an object store need Ceph: apt-get install ceph-mon ceph-osd radosgw ceph-common (Debian).';

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool'];
export const hasCeph = (): boolean => programs.every((name) => existsSync(`/usr/bin/${name}`));

const bucket = 'academy';
/** How long its parts may take to start, in milliseconds: a shared machine was seen to need half a minute. */
const patience = 120_000;

/**
 * Starts Ceph's gateway for S3, with one monitor and one store in memory, on free ports of the loopback interface.
 *
 * @throws Error when Ceph is not installed, or does not start.
 */
export async function startObjectStore(): Promise<ObjectStore> {
  if (!hasCeph()) throw new Error(needsCeph);
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-ceph-'));
  const config = join(folder, 'ceph.conf');
  const [monPort, port] = [await freePort(), await freePort()];
  const id = randomUUID();
  for (const name of ['mon', 'osd', 'run']) await mkdir(join(folder, name));
  await writeFile(config, configOf({ folder, id, monPort, port }));
  const ceph = (program: string, ...args: string[]) => carryOut(program, ['-c', config, ...args]);
  const stop = async () => {
    for (const name of ['radosgw', 'osd', 'mon']) await end(join(folder, 'run', `${name}.pid`));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const map = join(folder, 'map');
    carryOut('monmaptool', ['--create', '--addv', 'a', `[v1:127.0.0.1:${monPort}]`, '--fsid', id, map]);
    ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    ceph('ceph-mon', '-i', 'a');
    await eventually('the monitor', () => asks(config, 'osd', 'new', id, '0') !== undefined);
    ceph('ceph', 'mon', 'getmap', '-o', map);
    ceph('ceph-osd', '-i', '0', '--mkfs', '--monmap', map, '--osd-uuid', id);
    ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost');
    ceph('ceph-osd', '-i', '0');
    await eventually('the store', () => asks(config, 'osd', 'stat')?.includes('1 up') === true);
    const [key, secret] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
    const user = ['user', 'create', '--uid', 'academy', '--display-name', 'academy'];
    ceph('radosgw-admin', '-n', 'client.rgw', ...user, '--access-key', key, '--secret-key', secret);
    ceph('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${port}`;
    const access = { endpoint, bucket, region: 'us-east-1', keyId: key, secret };
    const put = { method: 'PUT', limit: 10_000 } as const;
    await eventually('the gateway', () =>
      fetch(endpoint).then(
        () => true,
        () => false,
      ),
    );
    const keepVersions = async () => {
      const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
      await callS3(access, { ...put, query: { versioning: '' }, body });
    };
    await callS3(access, put);
    return { url: `s3://${key}:${secret}@${bucket}?endpoint=${encodeURIComponent(endpoint)}`, keepVersions, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything in memory, one copy of each object, no authentication between its own parts. */
const configOf = ({ folder, id, monPort, port }: { folder: string; id: string; monPort: number; port: number }) => `
[global]
fsid = ${id}
mon_host = v1:127.0.0.1:${monPort}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
mon_max_pg_per_osd = 1000
run_dir = ${folder}/run
admin_socket =
log_file = ${folder}/$name.log
mon_data = ${folder}/mon
osd_data = ${folder}/osd
osd_objectstore = memstore
osd_class_update_on_start = false
osd_crush_update_on_start = false
memstore_device_bytes = 2147483648
osd_memory_target = 500000000
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_msgr2 = false
[mon.a]
host = localhost
pid_file = ${folder}/run/mon.pid
[osd.0]
pid_file = ${folder}/run/osd.pid
[client.rgw]
pid_file = ${folder}/run/radosgw.pid
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_enable_apis = s3
rgw_thread_pool_size = 32
`;

function carryOut(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: patience });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}

/** The answer to a question that the monitor cannot answer yet; undefined then. */
function asks(config: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('ceph', ['-c', config, ...args], { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? stdout : undefined;
}

async function eventually(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  const until = Date.now() + patience;
  while (!(await isThere())) {
    if (Date.now() > until) throw new Error(`${what} of Ceph did not start`);
    await setTimeout(200);
  }
}

/** Ends a process that Ceph has put into the background, by the file with its id. */
async function end(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, 'utf8')).trim());
  // its data are in memory, and are not needed any more
  if (pid > 0 && isRunning(pid)) process.kill(pid, 'SIGKILL');
  for (let left = 100; left > 0 && isRunning(pid); left -= 1) await setTimeout(50);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
