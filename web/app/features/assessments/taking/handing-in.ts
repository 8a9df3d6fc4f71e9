import type { Paper, Result } from '../wire.ts';
import { submitAnswers } from './api.ts';

/** How a test paper is handed in, and what is shown when its time is over: ashore and aboard a ship differ. */
export type HandingIn<R> = {
  /** Hands in the answers, by question. @param revision of the answers that the page shows. */
  submit: (paper: Paper, answers: ReadonlyMap<string, string>, revision: number) => Promise<R>;
  over: { says: string; button: string };
};

/** Ashore: it is graded at once. */
export const gradedAtOnce: HandingIn<Result> = {
  submit: submitAnswers,
  over: { says: 'The answers that were saved in time are graded.', button: 'Show the result' },
};
