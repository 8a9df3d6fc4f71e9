import { changeKept, type KeptKey, readKept, type Where } from '../../../lib/device/kept-store.ts';
import { dropRecordedAnswer, type Facts, readOfflineWatching, recordPlayed } from '../../offline-records/api.ts';
import { type PlayedPart, type Stretch, secondsIn, union } from './watched-stretches.ts';

/** Answers to presence checks: the position of an option, or null for being there. */
export type Answers = Readonly<Record<string, number | null>>;

/**
 * Watched seconds that the server has not acknowledged in full, and answers that it does not have, stored on this
 * device under the ids of the person and the film: they survive a reload, a network failure, the end of the session,
 * and a power cut (lib/device/kept-store.ts). Of a course with an offline pass on this device, they are in its record,
 * which proves when they were played.
 */
export type Unsent = { stretches: readonly Stretch[]; position: number; answers: Answers };

/** The person and the film; captured while the person is known, since a session may end while a film plays. */
export type Watching = { person: string; courseId: string; filmId: string };

/** What an offline record says of a part that was played. */
export type RecordedPart = PlayedPart & Facts;

const keyOf = ({ person, filmId }: Watching): KeptKey => ['watched', person, filmId];

/**
 * Whether a course is recorded, as of the last reading: a page that is being left has time for one transaction.
 */
const recorded = new Map<string, boolean>();

/** The stored seconds of a film; undefined when there are none. */
export async function readUnsent(watching: Watching): Promise<Unsent | undefined> {
  const kept = merged(await readKept(keyOf(watching)));
  const { isRecording, unsent } = await readOfflineWatching(watching);
  recorded.set(keyOf(watching).join(), isRecording);
  return unsent && kept ? { ...joined(kept, unsent), position: unsent.position } : (unsent ?? kept);
}

/**
 * Adds to what is stored, which may include some of another tab; returns where it is stored now.
 *
 * @param parts what was played since the last call, for the record of a course with an offline pass.
 */
export async function keepUnsent(
  watching: Watching,
  unsent: Unsent,
  parts: readonly RecordedPart[] = [],
): Promise<Where> {
  if (recorded.get(keyOf(watching).join())) {
    const where = await recordPlayed(watching, { filmId: watching.filmId, parts, answers: unsent.answers });
    if (where) return where;
    recorded.delete(keyOf(watching).join());
  }
  return changeKept(keyOf(watching), (stored) => {
    const before = merged(stored);
    const all = before ? joined(before, unsent) : unsent;
    return secondsIn(all.stretches) > 0 ? { ...all, stretches: union(all.stretches) } : undefined;
  });
}

const joined = (before: Unsent, { stretches, position, answers }: Unsent): Unsent => ({
  stretches: union([...before.stretches, ...stretches]),
  position,
  answers: { ...before.answers, ...answers },
});

/** Deletes an answer that the server has judged. */
export const dropAnswer = async (watching: Watching, check: string): Promise<void> => {
  await dropRecordedAnswer(watching, check);
  await changeKept(keyOf(watching), (stored) => {
    const before = merged(stored);
    const { [check]: _, ...answers } = before?.answers ?? {};
    return before && { ...before, answers };
  });
};

/** Deletes the stored seconds; a record stays until the academy has it. */
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
