import { readConfig } from './config.ts';
import { checkWholeLogs, type LogFlaw } from './features/audit/check-logs.ts';
import { openAcademy } from './platform/academy-id/open-academy.ts';
import { createLog } from './platform/http/log.ts';

// npm run verify-log

const named = { certificates: 'The public log of certificates', audit: 'The audit' };

const inWords = ({ index, number, reason }: LogFlaw): string =>
  `${[index !== null && `link ${index}`, number !== null && `certificate ${number}`].filter(Boolean).join(', ')}: ${reason}`;

/** Verifies both logs and the register, prints each flaw, and returns whether there is none. */
async function verifyLogs(): Promise<boolean> {
  const config = readConfig(process.env, { make: false });
  const db = await openAcademy(config, { purpose: 'command', log: createLog('warn') });
  try {
    const checks = await checkWholeLogs(db);
    for (const name of ['certificates', 'audit'] as const) {
      const { size, flaws, found } = checks[name];
      console.log(`${named[name]}: ${found === 0 ? `all ${size} links hold` : `${found} wrong in ${size} links`}`);
      for (const flaw of flaws) console.log(`  ${inWords(flaw)}`);
      if (found > flaws.length) console.log(`  and ${found - flaws.length} more`);
    }
    if (checks.certificates.found === 0) console.log('Every certificate in the register agrees with the log.');
    return checks.certificates.found + checks.audit.found === 0;
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
