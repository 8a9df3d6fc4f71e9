import { completeShare, endSeconds } from '@fairlead/contract/training/film-completion';
import { type OfflineRecord, unsentOf } from '../offline-records/record.ts';
import type { Stretch } from './player/watched-stretches.ts';
import { secondsIn, union } from './player/watched-stretches.ts';
import type { Film } from './wire.ts';

/** What of a film is in the offline record of this device, and the presence checks that were answered there. */
export type Recorded = { stretches: readonly Stretch[]; answered: ReadonlySet<string> };

/**
 * The films as they stand with what this device has recorded and not sent: a film that was watched without a link opens
 * the next one, as it will when the academy has the record.
 */
export function withRecorded<F extends Film>(
  films: readonly F[],
  recordedOf: (id: string) => Recorded | undefined,
): F[] {
  const after = films.map((film) => {
    const recorded = recordedOf(film.id);
    if (!recorded || film.completed) return film;
    const watched = union([...film.watched, ...recorded.stretches]);
    const watchedSeconds = Math.min(film.durationSeconds, Math.max(film.watchedSeconds, secondsIn(watched)));
    const isAnswered = film.checks.every(({ id, answered }) => answered || recorded.answered.has(id));
    return { ...film, watchedSeconds, completed: isAnswered && isComplete(watched, film.durationSeconds) };
  });
  const first = after.findIndex(({ completed }) => !completed);
  return after.map((film, index) => ({ ...film, locked: film.locked && first !== -1 && index > first }));
}

/**
 * How many seconds the academy will credit of a record: what was played twice, or is credited already, counts once. A
 * film that was replaced since is in the record, and not among the films.
 */
export function unsentSeconds(films: readonly Film[], record: OfflineRecord): number {
  const gained = record.films.map((id) => {
    const film = films.find((one) => one.id === id);
    const credited = film?.watched ?? [];
    const all = secondsIn(union([...credited, ...(unsentOf(record, id)?.stretches ?? [])]));
    return Math.min(film?.durationSeconds ?? all, all) - secondsIn(union(credited));
  });
  return Math.round(gained.reduce((sum, seconds) => sum + Math.max(0, seconds), 0));
}

/** The rule of the academy, which decides when it has the record. */
const isComplete = (watched: readonly Stretch[], duration: number): boolean =>
  secondsIn(watched) >= duration * completeShare && (watched.at(-1)?.[1] ?? 0) >= duration - endSeconds;
