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
 * @returns a function that stops serving
 */
export async function serveDump(db: Db, dataDir: string, log: Log): Promise<() => Promise<void>> {
  await removeLeftBehind(dataDir);
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.split('\\').at(-1)}` : join(folder, 'socket');
  const server = createServer((_request, reply) => {
    pipeline(dumpStream(db), reply).catch((error: unknown) => log.error({ err: error }, 'a backup was broken off'));
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

/** The dump from the program that runs on a data folder; undefined when none does. */
export async function dumpOfRunning(dataDir: string): Promise<Readable | undefined> {
  const socketPath = await noted(dataDir);
  if (socketPath === undefined) return undefined;
  try {
    const [reply] = (await once(get({ socketPath }), 'response')) as [IncomingMessage];
    return reply;
  } catch (error) {
    if (nobody.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
