import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import { weakTopics } from '@fairlead/contract/assessments/weak-topics';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { openPaper } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, db, clock } = program;
const editor = await person('admin');
const options = ['Red', 'Green', 'White', 'Yellow'];

/** A course with two films, and its published test: three questions on fire, three of the first film, one on rafts. */
async function course(settings: TestInput['settings']) {
  const { id: courseId } = await addCourse(program);
  const { films } = await addFilms(program, courseId, [60, 60]);
  const [first, second] = films;
  const question = (n: number, topic: string, filmId?: string | undefined) => ({
    questionText: `Which light is shown in case ${n}?`,
    options,
    correctAnswer: 'Green',
    topic,
    ...(filmId && { filmId }),
  });
  const questions = [
    question(1, 'Fire', second),
    question(2, 'Fire', second),
    question(3, 'Fire'),
    ...[4, 5, 6].map((n) => question(n, '', first)),
    question(7, 'Rafts', second),
  ];
  const body: TestInput = { courseId, title: 'Final test', passMark: 60, questions, settings };
  const { body: created } = await call(assessments.create, { body }, editor);
  await call(assessments.publish, { params: { id: created.data._id } }, editor);
  return { courseId, films, testId: created.data._id, body };
}

/** A learner of the course who answers these questions wrong; the reply of the submission. */
async function fail({ courseId, testId }: { courseId: string; testId: string }, wrong: readonly number[]) {
  const learner = await person();
  await addProfile(program, learner);
  await completeTraining(program, await enrol(program, learner, courseId));
  const paper = (await openPaper(program, courseId, learner)).body.data[0];
  const answers = (paper?.questions ?? []).map(({ _id, questionText }) => ({
    questionId: _id,
    selectedAnswer: wrong.some((n) => questionText.includes(`case ${n}?`)) ? 'Red' : 'Green',
  }));
  const { body } = await call(assessments.submit, { body: { testId, courseId, answers } }, learner);
  const again = (await openPaper(program, courseId, learner)).body.data[0];
  const apart = (await call(weakTopics.list, { params: { courseId } }, learner)).body.data;
  expect(apart).toEqual(body.data.weakTopics);
  return { learner, topics: body.data.weakTopics, again: again?.result?.weakTopics, passed: body.data.passed };
}

const few = { failedScore: 'rough', attemptsAllowed: 3, hoursBetween: null, review: 'score' } as const;

test('a failed attempt names the weak topics with the films that teach them, also when it is read again', async () => {
  const given = await course(few);
  const [first, second] = given.films;
  const { topics, again } = await fail(given, [1, 2, 4, 5, 7]);
  expect(topics).toEqual([
    { topic: 'Fire', films: [{ _id: second, title: expect.any(String), serial: 2 }] },
    { topic: topics[1]?.films[0]?.title, films: [{ _id: first, title: expect.any(String), serial: 1 }] },
  ]);
  expect(again).toEqual(topics);
  // one of three answers wrong is above the pass mark, and a single question would tell of its own answer
  expect((await fail(given, [1, 2, 3, 4, 7])).topics.map(({ topic }) => topic)).toEqual(['Fire']);
  expect(await fail(given, [7])).toMatchObject({ topics: [], again: [], passed: true });
});

test('no topic is named where that would help to find the answer key', async () => {
  const wrong = [1, 2, 3, 4, 5, 6, 7];
  expect((await fail(await course({ ...few, attemptsAllowed: null }), wrong)).topics).toEqual([]);
  expect((await fail(await course({ ...few, attemptsAllowed: 11 }), wrong)).topics).toEqual([]);
  const exact = await course({ ...few, failedScore: 'exact', attemptsAllowed: null });
  expect((await fail(exact, wrong)).topics).toHaveLength(2);
  // where the right answers are shown, a topic of one question tells nothing more
  const shown = await course({ ...few, failedScore: 'exact', review: 'correct' });
  expect((await fail(shown, wrong)).topics.map(({ topic }) => topic)).toContain('Rafts');
});

test('a question belongs to a film of its course as long as that is in the training', async () => {
  const { courseId, films, testId, body } = await course(few);
  const filmsOf = async (id: string) =>
    (await call(testAuthoring.films, { query: { course: id } }, editor)).body.data.map(({ _id }) => _id);
  expect(await filmsOf(courseId)).toEqual(films);
  const filmIds = async (id: string) =>
    (await call(testAuthoring.get, { params: { id } }, editor)).body.data.questions.map(({ filmId }) => filmId);
  const [first, second] = films;
  const named = [second, second, undefined, first, first, first, second];
  expect(await filmIds(testId)).toEqual(named);
  const copy = await call(testAuthoring.duplicate, { params: { id: testId } }, editor);
  expect(await filmIds(copy.body.data._id)).toEqual(named);
  // replaced: another film of the same place and title
  const old = await db
    .selectFrom('film')
    .selectAll()
    .where('id', '=', second ?? '')
    .executeTakeFirstOrThrow();
  await db.updateTable('film').set({ removedAt: clock() }).where('id', '=', old.id).execute();
  const { id: _, ...rest } = old;
  const { id: newer } = await db.insertInto('film').values(rest).returning('id').executeTakeFirstOrThrow();
  expect(await filmIds(testId)).toEqual(named.map((id) => (id === second ? newer : id)));
  // removed
  await db.updateTable('film').set({ removedAt: clock() }).where('id', '=', newer).execute();
  expect(await filmIds(testId)).toEqual(named.map((id) => (id === second ? undefined : id)));
  const refused = await call(testAuthoring.update, { params: { id: testId }, body: { test: body } }, editor);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ fields: { 'questions.0.filmId': expect.stringContaining('question 1') } });
  const other = await course(few);
  expect((await call(assessments.create, { body: { ...other.body, courseId } }, editor)).status).toBe(400);
});

test('they are read without an attempt by their learner alone, and opening none', async () => {
  const given = await course(few);
  const { learner, topics } = await fail(given, [1, 2, 4, 5, 7]);
  expect(topics.length).toBeGreaterThan(0);
  const read = (as: typeof learner) => call(weakTopics.list, { params: { courseId: given.courseId } }, as);
  const count = () =>
    db
      .selectFrom('attempt')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirst();
  const before = await count();
  const other = await person();
  expect((await read(other)).status).toBe(403);
  await enrol(program, other, given.courseId);
  expect((await read(other)).body.data).toEqual([]);
  expect((await read(editor)).status).toBe(403);
  expect(await count()).toEqual(before);
});
