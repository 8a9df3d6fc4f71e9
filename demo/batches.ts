/** The keys of the batches within the demo: the people's enrolments refer to them. */
export type BatchKey = 'running' | 'full' | 'free';

export type DemoBatch = {
  key: BatchKey;
  code: string;
  /** Days from the day on which the demo is loaded, so that it never becomes outdated. */
  firstDay: number;
  lastDay: number;
  seats: number;
};

/** The batches of the course in Personal Survival Techniques. */
export const demoBatches: readonly DemoBatch[] = [
  { key: 'running', code: 'PST 41', firstDay: -1, lastDay: 0, seats: 12 },
  { key: 'full', code: 'PST 42', firstDay: 6, lastDay: 7, seats: 4 },
  { key: 'free', code: 'PST 43', firstDay: 20, lastDay: 21, seats: 12 },
];
