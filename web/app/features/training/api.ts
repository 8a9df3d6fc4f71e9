import { training } from '@fairlead/contract/training/calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { NetworkError } from '../../lib/calls/transport.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { personNow } from '../../lib/session/session.ts';
import { hasUnsentRecord, noteNoLink, syncIfBehind } from '../offline-records/api.ts';
import { keepTraining, readTraining } from './kept-training.ts';
import {
  dropAnswer,
  dropUnsent,
  keepUnsent,
  type RecordedPart,
  readUnsent,
  type Unsent,
  type Watching,
} from './player/watch-queue.ts';
import { type TrainingSet, trainingSetOf } from './wire.ts';

/** A training, and whether it comes only from this device's storage: then its films cannot be played. */
export type KnownTraining = TrainingSet & { fromDevice: boolean };

/** The interval in milliseconds at which the server is asked again while the page shows data from the device. */
const askAgainAfter = 10_000;

/**
 * A course's training as its learner sees it; null when the course has no films. Without a network it is read from this
 * device's storage, if it is there.
 */
export const trainingQuery = (courseId: string) => {
  const queryKey = ['training', 'of-course', courseId];
  return queryOptions({
    queryKey,
    meta: seenAboard,
    queryFn: async (): Promise<KnownTraining | null> => {
      try {
        const { data } = await call(training.getForCourse, { params: { courseId } });
        const [set] = data.map(trainingSetOf);
        if (!set || set.films.length === 0) return null;
        keepTraining(personNow(), set);
        return { ...set, fromDevice: false };
      } catch (error) {
        // data in the query cache is fresher than the device's storage, and its films may be playing
        const remembered = queryClient.getQueryData(queryKey) ? undefined : readTraining(personNow(), courseId);
        if (!(error instanceof NetworkError) || !remembered) throw error;
        return { ...remembered, fromDevice: true };
      }
    },
    refetchInterval: ({ state: { data } }) => (data && isOnItsWay(data) ? askAgainAfter : false),
  });
};

/**
 * Whether a later response will differ: the data comes from the device, or versions of a film are still being
 * generated.
 */
const isOnItsWay = ({ fromDevice, films }: KnownTraining) =>
  fromDevice || films.some(({ preparation, ladder }) => preparation?.failure === null && !ladder);

export const refreshTraining = (courseId: string) =>
  queryClient.invalidateQueries({ queryKey: trainingQuery(courseId).queryKey });

/** Loads the training again, past the query cache, and returns the server's response. */
export const rereadTraining = (courseId: string): Promise<KnownTraining | null> =>
  queryClient.fetchQuery({ ...trainingQuery(courseId), staleTime: 0 });

export type WatchState = { watchedSeconds: number; completed: boolean };

/**
 * An answer to a presence check that does not count: the film is to be watched again from there, in seconds; from where
 * it is if undefined.
 */
export type RefusedAnswer = { check: string; againFrom: number | undefined };

/**
 * Reports everything that was watched of a film on this device. The server merges it with what it knows, so the report
 * is idempotent, and seconds that the server's clock did not allow yet are reported again. They are stored here until
 * the film is complete; the report does not wait for that, since the page may be about to close. Answers to presence
 * checks are sent as the checks become due, each with another report of what it held back.
 *
 * @throws ApiError or NetworkError when the report was not accepted.
 */
export async function reportWatched(
  watching: Watching,
  unsent: Unsent,
  parts: readonly RecordedPart[] = [],
): Promise<WatchState & { due: string | null; refused: RefusedAnswer | undefined }> {
  const { stretches, position } = unsent;
  const stored = keepUnsent(watching, unsent, parts);
  const body = { watched: stretches.map(([from, to]): [number, number] => [from, to]), position };
  try {
    const report = async () => (await call(training.reportProgress, { params: { id: watching.filmId }, body })).data;
    // what was played without a link counts by its record, which shows when that was
    let [refused]: (RefusedAnswer | undefined)[] = await syncIfBehind(watching);
    let state = await report();
    await stored;
    while (state.due && !refused) {
      const choice = (await readUnsent(watching))?.answers[state.due];
      if (choice === undefined) break;
      refused = await sendAnswer(watching, state.due, choice);
      if (!refused) state = await report();
    }
    if (state.completed) await dropUnsent(watching);
    return { ...state, refused };
  } catch (error) {
    await stored;
    if (error instanceof NetworkError) noteNoLink(watching);
    if (isLost(error)) await dropUnsent(watching);
    throw error;
  }
}

/** Sends the answer to a check that is due; returns why it does not count, or undefined if it does. */
async function sendAnswer(
  watching: Watching,
  check: string,
  choice: number | null,
): Promise<RefusedAnswer | undefined> {
  try {
    const { data } = await call(training.answerCheck, { params: { id: check }, body: { choice } });
    await dropAnswer(watching, check);
    return data.right ? undefined : { check, againFrom: data.againFrom };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || [401, 429].includes(error.status)) throw error;
    // not due after all, or gone: it is asked again when the film gets there
    await dropAnswer(watching, check);
    return { check, againFrom: undefined };
  }
}

/** Whether no later try can succeed: the film was removed, or the person may not watch it. */
const isLost = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 403);

/** Sends the unsent seconds of an earlier visit; returns whether anything was sent. */
export async function sendLeftovers({ courseId, films }: TrainingSet): Promise<boolean> {
  const person = personNow();
  const before = await hasUnsentRecord({ person, courseId });
  await syncIfBehind({ person, courseId });
  let sent = before;
  for (const { id: filmId, completed, locked } of films) {
    const unsent = await readUnsent({ person, courseId, filmId });
    if (!unsent || locked) continue;
    if (completed) await dropUnsent({ person, courseId, filmId });
    else {
      await reportWatched({ person, courseId, filmId }, unsent);
      sent = true;
    }
  }
  return sent;
}

/** Submits the training; returns the server's message, and whether the test can be taken. */
export async function submitTraining({ id, courseId }: TrainingSet) {
  const submitted = await call(training.submit, { params: { id } });
  await Promise.all([refreshTraining(courseId), queryClient.invalidateQueries({ queryKey: ['enrolments', 'own'] })]);
  return submitted;
}
