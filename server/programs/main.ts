import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// React reads NODE_ENV when it is first imported, and runs at half its speed without it.
const dev = process.argv.includes('--dev');
/** Whether this is the computer of a ship (docs/ship.md). */
const isShip = process.argv.includes('--ship');
process.env.NODE_ENV ??= dev ? 'development' : 'production';
process.umask(0o077);
// Compiled code of the last start, also for the threads; read only where the folder cannot be written to.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
// The C library gives each thread memory of its own, which it keeps; with two for all threads, the program holds some
// 50 MB less. It keeps freed blocks as large as the largest so far, such as the 19 MB of a hash; with a fixed
// threshold, blocks from 128 kB go back to the system at once. With the compiled code known when the process begins,
// Node need not load its TypeScript compiler for this file, which saves some 45 MB. All three are read at the beginning
// of a process, so it begins again, under the same id; a unit of systemd sets them, since sockets that it holds would
// be closed.
if (!dev && process.platform === 'linux' && process.execve && !process.env.MALLOC_MMAP_THRESHOLD_)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    ...process.env,
  });
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const [
  { readConfig },
  { ConfigError, wrongSettings },
  { errorInLines },
  { standardOutput },
  { beginOpening, CannotStart },
] = await Promise.all([
  import('../settings/config.ts'),
  import('../settings/environment.ts'),
  import('../platform/error-in-log.ts'),
  import('../platform/standard-output.ts'),
  import('../program/opening.ts'),
]);

/** About what the compile cache saves at a start. */
const warmUpMilliseconds = 400;

/** One line for an error that the administrator can resolve; of a bug of ours, what a log may have. */
function lineOf(error: unknown): unknown {
  if (error instanceof ConfigError) return `Configuration: ${error.message}`;
  if (error instanceof CannotStart) return `Cannot start: ${error.message}`;
  return dev ? error : errorInLines(error);
}

// Node would print the error with all that it has, such as the rows of a database
process.on('uncaughtException', (error) => {
  console.error(lineOf(error));
  process.exit(1);
});

try {
  const tell = (line: string) => standardOutput().write(`${line}\n`);
  const config = readConfig();
  const opening = beginOpening(config, { tell });
  // Most modules are loaded while the database is opened; this thread does nothing else meanwhile.
  const starting = opening.isUnderWay
    .then(() => import('../program/start.ts'))
    .then(({ start }) => start(config, { dev, isShip, opening, warmUpMilliseconds: dev ? 0 : warmUpMilliseconds }));
  let stopping = false;
  // From the beginning: a container's first process ignores a signal that it does not handle.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // After a second signal, it does not wait any longer.
      if (stopping) process.exit(1);
      stopping = true;
      starting
        .then((program) => program.stop())
        .then(
          () => process.exit(0),
          (error: unknown) => {
            console.error(lineOf(error));
            process.exit(1);
          },
        );
    });
  }
  tell((await starting).banner);
} catch (error) {
  console.error(lineOf(error));
  process.exit(error instanceof ConfigError ? wrongSettings : 1);
}
