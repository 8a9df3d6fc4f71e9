import { z } from 'zod/mini';
import type { Logger } from '../../platform/http/log.ts';
import type { JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { PersonalTable, Traces } from '../../platform/personal-data/personal-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { carryOutRetention, retentionJob } from './carry-out-retention.ts';
import { finishErasure, finishErasureJob, forgetAddresses } from './erase-person.ts';

const Erased = z.object({ accountId: z.uuid(), addresses: z.optional(z.string()) });

/** Background jobs on personal data: the rest of an erasure, and retention. */
export const personalDataJobs = (
  platform: Platform,
  held: { tables: readonly PersonalTable[]; traces: readonly Traces[] },
  log: Pick<Logger, 'warn'>,
): JobHandlers => ({
  [finishErasureJob]: ({ payload }) => finishErasure({ ...platform, ...held }, Erased.parse(payload)),
  [retentionJob]: async () => {
    await forgetAddresses(platform.db, platform.clock());
    const waiting = await carryOutRetention({ ...platform, ...held });
    if (waiting) log.warn(waiting, 'a mass erasure by retention waits for an administrator');
  },
});

export const retention: Recurring = { kind: retentionJob, everyMinutes: 24 * 60 };
