import { type RawBuilder, sql } from 'kysely';

/**
 * The share of correct answers in percent, unrounded. Multiplied before the division: 57 of 100 must be 57, but 0.57 ×
 * 100 is slightly less.
 */
export const percentageOf = (score: number, totalQuestions: number): number => (score * 100) / totalQuestions;

/** Whether an unrounded percentage reaches the pass mark. */
export const isPassed = (percentage: number, passMark: number): boolean => percentage >= passMark;

/**
 * The same rule in SQL, with the arithmetic of JavaScript numbers.
 *
 * @param columns of the score, of the number of questions and of the pass mark in percent, each as `table.column`
 */
export const isPassedInSql = (columns: { score: string; totalQuestions: string; passMark: string }) => {
  const { score, totalQuestions, passMark } = columns;
  const percentage = sql`${sql.ref(score)} * 100.0::float8 / ${sql.ref(totalQuestions)}`;
  return sql`(${percentage} >= ${sql.ref(passMark)})` as RawBuilder<boolean>;
};
