import { attempts } from '@fairlead/contract/attempts';
import { type AttendanceMark, attendance } from '@fairlead/contract/attendance';
import { batches } from '@fairlead/contract/batches';
import { enrolments } from '@fairlead/contract/enrolments';
import { settings } from '@fairlead/contract/settings';
import { training } from '@fairlead/contract/training';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addCertificate, addTest, answersTo } from '../../testing/assessments.ts';
import { testOnServer } from '../../testing/database.ts';
import { addBatch, addCourse, addFilms, addProfile, addWatching, enrol } from '../../testing/factories.ts';
import { openPaper, submitAnswers } from '../../testing/journey.ts';
import { closeOverdueAttempt } from '../assessments/attempts/close-attempt.ts';
import { completeBatches } from './complete-attendance.ts';

const program = await testApp();
const { call, person, db } = program;
const [registrar, instructor, admin] = [await person('registrar'), await person('instructor'), await person('admin')];
// the clock stands on the 20th: by then two of three days are over
const [first, second, third] = ['2026-11-18', '2026-11-19', '2026-11-20'];
const unknown = '00000000-0000-4000-8000-000000000000';

type Details = Partial<{
  firstDay: string;
  lastDay: string;
  endsAt: string;
  seats: number;
  format: 'classroom' | 'both';
  hasTest: boolean;
}>;

/** A batch of the instructor's course with approved people in it. */
async function running(people: number, { format = 'classroom', hasTest = true, ...details }: Details = {}) {
  const course = await addCourse(program, { format });
  if (hasTest) await addTest(program, course.id);
  await db.insertInto('courseInstructor').values({ courseId: course.id, accountId: instructor.accountId }).execute();
  const batch = await addBatch(program, course.id, { firstDay: first, lastDay: third, seats: 10, ...details });
  const ids: string[] = [];
  const learners: Person[] = [];
  for (let n = 0; n < people; n++) {
    const learner = await person();
    await addProfile(program, learner);
    const id = await enrol(program, learner, course.id);
    const seat = { batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() };
    await db.updateTable('enrolment').set(seat).where('id', '=', id).execute();
    ids.push(id);
    learners.push(learner);
  }
  return { course, batch, ids, learners, id: ids[0] ?? '', learner: learners[0] as Person };
}

type Mark = readonly [
  id: string,
  day: string | undefined,
  half: 'morning' | 'afternoon',
  mark: AttendanceMark,
  secondsAgo?: number,
];
const send = (batch: string, marks: readonly Mark[], as = instructor) => {
  const body = {
    marks: marks.map(([enrolmentId, day = '', half, mark, secondsAgo = 0]) => ({
      enrolmentId,
      day,
      half,
      mark,
      secondsAgo,
    })),
  };
  return call(attendance.mark, { params: { id: batch }, body }, as);
};
const both = (id: string, day: string | undefined, mark: AttendanceMark): Mark[] => [
  [id, day, 'morning', mark],
  [id, day, 'afternoon', mark],
];
const sheet = async (batch: string) =>
  (await call(attendance.getSheet, { params: { id: batch } }, instructor)).body.data;
const marksOf = async (batch: string, id: string) =>
  (await sheet(batch)).people
    .find(({ _id }) => _id === id)
    ?.marks.map(({ day, half, mark, replaced }) => [day, half, mark, replaced?.mark ?? null]);
const standings = async (batch: string) => (await sheet(batch)).people.map(({ standing }) => standing);
const changeDays = async (id: string, days: { firstDay?: string; restDays: string[] }) => {
  const { batch } = await sheet(id);
  const { code, firstDay, lastDay, startsAt, endsAt, venue, seats } = batch;
  const same = { code, firstDay, lastDay, startsAt, endsAt, venue, seats, instructorId: null, isOpen: true };
  const { status } = await call(batches.update, { params: { id }, query: {}, body: { ...same, ...days } }, registrar);
  expect(status).toBe(200);
};
const isTestOpen = async (courseId: string, as: Person) => (await openPaper(program, courseId, as)).status === 200;
const subjects = async (to: Person) => (await program.mailsTo(to.email)).map(({ subject }) => subject);
const audited = async (subjectId: string) =>
  (
    await db
      .selectFrom('auditEvent')
      .select(['action', 'details'])
      .where('subjectId', '=', subjectId)
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => [action, details]);

