import { training } from '@fairlead/contract/training/calls';
import { addTest } from '../../features/assessments/testing/assessments.ts';
import { addPass } from '../../features/offline-records/testing/offline-device.ts';
import type { Person, TestApp } from '../../testing/app.ts';
import { addBatch, addCourse, addFilms, enrol } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';

/** The ids of a course and of one record of each kind that belongs to it. */
export type CourseIds = Record<
  | 'course'
  | 'batch'
  | 'set'
  | 'film'
  | 'other'
  | 'upload'
  | 'test'
  | 'question'
  | 'key'
  | 'learner'
  | 'enrolment'
  | 'pass'
  | 'attempt',
  string
> & { title: string };

const id = () => crypto.randomUUID();

/** Ids and a title that do not exist. */
export const noCourse = (): CourseIds => ({
  course: id(),
  set: id(),
  film: id(),
  other: id(),
  upload: id(),
  test: id(),
  question: id(),
  key: id(),
  batch: id(),
  learner: id(),
  enrolment: id(),
  pass: id(),
  attempt: id(),
  title: 'Nowhere',
});

/** A film's captions in WebVTT, as staff upload them. */
export const captions = (language = 'en'): FormData =>
  formOf(
    { kind: 'captions', language },
    { text: { bytes: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHello'), name: 'a.vtt' } },
  );

/**
 * An inactive course with one record of each kind that belongs to a course.
 *
 * @param by an administrator, who makes what cannot be inserted.
 * @param assigned an instructor who has the course in scope.
 */
export async function furnishedCourse(
  program: TestApp,
  { by, assigned }: { by: Person; assigned?: Person | undefined },
): Promise<CourseIds> {
  const { db, clock } = program;
  const { id: course, title } = await addCourse(program, { isActive: false });
  if (assigned) {
    await db.insertInto('courseInstructor').values({ courseId: course, accountId: assigned.accountId }).execute();
  }
  const { setId: set, films } = await addFilms(program, course, [10, 20]);
  const [film = '', other = ''] = films;
  const upload = id();
  const batch = await addBatch(program, course);
  await db.updateTable('film').set({ uploadId: upload }).where('id', '=', other).execute();
  await program.call(training.attachText, { params: { id: film }, form: captions() }, by);
  const { id: testId, questions } = await addTest(program, course);
  const correction = { questionText: 'Which?', oldAnswer: 'Red', newAnswer: 'Green', reason: 'A slip' };
  const { id: key } = await db
    .insertInto('answerKeyCorrection')
    .values({ assessmentId: testId, ...correction, changedBy: by.accountId, changedAt: clock() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const learner = await program.person();
  const enrolment = await enrol(program, learner, course);
  const pass = await addPass(program, enrolment);
  const { id: attempt } = await db
    .insertInto('attempt')
    .values((e) => ({
      enrolmentId: enrolment,
      courseId: course,
      versionId: e.selectFrom('assessmentVersion').select('id').where('assessmentId', '=', testId),
      startedAt: clock(),
      submittedAt: clock(),
      score: 0,
      totalQuestions: 3,
      passed: false,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const question = questions[0]?.id ?? '';
  return {
    course,
    batch,
    title,
    set,
    film,
    other,
    upload,
    test: testId,
    question,
    key,
    learner: learner.email,
    enrolment,
    pass,
    attempt,
  };
}
