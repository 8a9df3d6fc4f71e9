import { formatSpan } from '../../lib/format/running-time.ts';

/** What an uploaded file with progress added, in words. */
export const creditedInWords = ({ userName, courseTitle, creditedSeconds }: Uploaded): string =>
  creditedSeconds > 0
    ? `${formatSpan(creditedSeconds)} of ${courseTitle} credited to ${userName}.`
    : `Nothing new: the academy has the progress of ${userName} in ${courseTitle} already, or cannot credit it yet.`;

type Uploaded = { userName: string; courseTitle: string; creditedSeconds: number };

/**
 * How many codes of a series were read, and which are missing, in words: '3 of 7 codes read. Missing: 2, 5 to 7.'
 *
 * @param missing their numbers in ascending order.
 */
export function missingInWords(of: number, missing: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of missing) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  return `${of - missing.length} of ${of} codes read. Missing: ${words.join(', ')}.`;
}
