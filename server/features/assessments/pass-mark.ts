import { type RawBuilder, sql } from 'kysely';
import { wholeMark } from './kinds/marks.ts';

/** Marks as parts, a whole number again. */
const partsOf = (marks: number): number => Math.round(marks * wholeMark);

/** A score as the columns that store it: whole marks, and the parts beyond them. */
export function scoreColumns(score: number): { score: number; scoreParts: number } {
  const parts = partsOf(score);
  return { score: Math.floor(parts / wholeMark), scoreParts: parts % wholeMark };
}

/** A stored score in parts. @param columns of the whole marks and of the parts beyond, each as `table.column`. */
export const partsInSql = (whole: string, rest: string): RawBuilder<number> =>
  sql<number>`(${sql.ref(whole)} * ${sql.lit(wholeMark)} + ${sql.ref(rest)})`;

/** A stored score in marks, as `marksOf` returns it; null while there is none. @param columns as of `partsInSql`. */
export const marksInSql = (whole: string, rest: string): RawBuilder<number | null> =>
  sql<number | null>`(${partsInSql(whole, rest)} / ${sql.lit(wholeMark)}::float8)`;

/** The score of an attempt in marks; null while it is open. */
export const attemptScore = marksInSql('attempt.score', 'attempt.scoreParts');

/**
 * The share of the marks in percent, unrounded. Multiplied before the division: 57 of 100 must be 57, but 0.57 × 100 is
 * slightly less.
 *
 * @param score in marks.
 */
export const percentageOf = (score: number, totalQuestions: number): number =>
  (partsOf(score) * 100) / (totalQuestions * wholeMark);

/** The rule of the pass mark: whether an unrounded percentage reaches it. */
export const isPassed = (percentage: number, passMark: number): boolean => percentage >= passMark;

/** `percentageOf` in SQL, with the arithmetic of JavaScript numbers. @param parts as `partsInSql` returns them. */
export const percentageInSql = (parts: RawBuilder<number>, totalQuestions: string): RawBuilder<number> =>
  sql<number>`(${parts} * 100.0::float8 / (${sql.ref(totalQuestions)} * ${sql.lit(wholeMark)}))`;

/**
 * `isPassed` in SQL.
 *
 * @param parts of the score, as `partsInSql` returns them.
 * @param columns of the number of questions and of the pass mark in percent, each as `table.column`.
 */
export const isPassedInSql = (parts: RawBuilder<number>, columns: { totalQuestions: string; passMark: string }) =>
  sql<boolean>`(${percentageInSql(parts, columns.totalQuestions)} >= ${sql.ref(columns.passMark)})`;
