/** Unrounded percentages decide; two places are shown, cut off, so that 69.999 does not read as 70. */
export const formatPercent = (percentage: number): string => `${Math.floor(percentage * 100) / 100}%`;

/** A score in words that its learner may know: '13 of 20 (65%)', or the range of a rough one. */
export function scoreInWords({ score, totalQuestions, percentage, percentageBelow }: Score): string {
  if (percentageBelow === null) return `${score} of ${totalQuestions} (${formatPercent(percentage)})`;
  return percentage === 0
    ? `below ${formatPercent(percentageBelow)}`
    : `at least ${formatPercent(percentage)}, below ${formatPercent(percentageBelow)}`;
}
type Score = { score: number; totalQuestions: number; percentage: number; percentageBelow: number | null };
