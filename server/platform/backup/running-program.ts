import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/database.ts';
import type { Log } from '../db/log.ts';
import { dumpStream } from './dump-stream.ts';

/** The file in the data folder with the path of the socket on which the running program serves backups. */
const noteIn = (dataDir: string) => join(dataDir, 'control');

/** The prefix of the socket's folder in the temporary folder. */
const prefix = 'fairlead-';

/** Removes the socket folder of a program that was killed, which the file in its data folder still names. */
async function removeLeftBehind(dataDir: string): Promise<void> {
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

/**
 * Serves the dump of the embedded database to anyone who may read the data folder, because only this process can open
 * the database. The socket is in a folder of mode 700, and a file in the data folder contains its path: the path of the
 * data folder itself may be too long for a socket. Only one program at a time has the database open, so a file that
 * already exists was left by a program that was killed.
 *
 * @param describe tells commands which academy it is, as JSON
 * @returns a function that stops serving
 */
export async function serveDump(
  db: Db,
  { dataDir, log, describe }: { dataDir: string; log: Log; describe: () => Promise<object> },
): Promise<() => Promise<void>> {
  await removeLeftBehind(dataDir);
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.split('\\').at(-1)}` : join(folder, 'socket');
  const server = createServer(({ url }, reply) => {
    const answer =
      url === academyPath
        ? describe().then((found) => reply.end(JSON.stringify(found)))
        : pipeline(dumpStream(db), reply);
    answer.catch((error: unknown) => {
      reply.destroy();
      log.error({ err: error }, 'a backup was broken off');
    });
  });
  server.listen(path);
  await once(server, 'listening');
  await writeFile(noteIn(dataDir), path, { mode: 0o600 });
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await Promise.all([rm(noteIn(dataDir), { force: true }), rm(folder, { recursive: true, force: true })]);
  };
}

/** Errors for the socket of a program that was killed: its folder is gone, or nothing listens. */
const nobody = ['ENOENT', 'ECONNREFUSED'];

const academyPath = '/academy';
/** A program of an older version answers every path with its dump, whose first line is longer than a description. */
const longestDescription = 2000;

/** The dump from the program that runs on a data folder; undefined when none does. */
export const dumpOfRunning = (dataDir: string): Promise<Readable | undefined> => ask(dataDir, '/');

/**
 * Whether a program runs on a data folder, and what it says about its academy: undefined for one of an older version.
 */
export async function describeRunning(dataDir: string): Promise<{ described: unknown } | undefined> {
  const reply = await ask(dataDir, academyPath);
  if (!reply) return undefined;
  let text = '';
  // leaving the loop ends the reply, and with it the dump
  for await (const part of reply.setEncoding('utf8')) {
    text += part;
    if (text.length > longestDescription) return { described: undefined };
  }
  return { described: JSON.parse(text) };
}

async function ask(dataDir: string, path: string): Promise<Readable | undefined> {
  const socketPath = await noted(dataDir);
  if (socketPath === undefined) return undefined;
  try {
    const [reply] = (await once(get({ socketPath, path }), 'response')) as [IncomingMessage];
    return reply;
  } catch (error) {
    if (nobody.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
