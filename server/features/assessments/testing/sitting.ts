import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import type { Person, TestApp } from '../../../testing/app.ts';
import { openPaper, readyForTest } from '../../../testing/journey.ts';
import { type addTest, answersTo } from './assessments.ts';

/** An id that does not exist. */
export const unknown = '00000000-0000-4000-8000-000000000000';

type Ready = Awaited<ReturnType<typeof readyForTest>>;
type Given = ReturnType<typeof answersTo>;
type MoreProgress = { absences?: { fromSecond: number; seconds: number }[]; revision?: number };

/** The steps of an attempt, by a learner who may take an assessment, and as seen by `staff`. */
export function sitting(program: TestApp, staff: Person) {
  const { call, db } = program;
  const paperOf = async ({ course, learner }: Ready) => (await openPaper(program, course.id, learner)).body.data[0];
  const start = ({ course, learner }: Ready) => call(attempts.start, { params: { courseId: course.id } }, learner);
  return {
    ready: (test: Parameters<typeof addTest>[2] = {}) => readyForTest(program, { test }),
    paperOf,
    start,
    /** Starts an assessment that needs an explicit start; returns the attempt's id. */
    begin: async (one: Ready) => (await start(one)).body.data.attempt?._id ?? unknown,
    /** Opens the paper of an assessment that starts at once; returns the attempt's id. */
    open: async (one: Ready) => (await paperOf(one))?.attempt?._id ?? unknown,
    save: (id: string, answers: Given, as: Person, more: MoreProgress = {}) =>
      call(attempts.save, { params: { id }, body: { answers, ...more } }, as),
    submit: (
      { course, sat, learner }: Ready,
      attemptId: string | undefined,
      answers: Given = answersTo(sat),
      revision?: number,
    ) =>
      call(
        assessments.submit,
        { body: { testId: sat.id, courseId: course.id, attemptId, answers, revision } },
        learner,
      ),
    stored: (enrolmentId: string) =>
      db.selectFrom('attempt').selectAll().where('enrolmentId', '=', enrolmentId).orderBy('id').execute(),
    staffView: async (id: string) => (await call(attempts.get, { params: { id } }, staff)).body.data,
  };
}
