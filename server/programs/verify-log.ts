import { checkWholeLogs, type LogFlaw } from '../features/audit/index.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { createLog } from '../platform/http/log.ts';
import { describeAcademy, inWords } from '../program/described-academy.ts';
import { readConfig } from '../settings/config.ts';

// npm run verify-log

const named = { certificates: 'The public log of certificates', audit: 'The audit' };

const flawInWords = ({ index, number, reason }: LogFlaw): string =>
  `${[index !== null && `link ${index}`, number !== null && `certificate ${number}`].filter(Boolean).join(', ')}: ${reason}`;

/** Verifies both logs and the register, prints each flaw, and returns whether there is none. */
async function verifyLogs(): Promise<boolean> {
  const config = readConfig(process.env, { make: false });
  const db = await openAcademy(config, { purpose: 'command', log: createLog('warn') });
  try {
    const academy = await describeAcademy(db, config);
    console.log(`${inWords(academy)}.`);
    const checks = await checkWholeLogs(db);
    for (const name of ['certificates', 'audit'] as const) {
      const { size, flaws, found } = checks[name];
      const holds = size === 0 ? 'there is no link yet' : `all ${size} links hold`;
      console.log(`${named[name]}: ${found === 0 ? holds : `${found} wrong in ${size} links`}`);
      for (const flaw of flaws) console.log(`  ${flawInWords(flaw)}`);
      if (found > flaws.length) console.log(`  and ${found - flaws.length} more`);
    }
    if (academy.certificates === 0) console.log('The register has no certificate.');
    else if (checks.certificates.found === 0)
      console.log(`Each of the ${academy.certificates} certificates in the register agrees with the log.`);
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
