import type { Config } from '../../settings/config.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

const marks = { fine: 'fine ', look: 'look ', wrong: 'WRONG' };

const inWords = (subject: string, { state, says, remedy }: Finding): string =>
  `${marks[state]}  ${subject.padEnd(9)} ${says}${remedy === undefined ? '' : `\n${' '.repeat(17)}→ ${remedy}`}`;

/**
 * Examines the academy and prints a line for each thing examined, and its remedy.
 *
 * @returns what is wrong, with its subject.
 */
export async function examineAndPrint(
  config: Config,
  options: { mailbox?: string | undefined; subjects?: readonly string[] | undefined } = {},
): Promise<{ subject: string; says: string }[]> {
  const count = { fine: 0, look: 0, wrong: 0 };
  const found: { subject: string; says: string }[] = [];
  for await (const { subject, findings } of examine(config, { clock: () => new Date(), ...options }))
    for (const finding of findings) {
      count[finding.state] += 1;
      if (finding.state === 'wrong') found.push({ subject, says: finding.says });
      console.log(inWords(subject, finding));
    }
  console.log(`${count.wrong} wrong, ${count.look} to look at, ${count.fine} fine`);
  return found;
}
