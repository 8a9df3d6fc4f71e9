import { attempts } from '@fairlead/contract/assessments/attempts';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { testOnServer } from '../../../testing/database.ts';
import { addBatch, addCourse, addFilms, addProfile, addWatching, enrol } from '../../../testing/factories.ts';
import { submitAnswers } from '../../../testing/journey.ts';
import { closeOverdueAttempt } from '../../assessments/attempts/close-attempt.ts';
import { addTest, answersTo } from '../../assessments/testing/assessments.ts';
import { attendanceDesk, type Mark } from '../testing/attendance-desk.ts';
import { completeBatches } from './complete-attendance.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, first, second, third, running, send, both, sheet, standings, isTestOpen, subjects, audited } =
  await attendanceDesk(program);

describe('a completed training', () => {
  test('does not survive that its learner is dropped', async () => {
    const { batch, id, learner, course } = await running(1);
    await send(batch, [...both(id, first, 'present'), ...both(id, second, 'present')]);
    expect(await isTestOpen(course.id, learner)).toBe(true);
    await send(batch, [...both(id, first, 'absent'), ...both(id, second, 'absent')]);
    await call(enrolments.request, { body: { courseId: course.id } }, learner);
    expect((await call(enrolments.accept, { params: { id }, query: {} }, registrar)).status).toBe(200);
    expect(await isTestOpen(course.id, learner)).toBe(false);
    expect(await audited(id)).toContainEqual(['training.withdraw', { kind: 'attendance' }]);
  });

  test('is withdrawn too where videos completed it, and nobody is dropped', async () => {
    const { batch, id, learner, course } = await running(1, { format: 'both' });
    const { films, setId } = await addFilms(program, course.id, [60]);
    await send(batch, [...both(id, first, 'present'), [id, second, 'morning', 'present']]);
    await addWatching(program, { enrolmentId: id, filmId: films[0] ?? '', seconds: 60, completed: true });
    expect((await call(training.submit, { params: { id: setId } }, learner)).status).toBe(200);
    await send(batch, [[id, second, 'morning', 'absent']]);
    expect([await standings(batch), await isTestOpen(course.id, learner)]).toEqual([['attending'], false]);
    expect(await audited(id)).toContainEqual(['training.withdraw', { kind: 'films' }]);
    await send(batch, [[id, second, 'morning', 'present']]);
    expect(await isTestOpen(course.id, learner)).toBe(true);
  });

  test('closes the test that its learner has begun, who is emailed why', async () => {
    const { batch, id, learner, course } = await running(1, { hasTest: false });
    const sat = await addTest(program, course.id);
    await send(batch, [...both(id, first, 'present'), [id, second, 'morning', 'present']]);
    expect(await isTestOpen(course.id, learner)).toBe(true);
    await send(batch, [[id, second, 'morning', 'absent']]);
    const mail = (await program.mailsTo(learner.email)).at(-1);
    expect(mail?.subject).toBe(`The test of ${course.title} is closed: your attendance is not enough`);
    expect(mail?.text).toContain('You attended 2 of 6 half days.');

    const handIn = () => submitAnswers(program, { courseId: course.id, sat }, learner);
    expect(await handIn()).toMatchObject({ status: 409, body: { message: expect.stringContaining('is closed') } });
    const attempt = await db.selectFrom('attempt').selectAll().where('enrolmentId', '=', id).executeTakeFirstOrThrow();
    const save = () => call(attempts.save, { params: { id: attempt.id }, body: { answers: answersTo(sat) } }, learner);
    expect(await save()).toMatchObject({ status: 409, body: { message: expect.stringContaining('is closed') } });
    // its time runs out meanwhile, and nothing of it is graded
    await db.updateTable('attempt').set({ deadline: program.clock() }).where('id', '=', attempt.id).execute();
    await closeOverdueAttempt(program, { id, courseId: course.id, accountId: learner.accountId });
    const left = db.selectFrom('attempt').select('id').where('enrolmentId', '=', id);
    expect(await left.execute()).toEqual([]);
  });

  test('stays with a passed test, and where it does not rest on the batch', async () => {
    const { batch, ids, course } = await running(3);
    const [passed = '', whole = '', earlier = ''] = ids;
    for (const id of ids) await send(batch, [...both(id, first, 'present'), ...both(id, second, 'present')]);
    const completion = (id: string) => db.updateTable('trainingCompletion').where('enrolmentId', '=', id);
    await db
      .insertInto('attempt')
      .values((e) => ({
        enrolmentId: passed,
        courseId: course.id,
        startedAt: program.clock(),
        submittedAt: program.clock(),
        score: 3,
        totalQuestions: 3,
        passed: true,
        versionId: e
          .selectFrom('assessmentVersion')
          .innerJoin('assessment', 'assessment.id', 'assessmentVersion.assessmentId')
          .select('assessmentVersion.id')
          .where('assessment.courseId', '=', course.id),
      }))
      .execute();
    await completion(whole).set({ markedBy: registrar.accountId }).execute();
    await completion(earlier)
      .set({ completedAt: new Date('2026-10-01T06:00:00Z') })
      .execute();
    for (const id of ids) await send(batch, both(id, first, 'absent'));
    for (const id of ids) await send(batch, [[id, second, 'morning', 'absent']]);
    expect((await sheet(batch)).people.map(({ isComplete }) => isComplete)).toEqual([true, true, true]);
  });
});

