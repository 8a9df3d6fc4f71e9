import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { answersTo, singleChoice } from '../testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const [editor, registrar] = [await person('admin'), await person('registrar')];
const unknown = '00000000-0000-4000-8000-000000000000';

type Ready = Awaited<ReturnType<typeof readyForTest>>;
/** Three questions, of which two must be correct: one wrong answer passes, two fail. */
const ready = () => readyForTest(program, { test: { passMark: 66 } });
const sit = async ({ course, sat }: Ready, as: Person, answers = answersTo(sat)) => {
  await openPaper(program, course.id, as);
  return (await submitAnswers(program, { courseId: course.id, sat, answers }, as)).body.data;
};
const another = async ({ course }: Ready) => {
  const learner = await person();
  await addProfile(program, learner);
  await completeTraining(program, await enrol(program, learner, course.id));
  return learner;
};
const correctKey = (id: string | undefined, correctAnswer: string, as: Person = editor, reason = 'Typed wrongly') =>
  call(correctedKeys.correctKey, { params: { id: id ?? unknown }, body: { correctAnswer, reason } }, as);
const staffView = async (id: string) => (await call(attempts.get, { params: { id } }, editor)).body.data;
/** What the learner's own page says of the correction beside the score. */
const ownView = async ({ course }: Ready, as: Person) => {
  const [paper] = (await call(assessments.getPaper, { params: { courseId: course.id } }, as)).body.data;
  return paper?.result?.regraded;
};
const certificates = ({ accountId }: Person) =>
  db.selectFrom('certificate').selectAll().where('accountId', '=', accountId).execute();

test('a corrected answer key regrades submitted attempts, keeps both scores, and notifies those concerned', async () => {
  const one = await ready();
  const [q1, q2] = one.sat.questions;
  const failing = [q1, q2].map((q) => ({ questionId: q?.id ?? '', selectedAnswer: q?.wrong ?? '' }));
  const failed = await sit(one, one.learner, [...failing, ...answersTo(one.sat).slice(2)]);
  const [passing, untouched] = [await another(one), await another(one)];
  const passed = await sit(one, passing, answersTo(one.sat));
  const same = await sit(one, untouched, [
    { questionId: q1?.id ?? '', selectedAnswer: 'Yellow' },
    ...answersTo(one.sat, 2).slice(1),
  ]);
  expect([failed.passed, passed.passed, same.passed]).toEqual([false, true, false]);

  const { body } = await correctKey(q1?.id, q1?.wrong ?? '');
  expect(body.data).toMatchObject({ oldAnswer: q1?.right, newAnswer: q1?.wrong, regraded: 2, gained: 1 });

  // A learner who now reaches the pass mark has passed, with certificate and email.
  expect(await staffView(failed._id)).toMatchObject({
    score: 2,
    passed: true,
    regrades: [{ oldScore: 1, newScore: 2, gainedPass: true }],
  });
  expect(await certificates(one.learner)).toMatchObject([{ attemptId: failed._id, status: 'issued' }]);
  const mails = await program.mailsTo(one.learner.email);
  expect(mails.map(({ subject }) => subject?.replace(/:.*/, '')).sort()).toEqual([
    'You have now passed',
    'Your certificate',
  ]);

  // A learner who passed by the wrong answer key keeps the pass, with the new score beside the old one.
  expect(await staffView(passed._id)).toMatchObject({
    score: 2,
    passed: true,
    regrades: [{ oldScore: 3, newScore: 2, gainedPass: false }],
  });
  expect(await certificates(passing)).toMatchObject([{ status: 'issued' }]);
  expect(await staffView(same._id)).toMatchObject({ regrades: [] });
  expect(await program.mailsTo(untouched.email)).toEqual([]);
  expect(await ownView(one, one.learner)).toEqual({ at: expect.any(String), oldScore: 1 });
  expect(await ownView(one, passing)).toEqual({ at: expect.any(String), oldScore: 3 });
  expect(await ownView(one, untouched)).toBeNull();

  const changes = await call(correctedKeys.list, { params: { id: one.sat.id } }, editor);
  expect(changes.body.data).toMatchObject([{ reason: 'Typed wrongly', by: expect.stringContaining('Asha') }]);
});

