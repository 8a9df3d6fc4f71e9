import { attempts } from '@fairlead/contract/assessments/attempts';
import { courses } from '@fairlead/contract/courses/calls';
import { home } from '@fairlead/contract/overview/home';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, addWatching, completeTraining, enrol } from '../../../testing/factories.ts';
import { openPaper, passed, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { addCertificate, addTest } from '../../assessments/testing/assessments.ts';
import { addDocument } from '../../wallet/testing/wallet.ts';
import { getHome } from './home.ts';

const program = await testApp();
const { call, person, wait } = program;
const homeOf = async (as: Person) => (await call(home.getHome, as)).body.data;
const nextOf = async (as: Person) => (await homeOf(as)).next;

test('somebody new is asked for a profile, then for a course', async () => {
  const learner = await person('learner', { firstName: 'Sri Lakshmi' });
  expect(await homeOf(learner)).toMatchObject({
    firstName: 'Sri Lakshmi',
    hasProfile: false,
    enrolments: [],
    expiring: [],
    certificates: [],
  });
  expect(await nextOf(learner)).toMatchObject({ step: 'complete-profile', enrolmentId: null });
  await addProfile(program, learner);
  expect(await homeOf(learner)).toMatchObject({
    firstName: 'Sri Lakshmi',
    next: { step: 'choose-course', enrolmentId: null },
  });
});

test('the next film is the first one that is not complete, of the course watched last', async () => {
  const learner = await person();
  const [rafts, fire] = [await addCourse(program), await addCourse(program)];
  const films = (await addFilms(program, rafts.id, [60, 120, 180])).films;
  await addFilms(program, fire.id, [30]);
  const enrolmentId = await enrol(program, learner, rafts.id);
  wait(60);
  await enrol(program, learner, fire.id);
  const [first = '', second = '', third = ''] = films;
  await addWatching(program, { enrolmentId, filmId: first, seconds: 58, completed: true });
  await addWatching(program, { enrolmentId, filmId: second, seconds: 20 });
  expect(await nextOf(learner)).toMatchObject({
    step: 'watch',
    enrolmentId,
    trainingSecondsLeft: 280,
    test: null,
    film: { kind: 'film', serial: 2, title: 'Film 2', watchedSeconds: 20, secondsLeft: 100 },
  });
  // all films are complete, and the training is not submitted yet
  await program.db.updateTable('watching').set({ completedAt: program.clock() }).execute();
  await addWatching(program, { enrolmentId, filmId: third, seconds: 180, completed: true });
  expect(await nextOf(learner)).toMatchObject({ step: 'watch', enrolmentId, film: null, trainingSecondsLeft: 0 });
});

test('a test is offered with its time, then continued, then waited for as its limits say', async () => {
  const { learner, course, sat, enrolmentId } = await readyForTest(program, {
    test: { settings: { minutes: 30, hoursBetween: 24, attemptsAllowed: 3 } },
  });
  const first = {
    step: 'take-test',
    enrolmentId,
    test: { minutes: 30, deadline: null, attempts: 0 },
    nextAttemptAt: null,
  };
  expect(await nextOf(learner)).toMatchObject(first);
  await call(attempts.start, { params: { courseId: course.id } }, learner);
  const deadline = new Date(program.clock().getTime() + 30 * 60_000).toISOString();
  expect(await nextOf(learner)).toMatchObject({ step: 'continue-test', enrolmentId, test: { minutes: 30, deadline } });
  const wrong = sat.questions.map(({ id, wrong: selectedAnswer }) => ({ questionId: id, selectedAnswer }));
  await submitAnswers(program, { courseId: course.id, sat, answers: wrong }, learner);
  const nextAttemptAt = new Date(program.clock().getTime() + 24 * 3600_000).toISOString();
  expect(await nextOf(learner)).toMatchObject({ step: 'wait', enrolmentId, nextAttemptAt });
  wait(24 * 3600);
  expect(await nextOf(learner)).toMatchObject({ ...first, test: { ...first.test, attempts: 1 } });
});

test('a test without limits can be taken; one that is not published is waited for', async () => {
  const learner = await person();
  await addProfile(program, learner);
  const course = await addCourse(program);
  const enrolmentId = await enrol(program, learner, course.id);
  await completeTraining(program, enrolmentId);
  const { id } = await addTest(program, course.id, { isPublished: false });
  expect(await nextOf(learner)).toMatchObject({ step: 'wait', enrolmentId });
  await program.db.updateTable('assessment').set({ isPublished: true }).where('id', '=', id).execute();
  expect(await nextOf(learner)).toMatchObject({ step: 'take-test', test: { minutes: null, deadline: null } });
  await openPaper(program, course.id, learner);
  expect(await nextOf(learner)).toMatchObject({ step: 'continue-test', test: { minutes: null, deadline: null } });
});

test('the newest certificates are shown without personal data, and what expires is the holder’s own', async () => {
  const { learner } = await passed(program, {
    course: { validityMonths: 2 },
    profile: { passportExpiresOn: '2026-01-01' },
  });
  const other = await person();
  await addCertificate(program, await enrol(program, other, (await addCourse(program)).id), {
    expiresOn: '2026-09-20',
  });
  const { certificates, expiring, next } = await homeOf(learner);
  expect(certificates).toHaveLength(1);
  expect(Object.keys(certificates[0] ?? {}).toSorted()).toEqual(
    [
      '_id',
      'boundTo',
      'certNo',
      'courseTitle',
      'dateOfExpiry',
      'dateOfIssue',
      'expiresSoon',
      'picture',
      'status',
    ].toSorted(),
  );
  expect(expiring.map(({ title, renewal }) => [title, renewal?.title])).toEqual([
    ['Passport', undefined],
    [certificates[0]?.courseTitle, certificates[0]?.courseTitle],
  ]);
  await addDocument(program, learner, { expiresOn: '2026-12-24' });
  await addDocument(program, other, { kind: 'DAT', expiresOn: '2026-12-24' });
  expect((await homeOf(learner)).expiring.map(({ kind }) => kind)).toEqual(['PASSPORT', 'MED', '']);
  expect(next.step).toBe('renew');
  expect((await homeOf(other)).certificates).toHaveLength(1);
});

test('a change of a course is seen at once, though courses are kept', async () => {
  const learner = await person();
  const { id } = await addCourse(program);
  await enrol(program, learner, id);
  const isOffered = async () => (await homeOf(learner)).enrolments[0]?.courseId.isActive;
  expect(await isOffered()).toBe(true);
  expect((await call(courses.deactivate, { params: { id } }, await person('admin'))).status).toBe(200);
  expect(await isOffered()).toBe(false);
});

test('costs one query, however many courses there are, where nothing ends or has to be refreshed', async () => {
  const { learner } = await readyForTest(program);
  for (let course = 0; course < 3; course += 1) {
    const { id } = await addCourse(program);
    await addFilms(program, id, [60, 60]);
    await enrol(program, learner, id);
  }
  let queries = 0;
  const db = program.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1;
      return result;
    },
  });
  const { next, enrolments } = await getHome({ ...program, db }, learner.accountId);
  expect([next.step, enrolments.length]).toEqual(['take-test', 4]);
  // and one for the courses, which are kept
  expect(queries).toBe(2);
  await getHome({ ...program, db }, learner.accountId);
  expect(queries).toBe(3);
});
