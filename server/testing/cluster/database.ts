import { readFileSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { serverIdentity } from '../postgres-server.ts';
import { getWithTls, selfSigned, type TlsIdentity } from '../tls.ts';
import { startHaproxy, takesConnections } from './haproxy.ts';
import { type Running, runProgram } from './run-program.ts';
import { shipped } from './shipped.ts';

const user = 'fairlead';
const password = 'beside the quay';

/** How long a server may take to follow the primary, in milliseconds. */
const patience = 180_000;

type Member = { name: string; role: string; state: string };

/** Two PostgreSQL servers that Patroni keeps, behind haproxy and pgbouncer, as the shipped configuration says. */
export type ClusteredDatabase = {
  /** Through pgbouncer, to the primary. */
  url: string;
  /** Through pgbouncer, to the standby. */
  replicaUrl: string;
  /** The name of the primary, once it has a standby that has everything; waits for that. */
  primary: () => Promise<string>;
  /** The name of the primary, once it is another one. */
  primaryOtherThan: (name: string) => Promise<string>;
  /** Kills a server and its Patroni with -9, as if its machine were gone. */
  kill: (name: string) => Promise<void>;
  start: (name: string) => Promise<void>;
  /** The addresses of its parts. */
  parts: Readonly<Record<string, string>>;
  stop: () => Promise<void>;
};

/** Starts etcd, two servers with Patroni, haproxy and pgbouncer on free ports of this machine, in a new folder. */
export async function startClusteredDatabase(folder: string): Promise<ClusteredDatabase> {
  const identity = serverIdentity();
  const own = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await chmod(path, 0o700);
    if (identity) await chown(path, identity.uid, identity.gid);
    return path;
  };
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  // one certificate, which is its own authority, for everything on this machine
  const tls = selfSigned(folder);
  await chmod(tls.certFile, 0o644);
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of started.reverse()) await end();
  };
  try {
    const etcd = await startEtcd(await own(join(folder, 'etcd')), tls);
    started.push(etcd.stop);
    const nodes = new Map<string, Awaited<ReturnType<typeof nodeOf>>>();
    for (const name of ['one', 'two'])
      nodes.set(name, await nodeOf(name, await own(join(folder, name)), etcd.port, tls));
    started.push(async () => {
      for (const node of nodes.values()) await node.stop();
    });
    const members = async (): Promise<Member[]> => {
      for (const { api } of nodes.values()) {
        const cluster = await getWithTls(`${api}/cluster`, tls).catch(() => undefined);
        if (cluster) return (JSON.parse(cluster) as { members: Member[] }).members;
      }
      return [];
    };
    await nodes.get('one')?.start();
    await nodes.get('two')?.start();
    const primaryOtherThan = async (name: string) => {
      for (;;) {
        const leader = (await members()).find(({ role, state }) => role === 'leader' && state === 'running');
        if (leader && leader.name !== name) return leader.name;
        await setTimeout(200);
      }
    };
    const primary = async () => {
      for (const until = Date.now() + patience; ; ) {
        const all = await members();
        const leader = all.find(({ role, state }) => role === 'leader' && state === 'running');
        if (leader && all.some(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state)))
          return leader.name;
        if (Date.now() > until)
          throw new Error(`There is no standby: ${JSON.stringify(all)}\n${await lastLines(nodes)}`);
        await setTimeout(200);
      }
    };
    const [one, two] = [...nodes.values()] as [Node, Node];
    const [toPrimary, toReplica] = [await freePort(), await freePort()];
    const text = await shipped('haproxy-database.cfg', [
      ['127.0.0.1:5000', `127.0.0.1:${toPrimary}`],
      ['127.0.0.1:5001', `127.0.0.1:${toReplica}`],
      ['10.0.0.21:5432 port 8008', `127.0.0.1:${one.port} port ${one.apiPort}`],
      ['10.0.0.22:5432 port 8008', `127.0.0.1:${two.port} port ${two.apiPort}`],
      ['/etc/haproxy/database-ca.crt', tls.certFile],
    ]);
    const haproxy = await startHaproxy(folder, 'haproxy-database', text, toPrimary);
    started.push(haproxy.stop);
    await createDatabase(nodes.get(await primary()) as Node, tls);
    const bouncing = { folder: await own(join(folder, 'pgbouncer')), toPrimary, toReplica, authority: tls.certFile };
    const pgbouncer = await startPgbouncer(bouncing);
    started.push(pgbouncer.stop);
    const urlOf = (name: string) =>
      `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${pgbouncer.port}/${name}`;
    return {
      url: urlOf('fairlead'),
      replicaUrl: urlOf('fairlead_replica'),
      primary,
      primaryOtherThan,
      kill: async (name) => nodes.get(name)?.kill(),
      start: async (name) => nodes.get(name)?.start(),
      parts: {
        etcd: `https://127.0.0.1:${etcd.port}`,
        'Patroni one': one.api,
        'Patroni two': two.api,
        'PostgreSQL one': `127.0.0.1:${one.port}`,
        'PostgreSQL two': `127.0.0.1:${two.port}`,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the servers and their Patronis have said last. */
async function lastLines(nodes: ReadonlyMap<string, Node>): Promise<string> {
  const said = [...nodes].map(async ([name, { log }]) => `${name}:\n${(await readFile(log, 'utf8')).slice(-6000)}`);
  return (await Promise.all(said)).join('\n');
}

type Node = Awaited<ReturnType<typeof nodeOf>>;

/** Copies the key and the certificate to where a program's user alone can read them. */
async function tlsIn(folder: string, tls: TlsIdentity): Promise<{ keyFile: string; certFile: string }> {
  const identity = serverIdentity();
  const copies = { keyFile: join(folder, 'tls.key'), certFile: join(folder, 'tls.crt') };
  for (const name of ['keyFile', 'certFile'] as const) {
    await copyFile(tls[name], copies[name]);
    await chmod(copies[name], 0o600);
    if (identity) await chown(copies[name], identity.uid, identity.gid);
  }
  return copies;
}

async function startEtcd(folder: string, tls: TlsIdentity): Promise<Running & { port: number }> {
  const [port, peers] = [await freePort(), await freePort()];
  const { keyFile, certFile } = await tlsIn(folder, tls);
  const [clientUrl, peerUrl] = [`https://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`];
  const settings = {
    name: 'only',
    'data-dir': join(folder, 'data'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `only=${peerUrl}`,
    'cert-file': certFile,
    'key-file': keyFile,
    'trusted-ca-file': certFile,
    'client-cert-auth': 'true',
    'log-level': 'warn',
  };
  const running = await runProgram({
    program: '/usr/bin/etcd',
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}=${value}`]),
    log: join(folder, 'log'),
    cwd: folder,
    identity: serverIdentity(),
    isReady: async () => (await getWithTls(`${clientUrl}/health`, tls)) !== undefined,
  });
  return { ...running, port };
}

/** A server with its Patroni, which is not started yet. */
async function nodeOf(name: string, folder: string, etcdPort: number, tls: TlsIdentity) {
  const identity = serverIdentity();
  const { keyFile, certFile } = await tlsIn(folder, tls);
  const [port, apiPort] = [await freePort(), await freePort()];
  const api = `https://127.0.0.1:${apiPort}`;
  const data = join(folder, 'data');
  const text = await shipped('patroni.yml', [
    ['name: one', `name: ${name}`],
    ['10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379', `127.0.0.1:${etcdPort}`],
    ['10.0.0.21:8008', `127.0.0.1:${apiPort}`],
    ['10.0.0.21:5432', `127.0.0.1:${port}`],
    ['10.0.0.0/24', '127.0.0.1/32'],
    ['/var/lib/postgresql/15/fairlead', data],
    ['/var/run/postgresql', folder],
    ['/etc/patroni/ca.crt', certFile],
    ['/etc/patroni/server.crt', certFile],
    ['/etc/patroni/server.key', keyFile],
  ]);
  const file = join(folder, 'patroni.yml');
  await writeFile(file, text, { mode: 0o644 });
  let patroni: Running | undefined;
  /** The server's main process, as its own file says. */
  const postmaster = () => {
    try {
      return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };
  const log = join(folder, 'log');
  return {
    api,
    port,
    apiPort,
    log,
    async start() {
      patroni = await runProgram({
        program: '/usr/bin/patroni',
        args: [file],
        log,
        cwd: folder,
        env: { LC_ALL: 'C.UTF-8', HOME: folder },
        identity,
        // that its server runs, and follows, is for `primary` to wait for
        isReady: async () => (await getWithTls(`${api}/liveness`, tls)) !== undefined,
      });
    },
    stop: async () => patroni?.stop(),
    async kill() {
      await patroni?.kill();
      const pid = postmaster();
      try {
        if (pid) process.kill(pid, 'SIGKILL');
      } catch (error) {
        // it may have ended with its Patroni
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}

/** The program's role and database, with the limits that a pooler does not pass on. */
async function createDatabase({ port }: Node, { cert: ca }: TlsIdentity): Promise<void> {
  const connectionString = `postgres://postgres:superuser-password@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString, ssl: { ca } });
  await client.connect();
  try {
    await client.query(`create role ${user} login password '${password}'`);
    await client.query(`alter role ${user} set statement_timeout = '15s'`);
    await client.query(`alter role ${user} set idle_in_transaction_session_timeout = '30s'`);
    await client.query(`create database fairlead owner ${user}`);
  } finally {
    await client.end();
  }
}

type Bouncing = { folder: string; toPrimary: number; toReplica: number; authority: string };

async function startPgbouncer(bouncing: Bouncing): Promise<Running & { port: number }> {
  const { folder, toPrimary, toReplica, authority } = bouncing;
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${user}" "${password}"\n`, { mode: 0o644 });
  const text = await shipped('pgbouncer.ini', [
    ['port=5000', `port=${toPrimary}`],
    ['port=5001', `port=${toReplica}`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['/etc/pgbouncer/database-ca.crt', authority],
  ]);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, text, { mode: 0o644 });
  const running = await runProgram({
    program: '/usr/sbin/pgbouncer',
    args: [file],
    log: join(folder, 'log'),
    cwd: folder,
    identity: serverIdentity(),
    isReady: () => takesConnections(port),
  });
  return { ...running, port };
}
