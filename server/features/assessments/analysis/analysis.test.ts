import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { answersTo, singleChoice } from '../testing/assessments.ts';
import { sumResults } from './sum-results.ts';

const program = await testApp();
const { call, db, person, wait, worker } = program;
const editor = await person('admin');
const analyse = (id: string, version?: number) =>
  call(testAuthoring.analyse, { params: { id }, query: version === undefined ? {} : { version } }, editor);

test('an analysis has scores, times, selected options, and how well a question separates strong from weak learners', async () => {
  const one = await readyForTest(program, { test: { count: 4, passMark: 75 } });
  expect((await analyse(one.sat.id)).body.data).toMatchObject({
    attempts: 0,
    questions: [],
    versions: [{ attempts: 0 }],
  });
  /** For each attempt: how many of the first questions are answered wrongly, and the minutes taken. */
  const sittings = [
    [0, 2],
    [0, 4],
    [2, 7],
    [3, 70],
  ] as const;
  for (const [i, [wrong, minutes]] of sittings.entries()) {
    const learner = i === 0 ? one.learner : await person();
    if (i > 0) {
      await addProfile(program, learner);
      await completeTraining(program, await enrol(program, learner, one.course.id));
    }
    await openPaper(program, one.course.id, learner);
    wait(minutes * 60);
    await submitAnswers(
      program,
      { courseId: one.course.id, sat: one.sat, answers: answersTo(one.sat, wrong) },
      learner,
    );
  }
  const { body } = await analyse(one.sat.id);
  expect(body.data).toMatchObject({
    attempts: 4,
    versions: [{ number: 1, attempts: 4, passed: 2, percentage: 68.75 }],
  });
  expect(body.data.versions[0]?.seconds).toBeCloseTo((2 + 4 + 7 + 70) * 15);
  expect(body.data.percentages.filter(({ count }) => count > 0)).toEqual([
    { from: 20, count: 1 },
    { from: 50, count: 1 },
    { from: 90, count: 2 },
  ]);
  expect(body.data.minutes.filter(({ count }) => count > 0)).toEqual([
    { from: 0, count: 2 },
    { from: 5, count: 1 },
    { from: 60, count: 1 },
  ]);
  const [first, , third, fourth] = body.data.questions;
  expect(first).toMatchObject({ asked: 4, right: 2, unanswered: 0 });
  expect(first?.options.map(({ correct, count }) => [correct, count])).toEqual([
    [true, 2],
    [false, 2],
    [false, 0],
    [false, 0],
  ]);
  // Answers to the first question: 1, 1, 0, 0; the rest of their scores: 3, 3, 2, 1. Pearson by hand: 3 / sqrt(11).
  expect(first?.discrimination).toBeCloseTo(3 / Math.sqrt(11), 10);
  expect(third?.right).toBe(3);
  expect(fourth).toMatchObject({ right: 4, discrimination: null });
  // A version that does not exist has no attempts.
  for (const version of [2, 2 ** 31 - 1])
    expect((await analyse(one.sat.id, version)).body.data).toMatchObject({ attempts: 0, questions: [] });
  expect((await call(testAuthoring.analyse, { params: { id: one.sat.id } }, one.learner)).status).toBe(403);
});

test('an analysis is the same before, during and after its results are summed, and follows a corrected answer key', async () => {
  const one = await readyForTest(program, { test: { count: 4, passMark: 75 } });
  const analysis = async () => (await analyse(one.sat.id)).body.data;
  const sit = async (wrong: number, first = false) => {
    const learner = first ? one.learner : await person();
    if (!first) {
      await addProfile(program, learner);
      await completeTraining(program, await enrol(program, learner, one.course.id));
    }
    await openPaper(program, one.course.id, learner);
    wait(600 * wrong);
    await submitAnswers(
      program,
      { courseId: one.course.id, sat: one.sat, answers: answersTo(one.sat, wrong) },
      learner,
    );
  };
  const toSum = () => db.selectFrom('attemptToSum').selectAll().execute();
  await sit(0, true);
  await sit(2);
  await sumResults(db);
  expect(await toSum()).toEqual([]);
  await sit(3);
  expect(await toSum()).toHaveLength(1);
  const read = await analysis();
  expect(read).toMatchObject({ attempts: 3, versions: [{ attempts: 3, passed: 1 }] });
  await Promise.all([sumResults(db), sumResults(db)]);
  const summed = await analysis();
  expect({ ...summed, versions: [], questions: [] }).toEqual({ ...read, versions: [], questions: [] });
  expect(summed.questions.map(({ discrimination, ...question }) => question)).toEqual(
    read.questions.map(({ discrimination, ...question }) => question),
  );
  // Answers to the first question: 1, 0, 0; the rest of their scores: 3, 2, 1. Pearson by hand: sqrt(3) / 2.
  for (const { questions } of [read, summed]) expect(questions[0]?.discrimination).toBeCloseTo(Math.sqrt(3) / 2, 10);

  const [q1] = one.sat.questions;
  const body = { correctAnswer: q1?.wrong ?? '', reason: 'Typed wrongly' };
  expect((await call(correctedKeys.correctKey, { params: { id: q1?.id ?? '' }, body }, editor)).status).toBe(200);
  const corrected = await analysis();
  expect(corrected.questions[0]).toMatchObject({ asked: 3, right: 2 });
  await sumResults(db);
  expect((await analysis()).questions[0]).toMatchObject({ asked: 3, right: 2 });
});

test('a row names the question of the newest version that it is, and none that has its text alone', async () => {
  const one = await readyForTest(program);
  await openPaper(program, one.course.id, one.learner);
  await submitAnswers(program, { courseId: one.course.id, sat: one.sat, answers: answersTo(one.sat) }, one.learner);
  const rows = async (version?: number) =>
    (await analyse(one.sat.id, version)).body.data.questions.map(({ questionId }) => questionId);
  expect(await rows()).toEqual(one.sat.questions.map(({ id }) => id));

  const read = async () => (await call(testAuthoring.get, { params: { id: one.sat.id } }, editor)).body.data;
  const before = await read();
  const [q1, q2, q3] = before.questions.map(({ _id, ...question }) => singleChoice(question));
  if (!q1 || !q2 || !q3) throw new Error('the test has three questions');
  // the first stays, the second has another option under its text, and the third is for practice
  const changed = { ...q2, options: q2.options.map((text) => (text === q2.correctAnswer ? text : `${text} light`)) };
  const test = { ...before, questions: [changed, q1, { ...q3, forPractice: true }, q1] };
  const { status } = await call(testAuthoring.update, { params: { id: one.sat.id }, body: { test } }, editor);
  expect(status).toBe(200);
  const now = (await read()).questions.map(({ _id }) => _id);
  // the first of two that are the same
  for (const version of [undefined, 1]) expect(await rows(version)).toEqual([now[1], undefined, undefined]);
  const { questions } = (await analyse(one.sat.id)).body.data;
  expect(questions.map(({ asked }) => asked)).toEqual([1, 1, 1]);
});

test('the program sums results by itself', async () => {
  const one = await readyForTest(program);
  await openPaper(program, one.course.id, one.learner);
  await submitAnswers(program, { courseId: one.course.id, sat: one.sat, answers: answersTo(one.sat) }, one.learner);
  worker.start();
  const left = () => db.selectFrom('attemptToSum').selectAll().execute();
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  await worker.stop();
  expect((await analyse(one.sat.id)).body.data).toMatchObject({ attempts: 1, versions: [{ attempts: 1, passed: 1 }] });
});
