import type { TrainingSet } from './wire.ts';

/**
 * The stored data of a training on this device, as specified: the current index and the completed list, and also the
 * films' titles and states, so that a reload without a network still shows the list. It is deleted with the session.
 */
type Kept = {
  /** The index of the current film. */
  index: number;
  /** Ids of the completed films. */
  completed: string[];
  /** As the server last returned it; without links, which expire, and without what only a player needs. */
  set: TrainingSet;
};

const withoutLinks = { url: null, ladder: null, poster: null, versions: [], texts: [] };

const keyOf = (person: string, courseId: string) => `training:${person}:${courseId}`;

/** Stores a training as the server returned it; the current index stays. */
export function keepTraining(person: string, set: TrainingSet): void {
  write(person, {
    index: read(person, set.courseId)?.index ?? 0,
    completed: set.films.filter(({ completed }) => completed).map(({ id }) => id),
    set: { ...set, films: set.films.map((film) => ({ ...film, ...withoutLinks })) },
  });
}

/** The stored training; undefined when it was never opened on this device. */
export const readTraining = (person: string, courseId: string): TrainingSet | undefined => read(person, courseId)?.set;

/** Stores which film is open. */
export function keepPlace(person: string, courseId: string, index: number): void {
  const kept = read(person, courseId);
  if (kept) write(person, { ...kept, index });
}

/** The index of the film that was open last; 0 when there was none. */
export const readPlace = (person: string, courseId: string): number => read(person, courseId)?.index ?? 0;

function write(person: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(person, kept.set.courseId), JSON.stringify(kept));
  } catch {
    // full, or forbidden: the training opens all the same, and a reload without a network does not show it
  }
}

function read(person: string, courseId: string): Kept | undefined {
  try {
    const kept: Partial<Kept> | null = JSON.parse(localStorage.getItem(keyOf(person, courseId)) ?? 'null');
    const { index, completed, set } = kept ?? {};
    return typeof index === 'number' && completed && set?.films ? { index, completed, set } : undefined;
  } catch {
    return undefined; // written by another program under the same name: the server is asked, as at first
  }
}
