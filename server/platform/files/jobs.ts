import type { JobHandlers, Recurring } from '../jobs/worker.ts';
import type { Platform } from '../platform.ts';
import { scanLater } from './scan-later.ts';
import { sealOldFiles } from './seal-old-files.ts';

const scanJob = 'scan-files';
/** A migration enqueued it once. */
const sealJob = 'seal-old-files';

/** The background jobs for stored files. */
export const fileJobs = ({ db, files }: Pick<Platform, 'db' | 'files'>): JobHandlers => ({
  [scanJob]: () => scanLater(db, files),
  [sealJob]: () => sealOldFiles(db, files),
});

export const scans: Recurring = { kind: scanJob, everyMinutes: 15 };
