import { recordFormerlyForgotten } from '../../platform/audit/forgotten-links.ts';
import { transaction } from '../../platform/db/database.ts';
import { hasOpenJob } from '../../platform/jobs/queries.ts';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordOldCertificates } from '../certificates/index.ts';
import { checkNewEntries } from './check-logs.ts';

const checkLogsJob = 'check-logs';
/** Enqueued by a migration (0210), to run once. */
const completeLogsJob = 'complete-logs';

/** Background jobs for the logs: their daily check, and what was not recorded before they kept it. */
export const logJobs = (platform: Platform): JobHandlers => ({
  [checkLogsJob]: async () => {
    // At the first start after the upgrade: until then, old entries look as if somebody had changed them.
    if (!(await hasOpenJob(platform.db, completeLogsJob))) await checkNewEntries(platform);
  },
  [completeLogsJob]: async () => {
    await transaction(platform.db, recordFormerlyForgotten);
    await recordOldCertificates(platform.db, platform.clock);
  },
});

export const logChecks: Recurring = { kind: checkLogsJob, everyMinutes: 24 * 60 };
