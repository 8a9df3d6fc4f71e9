import { parseArgs } from 'node:util';
import { readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/environment.ts';
import { subjectNames } from './doctor/examine.ts';
import { examineAndPrint } from './doctor/print.ts';

// npm run doctor [-- --mail-to someone@example.org] [-- site email]

process.umask(0o077);
try {
  const { values, positionals } = parseArgs({ options: { 'mail-to': { type: 'string' } }, allowPositionals: true });
  const unknown = positionals.find((one) => !subjectNames.includes(one));
  if (unknown !== undefined)
    throw new Error(`${unknown} is no subject: name some of ${subjectNames.join(', ')}, or none.`);
  const subjects = positionals.length > 0 ? positionals : undefined;
  const config = readConfig(process.env, { make: false });
  const wrong = await examineAndPrint(config, { mailbox: values['mail-to'], subjects });
  if (wrong.length > 0) process.exitCode = 1;
} catch (error) {
  if (error instanceof ConfigError) console.log(`WRONG  settings  ${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 1 : 2;
}
