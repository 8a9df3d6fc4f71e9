// npm run soak: what is too long for npm test, with its figures. ROUNDS says how often the program is killed on each
// engine; what follows the command goes to the runner, such as the name of one part: npm run soak -- upload
import { spawnSync } from 'node:child_process';
import { installPostgres, startPostgres } from '../server/testing/postgres-server.ts';
import { installChromium } from './chromium.ts';
import { installFfmpeg } from './ffmpeg.ts';

if (!installFfmpeg())
  throw new Error('The long film is made by ffmpeg, which is not here, and only root can install it.');
const chromium = await installChromium();
const postgres = installPostgres() ? await startPostgres() : undefined;
if (!postgres) console.log('The embedded database alone is killed: there is no PostgreSQL here.');
try {
  const { status } = spawnSync('playwright', ['test', '--config', 'soak', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM: chromium.path,
      FILM_FORMAT: chromium.films,
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
    },
  });
  process.exitCode = status ?? 1;
} finally {
  await postgres?.stop();
}
