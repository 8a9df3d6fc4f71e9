import { z } from 'zod/mini';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { makePack } from './make-pack.ts';
import { makePackJob } from './queries.ts';

const Asked = z.object({ id: z.uuid() });

/** Makes packs, one at a time in each instance. */
export const inspectionPackJobs = (platform: Platform): JobHandlers => ({
  [makePackJob]: ({ payload }) => makePack(platform, Asked.parse(payload).id),
});