describe('a mark', () => {
  test('is stored once, however often it is sent, and is audited as a half day', async () => {
    const { batch, ids } = await running(2);
    const marks: Mark[] = [
      [ids[0] ?? '', first, 'morning', 'present', 3600],
      [ids[1] ?? '', first, 'morning', 'absent', 3600],
    ];
    for (const _ of [1, 2, 3])
      expect(await send(batch, marks)).toMatchObject({ status: 200, body: { data: { refused: [] } } });
    expect(await marksOf(batch, ids[1] ?? '')).toEqual([[first, 'morning', 'absent', null]]);
    expect(await audited(batch)).toEqual([
      ['attendance.mark', { halfDay: `${first} morning`, present: 1, absent: 1, 'make-up': 0 }],
    ]);
    const { people } = await sheet(batch);
    expect(people[0]?.marks[0]?.at).toBe('2026-11-20T05:30:00.000Z');
  });

  test('of two instructors is the later one, and both see that they disagree', async () => {
    const { batch, id } = await running(1);
    await send(batch, [[id, first, 'morning', 'present', 60]]);
    await send(batch, [[id, first, 'morning', 'absent', 30]], registrar);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'absent', 'present']]);
    // what a device kept from before arrives last, and does not count
    await send(batch, [[id, first, 'morning', 'made-up', 50]]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'absent', 'made-up']]);
    await send(batch, [[id, first, 'morning', 'present', 0]]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', 'absent']]);
    expect(await audited(id)).toEqual([
      ['attendance.correct', { halfDay: `${first} morning`, from: 'Present', to: 'Absent' }],
      ['attendance.correct', { halfDay: `${first} morning`, from: 'Absent', to: 'Present' }],
    ]);
  });

  test('made again later wins over what a colleague marked in between, and is not audited again', async () => {
    const { batch, id } = await running(1);
    await send(batch, [[id, first, 'morning', 'present', 60]]);
    await send(batch, [[id, first, 'morning', 'present', 0]]);
    await send(batch, [[id, first, 'morning', 'absent', 30]], registrar);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', 'absent']]);
    expect(await audited(id)).toEqual([]);
    expect((await audited(batch)).map(([, details]) => details)).toEqual([
      { halfDay: `${first} morning`, present: 1, absent: 0, 'make-up': 0 },
      { halfDay: `${first} morning`, present: 1, absent: 0, 'make-up': 0 },
    ]);
  });

  test('is refused for days and people that have none, while the others are stored', async () => {
    const { batch, id } = await running(1, { lastDay: '2026-11-21', endsAt: '12:00' });
    const { body } = await send(batch, [
      [id, first, 'morning', 'present'],
      [id, first, 'afternoon', 'present'],
      [id, '2026-11-21', 'morning', 'present'],
      [unknown, first, 'morning', 'present'],
    ]);
    expect(body.data.refused.map(({ message }) => message)).toEqual([
      'The batch has no class then.',
      'This day is still to come.',
      'This person is not in the batch.',
    ]);
    expect(await marksOf(batch, id)).toEqual([[first, 'morning', 'present', null]]);
  });

  test('is made by the staff of the course only', async () => {
    const { batch, id, learner } = await running(1);
    const marks: Mark[] = [[id, first, 'morning', 'present']];
    expect((await send(batch, marks, learner)).status).toBe(403);
    expect((await send(batch, marks, await person('instructor'))).status).toBe(404);
    expect((await send(unknown, marks, registrar)).status).toBe(404);
    await db.updateTable('batch').set({ state: 'cancelled' }).where('id', '=', batch).execute();
    expect((await send(batch, marks)).status).toBe(409);
  });

  test('cannot be changed once a certificate is based on it', async () => {
    const { batch, id } = await running(1, { hasTest: false });
    await send(batch, both(id, first, 'present'));
    await addCertificate(program, id);
    const { body } = await send(batch, [[id, first, 'morning', 'absent']]);
    expect(body.data.refused.map(({ message }) => message)).toEqual(['This person has the certificate already.']);
  });
});

