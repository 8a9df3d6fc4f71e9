import { assessments } from '@fairlead/contract/assessments/calls';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../../platform/db/database.ts';
import { testApp } from '../../../testing/app.ts';
import { addCourse, enrol } from '../../../testing/factories.ts';
import { addVersion } from '../authoring/create-assessment.ts';
import { addTest, answersTo } from '../testing/assessments.ts';
import { attemptDesk } from '../testing/attempt-desk.ts';
import { fromTestInput } from '../wire.ts';

const program = await testApp();
const { call, person, wait, db, clock } = program;
const editor = await person('admin');
const unknown = '00000000-0000-4000-8000-000000000000';

const { ready, paper, submit, attempts } = attemptDesk(program);
const publish = (id: string) => call(assessments.publish, { params: { id } }, editor);
const unpublish = (id: string) => call(assessments.unpublish, { params: { id } }, editor);

describe('the test paper', () => {
  // shows: calls/course-test, threats/client-side-grading, asvs/8.2.3
  test('has every question and no correct answer, and opens one attempt', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    const { status, body } = await paper(course.id, learner);
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        _id: sat.id,
        courseId: course.id,
        courseTitle: course.title,
        title: 'Final test',
        passMark: 70,
        practiceQuestions: 0,
        questions: sat.questions.map(({ id }, i) => ({
          _id: id,
          questionText: `Which light is shown in case ${i + 1}?`,
          options: ['Red', 'Green', 'White', 'Yellow'],
        })),
        result: null,
        attempt: {
          _id: expect.any(String),
          startedAt: clock().toISOString(),
          secondsGone: 0,
          secondsLeft: null,
          noteLeaving: false,
          answers: [],
          revision: 0,
        },
        sitting: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/correct/i);
    const [opened] = await attempts(enrolmentId);
    wait(60);
    await Promise.all(Array.from({ length: 10 }, () => paper(course.id, learner)));
    expect(await attempts(enrolmentId)).toEqual([opened]);
  });

  test('opens one attempt if it is requested in many tabs in parallel (races on the server engine)', async () => {
    const { course, learner, enrolmentId } = await ready();
    const answers = await Promise.all(Array.from({ length: 20 }, () => paper(course.id, learner)));
    expect(answers.every(({ status, body }) => status === 200 && body.data.length === 1)).toBe(true);
    expect(await attempts(enrolmentId)).toHaveLength(1);
  });

  // shows: calls/course-test, asvs/2.3.1
  test('is refused until the training is completed', async () => {
    const course = await addCourse(program);
    await addTest(program, course.id);
    const learner = await person();
    const enrolmentId = await enrol(program, learner, course.id);
    expect(await paper(course.id, learner)).toMatchObject({
      status: 409,
      body: { message: 'Please submit the training first.' },
    });
    expect(await attempts(enrolmentId)).toEqual([]);
  });

  // shows: rules/training-needs-profile, messages/profile-first
  test('is refused without a profile, before any question is answered', async () => {
    const { course, learner, enrolmentId } = await ready();
    await db.deleteFrom('seafarerProfile').where('accountId', '=', learner.accountId).execute();
    expect(await paper(course.id, learner)).toMatchObject({
      status: 409,
      body: { message: 'Please fill profile form first.' },
    });
    expect(await attempts(enrolmentId)).toEqual([]);
  });

  // shows: roles/learner-courses
  test('requires an approved enrolment, and is absent while no assessment is published', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    const [stranger, waiting] = [await person(), await person()];
    await enrol(program, waiting, course.id, 'pending');
    expect((await paper(course.id, stranger)).status).toBe(403);
    expect((await paper(course.id, waiting)).status).toBe(403);
    expect((await paper(unknown, stranger)).status).toBe(404);
    expect((await paper(course.id, editor)).status).toBe(403);
    expect((await program.request('GET', `/api/test/${course.id}`)).status).toBe(401);
    await unpublish(sat.id);
    expect((await paper(course.id, learner)).body).toEqual({ data: [] });
    expect(await attempts(enrolmentId)).toEqual([]);
  });

  test('is replaced if another assessment is published before any submission', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const other = await addTest(program, course.id, { isPublished: false, title: 'Second test' });
    await publish(other.id);
    expect(await submit(course.id, other, learner)).toMatchObject({
      status: 409,
      body: { message: 'This test was replaced by another. Please reload the page.' },
    });
    wait(30);
    expect((await paper(course.id, learner)).body.data[0]).toMatchObject({ _id: other.id, title: 'Second test' });
    expect(await attempts(enrolmentId)).toMatchObject([{ startedAt: clock(), submittedAt: null }]);
    expect((await submit(course.id, sat, learner)).status).toBe(409);
    expect((await submit(course.id, other, learner)).status).toBe(201);
  });

  test('of an assessment that is unpublished during an attempt can still be submitted', async () => {
    const { course, sat, learner } = await ready();
    await paper(course.id, learner);
    await unpublish(sat.id);
    expect((await submit(course.id, sat, learner)).status).toBe(201);
  });
});

describe('a new version', () => {
  const questions = [
    { questionText: 'Which colour?', options: ['Red', 'Green', 'White', 'Yellow'], correctAnswer: 'Yellow' },
  ];
  const edit = (assessmentId: string) =>
    transaction(db, (tx) =>
      addVersion(tx, {
        assessmentId,
        version: fromTestInput({ title: 'Edited', passMark: 100, questions }),
        actorId: editor.accountId,
        now: clock(),
      }),
    );

  test('changes neither open attempts nor results', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    await edit(sat.id);
    expect((await paper(course.id, learner)).body.data[0]).toMatchObject({
      title: 'Final test',
      questions: [{}, {}, {}],
    });
    expect((await submit(course.id, sat, learner, answersTo(sat, 1))).body.data).toMatchObject({
      score: 2,
      passed: false,
    });
    const [stored] = await attempts(enrolmentId);
    await edit(sat.id);
    expect(await attempts(enrolmentId)).toEqual([stored]);
    // The edited version has the recommended waiting period.
    wait(900);
    const next = (await paper(course.id, learner)).body.data[0];
    expect(next).toMatchObject({ title: 'Edited', passMark: 100, result: { score: 2, totalQuestions: 3 } });
    const answers = [{ questionId: next?.questions[0]?._id ?? '', selectedAnswer: 'Yellow' }];
    expect((await submit(course.id, sat, learner, answers)).body.data).toMatchObject({ score: 1, passed: true });
    expect((await call(assessments.list, { query: { q: course.title } }, editor)).body.data[0]?.version).toBe(3);
  });

  test('has the next number, even if several are saved in parallel, and requires an existing assessment', async () => {
    const { sat } = await ready();
    await Promise.all([edit(sat.id), edit(sat.id), edit(sat.id)]);
    const rows = await db.selectFrom('assessmentVersion').select('number').where('assessmentId', '=', sat.id).execute();
    expect(rows.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4]);
    await expect(edit(unknown)).rejects.toThrow('There is no such test.');
  });
});
