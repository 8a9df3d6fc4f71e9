import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendDigests } from './digest/send-digests.ts';
import { sumAllDays, sumAllDaysJob, sumRecentDays, sumRecentDaysJob } from './figures/sum-days.ts';
import {
  mailBackupReport,
  mailBackupReportJob,
  mailNightReport,
  mailNightReportJob,
  reportNight,
} from './report-night.ts';

const sendDigestsJob = 'send-digests';
const nightReportJob = 'report-night';

/**
 * The daily sums behind the staff's figures, and the daily digest of pending items, and emails about the work of the
 * night.
 */
export const overviewJobs = (platform: Platform): JobHandlers => ({
  [sumRecentDaysJob]: () => sumRecentDays(platform),
  [sumAllDaysJob]: () => sumAllDays(platform),
  [sendDigestsJob]: () => sendDigests(platform),
  [nightReportJob]: () => reportNight(platform),
  [mailBackupReportJob]: ({ payload }) => mailBackupReport(platform, payload),
  [mailNightReportJob]: ({ payload }) => mailNightReport(platform, payload),
});

export const recurringSums: readonly Recurring[] = [
  { kind: sumRecentDaysJob, everyMinutes: 5 },
  { kind: sumAllDaysJob, everyMinutes: 24 * 60 },
];

/** Runs often, so that a digest is sent soon after its hour, even if the program was not running at that hour. */
export const digests: Recurring = { kind: sendDigestsJob, everyMinutes: 15 };

/** Soon after the work of the night. */
export const nightReports: Recurring = { kind: nightReportJob, everyMinutes: 15 };
