import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export type PostgresServer = {
  /** The URL of its maintenance database, for a user who may create databases. */
  url: string;
  /** Process id of its main process. */
  pid: number;
  /** Its folder, with its files in `data`, and its socket. */
  folder: string;
  /** Stops the server and closes its connections, and keeps its data; `resume` starts it again in the same place. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server, and removes all its files. */
  stop(): Promise<void>;
};

const DEBIAN = '/usr/lib/postgresql';
const USER = 'fairlead';

/** The system account that runs the server: PostgreSQL refuses to run as root. */
export type Identity = { uid: number; gid: number } | undefined;

/**
 * Starts a private PostgreSQL server of the newest version that Debian has installed here: own folder, free port,
 * loopback only, with a password, fsync on as in production. The system's own clusters are not touched.
 *
 * @returns undefined when there is no PostgreSQL on this machine
 */
export async function startPostgres(): Promise<PostgresServer | undefined> {
  const bin = findBinaries();
  if (!bin) return undefined;
  const identity = serverIdentity();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-postgres-'));
  const password = randomBytes(16).toString('hex');
  const data = path.join(folder, 'data');
  try {
    prepare(bin, folder, data, password, identity);
    const port = await freePort();
    const begin = () => launch(path.join(bin, 'postgres'), folder, data, port, identity);
    let server = await begin();
    const url = `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`;
    return {
      url,
      folder,
      get pid() {
        return Number(server.pid);
      },
      halt: () => halt(server),
      resume: async () => {
        server = await begin();
      },
      stop: async () => {
        await halt(server);
        fs.rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Makes sure that `startPostgres` finds a server: as root, Debian's package is installed when it is missing, and no
 * cluster of the system is created or started.
 *
 * @returns false when there is no server and the process is not root
 */
export function installPostgres(): boolean {
  if (findBinaries()) return true;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (...names: string[]) =>
    runOrThrow('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { env });
  runOrThrow('apt-get', ['update', '-q'], { env });
  // this package first, since its setting decides whether the server's installation starts a cluster
  install('postgresql-common');
  const setting = '/etc/postgresql-common/createcluster.conf';
  const before = fs.readFileSync(setting, 'utf8');
  fs.writeFileSync(setting, `${before.replace(/^\s*create_main_cluster.*$/gm, '')}\ncreate_main_cluster = false\n`);
  install('postgresql');
  return findBinaries() !== undefined;
}

/** The folder with the programs of the newest server. */
function findBinaries(): string | undefined {
  if (!fs.existsSync(DEBIAN)) return undefined;
  const versions = fs.readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => path.join(DEBIAN, version, 'bin'))
    .find((bin) => fs.existsSync(path.join(bin, 'initdb')) && fs.existsSync(path.join(bin, 'postgres')));
}

/** Debian's account `postgres` when this process is root, otherwise the current account. */
export function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return undefined;
  const entry = fs.readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!entry) throw new Error('There is no account postgres on this machine, and PostgreSQL does not run as root.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

function prepare(bin: string, folder: string, data: string, password: string, identity: Identity): void {
  const passwordFile = path.join(folder, 'password');
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (identity) {
    fs.chownSync(folder, identity.uid, identity.gid);
    fs.chownSync(passwordFile, identity.uid, identity.gid);
  }
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const access = ['--username', USER, '--pwfile', passwordFile, '--auth=scram-sha-256'];
  runOrThrow(path.join(bin, 'initdb'), ['--pgdata', data, ...locale, ...access], { cwd: folder, ...identity });
}

async function launch(
  program: string,
  folder: string,
  data: string,
  port: number,
  identity: Identity,
): Promise<ChildProcess> {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'on',
    // the log is parsed for readiness, so its messages must not be translated
    lc_messages: 'C',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // To a file, not a pipe: the parent process may be busy for minutes, and a full pipe would block the checkpointer.
  const logFile = path.join(folder, 'log');
  const log = fs.openSync(logFile, 'w', 0o600);
  const server = spawn(program, ['-D', data, ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', log],
    ...identity,
  });
  fs.closeSync(log);
  const ended = once(server, 'exit');
  while (server.exitCode === null && server.signalCode === null) {
    if (fs.readFileSync(logFile, 'utf8').includes('database system is ready to accept connections')) {
      process.once('exit', () => server.kill('SIGQUIT'));
      return server;
    }
    await Promise.race([ended, setTimeout(50)]);
  }
  throw new Error(`PostgreSQL did not start:\n${fs.readFileSync(logFile, 'utf8')}`);
}

async function halt(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  // fast shutdown: it closes the connections and its files
  server.kill('SIGINT');
  await once(server, 'exit');
}

function runOrThrow(
  program: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } & Partial<NonNullable<Identity>>,
): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${program} ${args.join(' ')} failed:\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`);
}
