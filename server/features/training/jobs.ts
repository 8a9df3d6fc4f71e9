import { z } from 'zod/mini';
import type { JobHandler, JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { preparationJobs } from './preparation-queue.ts';
import { prepareFilm } from './prepare-film.ts';

const Preparing = z.object({ filmId: z.uuid() });

/** Background jobs for films, on machines that have ffmpeg. `signal` is aborted on shutdown. */
export const trainingJobs = (platform: Platform, signal: AbortSignal): JobHandlers => {
  const { ffmpeg } = platform.config;
  if (!ffmpeg) return {};
  const prepare: JobHandler = async ({ payload }) => {
    await prepareFilm({ ...platform, ffmpeg, signal }, Preparing.parse(payload).filmId);
  };
  return Object.fromEntries(preparationJobs.map((kind) => [kind, prepare]));
};
