import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendDigests } from './send-digests.ts';
import { sumAllDays, sumAllDaysJob, sumRecentDays, sumRecentDaysJob } from './sum-days.ts';

const sendDigestsJob = 'send-digests';

/** The daily sums behind the staff's figures, and the daily digest of pending items. */
export const overviewJobs = (platform: Platform): JobHandlers => ({
  [sumRecentDaysJob]: () => sumRecentDays(platform),
  [sumAllDaysJob]: () => sumAllDays(platform),
  [sendDigestsJob]: () => sendDigests(platform),
});

export const recurringSums: readonly Recurring[] = [
  { kind: sumRecentDaysJob, everyMinutes: 5 },
  { kind: sumAllDaysJob, everyMinutes: 24 * 60 },
];

/** Runs often, so that a digest is sent soon after its hour, even if the program was not running at that hour. */
export const digests: Recurring = { kind: sendDigestsJob, everyMinutes: 15 };
