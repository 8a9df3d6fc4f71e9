import { z } from 'zod/mini';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { invitePeople, invitePeopleJob } from './import/import-people.ts';

const Inviting = z.object({ importId: z.uuid() });

/** Background job for accounts: creating and inviting those of a confirmed import. */
export const accountJobs = (platform: Platform): JobHandlers => ({
  [invitePeopleJob]: ({ payload }) => invitePeople(platform, Inviting.parse(payload).importId),
});
