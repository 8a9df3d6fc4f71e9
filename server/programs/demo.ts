import { loadDemo } from '../../demo/load/load.ts';
import { demoLogins } from '../../demo/load/logins.ts';
import { Refused, startOver } from '../../demo/load/require-empty.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import type { Db } from '../platform/db/database.ts';
import { createLog } from '../platform/http/log.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/environment.ts';

// npm run demo

process.umask(0o077);
// Warnings about a slow start of the database are not needed here.
const log = createLog('error');

/** Exits with a one-line message: the error is for the user, so there is no stack. */
function refuse(line: string): never {
  console.error(line);
  process.exit(1);
}

const lineOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function configured(): Config {
  try {
    // The program that is started next makes the smaller versions of the films; nobody waits for them here.
    return readConfig({ ...process.env, FFMPEG: 'none' });
  } catch (error) {
    if (error instanceof ConfigError) refuse(`Configuration: ${error.message}`);
    throw error;
  }
}

async function fill(db: Db, config: Config): Promise<void> {
  const began = performance.now();
  try {
    const loaded = await loadDemo({ db, config, log }, new Date(), console.log);
    console.log(demoLogins(config, loaded, Math.round((performance.now() - began) / 1000)));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Refused) return console.error(error.message);
    console.error(error);
    console.error(`Half a demo is there now: ${startOver(config)}`);
  } finally {
    await db.destroy();
  }
}

const config = configured();
const db = await openAcademy(config, { purpose: 'start', log }).catch((error: unknown) => refuse(lineOf(error)));
await fill(db, config);
