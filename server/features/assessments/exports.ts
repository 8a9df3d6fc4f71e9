import { assessments, type SubmittedAttempt, type Test } from '@fairlead/contract/assessments/calls';
import { correctedKeys, type ResultUnderReview } from '@fairlead/contract/assessments/corrected-keys';
import { isAsked } from '@fairlead/contract/assessments/question-kinds';
import { type Column, tableOf } from '../../platform/tables/export.ts';

const tests: Column<Test>[] = [
  ['Course', ({ courseTitle }) => courseTitle],
  ['Test', ({ title }) => title],
  ['Pass mark in percent', ({ passMark }) => passMark],
  ['Questions', ({ questions }) => questions.filter(isAsked).length],
  ['Published', ({ isPublished }) => isPublished],
  ['Questions for practice', ({ questions }) => questions.filter((one) => !isAsked(one)).length],
];

/** The columns for person, assessment and result. */
const outcome: Column<SubmittedAttempt | ResultUnderReview>[] = [
  ['Name', ({ userName }) => userName],
  ['Email', ({ userEmail }) => userEmail],
  ['Course', ({ courseTitle }) => courseTitle],
  ['Test', ({ testTitle }) => testTitle],
  ['Score', ({ score }) => score],
  ['Questions', ({ totalQuestions }) => totalQuestions],
  // Unrounded, as it is compared: rounded to two places, 69.999 would read as 70.
  ['Percentage', ({ percentage }) => percentage],
];

const results: Column<SubmittedAttempt>[] = [
  ...outcome,
  ['Passed', ({ passed }) => passed],
  ['Seconds taken', ({ timeTaken }) => Math.round(timeTaken)],
  ['Submitted', ({ submittedAt }) => new Date(submittedAt)],
  ['Looks like guessing', ({ signs }) => signs.join('; ')],
];

const underReview: Column<ResultUnderReview>[] = [
  ...outcome,
  ['Pass mark in percent', ({ passMark }) => passMark],
  ['Certificate', ({ certNo }) => certNo],
  ['Since', ({ since }) => new Date(since)],
  ['Corrected because', ({ correctedBecause }) => correctedBecause],
];

/** Assessments, without their questions, and their results as tables. */
export const assessmentTables = [
  tableOf(assessments.list, ({ data }) => data, tests),
  tableOf(assessments.listPublished, ({ data }) => data, tests),
  tableOf(assessments.listSubmitted, ({ data }) => data, results),
  tableOf(correctedKeys.listUnderReview, ({ data }) => data, underReview),
];
