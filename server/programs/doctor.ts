import { parseArgs } from 'node:util';
import { readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/environment.ts';
import { examineAndPrint } from './doctor/print.ts';

// npm run doctor [-- --mail-to someone@example.org]

process.umask(0o077);
try {
  const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } });
  const wrong = await examineAndPrint(readConfig(process.env, { make: false }), { mailbox: values['mail-to'] });
  if (wrong.length > 0) process.exitCode = 1;
} catch (error) {
  if (error instanceof ConfigError) console.log(`WRONG  settings  ${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 1 : 2;
}
