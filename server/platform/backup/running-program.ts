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

/** In the data folder: where the program that runs on it listens for a backup. */
const noteIn = (dataDir: string) => join(dataDir, 'control');

/** How the folder of a socket is called in the temporary folder, before what makes it the only one. */
const prefix = 'fairlead-';

/** Removes the folder of a program that was killed, which its note still names. */
async function removeLeftBehind(dataDir: string): Promise<void> {
  const folder = dirname((await noted(dataDir)) ?? '');
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(prefix))
    await rm(folder, { recursive: true, force: true });
}

/** The place of the socket as the note has it; undefined without one. */
const noted = (dataDir: string): Promise<string | undefined> =>
  readFile(noteIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Hands the dump of the embedded database to whoever may read the data folder, since the folder belongs to this
 * process alone. It is a socket in a folder of mode 700, whose place a note in the data folder tells: the data folder
 * itself may have a longer path than a socket may have. Only one program at a time has the folder's database open, so
 * that a note which is there already is a killed one's.
 *
 * @returns what ends it
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

/** What the note of a killed program leads to: its folder may be gone, or its socket be nobody's. */
const nobody = ['ENOENT', 'ECONNREFUSED'];

/** The dump of the program that runs on a data folder; undefined when none does. */
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
