import { readConfig } from './config.ts';
import { ConfigError } from './environment.ts';
import { CannotStart, start } from './start.ts';

// React reads NODE_ENV when it is first imported, and runs at half its speed without it.
const dev = process.argv.includes('--dev');
process.env.NODE_ENV ??= dev ? 'development' : 'production';
process.umask(0o077);

/** One line for an error that the administrator can resolve; a bug of ours is shown in full. */
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
      // After a second signal, it does not wait any longer.
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
