import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '../../../platform/db/schema.generated.ts';

/**
 * An answer key, or what a learner selected, as it is stored: a number (the position of an option) or other JSON. Only
 * the question's kind knows what it means.
 */
export type Stored = Exclude<JsonValue, null>;

// A whole number has a column of its own, which takes a fraction of the space and time of JSON: most answers are
// positions. Any other number is JSON, because that column is an integer of 32 bits.
const isInteger = (stored: Stored | null): stored is number =>
  Number.isInteger(stored) && Math.abs(stored as number) < 2 ** 31;

/** The answer key in a question's row. */
export function keyIn({ correctOption, answerKey }: { correctOption: number | null; answerKey: JsonValue }): Stored {
  const key = answerKey ?? correctOption;
  if (key === null) throw new Error('a question has no answer key');
  return key;
}

/** The columns of a question with its answer key. */
export const keyColumns = (key: Stored) =>
  isInteger(key) ? { correctOption: key, answerKey: null } : { correctOption: null, answerKey: JSON.stringify(key) };

/** The selection in an answer's row; null for none. */
export const selectionIn = (row: { selectedOption: number | null; selection: JsonValue }): Stored | null =>
  row.selection ?? row.selectedOption;

/** The columns of an answer with its selection. */
export const selectionColumns = (selection: Stored | null) =>
  isInteger(selection)
    ? { selectedOption: selection, selection: null }
    : { selectedOption: null, selection: selection === null ? null : JSON.stringify(selection) };

export const isSame = (one: Stored | null, other: Stored | null): boolean => isDeepStrictEqual(one, other);
