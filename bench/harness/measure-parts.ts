import { endLeftovers } from './process.ts';
import { isMet, type Row } from './table.ts';

/** The result of a bench run: the rows, the parts that failed, and the seconds that each part took. */
export type Outcome = { rows: Row[]; broken: string[]; seconds: [part: string, seconds: number][] };

/**
 * Measures one part after the other. A part that throws is reported and left out, since the figures of the others are
 * still useful; the processes that it started are ended, so that they do not run beside the next part.
 *
 * @param tell receives a line for each part when it ends, and the error that it threw.
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

/** A summary in a few lines: the duration, missed goals, and parts that could not be measured. */
export function summaryOf({ rows, broken, seconds }: Outcome): string {
  const whole = seconds.reduce((sum, [, one]) => sum + one, 0);
  const missed = rows.filter((row) => !isMet(row)).map(({ what }) => what);
  return [
    `${rows.length} figures in ${(whole / 60).toFixed(1)} minutes: ${seconds.map(([name, one]) => `${name} ${one.toFixed(0)} s`).join(', ')}`,
    `goals met: ${rows.length - missed.length} of ${rows.length}${missed.map((what) => `\n  missed: ${what}`).join('')}`,
    ...broken.map((name) => `could not be measured: ${name}`),
  ].join('\n');
}
