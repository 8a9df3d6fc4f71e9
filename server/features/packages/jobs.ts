import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeOldVersions } from './remove-old-versions.ts';

const removeVersionsJob = 'remove-old-packages';

/** Background job for packages: versions that nobody needs any more are removed. */
export const packageJobs = (platform: Platform): JobHandlers => ({
  [removeVersionsJob]: () => removeOldVersions(platform),
});

export const packageCleaning: Recurring = { kind: removeVersionsJob, everyMinutes: 24 * 60 };
