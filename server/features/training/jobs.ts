import { z } from 'zod/mini';
import type { JobHandler, JobHandlers, Recurring } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { judgeAttendanceJob } from '../batches/index.ts';
import { completeBatches } from './attendance/complete-attendance.ts';
import { judgeChangedBatch } from './attendance/judge-attendance.ts';
import { preparationJobs } from './films/preparation-queue.ts';
import { prepareFilm } from './films/prepare-film.ts';

const Preparing = z.object({ filmId: z.uuid() });
const Judging = z.object({ batchId: z.uuid(), actorId: z.uuid() });

const completeBatchesJob = 'complete-batches';

/** Opens the tests of batches soon after the academy's midnight before their last day. */
export const batchCompletions: Recurring = { kind: completeBatchesJob, everyMinutes: 10 };

/**
 * Background jobs for batches that come to their last day or were changed, and for films, on machines that have ffmpeg.
 *
 * @param signal is aborted on shutdown.
 */
export const trainingJobs = (platform: Platform, signal: AbortSignal): JobHandlers => ({
  [completeBatchesJob]: () => completeBatches(platform),
  [judgeAttendanceJob]: ({ payload }) => judgeChangedBatch(platform, Judging.parse(payload)),
  ...filmJobs(platform, signal),
});

const filmJobs = (platform: Platform, signal: AbortSignal): JobHandlers => {
  const { ffmpeg } = platform.config;
  if (!ffmpeg) return {};
  const prepare: JobHandler = async ({ payload }) => {
    await prepareFilm({ ...platform, ffmpeg, signal }, Preparing.parse(payload).filmId);
  };
  return Object.fromEntries(preparationJobs.map((kind) => [kind, prepare]));
};
