import { join } from 'node:path';
import type { Feature } from '../features/feature.ts';
import { noteAcademy } from '../platform/academy-id/open-academy.ts';
import { sweepLimits } from '../platform/db/rate-limits.ts';
import { listWaitingDeletions } from '../platform/deletions/mass-deletion.ts';
import { noteSweep } from '../platform/files/last-sweep.ts';
import { type Swept, sweepFiles } from '../platform/files/sweep.ts';
import type { Logger } from '../platform/http/log.ts';
import { sweepJobs } from '../platform/jobs/queries.ts';
import type { JobHandler } from '../platform/jobs/worker.ts';
import { sweepMailFolder } from '../platform/mail/post.ts';
import type { Platform } from '../platform/platform.ts';
import { features as allFeatures } from './features.ts';

type Log = Pick<Logger, 'info' | 'warn'>;

export const housekeepingJob = 'housekeeping';

/**
 * Once an hour: removes expired data from the database and the disk, and before it deletes files, sees once more
 * that they are of the same academy: a network folder or a bucket may be another one than at the start.
 */
export const housekeeping =
  (platform: Platform, log: Log, features: readonly Feature[] = allFeatures): JobHandler =>
  async () => {
    const { db, files, config, clock } = platform;
    const now = clock();
    await sweepLimits(db, now);
    await sweepJobs(db, now);
    await sweepMailFolder(join(config.dataDir, 'mail'), now);
    await noteAcademy({ db, clock }, config);
    for (const sweep of features.flatMap(({ sweeps = [] }) => sweeps)) await sweep(platform);
    const swept = await sweepFiles(db, files);
    const waiting = await listWaitingDeletions(db);
    await noteSweep(config.dataDir, { at: now.toISOString(), kept: swept.kept, waiting });
    tell(log, swept);
  };

function tell(log: Log, { kept, waiting, ...deleted }: Swept): void {
  if (Object.values(deleted).some((count) => count > 0)) log.info({ deleted, kept }, 'unused files were deleted');
  if (kept.inUse > 0)
    log.warn({ files: kept.inUse }, 'files that are in use are marked as deleted, and are not deleted');
  if (waiting) log.warn(waiting, 'a mass deletion of files waits for an administrator');
}
