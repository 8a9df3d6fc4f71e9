import { parseArgs } from 'node:util';
import { readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/environment.ts';
import { examine } from './doctor/examine.ts';
import type { Finding } from './doctor/finding.ts';

// npm run doctor [-- --mail-to someone@example.org]

const marks = { fine: 'fine ', look: 'look ', wrong: 'WRONG' };

const inWords = (subject: string, { state, says, remedy }: Finding): string =>
  `${marks[state]}  ${subject.padEnd(9)} ${says}${remedy === undefined ? '' : `\n${' '.repeat(17)}→ ${remedy}`}`;

/** Prints a line for each thing examined, and its remedy. Returns whether nothing is wrong. */
async function run(): Promise<boolean> {
  const { values } = parseArgs({ options: { 'mail-to': { type: 'string' } } });
  const count = { fine: 0, look: 0, wrong: 0 };
  for await (const { subject, findings } of examine(readConfig(process.env, { make: false }), {
    clock: () => new Date(),
    mailbox: values['mail-to'],
  }))
    for (const finding of findings) {
      count[finding.state] += 1;
      console.log(inWords(subject, finding));
    }
  console.log(`${count.wrong} wrong, ${count.look} to look at, ${count.fine} fine`);
  return count.wrong === 0;
}

process.umask(0o077);
try {
  if (!(await run())) process.exitCode = 1;
} catch (error) {
  if (error instanceof ConfigError) console.log(`WRONG  settings  ${error.message}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 1 : 2;
}
