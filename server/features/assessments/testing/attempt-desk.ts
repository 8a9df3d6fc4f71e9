import type { Person, TestApp } from '../../../testing/app.ts';
import { openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { type addTest, answersTo, type Sat } from './assessments.ts';

/** Learners of a program who open and submit tests, and the attempts that they leave. */
export const attemptDesk = (program: TestApp) => ({
  ready: (test: Parameters<typeof addTest>[2] = {}) => readyForTest(program, { test }),
  paper: (courseId: string, as: Person) => openPaper(program, courseId, as),
  submit: (courseId: string, sat: Sat, as: Person, answers = answersTo(sat)) =>
    submitAnswers(program, { courseId, sat, answers }, as),
  attempts: (enrolmentId: string) =>
    program.db.selectFrom('attempt').selectAll().where('enrolmentId', '=', enrolmentId).orderBy('id').execute(),
});
