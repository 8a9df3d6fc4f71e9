/** Unrounded percentages decide; two places are shown, cut off, so that 69.999 does not read as 70. */
export const formatPercent = (percentage: number): string => `${Math.floor(percentage * 100) / 100}%`;
