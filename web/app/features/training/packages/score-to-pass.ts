/** A score to pass in percent: SCORM 1.2 has 0 to 100, SCORM 2004 has 0 to 1. */
export const inPercent = (edition: string, score: number | null): string =>
  `${Math.round((score ?? 0) * (edition === '1.2' ? 10 : 1000)) / 10} %`;