test('an answer key is corrected in every version of its assessment, once, by those with the permission, to one of the options', async () => {
  const one = await ready();
  const [q1] = one.sat.questions;
  const before = (await call(testAuthoring.get, { params: { id: one.sat.id } }, editor)).body.data;
  const test = { ...before, questions: before.questions.map(({ _id, ...question }) => question) };
  await call(testAuthoring.update, { params: { id: one.sat.id }, body: { test } }, editor);
  for (const as of [registrar, one.learner]) expect((await correctKey(q1?.id, 'Green', as)).status).toBe(403);
  expect((await correctKey(unknown, 'Green')).status).toBe(404);
  expect((await correctKey(q1?.id, 'Purple')).status).toBe(400);
  expect((await correctKey(q1?.id, q1?.right ?? '')).status).toBe(409);
  expect(tally(await Promise.all([1, 2, 3].map(() => correctKey(q1?.id, 'Green'))))).toEqual({ 200: 1, 409: 2 });
  const { questions } = (await call(testAuthoring.get, { params: { id: one.sat.id } }, editor)).body.data;
  expect(questions[0]).toMatchObject({ correctAnswer: 'Green' });
  expect((await sit(one, one.learner, (await paperAnswers(one)) ?? [])).score).toBe(3);
});

/** Correct answers to the newest version, as staff see it. */
async function paperAnswers({ sat }: Ready) {
  const { questions } = (await call(testAuthoring.get, { params: { id: sat.id } }, editor)).body.data;
  return questions
    .map(singleChoice)
    .map(({ _id, correctAnswer }) => ({ questionId: _id, selectedAnswer: correctAnswer }));
}

test('nothing is graded again where a question is of a kind that the program does not know', async () => {
  const one = await ready();
  const [q1, q2] = one.sat.questions;
  const sitting = await sit(one, one.learner);
  await db
    .updateTable('question')
    .set({ kind: 'essay' })
    .where('id', '=', q2?.id ?? '')
    .execute();
  expect((await correctKey(q1?.id, q1?.wrong ?? '')).status).toBe(500);
  const { score, passed } = await db
    .selectFrom('attempt')
    .select(['score', 'passed'])
    .where('id', '=', sitting._id)
    .executeTakeFirstOrThrow();
  expect([score, passed]).toEqual([3, true]);
});

test('of two attempts that reach the pass mark by a corrected answer key, the first has passed', async () => {
  const one = await ready();
  const [q1, q2] = one.sat.questions;
  const answers = [
    ...[q1, q2].map((q) => ({ questionId: q?.id ?? '', selectedAnswer: q?.wrong ?? '' })),
    ...answersTo(one.sat).slice(2),
  ];
  const first = await sit(one, one.learner, answers);
  program.wait(60);
  const second = await sit(one, one.learner, answers);
  await correctKey(q1?.id, q1?.wrong ?? '');
  expect([await staffView(first._id), await staffView(second._id)]).toMatchObject([
    { score: 2, passed: true },
    { score: 2, passed: false },
  ]);
  expect(await certificates(one.learner)).toHaveLength(1);
});

test('answers that are submitted while an answer key is corrected are graded by the corrected one (races on the server engine)', async () => {
  const one = await ready();
  const [q1] = one.sat.questions;
  const learners = await Promise.all(Array.from({ length: 6 }, () => another(one)));
  for (const learner of learners) await openPaper(program, one.course.id, learner);
  const hand = (as: Person) => submitAnswers(program, { courseId: one.course.id, sat: one.sat }, as);
  const [, ...handed] = await Promise.all([correctKey(q1?.id, q1?.wrong ?? ''), ...learners.map(hand)]);
  for (const { body } of handed) expect(await staffView(body.data._id)).toMatchObject({ score: 2 });
  const list = await call(assessments.listSubmitted, { query: { q: one.course.title } }, editor);
  expect(new Set(list.body.data.map(({ score }) => score))).toEqual(new Set([2]));
});
