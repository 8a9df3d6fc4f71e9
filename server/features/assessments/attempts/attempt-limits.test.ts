import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addTest, answersTo, singleChoice } from '../testing/assessments.ts';
import { sitting } from '../testing/sitting.ts';

const program = await testApp();
const { person, call, wait, clock } = program;
const [editor, registrar] = [await person('admin'), await person('registrar')];
const { ready, paperOf, start, begin, open, save, submit, stored, staffView } = sitting(program, editor);

describe('an assessment with a time limit', () => {
  const timed = () => ready({ settings: { minutes: 30 } });

  test('shows no question before it is started, and then counts down by the server’s clock', async () => {
    const one = await timed();
    expect(await paperOf(one)).toMatchObject({
      questions: [],
      attempt: null,
      sitting: { questionCount: 3, minutes: 30, attemptsAllowed: null, attemptsUsed: 0, mayStart: true },
    });
    expect(await stored(one.enrolmentId)).toEqual([]);
    expect(await submit(one, undefined)).toMatchObject({
      status: 409,
      body: { message: 'Please open the test first.' },
    });
    const id = await begin(one);
    wait(60);
    expect(await paperOf(one)).toMatchObject({ questions: [{}, {}, {}], attempt: { _id: id, secondsLeft: 1740 } });
    expect(await begin(one)).toBe(id);
    expect((await save(id, answersTo(one.sat), one.learner)).body.data).toMatchObject({ secondsLeft: 1740 });
    expect(await stored(one.enrolmentId)).toHaveLength(1);
  });

  test('grades what was saved in time if the submission is late', async () => {
    const one = await timed();
    const id = await begin(one);
    await save(id, answersTo(one.sat, 3).slice(0, 1), one.learner);
    const deadline = new Date(clock().getTime() + 1_800_000);
    wait(1800);
    expect(await save(id, answersTo(one.sat), one.learner)).toMatchObject({
      status: 409,
      body: { message: 'The time for this test is over.' },
    });
    expect((await submit(one, id)).body.data).toMatchObject({ score: 0, totalQuestions: 3, passed: false });
    expect(await stored(one.enrolmentId)).toMatchObject([{ submittedAt: deadline }]);
    const { questions, timeTaken } = await staffView(id);
    expect(questions.map(singleChoice).map(({ selectedAnswer }) => selectedAnswer)).toEqual([
      one.sat.questions[0]?.wrong,
      '',
      '',
    ]);
    expect(timeTaken).toBe(1800);
  });

  test('can be submitted up to its last second', async () => {
    const one = await timed();
    const id = await begin(one);
    wait(1799);
    expect((await submit(one, id)).body.data).toMatchObject({ score: 3, passed: true });
  });

  test('is graded at its deadline if nobody submits it, and a pass issues the certificate', async () => {
    const one = await timed();
    const id = await begin(one);
    await save(id, answersTo(one.sat), one.learner);
    wait(1799);
    await program.mailsTo(one.learner.email);
    expect(await stored(one.enrolmentId)).toMatchObject([{ submittedAt: null }]);
    wait(1);
    expect(await program.mailsTo(one.learner.email)).toHaveLength(1);
    expect(await stored(one.enrolmentId)).toMatchObject([{ score: 3, passed: true }]);
    expect(await paperOf(one)).toMatchObject({ result: { passed: true, pdfPath: { filename: expect.any(String) } } });
    expect((await submit(one, id, [])).body.data).toMatchObject({ score: 3, passed: true });
  });

  test('whose deadline passed while the program was down is graded when the test paper is opened', async () => {
    const one = await timed();
    await begin(one);
    wait(4000);
    expect(await paperOf(one)).toMatchObject({
      attempt: null,
      result: { score: 0, passed: false },
      sitting: { mayStart: true },
    });
    await begin(one);
    expect(await stored(one.enrolmentId)).toMatchObject([{ score: 0 }, { submittedAt: null }]);
  });
});

describe('attempts', () => {
  // shows: asvs/2.3.2
  test('are as many as the assessment allows, and one more if staff allow it', async () => {
    const one = await ready({ settings: { attemptsAllowed: 2 } });
    const fail = async () => submit(one, await begin(one), answersTo(one.sat, 3));
    await fail();
    const last = (await fail()).body.data._id;
    expect(await start(one)).toMatchObject({
      status: 409,
      body: { message: 'You have no attempts left at this test.' },
    });
    expect(await paperOf(one)).toMatchObject({
      questions: [],
      result: { passed: false },
      sitting: { attemptsUsed: 2, attemptsAllowed: 2, mayStart: false, nextAttemptAt: null },
    });
    const reopen = (as: Person) => call(attempts.reopen, { params: { id: last }, body: { reason: 'Power cut' } }, as);
    expect((await reopen(registrar)).status).toBe(403);
    expect((await reopen(one.learner)).status).toBe(403);
    expect(tally(await Promise.all([reopen(editor), reopen(editor)]))).toEqual({ 200: 1, 409: 1 });
    expect(await staffView(last)).toMatchObject({ reopened: { reason: 'Power cut', at: clock().toISOString() } });
    await submit(one, await begin(one), answersTo(one.sat, 3));
    expect((await start(one)).status).toBe(409);
  });

  test('are possible only after the waiting time, unless staff allow another one', async () => {
    const one = await ready({ settings: { hoursBetween: 24 } });
    const first = (await submit(one, await begin(one), answersTo(one.sat, 3))).body.data._id;
    const due = new Date(clock().getTime() + 24 * 3_600_000).toISOString();
    expect(await paperOf(one)).toMatchObject({ sitting: { mayStart: false, nextAttemptAt: due } });
    wait(24 * 3600 - 1);
    expect(await start(one)).toMatchObject({
      status: 409,
      body: { message: 'You cannot start the next attempt yet.' },
    });
    wait(1);
    const second = (await submit(one, await begin(one), answersTo(one.sat, 3))).body.data._id;
    expect((await start(one)).status).toBe(409);
    await call(attempts.reopen, { params: { id: second }, body: { reason: 'The ship sails' } }, editor);
    expect((await start(one)).status).toBe(200);
    expect(await staffView(first)).toMatchObject({ reopened: null });
  });

  test('that are started in many tabs in parallel are one (races on the server engine)', async () => {
    const one = await ready({ settings: { attemptsAllowed: 1, minutes: 10 } });
    expect(tally(await Promise.all(Array.from({ length: 20 }, () => start(one))))).toEqual({ 200: 20 });
    expect(await stored(one.enrolmentId)).toHaveLength(1);
  });

  test('cannot be added after a pass, nor while one is open', async () => {
    const one = await ready();
    const id = await open(one);
    const reopen = () => call(attempts.reopen, { params: { id }, body: { reason: 'Because' } }, editor);
    expect((await reopen()).status).toBe(404);
    await submit(one, id);
    expect((await reopen()).status).toBe(409);
  });
});

test('an assessment that replaces another leaves no open attempt at the former', async () => {
  const one = await ready({ settings: { minutes: 30 } });
  const id = await begin(one);
  await save(id, answersTo(one.sat).slice(0, 1), one.learner);
  const other = await addTest(program, one.course.id, { isPublished: false });
  await call(assessments.publish, { params: { id: other.id } }, editor);
  expect((await paperOf(one))?.attempt).toMatchObject({ answers: [], secondsLeft: null });
  expect((await save(id, answersTo(one.sat).slice(0, 1), one.learner)).status).toBe(404);
  wait(1800);
  await program.mailsTo(one.learner.email);
  expect(await stored(one.enrolmentId)).toMatchObject([{ submittedAt: null }]);
});
