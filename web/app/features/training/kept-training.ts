import type { TrainingSet } from './wire.ts';

/**
 * What this device remembers of a training, as specified: the current index and the completed list, and beside them
 * the films' titles and states, so that a reload on a dead link still shows the list. It goes with the session.
 */
type Kept = {
  /** Where in the list the person is. */
  index: number;
  /** Ids of the films that are complete. */
  completed: string[];
  /** As the server told it last; without links, which run out. */
  set: TrainingSet;
};

const withoutLinks = { url: null, ladder: null, poster: null, versions: [], texts: [] };

const keyOf = (person: string, courseId: string) => `training:${person}:${courseId}`;

/** Remembers a training as the server tells it; the current index stays. */
export function keepTraining(person: string, set: TrainingSet): void {
  write(person, {
    index: read(person, set.courseId)?.index ?? 0,
    completed: set.films.filter(({ completed }) => completed).map(({ id }) => id),
    set: { ...set, films: set.films.map((film) => ({ ...film, ...withoutLinks })) },
  });
}

/** The training as it was known last; undefined when it was never open here. */
export const readTraining = (person: string, courseId: string): TrainingSet | undefined => read(person, courseId)?.set;

/** Remembers which film is open. */
export function keepPlace(person: string, courseId: string, index: number): void {
  const kept = read(person, courseId);
  if (kept) write(person, { ...kept, index });
}

/** Which film was open last; 0 when none was. */
export const readPlace = (person: string, courseId: string): number => read(person, courseId)?.index ?? 0;

const write = (person: string, kept: Kept) =>
  localStorage.setItem(keyOf(person, kept.set.courseId), JSON.stringify(kept));

function read(person: string, courseId: string): Kept | undefined {
  try {
    const kept: Partial<Kept> | null = JSON.parse(localStorage.getItem(keyOf(person, courseId)) ?? 'null');
    const { index, completed, set } = kept ?? {};
    return typeof index === 'number' && completed && set?.films ? { index, completed, set } : undefined;
  } catch {
    return undefined; // written by another program under the same name: the server is asked as at first
  }
}
