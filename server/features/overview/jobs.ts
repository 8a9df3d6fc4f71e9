import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendDigests } from './send-digests.ts';
import { sumAllDays, sumAllDaysJob, sumRecentDays, sumRecentDaysJob } from './sum-days.ts';

const sendDigestsJob = 'send-digests';

/** The sums behind the figures of staff, and the daily mail of what waits for them. */
export const overviewJobs = (platform: Platform): JobHandlers => ({
  [sumRecentDaysJob]: () => sumRecentDays(platform),
  [sumAllDaysJob]: () => sumAllDays(platform),
  [sendDigestsJob]: () => sendDigests(platform),
});

export const recurringSums: readonly Recurring[] = [
  { kind: sumRecentDaysJob, everyMinutes: 5 },
  { kind: sumAllDaysJob, everyMinutes: 24 * 60 },
];

/** Looks often, so that a digest comes soon after its hour, also where the program was not running at that hour. */
export const digests: Recurring = { kind: sendDigestsJob, everyMinutes: 15 };
