import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Email } from 'postal-mime';
import { type Db, openDatabase } from '../server/platform/db/database.ts';
import { mailsIn } from '../server/platform/mail/testing/mails-in.ts';
import { type FrontKind, fronts, startFront } from '../server/testing/cluster/front.ts';
import { folderBeside, type Instance, instanceOf } from '../server/testing/cluster/instances.ts';
import { silentLog } from '../server/testing/databases.ts';
import { freePort } from '../server/testing/free-port.ts';
import { statedAcademy } from '../server/testing/stated-academy.ts';
import { type Engine, usualEngine } from './engines.ts';
import { startMailServer } from './mail-server.ts';

const root = resolve(import.meta.dirname, '..');

/** The real program in its own process and data folder, with its mails. */
export type Academy = {
  url: string;
  admin: { email: string; password: string };
  dataDir: string;
  /** Its further settings, which may be changed before a restart. */
  env: Record<string, string>;
  /** The URL of its database on a server; undefined where it is embedded. */
  databaseUrl: string | undefined;
  /** The current process, the first of several; another one after a crash or a restart. */
  pid: () => number;
  /** The programs of the academy: one, or three behind a load balancer. */
  instances: readonly Instance[];
  /** Resolves with the newest mail to an email address whose subject contains the words, as soon as there is one. */
  mailTo: (email: string, subject: string) => Promise<Email>;
  /** The program's output so far: its banner and its log. */
  output: () => string;
  /** Every mail so far. */
  mails: () => Promise<Email[]>;
  /** Kills the program on the spot and starts it again on the same data; calls `atDeath` in between. */
  crash: (atDeath?: () => void | Promise<void>) => Promise<void>;
  /** Asks the program to end, and returns its exit code; null when it did not end by itself. */
  terminate: () => Promise<number | null>;
  /**
   * Runs one of the server's commands with the same settings, as npm does; the embedded database must not be in use.
   */
  command: (file: string, ...args: string[]) => Promise<{ code: number; output: string }>;
  /** Starts the program again on the same data. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

export type Parts = {
  engine?: Engine;
  mail: 'smtp' | 'files';
  env?: Record<string, string>;
  /** The host name in its URL; by default the IP address. */
  host?: string;
  /** Where its data folder is made; by default among the temporary files. */
  within?: string;
  /** The load balancer in front of three instances on a server's database; by default, the one that INSTANCES names. */
  behind?: FrontKind;
  /** The folder of another version's sources, with which it starts. */
  sources?: string;
};

/** Opens the database of a program; where it is embedded, the program must have ended. */
export const openDatabaseOf = ({ dataDir, databaseUrl: url }: Academy): Promise<Db> =>
  openDatabase({ ...(url && { url }), dataDir, log: silentLog });

/** Repeats a request until there is a response, or until a program that hangs has had enough time. */
export async function eventually<T>(what: string, find: () => Promise<T | undefined>, seconds = 120): Promise<T> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`${what}: not within ${seconds} s`);
}

/** Where journeys run behind a load balancer: three instances behind `haproxy` or `nginx`. */
const front = fronts.find((kind) => kind === process.env.INSTANCES);

/** The object store of these instances, as a value of FILES: each academy has a part of its bucket. */
const testFiles = process.env.TEST_FILES;
const ownPartOf = (url: string) => url.replace('?', `/${randomUUID()}?`);

/** Starts the program and waits until it is ready. */
export async function startAcademy(parts: Parts): Promise<Academy> {
  const { engine = usualEngine, mail, env = {}, host, within = tmpdir(), sources } = parts;
  const dataDir = await mkdtemp(join(within, 'fairlead-e2e-'));
  const database = await engine.open(dataDir);
  const balanced = parts.behind ?? (database.url !== undefined && host === undefined ? front : undefined);
  const admin = { email: 'principal@example.org', password: 'harbour master 1848' };
  const place = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    // all of them can share the compiled code
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/journeys'),
    DATA_DIR: dataDir,
    ...(database.url && { DATABASE_URL: database.url }),
    ...(balanced && testFiles && { FILES: ownPartOf(testFiles) }),
  };
  const logs = await mkdtemp(join(tmpdir(), 'fairlead-e2e-logs-'));
  /** The folder of each instance: with an object store they are on machines of their own. */
  const folders = [dataDir];
  for (let i = 2; balanced && i <= 3; i++) {
    const isApart = env.FILES ?? place.FILES;
    folders.push(isApart ? await folderBeside(dataDir, join(logs, `data-${i}`)) : dataDir);
  }
  const post =
    mail === 'smtp'
      ? await startMailServer(await freePort())
      : { url: '', read: mailsIn([...new Set(folders)].map((folder) => join(folder, 'mail'))), close: async () => {} };
  const settings: Record<string, string> = {
    ...place,
    ...statedAcademy,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // Films are played as originals; a test of their versions says otherwise.
    FFMPEG: 'none',
    ...(post.url && { SMTP_URL: post.url }),
  };
  /** The settings at the moment of a start: a test may have changed `env` since the last one. */
  const ofProgram = (): Record<string, string> => ({
    ...settings,
    ...env,
    // the load balancer adds an address to those that a test writes
    ...(balanced && { TRUST_PROXY: env.TRUST_PROXY === 'true' ? '2' : 'true' }),
  });
  const instances: Instance[] = [];
  for (const folder of folders) {
    const from = sources && { from: sources };
    instances.push(await instanceOf(logs, { env: () => ({ ...ofProgram(), DATA_DIR: folder }), ...from }));
  }
  const [first] = instances as [Instance];
  const balancer =
    balanced &&
    (await startFront(
      balanced,
      logs,
      instances.map(({ port }) => port),
    ));
  const url = balancer?.url ?? (host ? `http://${host}:${first.port}` : first.url);
  if (host || balancer) settings.PUBLIC_URL = url;
  // the first one migrates and creates the administrator
  const launch = async () => {
    for (const instance of instances) await instance.start();
  };
  const end = async (how: 'stop' | 'kill') => void (await Promise.all(instances.map((instance) => instance[how]())));
  const stop = async () => {
    await end('stop');
    await balancer?.stop();
    await post.close();
    await database.drop();
    await rm(logs, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await launch();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    admin,
    dataDir,
    env,
    databaseUrl: database.url,
    pid: first.pid,
    output: () => instances.map((instance) => instance.output()).join(''),
    instances,
    mailTo: (email, subject) =>
      eventually(`a mail to ${email} about ${subject}`, async () =>
        (await post.read()).findLast((m) => m.to?.some((to) => to.address === email) && m.subject?.includes(subject)),
      ),
    mails: post.read,
    crash: async (atDeath) => {
      await end('kill');
      await atDeath?.();
      await launch();
    },
    terminate: async () => {
      await end('stop');
      return first.exitCode();
    },
    command: (file, ...args) =>
      new Promise((done) => {
        execFile(
          process.execPath,
          [`server/programs/${file}`, ...args],
          { cwd: root, env: { ...place, ...env } },
          (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
        );
      }),
    restart: launch,
    stop,
  };
}
