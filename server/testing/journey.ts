import { assessments } from '@fairlead/contract/assessments/calls';
import { training } from '@fairlead/contract/training/calls';
import { addTest, answersTo, type Sat } from '../features/assessments/testing/assessments.ts';
import type { Person, TestApp } from './app.ts';
import { addCourse, addFilms, addProfile, completeTraining, enrol } from './factories.ts';

// Steps of a seafarer's training, through the program's own calls.

/** A course with films of these lengths in seconds, and a learner who is approved for it. */
export async function enrolledWithFilms(program: TestApp, durations: readonly number[], learner?: Person) {
  const course = await addCourse(program);
  const { setId, films } = await addFilms(program, course.id, durations);
  const who = learner ?? (await program.person());
  const enrolmentId = await enrol(program, who, course.id);
  return { course, setId, films, learner: who, enrolmentId };
}

/** The training of a course as returned to one of its learners, which starts the clock of the unlocked films. */
export async function openTraining({ call }: TestApp, courseId: string, as: Person) {
  const { body } = await call(training.getForCourse, { params: { courseId } }, as);
  return body.data?.[0];
}

export const reportWatched = (
  { call }: TestApp,
  film: string | undefined,
  watched: [number, number][],
  as: Person,
  position = 0,
) => call(training.reportProgress, { params: { id: film ?? '' }, body: { watched, position } }, as);

/** Watches a whole film of a course at normal speed. */
export async function watchFilm(
  program: TestApp,
  { courseId, film, seconds }: { courseId: string; film: string | undefined; seconds: number },
  as: Person,
) {
  await openTraining(program, courseId, as);
  program.wait(seconds);
  return reportWatched(program, film, [[0, seconds]], as, seconds);
}

export const submitTraining = ({ call }: TestApp, setId: string, as: Person) =>
  call(training.submit, { params: { id: setId } }, as);

type Readiness = {
  course?: Parameters<typeof addCourse>[1];
  /** A course that is there, with its assessment, in place of a new one. */
  at?: { course: { id: string; title: string }; sat: Sat };
  test?: Parameters<typeof addTest>[2];
  profile?: Parameters<typeof addProfile>[2];
  /** A learner who already has a profile. */
  learner?: Person | undefined;
};

/** A learner with profile and submitted training, and the course's published assessment. */
export async function readyForTest(program: TestApp, readiness: Readiness = {}) {
  const course = readiness.at?.course ?? (await addCourse(program, readiness.course));
  const sat = readiness.at?.sat ?? (await addTest(program, course.id, readiness.test));
  const learner = readiness.learner ?? (await program.person());
  if (!readiness.learner) await addProfile(program, learner, readiness.profile);
  const enrolmentId = await enrol(program, learner, course.id);
  await completeTraining(program, enrolmentId);
  return { course, sat, learner, enrolmentId };
}

export const openPaper = ({ call }: TestApp, courseId: string, as: Person) =>
  call(assessments.getPaper, { params: { courseId } }, as);

export const submitAnswers = (
  { call }: TestApp,
  { courseId, sat, answers = answersTo(sat) }: { courseId: string; sat: Sat; answers?: ReturnType<typeof answersTo> },
  as: Person,
) => call(assessments.submit, { body: { testId: sat.id, courseId, answers, timeTaken: 60 } }, as);

/** A learner who has just passed a course's assessment. */
export async function passed(program: TestApp, readiness: Readiness = {}) {
  const ready = await readyForTest(program, readiness);
  await openPaper(program, ready.course.id, ready.learner);
  const answer = await submitAnswers(program, { courseId: ready.course.id, sat: ready.sat }, ready.learner);
  if (!answer.body.data?.passed) throw new Error(`the test was not passed: ${JSON.stringify(answer.body)}`);
  return ready;
}

/** The same, with the certificate issued for it. */
export async function earned(program: TestApp, readiness: Readiness = {}) {
  const ready = await passed(program, readiness);
  const certificate = await program.db
    .selectFrom('certificate')
    .selectAll()
    .where('enrolmentId', '=', ready.enrolmentId)
    .executeTakeFirstOrThrow();
  return { ...ready, certificate };
}
