import { marksInWords } from '@fairlead/contract/assessments/marks';

/** Unrounded percentages decide; two decimals are shown, truncated, so that 69.999 does not read as 70. */
export const formatPercent = (percentage: number): string => `${Math.floor(percentage * 100) / 100}%`;

/** A percentage for learners: whole, and truncated for the same reason. */
const wholePercent = (percentage: number): string => `${Math.floor(percentage)}%`;

/** A score as its learner may see it: '13 of 20 (65%)', or the range of an approximate one. */
export function scoreInWords({ score, totalQuestions, percentage, percentageBelow }: Score): string {
  if (percentageBelow === null) return `${marksInWords(score)} of ${totalQuestions} (${wholePercent(percentage)})`;
  return percentage === 0
    ? `below ${formatPercent(percentageBelow)}`
    : `at least ${wholePercent(percentage)}, below ${formatPercent(percentageBelow)}`;
}
type Score = { score: number; totalQuestions: number; percentage: number; percentageBelow: number | null };
