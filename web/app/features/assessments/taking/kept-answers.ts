import { changeKept, type KeptKey, readKept, type Where } from '../../../lib/device/kept-store.ts';
import { type Draft, dropDraft, readDraft } from '../../../lib/session/form-draft.ts';
import { personNow } from '../../../lib/session/session.ts';

/**
 * Answers of a test under way that the server has not acknowledged, by question, stored on this device under the ids of
 * the person and the attempt: they survive a reload, the end of the session, and a power cut
 * (lib/device/kept-store.ts). A logout deletes them.
 */
export type Answers = Readonly<Record<string, string>>;

const keyOf = (attemptId: string): KeptKey => ['answers', personNow(), attemptId];

/** The draft in which older versions of the site kept answers, for as long as a tab was open. */
const draftOf = (attemptId: string) => `attempt:${attemptId}`;

/** Answers that this device has kept, and the revision of the page on which the first of them was given. */
export type Kept = { answers: Answers; revision: number | undefined };

/** The stored answers of an attempt; none when there are none. */
export async function readAnswers(attemptId: string): Promise<Kept> {
  const draft = readDraft(draftOf(attemptId));
  if (Object.keys(draft).length > 0) await keepAnswers(attemptId, draft);
  dropDraft(draftOf(attemptId));
  const stored = await readKept(keyOf(attemptId));
  return { answers: merged(stored), revision: revisionOf(stored) };
}

/** Adds to the stored answers, which may include some of another tab; returns where they are stored now. */
export const keepAnswers = (attemptId: string, answers: Answers | Draft, revision?: number): Promise<Where> =>
  changeKept(keyOf(attemptId), (stored) => ({
    revision: revisionOf(stored) ?? revision,
    ...merged(stored),
    ...answers,
  }));

/** Deletes the answers that were saved; one that was changed meanwhile stays. */
export const dropAnswers = (attemptId: string, saved: Answers): Promise<Where> =>
  changeKept(keyOf(attemptId), (stored) => {
    const left = Object.entries(merged(stored)).filter(([question, answer]) => saved[question] !== answer);
    return left.length > 0 ? { revision: revisionOf(stored), ...Object.fromEntries(left) } : undefined;
  });

/** Deletes all answers of an attempt that was submitted. */
export const forgetAttempt = (attemptId: string): Promise<Where> => changeKept(keyOf(attemptId), () => undefined);

/** The revision that is stored among answers, whose keys are ids of questions. */
const revisionOf = (stored: readonly unknown[]): number | undefined =>
  stored.map((one) => (one as { revision?: unknown }).revision).find((value) => typeof value === 'number');

/** What is stored, checked: anything else under the same name counts as nothing. */
const merged = (stored: readonly unknown[]): Answers =>
  Object.fromEntries(
    stored.flatMap((one) =>
      Object.entries(one as object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  );
