import { training } from '@fairlead/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { getSession } from '../../lib/session.ts';
import { NetworkError } from '../../lib/transport.ts';
import { keepTraining, readTraining } from './kept-training.ts';
import { dropUnsent, keepUnsent, readUnsent, type Unsent, type Watching } from './watch-queue.ts';
import { type TrainingSet, trainingSetOf } from './wire.ts';

/** A training, and whether it is only what this device remembers of it: then its films cannot be played. */
export type KnownTraining = TrainingSet & { fromDevice: boolean };

/** How often the server is asked again while the page shows what the device remembers, in milliseconds. */
const askAgainAfter = 10_000;

/** The id of whoever is signed in; empty in a session that was begun before the site knew it. */
export const personNow = (): string => getSession()?.user?._id ?? '';

/**
 * A course's training as its learner sees it; null when the course has no films. On a dead link it is what this
 * device remembers, if it does.
 */
export const trainingQuery = (courseId: string) => {
  const queryKey = ['training', 'of-course', courseId];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<KnownTraining | null> => {
      try {
        const { data } = await call(training.getForCourse, { params: { courseId } });
        const [set] = data.map(trainingSetOf);
        if (!set || set.films.length === 0) return null;
        keepTraining(personNow(), set);
        return { ...set, fromDevice: false };
      } catch (error) {
        // what the page holds already is fresher than the device's memory, and its films may be playing
        const remembered = queryClient.getQueryData(queryKey) ? undefined : readTraining(personNow(), courseId);
        if (!(error instanceof NetworkError) || !remembered) throw error;
        return { ...remembered, fromDevice: true };
      }
    },
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data) ? askAgainAfter : false),
  });
};

/** Whether the server has something to add: its own word, or the versions of a film that it is making. */
const isOnItsWay = ({ fromDevice, films }: KnownTraining) =>
  fromDevice || films.some(({ preparation, ladder }) => preparation?.failure === null && !ladder);

export const refreshTraining = (courseId: string) =>
  queryClient.invalidateQueries({ queryKey: trainingQuery(courseId).queryKey });

/** Reads the training anew, past what is cached, and gives what the server says now. */
export const rereadTraining = (courseId: string): Promise<KnownTraining | null> =>
  queryClient.fetchQuery({ ...trainingQuery(courseId), staleTime: 0 });

export type WatchState = { watchedSeconds: number; completed: boolean };

/**
 * Reports everything that was watched of a film on this device. The server unites it with what it knows, so telling
 * it twice is harmless, and what its clock did not allow yet is told again. Kept here until the film is complete.
 *
 * @throws ApiError or NetworkError when it was not taken.
 */
export async function reportWatched(watching: Watching, unsent: Unsent): Promise<WatchState> {
  const { stretches, position } = keepUnsent(watching, unsent);
  const body = { watched: stretches.map(([from, to]): [number, number] => [from, to]), position };
  try {
    const { data } = await call(training.reportProgress, { params: { id: watching.filmId }, body });
    if (data.completed) dropUnsent(watching);
    return data;
  } catch (error) {
    // A film that is gone, or not this person's to watch: no later try can succeed.
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) dropUnsent(watching);
    throw error;
  }
}

/** Sends what an earlier visit could not; gives whether anything was sent. */
export async function sendLeftovers({ films }: TrainingSet): Promise<boolean> {
  const person = personNow();
  let sent = false;
  for (const { id: filmId, completed, locked } of films) {
    const unsent = readUnsent({ person, filmId });
    if (!unsent || locked) continue;
    if (completed) dropUnsent({ person, filmId });
    else {
      await reportWatched({ person, filmId }, unsent);
      sent = true;
    }
  }
  return sent;
}

/** Declares the training done, which opens the test; gives the server's word. */
export async function submitTraining({ id, courseId }: TrainingSet): Promise<string> {
  const { message } = await call(training.submit, { params: { id } });
  await Promise.all([refreshTraining(courseId), queryClient.invalidateQueries({ queryKey: ['enrolments', 'own'] })]);
  return message;
}
