import { marksInWords } from '@fairlead/contract/assessments/marks';

/** Unrounded percentages decide; shown are whole ones, truncated, so that 69.9 does not read as 70. */
export const formatPercent = (percentage: number): string => `${Math.floor(percentage)}%`;

/** A score as its learner may see it: '13 of 20 (65%)', or the range of an approximate one. */
export function scoreInWords({ score, totalQuestions, percentage, percentageBelow }: Score): string {
  if (percentageBelow === null) return `${marksInWords(score)} of ${totalQuestions} (${formatPercent(percentage)})`;
  // rounded up, so that it stays true that the score is below it
  const below = `below ${Math.ceil(percentageBelow)}%`;
  return percentage === 0 ? below : `at least ${formatPercent(percentage)}, ${below}`;
}
type Score = { score: number; totalQuestions: number; percentage: number; percentageBelow: number | null };

/** From how many test papers on statistics are shown: those of fewer could be chance. */
const fewest = 10;

/** What stands in the place of statistics of too few test papers; undefined where there are enough. */
export const tooFew = (count: number): string | undefined =>
  count < fewest ? `Too few test papers: ${count} of ${fewest}` : undefined;
