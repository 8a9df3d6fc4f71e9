import { transaction } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { hasOpenJob, takeUpAgain } from '../../../platform/jobs/queries.ts';
import type { Platform } from '../../../platform/platform.ts';
import { publishCheckpoint } from '../../../platform/transparency/checkpoints.ts';
import { certificateChain } from '../certificate-log.ts';

/** Run by jobs.ts. */
export const cosignJob = 'cosign-checkpoint';

/** Signs a checkpoint of what was added to the public log, and has it cosigned by the witnesses, if there are any. */
export async function publishLog(platform: Pick<Platform, 'db' | 'keys' | 'config' | 'clock'>): Promise<void> {
  const checkpoint = await publishCheckpoint(platform, certificateChain);
  if (!checkpoint || platform.config.witnesses.length === 0) return;
  await transaction(platform.db, async (tx) => {
    // The open job asks for the newest checkpoint: while a witness is away, there must not be one for each.
    if (await hasOpenJob(tx, cosignJob)) return;
    // One that a witness has refused is asked again, and stays the only one that staff see.
    if ((await takeUpAgain(tx, platform.clock(), { kind: cosignJob })).length > 0) return;
    await enqueue(tx, cosignJob, {}, { key: `${cosignJob}:${checkpoint.size}` });
  });
}
