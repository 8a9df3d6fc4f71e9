import { z } from 'zod/mini';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { prepareFilm, prepareFilmJob } from './prepare-film.ts';

const Preparing = z.object({ filmId: z.uuid() });

/** Background jobs for films, on machines that have ffmpeg. `signal` is aborted on shutdown. */
export const trainingJobs = (platform: Platform, signal: AbortSignal): JobHandlers => {
  const { ffmpeg } = platform.config;
  if (!ffmpeg) return {};
  return {
    [prepareFilmJob]: ({ payload }) => prepareFilm({ ...platform, ffmpeg, signal }, Preparing.parse(payload).filmId),
  };
};
