import { readConfig } from './config.ts';
import { certificateChain } from './features/certificates/certificate-log.ts';
import { auditChain } from './platform/audit/chain.ts';
import { verifyChain } from './platform/chain/verify-chain.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLog } from './platform/http/log.ts';

// npm run verify-log

const named = { certificates: 'The public log of certificates', audit: 'The audit' };

/** Verifies both chains, prints the result for each, and returns whether both are valid. */
async function verifyLogs(): Promise<boolean> {
  const { databaseUrl: url, dataDir } = readConfig();
  const db = await openDatabase({ ...(url && { url }), dataDir, log: createLog('warn') });
  try {
    let sound = true;
    for (const chain of [certificateChain, auditChain]) {
      const { size, readable, bad } = await verifyChain(db, chain);
      sound &&= !bad;
      const verdict = bad
        ? `link ${bad.index}: ${bad.reason}`
        : `all ${size} links hold, ${readable} with what they say`;
      console.log(`${named[chain.name]}: ${verdict}`);
    }
    return sound;
  } finally {
    await db.destroy();
  }
}

process.umask(0o077);
try {
  if (!(await verifyLogs())) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
