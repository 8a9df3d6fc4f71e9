import type { JobHandlers, Recurring } from '../jobs/worker.ts';
import type { Platform } from '../platform.ts';
import { encryptOldFiles } from './encrypt-old-files.ts';
import { scanLater } from './scan-later.ts';

const scanJob = 'scan-files';
/** A migration enqueued it once, under this name. */
const encryptJob = 'seal-old-files';

/** The background jobs for stored files. */
export const fileJobs = ({ db, files }: Pick<Platform, 'db' | 'files'>): JobHandlers => ({
  [scanJob]: () => scanLater(db, files),
  [encryptJob]: () => encryptOldFiles(db, files),
});

export const scans: Recurring = { kind: scanJob, everyMinutes: 15 };
