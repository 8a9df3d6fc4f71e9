import { type RawBuilder, sql } from 'kysely';

/**
 * A question is worth one mark. Marks are added up in parts, of which every share up to a tenth is a whole number (2520 is
 * the least common multiple of 1 to 10), so that three thirds are one mark and the pass mark is exact.
 */
export const wholeMark = 2520;

/** The share of a mark that so many right ones of `all` earn, in parts; `all` is at most ten. */
export const shareOfMark = (right: number, all: number): number => right * (wholeMark / all);

/** Parts as marks: 2.5, or 0.3333… */
export const marksOf = (parts: number): number => parts / wholeMark;

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

/** Whether an unrounded percentage reaches the pass mark. */
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