describe('the test opens', () => {
  test('on the last day for those who attended enough, not before, and nobody is asked to open it', async () => {
    const { batch, ids, learners, course } = await running(3, { lastDay: '2026-11-21' });
    const [id = '', half = ''] = ids;
    const [present, partly, unmarked] = learners as [Person, Person, Person];
    for (const day of [first, second, third]) await send(batch, both(id, day, 'present'));
    await send(batch, [...both(half, first, 'present'), [half, second, 'morning', 'present']]);
    await completeBatches(program);
    expect(await isTestOpen(course.id, present)).toBe(false);
    // half past five in the afternoon of Greenwich is still the 20th in India; an hour later it is the 21st
    program.wait(11 * 3600);
    await completeBatches(program);
    expect(await isTestOpen(course.id, present)).toBe(false);
    program.wait(3600 + 1800);
    await completeBatches(program);
    await completeBatches(program);
    expect([
      await isTestOpen(course.id, present),
      await isTestOpen(course.id, partly),
      await isTestOpen(course.id, unmarked),
    ]).toEqual([true, false, false]);
    expect(await subjects(present)).toEqual([`Your attendance of ${course.title} is recorded`]);
    // a mark on the last day opens it at once
    await send(batch, [[half, '2026-11-21', 'morning', 'present']]);
    expect(await isTestOpen(course.id, partly)).toBe(true);
    expect(await call(training.markAttendance, { params: { id } }, registrar)).toMatchObject({ status: 409 });
    program.wait(-12.5 * 3600);
  });

  test('of a course with videos besides, when both are done, in either order', async () => {
    const { batch, ids, learners, course } = await running(2, { format: 'both' });
    const { films, setId } = await addFilms(program, course.id, [60]);
    const [early = '', late = ''] = ids;
    const [watcher, attender] = learners as [Person, Person];
    const watched = (enrolmentId: string) =>
      addWatching(program, { enrolmentId, filmId: films[0] ?? '', seconds: 60, completed: true });
    const submit = (as: Person) => call(training.submit, { params: { id: setId } }, as);
    await watched(early);
    expect(await submit(watcher)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('not complete') },
    });
    for (const day of [first, second])
      await send(batch, [...both(early, day, 'present'), ...both(late, day, 'present')]);
    expect(await isTestOpen(course.id, watcher)).toBe(true);
    expect(await isTestOpen(course.id, attender)).toBe(false);
    await watched(late);
    expect((await submit(attender)).status).toBe(200);
    expect(await isTestOpen(course.id, attender)).toBe(true);
  });

  test('of a course of the classroom never by its videos, but when the academy marks the attendance', async () => {
    const course = await addCourse(program, { format: 'classroom' });
    await addTest(program, course.id);
    const { films, setId } = await addFilms(program, course.id, [60]);
    const learner = await person();
    await addProfile(program, learner);
    const id = await enrol(program, learner, course.id);
    await addWatching(program, { enrolmentId: id, filmId: films[0] ?? '', seconds: 60, completed: true });
    const submitted = await call(training.submit, { params: { id: setId } }, learner);
    expect(submitted).toMatchObject({ status: 409, body: { message: expect.stringContaining('in the classroom') } });
    expect(await isTestOpen(course.id, learner)).toBe(false);
    expect((await call(training.markAttendance, { params: { id } }, registrar)).status).toBe(200);
    expect(await isTestOpen(course.id, learner)).toBe(true);
  });

  test('of a course with both not by the videos alone', async () => {
    const course = await addCourse(program, { format: 'both' });
    const { films, setId } = await addFilms(program, course.id, [60]);
    const learner = await person();
    const enrolmentId = await enrol(program, learner, course.id);
    await addWatching(program, { enrolmentId, filmId: films[0] ?? '', seconds: 60, completed: true });
    const submit = () => call(training.submit, { params: { id: setId } }, learner);
    expect(await submit()).toMatchObject({ status: 409, body: { message: expect.stringContaining('your dates') } });
    const batchId = await addBatch(program, course.id, { seats: 5 });
    const seat = { batchId, batchAskedAt: program.clock(), seatedAt: program.clock() };
    await db.updateTable('enrolment').set(seat).where('id', '=', enrolmentId).execute();
    expect(await submit()).toMatchObject({ status: 409, body: { message: expect.stringContaining('last day') } });
  });
});

testOnServer('a test that is handed in while its attendance is corrected is passed or closed, never both', async () => {
  for (const isDropped of [false, true, false, true, false, true, true, true]) {
    const { batch, id, learner, course } = await running(1, { hasTest: false });
    const sat = await addTest(program, course.id);
    await send(batch, [...both(id, first, 'present'), [id, second, 'morning', 'present']]);
    expect(await isTestOpen(course.id, learner)).toBe(true);
    const handIn = () => submitAnswers(program, { courseId: course.id, sat }, learner);
    const absent: Mark[] = isDropped
      ? [...both(id, first, 'absent'), ...both(id, second, 'absent')]
      : [[id, second, 'morning', 'absent']];
    const [marked, handedIn] = await Promise.all([send(batch, absent), handIn()]);
    expect(marked.status).toBe(200);
    const passed = db.selectFrom('attempt').select('id').where('enrolmentId', '=', id).where('passed', '=', true);
    const completion = db.selectFrom('trainingCompletion').select('kind').where('enrolmentId', '=', id);
    const isPassed = handedIn.status < 300;
    expect(await standings(batch)).toEqual([isDropped && !isPassed ? 'dropped' : 'attending']);
    expect([(await passed.execute()).length > 0, (await completion.execute()).length > 0]).toEqual([
      isPassed,
      isPassed,
    ]);
  }
});
