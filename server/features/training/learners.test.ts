import { courses } from '@fairlead/contract/courses/calls';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addProfile, addWatching, completeTraining, enrol } from '../../testing/factories.ts';
import { enrolledWithFilms, openPaper, passed, submitAnswers } from '../../testing/journey.ts';
import { answersTo } from '../assessments/testing/assessments.ts';

const program = await testApp();
const { call, person, db, clock } = program;
const [registrar, editor] = [await person('registrar'), await person('admin')];
const unknown = '00000000-0000-4000-8000-000000000000';
const listed = (id: string, query: Record<string, string> = {}, as = editor) =>
  call(training.listLearners, { params: { id }, query }, as);

describe('the learners of a course', () => {
  test('are all approved people, the latest first, each with the progress', async () => {
    const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [60, 60]);
    await addWatching(program, { enrolmentId, filmId: films[0] ?? '', seconds: 60, completed: true });
    const done = await person();
    const theirs = await enrol(program, done, course.id);
    await completeTraining(program, theirs);
    await db.updateTable('enrolment').set({ decidedAt: clock() }).where('id', '=', theirs).execute();

    const { body, headers } = await listed(course.id);
    expect(headers['x-total-count']).toBe('2');
    expect(body.data).toMatchObject([
      {
        _id: theirs,
        userId: { _id: done.accountId, email: done.email },
        approvedAt: clock().toISOString(),
        progress: { percent: 100, trainingSubmitted: true },
        completion: { kind: 'films', completedAt: clock().toISOString() },
      },
      {
        _id: enrolmentId,
        userId: { _id: learner.accountId },
        approvedAt: null,
        progress: { percent: 50, filmsCompleted: 1, filmsTotal: 2, trainingSubmitted: false, testPassed: false },
        completion: null,
        batch: null,
      },
    ]);
  });

  test('exclude pending, rejected and renewed enrolments, and other courses', async () => {
    const course = await addCourse(program);
    await enrol(program, await person(), course.id, 'pending');
    await enrol(program, await person(), course.id, 'rejected');
    const renewed = await enrol(program, await person(), course.id);
    await db.updateTable('enrolment').set({ supersededAt: clock() }).where('id', '=', renewed).execute();
    await enrol(program, await person(), (await addCourse(program)).id);
    expect((await listed(course.id)).body.data).toEqual([]);
  });

  test('are searched by name and email, page by page', async () => {
    const course = await addCourse(program);
    for (const lastName of ['Menon', 'Das', 'Menon']) {
      await enrol(program, await person('learner', { firstName: 'Ravi', lastName }), course.id);
    }
    expect((await listed(course.id, { q: 'menon' })).body.data).toHaveLength(2);
    expect((await listed(course.id, { q: 'nobody of this name' })).body.data).toEqual([]);
    const first = await listed(course.id, { limit: '2' });
    const after = /after=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await listed(course.id, { limit: '2', after });
    const seen = [...first.body.data, ...second.body.data].map(({ _id }) => _id);
    expect([first.body.data.length, second.body.data.length]).toEqual([2, 1]);
    expect(new Set(seen).size).toBe(3);
    expect(second.headers.link).toBeUndefined();
  });

  test('are filtered by submitted training and by days of approval, and reversed', async () => {
    const course = await addCourse(program);
    const early = await enrol(program, await person(), course.id);
    const late = await enrol(program, await person(), course.id);
    await completeTraining(program, early);
    // In Kolkata it is the 21st by then.
    const approvals = { [early]: '2026-11-20T06:00:00Z', [late]: '2026-11-20T19:00:00Z' };
    for (const [id, at] of Object.entries(approvals)) {
      await db
        .updateTable('enrolment')
        .set({ decidedAt: new Date(at) })
        .where('id', '=', id)
        .execute();
    }
    const found = async (query: Record<string, string>) =>
      (await listed(course.id, query)).body.data.map(({ _id }) => _id);
    expect(await found({ training: 'completed' })).toEqual([early]);
    expect(await found({ training: 'open' })).toEqual([late]);
    expect(await found({ from: '2026-11-21' })).toEqual([late]);
    expect(await found({ from: '2026-11-20', to: '2026-11-20' })).toEqual([early]);
    expect(await found({ sort: 'oldest' })).toEqual([early, late]);
    expect((await listed(course.id, { training: 'half' })).status).toBe(400);
  });

  test('are filtered by test passed, failed or not taken, by people who may read results', async () => {
    const { course, sat, enrolmentId: passedAtLast } = await passed(program, { test: { count: 2 } });
    const sit = async (as: Person, wrong: number) => {
      await openPaper(program, course.id, as);
      await submitAnswers(program, { courseId: course.id, sat, answers: answersTo(sat, wrong) }, as);
    };
    const ready = async () => {
      const as = await person();
      await addProfile(program, as);
      const id = await enrol(program, as, course.id);
      await completeTraining(program, id);
      return { as, id };
    };
    const [failed, begun, idle] = [await ready(), await ready(), await ready()];
    await sit(failed.as, 2);
    await openPaper(program, course.id, begun.as);
    const found = async (result: string) => (await listed(course.id, { result })).body.data.map(({ _id }) => _id);
    expect(await found('passed')).toEqual([passedAtLast]);
    expect(await found('failed')).toEqual([failed.id]);
    expect(new Set(await found('none'))).toEqual(new Set([begun.id, idle.id]));
    await sit(failed.as, 0);
    expect([await found('failed'), new Set(await found('passed'))]).toEqual([[], new Set([passedAtLast, failed.id])]);
    expect((await listed(course.id, { result: 'half' })).status).toBe(400);

    const instructor = await person('instructor');
    await call(courses.assignInstructor, { params: { id: course.id, accountId: instructor.accountId } }, editor);
    expect((await listed(course.id, { result: 'passed' }, instructor)).body.data).toHaveLength(2);
    expect((await listed(course.id, { result: 'passed' }, registrar)).status).toBe(403);
    expect((await listed(course.id, {}, registrar)).status).toBe(200);
    const taken = await program.request('GET', `/api/export/courses/${course.id}/learners?result=passed`, {
      as: registrar,
    });
    expect(taken.status).toBe(403);
  });

  test('show attendance once it is marked', async () => {
    const course = await addCourse(program);
    const id = await enrol(program, await person(), course.id);
    await call(training.markAttendance, { params: { id } }, registrar);
    const [learner] = (await listed(course.id, {}, registrar)).body.data;
    expect(learner).toMatchObject({
      progress: { filmsTotal: 0, trainingSubmitted: true },
      completion: { kind: 'attendance' },
    });
  });

  test('are only for staff, of an existing course', async () => {
    const course = await addCourse(program);
    expect((await listed(course.id, {}, await person())).status).toBe(403);
    expect((await call(training.listLearners, { params: { id: course.id } })).status).toBe(401);
    expect((await listed(unknown)).status).toBe(404);
  });
});
