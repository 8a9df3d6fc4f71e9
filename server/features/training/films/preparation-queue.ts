import type { Tx } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';

export const prepareFilmJob = 'prepare-film';
const prepareLongFilmJob = 'prepare-long-film';
/** A worker runs one job of each of these kinds at a time, beside one another. */
export const preparationJobs = [prepareFilmJob, prepareLongFilmJob];

/** A longer film takes minutes for each version, and is prepared beside the others, so that none waits for it. */
const shortSeconds = 20 * 60;

type Film = { id: string; durationSeconds: number };
const kindOf = ({ durationSeconds }: Film) => (durationSeconds > shortSeconds ? prepareLongFilmJob : prepareFilmJob);

/** Queues the preparation of a film; without ffmpeg the job waits for a program that has it. */
export const queuePreparation = (tx: Tx, film: Film): Promise<void> =>
  enqueue(tx, kindOf(film), { filmId: film.id }, { key: `${prepareFilmJob}:${film.id}` });

/**
 * Queues the next version of a film, behind the films that wait: all of them have a first version before one of them
 * gets its second.
 */
export const queueNextVersion = (tx: Tx, film: Film, lines: number): Promise<void> =>
  enqueue(tx, kindOf(film), { filmId: film.id }, { key: `${prepareFilmJob}:${film.id}:${lines}` });