describe('who is absent for more than the academy allows', () => {
  test('is dropped with an email and an entry in the audit, and comes back when a mark is corrected', async () => {
    const { batch, ids, learners, course } = await running(2);
    const [id = '', other = ''] = ids;
    await send(batch, [
      ...both(id, first, 'absent'),
      [id, second, 'morning', 'absent'],
      ...both(other, first, 'present'),
    ]);
    expect(await standings(batch)).toEqual(['attending', 'attending']);
    await send(batch, [[id, second, 'afternoon', 'absent']]);
    expect((await sheet(batch)).people.map(({ _id, standing }) => [_id, standing])).toEqual(
      expect.arrayContaining([
        [id, 'dropped'],
        [other, 'attending'],
      ]),
    );
    const own = async () => (await call(enrolments.listOwn, learners[0] as Person)).body[0];
    expect(await own()).toMatchObject({ state: 'declined', declined: { reason: 'absent' }, batch: null });
    expect(await subjects(learners[0] as Person)).toEqual([`Your enrollment: ${course.title}`]);
    await send(batch, [[id, second, 'afternoon', 'made-up']]);
    expect(await own()).toMatchObject({ state: 'training', declined: null, batch: { waiting: null } });
    expect((await audited(id)).map(([action]) => action)).toEqual([
      'enrolment.drop',
      'attendance.correct',
      'enrolment.reinstate',
    ]);
  });

  test('is not whom staff declined themselves: a mark does not undo that', async () => {
    const { batch, id } = await running(1);
    await send(batch, both(id, first, 'absent'));
    const reject = (reason: string) =>
      call(enrolments.reject, { params: { id }, body: { reason, note: 'Left for a ship.' } } as never, registrar);
    expect((await reject('absent')).status).toBe(400);
    expect((await reject('other')).status).toBe(200);
    const { body } = await send(batch, both(id, first, 'present'));
    expect(body.data.refused.map(({ message }) => message)).toEqual(Array(2).fill('This person is not in the batch.'));
    expect(await standings(batch)).toEqual(['left']);
  });

  test('is decided again by the days of a batch that was changed', async () => {
    const { batch, ids, learners, course } = await running(2);
    const [early = '', late = ''] = ids;
    await send(batch, [...both(early, second, 'present'), ...both(early, third, 'present')]);
    await send(batch, [...both(late, first, 'absent'), ...both(late, second, 'absent')]);
    const [attender, absentee] = learners as [Person, Person];
    expect([await isTestOpen(course.id, attender), await standings(batch)]).toEqual([
      true,
      expect.arrayContaining(['attending', 'dropped']),
    ]);
    // the second day becomes one of rest, and two are taught before: eight half days, two of them marked for each
    await changeDays(batch, { firstDay: '2026-11-16', restDays: [second] });
    await subjects(attender);
    expect(await standings(batch)).toEqual(['attending', 'attending']);
    expect(await isTestOpen(course.id, attender)).toBe(false);
    expect((await audited(early)).map(([action]) => action)).toEqual(['training.mark-attendance', 'training.withdraw']);
    expect((await audited(late)).map(([action]) => action)).toEqual(['enrolment.drop', 'enrolment.reinstate']);
    expect(await isTestOpen(course.id, absentee)).toBe(false);
  });

  test('is decided by the rule that administrators set', async () => {
    const { batch, id } = await running(1);
    const save = (mostAbsentPercent: number, as = admin) =>
      call(settings.saveAttendance, { body: { mostAbsentPercent } }, as);
    expect((await save(101)).status).toBe(400);
    expect((await save(20, registrar)).status).toBe(403);
    expect((await save(20)).body.data.attendance).toEqual({ mostAbsentPercent: 20 });
    await send(batch, [[id, first, 'morning', 'absent']]);
    expect(await standings(batch)).toEqual(['attending']);
    await send(batch, [[id, first, 'afternoon', 'absent']]);
    expect(await standings(batch)).toEqual(['dropped']);
    await save(50);
  });

  test('does not come back to a seat that somebody else has by now', async () => {
    const { batch, ids } = await running(2, { seats: 2 });
    const [id = ''] = ids;
    await send(batch, [...both(id, first, 'absent'), ...both(id, second, 'absent')]);
    const late = await enrol(
      program,
      await person(),
      (await db.selectFrom('batch').select('courseId').where('id', '=', batch).executeTakeFirstOrThrow()).courseId,
    );
    const seat = { batchId: batch, batchAskedAt: program.clock(), seatedAt: program.clock() };
    await db.updateTable('enrolment').set(seat).where('id', '=', late).execute();
    await send(batch, both(id, second, 'present'));
    expect((await sheet(batch)).people.find(({ _id }) => _id === id)?.standing).toBe('dropped');
    expect((await sheet(batch)).batch).toMatchObject({ seats: 2, taken: 2 });
  });
});

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
        ...{ enrolmentId: passed, courseId: course.id, startedAt: program.clock(), submittedAt: program.clock() },
        ...{ score: 3, totalQuestions: 3, passed: true },
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
