import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { fillAllSeats } from './seats.ts';

const fillSeatsJob = 'fill-seats';

/** Background job for batches: passes seats on that nobody passed on when they became free. */
export const batchJobs = (platform: Platform): JobHandlers => ({
  [fillSeatsJob]: () => fillAllSeats(platform),
});

export const recurringSeats: Recurring = { kind: fillSeatsJob, everyMinutes: 60 };
