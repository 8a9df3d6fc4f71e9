import { endLeftovers } from './process.ts';
import { isMet, type Row } from './table.ts';

/** What came of the bench: its lines, the parts that could not be measured, and seconds that each part took. */
export type Outcome = { rows: Row[]; broken: string[]; seconds: [part: string, seconds: number][] };

/**
 * Measures one part after the other. One that throws is told and left out, since the figures of the others are worth
 * having all the same; what it had started is ended, so that it does not run beside them.
 *
 * @param tell gets a line for each part as it ends, and what it threw.
 */
export async function measureParts(
  parts: Record<string, () => Promise<Row[]>>,
  tell: (line: string, error?: unknown) => void,
): Promise<Outcome> {
  const outcome: Outcome = { rows: [], broken: [], seconds: [] };
  for (const [name, measure] of Object.entries(parts)) {
    const begun = performance.now();
    try {
      outcome.rows.push(...(await measure()));
    } catch (error) {
      outcome.broken.push(name);
      tell(`${name} could not be measured:`, error);
      await endLeftovers();
    }
    const seconds = (performance.now() - begun) / 1000;
    outcome.seconds.push([name, seconds]);
    tell(`${name}: ${seconds.toFixed(0)} s`);
  }
  return outcome;
}

/** How it went, in a few lines: how long, what was missed, what could not be measured. */
export function summaryOf({ rows, broken, seconds }: Outcome): string {
  const whole = seconds.reduce((sum, [, one]) => sum + one, 0);
  const missed = rows.filter((row) => !isMet(row)).map(({ what }) => what);
  return [
    `${rows.length} figures in ${(whole / 60).toFixed(1)} minutes: ${seconds.map(([name, one]) => `${name} ${one.toFixed(0)} s`).join(', ')}`,
    `goals met: ${rows.length - missed.length} of ${rows.length}${missed.map((what) => `\n  missed: ${what}`).join('')}`,
    ...broken.map((name) => `could not be measured: ${name}`),
  ].join('\n');
}
