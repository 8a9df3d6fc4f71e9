import { z } from 'zod/mini';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import type { Platform } from '../../platform/platform.ts';
import { prepareFilm, prepareFilmJob } from './prepare-film.ts';

const Preparing = z.object({ filmId: z.uuid() });

/** What is done for films after the answer, where the machine has ffmpeg. `signal` says that the program ends. */
export const trainingJobs = (platform: Platform, signal: AbortSignal): JobHandlers => {
  const { ffmpeg } = platform.config;
  if (!ffmpeg) return {};
  return {
    [prepareFilmJob]: ({ payload }) => prepareFilm({ ...platform, ffmpeg, signal }, Preparing.parse(payload).filmId),
  };
};
