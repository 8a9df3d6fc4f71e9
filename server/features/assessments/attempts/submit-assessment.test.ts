import { assessments } from '@fairlead/contract/assessments/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../../testing/factories.ts';
import { addTest, answersTo } from '../testing/assessments.ts';
import { attemptDesk } from '../testing/attempt-desk.ts';

const program = await testApp();
const { call, person, wait, db, clock } = program;
const editor = await person('admin');
const unknown = '00000000-0000-4000-8000-000000000000';

const { ready, paper, submit, attempts } = attemptDesk(program);
const certificates = (enrolmentId: string) =>
  db.selectFrom('certificate').selectAll().where('enrolmentId', '=', enrolmentId).execute();

describe('a submission', () => {
  // shows: entities/submission, entities/submission-result, calls/submit-test, constants/time-taken
  test('that passes returns the result, with the time that the server measured, and issues the certificate', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    wait(754);
    const answer = await submit(course.id, sat, learner);
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { score: 3, totalQuestions: 3, percentage: 100, passed: true, pdfPath: null } },
    });
    expect(await certificates(enrolmentId)).toMatchObject([
      {
        accountId: learner.accountId,
        courseId: course.id,
        attemptId: answer.body.data._id,
        percentage: 100,
        status: 'issued',
      },
    ]);
    const { body } = await call(assessments.listSubmitted, { query: { q: learner.email } }, editor);
    expect(body.data).toMatchObject([
      { testId: sat.id, courseId: course.id, passed: true, timeTaken: 754, submittedAt: clock().toISOString() },
    ]);
  });

  // shows: entities/submission-result
  test('that fails issues no certificate, and the assessment can be taken again', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const { next, ...failed } = (await submit(course.id, sat, learner, answersTo(sat, 1))).body.data;
    expect(failed).toMatchObject({ score: 2, percentage: 200 / 3, passed: false, pdfPath: null });
    expect(next).toEqual({ attemptsLeft: null, at: null, practiceQuestions: 0 });
    expect(await certificates(enrolmentId)).toEqual([]);
    expect(await program.mailsTo(learner.email)).toEqual([]);
    expect(await submit(course.id, sat, learner)).toMatchObject({
      status: 409,
      body: { message: 'This attempt was already submitted.' },
    });
    expect((await paper(course.id, learner)).body.data[0]?.result).toEqual(failed);
    expect((await submit(course.id, sat, learner)).body.data.passed).toBe(true);
    expect((await attempts(enrolmentId)).map(({ passed }) => passed)).toEqual([false, true]);
  });

  // shows: states/test-pass, constants/pass-mark
  test('exactly at the pass mark passes, and just below it fails', async () => {
    const at = await ready({ count: 100, passMark: 57 });
    await paper(at.course.id, at.learner);
    expect((await submit(at.course.id, at.sat, at.learner, answersTo(at.sat, 43))).body.data).toMatchObject({
      percentage: 57,
      passed: true,
    });
    const below = await ready({ count: 3, passMark: 66.67 });
    await paper(below.course.id, below.learner);
    expect((await submit(below.course.id, below.sat, below.learner, answersTo(below.sat, 1))).body.data.passed).toBe(
      false,
    );
  });

  // shows: entities/certificate-pdf
  test('after a pass is refused; the test paper then has the result and opens no attempt', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    await submit(course.id, sat, learner);
    await program.mailsTo(learner.email);
    expect((await submit(course.id, sat, learner)).status).toBe(409);
    const { result } = (await paper(course.id, learner)).body.data[0] ?? {};
    expect(result).toMatchObject({ passed: true, pdfPath: { filename: expect.stringMatching(/\.pdf$/) } });
    expect((await program.request('GET', result?.pdfPath?.url ?? '')).status).toBe(200);
    expect(await attempts(enrolmentId)).toHaveLength(1);
  });

  test('after a pass is refused even if a tab opened another attempt at the same time', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    await submit(course.id, sat, learner);
    const [{ versionId } = { versionId: '' }] = await attempts(enrolmentId);
    await db
      .insertInto('attempt')
      .values({ enrolmentId, courseId: course.id, versionId, startedAt: clock() })
      .execute();
    expect(await submit(course.id, sat, learner)).toMatchObject({
      status: 409,
      body: { message: 'This attempt was already submitted.' },
    });
    expect(await certificates(enrolmentId)).toHaveLength(1);
  });

  test('accepts an answer whose line ends were changed by the browser', async () => {
    const { course, sat, learner } = await ready({ count: 1 });
    const [only = { id: unknown }] = sat.questions;
    const options = ['Red over\nwhite', 'Red', 'White', 'Green'];
    await db
      .updateTable('question')
      .set({ options: JSON.stringify(options) })
      .where('id', '=', only.id)
      .execute();
    await paper(course.id, learner);
    const answers = [{ questionId: only.id, selectedAnswer: 'Red over\r\nwhite' }];
    expect((await submit(course.id, sat, learner, answers)).body.data).toMatchObject({ score: 1 });
  });

  // shows: calls/submit-test
  test('requires an open attempt, and one answer to every question', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    expect(await submit(course.id, sat, learner)).toMatchObject({
      status: 409,
      body: { message: 'Please open the test first.' },
    });
    await paper(course.id, learner);
    const whole = answersTo(sat);
    const foreign = await addTest(program, (await addCourse(program)).id);
    const refusals: [typeof whole, string][] = [
      [whole.slice(1), 'Please answer every question.'],
      [[], 'Please answer every question.'],
      [[...whole, ...whole.slice(0, 1)], 'A question is answered twice.'],
      [[...whole, ...answersTo(foreign).slice(0, 1)], 'An answer is to a question that is not in this test.'],
    ];
    for (const [answers, message] of refusals) {
      expect(await submit(course.id, sat, learner, answers)).toMatchObject({ status: 400, body: { message } });
    }
    expect(await attempts(enrolmentId)).toMatchObject([{ submittedAt: null, score: null }]);
    expect((await submit(course.id, sat, learner)).status).toBe(201);
  });

  test('without a profile is refused, and the attempt stays open', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    await db.deleteFrom('seafarerProfile').where('accountId', '=', learner.accountId).execute();
    for (const wrong of [0, 3]) {
      expect(await submit(course.id, sat, learner, answersTo(sat, wrong))).toMatchObject({
        status: 409,
        body: { message: 'Please fill profile form first.' },
      });
    }
    expect(await attempts(enrolmentId)).toMatchObject([{ submittedAt: null }]);
    await addProfile(program, learner);
    expect((await submit(course.id, sat, learner)).status).toBe(201);
  });

  // shows: threats/foreign-record
  test('is refused for another learner’s attempt, another course or another assessment', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const other = await ready();
    expect((await submit(course.id, sat, other.learner)).status).toBe(403);
    expect((await submit(other.course.id, sat, other.learner)).status).toBe(404);
    expect((await submit(course.id, other.sat, learner)).status).toBe(404);
    expect((await submit(course.id, { ...sat, id: unknown }, learner)).status).toBe(404);
    expect((await submit(course.id, sat, editor)).status).toBe(403);
    await enrol(program, other.learner, course.id);
    expect((await submit(course.id, sat, other.learner)).status).toBe(409);
    expect(await attempts(enrolmentId)).toMatchObject([{ submittedAt: null }]);
  });

  // shows: asvs/2.3.3
  test('and its certificate are stored together or not at all', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const { academyDefaults } = program.config;
    const { certificatePrefix } = academyDefaults;
    academyDefaults.certificatePrefix = 'no prefix';
    try {
      expect((await submit(course.id, sat, learner)).status).toBe(500);
    } finally {
      academyDefaults.certificatePrefix = certificatePrefix;
    }
    expect(await attempts(enrolmentId)).toMatchObject([{ submittedAt: null, score: null, passed: null }]);
    expect(await certificates(enrolmentId)).toEqual([]);
    expect(await program.mailsTo(learner.email)).toEqual([]);
    expect((await submit(course.id, sat, learner)).status).toBe(201);
    expect(await certificates(enrolmentId)).toHaveLength(1);
  });

  test('sent fifty times in parallel counts once, with one certificate and one email (races on the server engine)', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => submit(course.id, sat, learner, answersTo(sat, i % 2 === 0 ? 0 : 3))),
    );
    const [won, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(49);
    expect(new Set(lost.map(({ body }) => (body as unknown as { message: string }).message))).toEqual(
      new Set(['This attempt was already submitted.']),
    );
    const stored = await attempts(enrolmentId);
    expect(stored).toMatchObject([
      { id: won?.body.data._id, score: won?.body.data.score, passed: won?.body.data.passed },
    ]);
    expect(await certificates(enrolmentId)).toHaveLength(won?.body.data.passed ? 1 : 0);
    expect(await program.mailsTo(learner.email)).toHaveLength(won?.body.data.passed ? 1 : 0);
    const rows = await db
      .selectFrom('attemptAnswer')
      .selectAll()
      .where('attemptId', '=', stored[0]?.id ?? '')
      .execute();
    expect(rows).toHaveLength(3);
  });

  // shows: threats/double-certificate, asvs/2.3.4
  test('that passes and is sent fifty times in parallel without its attempt issues one certificate (races on the server engine)', async () => {
    const { course, sat, learner, enrolmentId } = await ready();
    await paper(course.id, learner);
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(course.id, sat, learner)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await certificates(enrolmentId)).toHaveLength(1);
    expect(await program.mailsTo(learner.email)).toHaveLength(1);
  });
});
