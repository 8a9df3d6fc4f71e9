import { changeKept, type KeptKey, readKept, type Where } from '../../../lib/device/kept-store.ts';
import { type Stretch, secondsIn, union } from './watched-stretches.ts';

/** Answers to presence checks: the position of an option, or null for being there. */
export type Answers = Readonly<Record<string, number | null>>;

/**
 * Watched seconds that the server has not acknowledged in full, and answers that it does not have, stored on this device
 * under the ids of the person and the film: they survive a reload, a network failure, the end of the session, and a
 * power cut (lib/device/kept-store.ts).
 */
export type Unsent = { stretches: readonly Stretch[]; position: number; answers: Answers };

/** The person and the film; captured while the person is known, since a session may end while a film plays. */
export type Watching = { person: string; filmId: string };

const keyOf = ({ person, filmId }: Watching): KeptKey => ['watched', person, filmId];

/** The stored seconds of a film; undefined when there are none. */
export async function readUnsent(watching: Watching): Promise<Unsent | undefined> {
  return merged(await readKept(keyOf(watching)));
}

/** Adds to what is stored, which may include some of another tab; returns where it is stored now. */
export const keepUnsent = (watching: Watching, { stretches, position, answers }: Unsent): Promise<Where> =>
  changeKept(keyOf(watching), (stored) => {
    const before = merged(stored);
    const all = {
      stretches: union([...(before?.stretches ?? []), ...stretches]),
      position,
      answers: { ...before?.answers, ...answers },
    };
    return secondsIn(all.stretches) > 0 ? all : undefined;
  });

/** Deletes an answer that the server has judged. */
export const dropAnswer = async (watching: Watching, check: string): Promise<void> => {
  await changeKept(keyOf(watching), (stored) => {
    const before = merged(stored);
    const { [check]: _, ...answers } = before?.answers ?? {};
    return before && { ...before, answers };
  });
};

export const dropUnsent = async (watching: Watching): Promise<void> => {
  await changeKept(keyOf(watching), () => undefined);
};

/** The stored value, checked; the position is the first one's. Anything else under the same name counts as nothing. */
function merged(stored: readonly unknown[]): Unsent | undefined {
  const [first, ...others] = stored.filter(isUnsent);
  if (!first) return undefined;
  const stretches = [first, ...others].flatMap((one) => one.stretches);
  const answers = Object.assign({}, ...[first, ...others].map((one) => one.answers));
  return { stretches: union(stretches), position: Number(first.position) || 0, answers };
}

const isUnsent = (value: unknown): value is Unsent =>
  typeof value === 'object' && value !== null && 'stretches' in value && isStretches(value.stretches);

const isStretches = (value: unknown) =>
  Array.isArray(value) && value.every((one) => Array.isArray(one) && one.length === 2 && one.every(Number.isFinite));
