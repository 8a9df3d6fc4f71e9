import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { endWaitingLists, fillAllSeats } from './seats.ts';

const fillSeatsJob = 'fill-seats';

/** Background job for batches: passes seats on that nobody passed on, and ends the waiting lists of begun batches. */
export const batchJobs = (platform: Platform): JobHandlers => ({
  [fillSeatsJob]: async () => {
    await fillAllSeats(platform);
    await endWaitingLists(platform);
  },
});

export const recurringSeats: Recurring = { kind: fillSeatsJob, everyMinutes: 60 };
