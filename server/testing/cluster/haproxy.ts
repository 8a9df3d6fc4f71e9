import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Running, runProgram } from './run-program.ts';

export const installedHaproxy = '/usr/sbin/haproxy';

/** Starts haproxy with a configuration, in its own folder. @param port one at which it listens. */
export async function startHaproxy(folder: string, name: string, text: string, port: number): Promise<Running> {
  const file = join(folder, `${name}.cfg`);
  await writeFile(file, text);
  return runProgram({
    program: installedHaproxy,
    args: ['-db', '-f', file],
    log: join(folder, `${name}.log`),
    cwd: folder,
    isReady: () => takesConnections(port),
  });
}

/** Whether somebody listens at a port of this machine. */
export const takesConnections = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
