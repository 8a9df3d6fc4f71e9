import { academyName } from '../features/academy/index.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { createLog } from '../platform/http/log.ts';
import { createKeys, type Purpose } from '../platform/keys/keys.ts';
import { readConfig } from '../settings/config.ts';

// npm run rotate-keys [-- facts | pdf | log]

async function rotate(purposes: readonly Purpose[]): Promise<void> {
  const config = readConfig(process.env, { make: false });
  const db = await openAcademy(config, { purpose: 'command', log: createLog('warn') });
  try {
    const keys = createKeys({
      db,
      dataDir: config.dataDir,
      clock: () => new Date(),
      academy: academyName(db, config),
      logOrigin: config.logOrigin,
    });
    for (const purpose of purposes) console.log(`${purpose}: signs with key ${await keys.rotate(purpose)} from now on`);
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
const purposes: readonly Purpose[] = ['facts', 'pdf', 'log'];
/** Not the key of the public log: its witnesses and monitors would have to be told. */
const usual: readonly Purpose[] = ['facts', 'pdf'];
const asked = process.argv.slice(2);
const unknown = asked.find((one) => !purposes.some((purpose) => purpose === one));
if (unknown !== undefined) {
  console.error('Usage: npm run rotate-keys [-- facts | pdf | log]');
  process.exit(2);
}
try {
  await rotate(asked.length > 0 ? purposes.filter((purpose) => asked.includes(purpose)) : usual);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
