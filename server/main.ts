import { ConfigError, readConfig } from './config.ts';
import { CannotStart, start } from './start.ts';

// React reads it when it is first imported, and is half as fast without it.
const dev = process.argv.includes('--dev');
process.env.NODE_ENV ??= dev ? 'development' : 'production';
process.umask(0o077);

/** One line for what whoever starts the program can mend; a fault of ours is shown whole. */
function lineOf(error: unknown): unknown {
  if (error instanceof ConfigError) return `Configuration: ${error.message}`;
  return error instanceof CannotStart ? `Cannot start: ${error.message}` : error;
}

try {
  const program = await start(readConfig(), { dev });
  console.log(program.banner);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal says that somebody will not wait.
      if (stopping) process.exit(1);
      stopping = true;
      program.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  console.error(lineOf(error));
  process.exit(1);
}
