import { GiveUp, type JobHandlers } from '../../../platform/jobs/worker.ts';
import type { Platform } from '../../../platform/platform.ts';
import { askWitnesses, WitnessRefuses } from '../../../platform/transparency/witnesses.ts';
import { cosignJob } from './publish-log.ts';

/** Background job for the public log: its witnesses cosign the newest checkpoint. */
export const publicLogJobs = ({ db, config }: Platform): JobHandlers => ({
  [cosignJob]: async () => {
    const ask = () =>
      askWitnesses({ db, witnesses: config.witnesses }).catch((error: unknown) => {
        throw error instanceof WitnessRefuses ? new GiveUp(error.message, { cause: error }) : error;
      });
    // until no checkpoint was published meanwhile
    for (let asked: number | undefined, size = await ask(); size !== asked; size = await ask()) asked = size;
  },
});
