import { academyName } from '../features/academy/index.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { replaceVault } from '../platform/academy-id/vault-digest.ts';
import { createLog } from '../platform/http/log.ts';
import { createKeys, type Purpose } from '../platform/keys/keys.ts';
import { readConfig } from '../settings/config.ts';

// npm run rotate-keys [-- facts | pdf | log | vault]

const known = ['facts', 'pdf', 'log', 'vault'] as const satisfies readonly (Purpose | 'vault')[];
type Asked = (typeof known)[number];

/** Of the vault secret, only which one is used changes: what is encrypted stays as it is. */
async function rotate(asked: readonly Asked[]): Promise<void> {
  const config = readConfig(process.env, { make: false });
  const mayHaveOtherVault = asked.includes('vault');
  const db = await openAcademy(config, { purpose: 'command', mayHaveOtherVault, log: createLog('warn') });
  try {
    if (mayHaveOtherVault) {
      await replaceVault(db, config.secrets.vault);
      console.log('vault: the secret here encrypts from now on; what was encrypted with another cannot be read again');
    }
    const keys = createKeys({
      db,
      dataDir: config.dataDir,
      clock: () => new Date(),
      academy: academyName(db, config),
      logOrigin: config.logOrigin,
    });
    for (const purpose of asked.filter((one) => one !== 'vault'))
      console.log(`${purpose}: signs with key ${await keys.rotate(purpose)} from now on`);
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
/** Not the key of the public log, whose witnesses and monitors would have to be told, nor the vault secret. */
const usual: readonly Purpose[] = ['facts', 'pdf'];
const named = process.argv.slice(2);
const asked = known.filter((one) => named.includes(one));
if (named.some((one) => !known.some((purpose) => purpose === one))) {
  console.error('Usage: npm run rotate-keys [-- facts | pdf | log | vault]');
  process.exit(2);
}
try {
  await rotate(asked.length > 0 ? asked : usual);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
