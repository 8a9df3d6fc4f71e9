import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/database.ts';
import type { Log } from '../db/log.ts';
import { examineMarks, type Marks, removeMarks } from '../files/unmark-files.ts';
import { dumpStream } from './dump-stream.ts';

/** The file in the data folder with the path of the socket on which the running program serves backups. */
const noteIn = (dataDir: string) => join(dataDir, 'control');

/** The socket in the data folder. */
const socketIn = (dataDir: string) => join(dataDir, 'control.socket');
/** How long the path of a socket may be on every system, in bytes. */
const longestPath = 103;
/** The prefix of the socket's folder in the temporary folder. */
const prefix = 'fairlead-';

/**
 * A path for the socket: in the data folder, since commands of other services have temporary folders of their own; in a
 * folder of mode 700 in the temporary folder where that path is too long for a socket.
 */
async function newSocketPath(dataDir: string): Promise<{ path: string; folder?: string }> {
  const path = socketIn(dataDir);
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= longestPath) return { path };
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${folder.split('\\').at(-1)}`, folder };
  return { path: join(folder, 'socket'), folder };
}

/** Removes the socket of a program that was killed, or its folder, which the file in its data folder still names. */
async function removeLeftBehind(dataDir: string): Promise<void> {
  await rm(socketIn(dataDir), { force: true });
  const folder = dirname((await noted(dataDir)) ?? '');
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(prefix))
    await rm(folder, { recursive: true, force: true });
}

/** The path of the socket from that file; undefined without one. */
const noted = (dataDir: string): Promise<string | undefined> =>
  readFile(noteIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The path at which the running program says which academy it is. */
const academyPath = '/academy';

/** The path at which the running program tells the doctor what it asks of the database. */
const factsPath = '/facts';

/** The path at which the running program examines the marks of deleted files, and with POST removes wrong ones. */
const marksPath = '/marks';

type Served = {
  db: Db;
  /** Which academy it is, as JSON for commands. */
  describe: () => Promise<object>;
  /** What the doctor asks of the database, as JSON. */
  facts: () => Promise<object>;
};

async function answer(served: Served, { method, url }: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { db, describe, facts } = served;
  const send = (found: object) => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(found));
  if (url === academyPath) return send(await describe());
  if (url === factsPath) return send(await facts());
  if (url === marksPath) return send(method === 'POST' ? await removeMarks(db) : await examineMarks(db));
  await pipeline(dumpStream(db), reply);
}

/**
 * Serves the dump of the embedded database to the owner of the data folder, because only this process can open the
 * database, and the marks of deleted files. A file in the data folder has the path of the socket. Only one program at a
 * time has the database open, so a file that already exists was left by a program that was killed.
 *
 * @returns a function that stops serving
 */
export async function serveDump({
  dataDir,
  log,
  ...served
}: Served & { dataDir: string; log: Log }): Promise<() => Promise<void>> {
  await removeLeftBehind(dataDir);
  const { path, folder } = await newSocketPath(dataDir);
  const server = createServer((asked, reply) => {
    answer(served, asked, reply).catch((error: unknown) => {
      reply.destroy();
      log.error({ err: error }, 'a command was broken off');
    });
  });
  server.listen(path);
  await once(server, 'listening');
  if (process.platform !== 'win32') await chmod(path, 0o600);
  await writeFile(noteIn(dataDir), path, { mode: 0o600 });
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await Promise.all([
      rm(noteIn(dataDir), { force: true }),
      folder === undefined ? undefined : rm(folder, { recursive: true, force: true }),
    ]);
  };
}

/** Errors for the socket of a program that was killed: its folder is gone, or nothing listens. */
const nobody = ['ENOENT', 'ECONNREFUSED'];

/** The dump from the program that runs on a data folder; undefined when none does. */
export const dumpOfRunning = (dataDir: string): Promise<Readable | undefined> => ask(dataDir, { path: '/' });

/**
 * Whether a program runs on a data folder, and what it says about its academy: undefined for one of an older version.
 */
export async function describeRunning(dataDir: string): Promise<{ described: unknown } | undefined> {
  const reply = await ask(dataDir, { path: academyPath });
  if (!reply) return undefined;
  return { described: await answerIn(reply) };
}

/** What the running program tells the doctor; undefined when none runs on a data folder, or one of an older version. */
export async function factsOfRunning(dataDir: string): Promise<unknown> {
  const reply = await ask(dataDir, { path: factsPath });
  return reply && answerIn(reply);
}

/**
 * The marks of deleted files, from the program that runs on a data folder; undefined when none does.
 *
 * @param how.method POST removes those of files in use.
 * @throws Error when the program is of an older version, which answers with a dump.
 */
export async function marksOfRunning(
  dataDir: string,
  { method }: { method: 'GET' | 'POST' },
): Promise<Marks | undefined> {
  const reply = await ask(dataDir, { method, path: marksPath });
  if (!reply) return undefined;
  const marks = await answerIn(reply);
  if (marks) return marks as Marks;
  throw new Error('The program that runs is of an older version. Please restart it, and enter the command again.');
}

/** The JSON of an answer; undefined from a program of an older version, which answers every path with its dump. */
async function answerIn(reply: IncomingMessage): Promise<unknown> {
  if (reply.headers['content-type'] === 'application/json') return json(reply);
  reply.destroy();
  return undefined;
}

async function ask(dataDir: string, asked: { method?: string; path: string }): Promise<IncomingMessage | undefined> {
  const socketPath = await noted(dataDir);
  if (socketPath === undefined) return undefined;
  try {
    const [reply] = (await once(request({ socketPath, ...asked }).end(), 'response')) as [IncomingMessage];
    return reply;
  } catch (error) {
    if (nobody.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
