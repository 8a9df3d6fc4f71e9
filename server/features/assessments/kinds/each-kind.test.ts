import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { practice } from '@fairlead/contract/assessments/practice';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { earned } from '../attempts/grading.ts';
import { eachKind } from '../testing/each-kind.ts';
import { earnedParts, kindOf } from './kinds.ts';
import { marksOf } from './marks.ts';

const program = await testApp();
const { call, db, person, worker } = program;
const editor = await person('admin');

/** A published test with a question of each kind, and a learner who is ready for it. */
async function ready({ passMark = 100, settings = {} } = {}) {
  const course = await addCourse(program);
  const body = {
    courseId: course.id,
    title: 'Each kind',
    passMark,
    questions: eachKind.map(({ input }) => input),
    settings,
  };
  const created = await call(assessments.create, { body }, editor);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { _id: id, questions } = created.body.data;
  await call(assessments.publish, { params: { id } }, editor);
  return { course, id, questions, learner: await learnerOf(course.id) };
}
async function learnerOf(courseId: string): Promise<Person> {
  const learner = await person();
  await addProfile(program, learner);
  await completeTraining(program, await enrol(program, learner, courseId));
  return learner;
}
type Ready = Awaited<ReturnType<typeof ready>>;
/** The answers to all questions, of each the one at a place, or the last. */
const answersOf = ({ questions }: Ready, place: number) =>
  questions.map(({ _id }, i) => ({
    questionId: _id,
    ...(eachKind[i]?.answers.at(place) ?? eachKind[i]?.answers.at(-1))?.[0],
  })) as never[];
const earnedBy = (place: number) =>
  eachKind.reduce((sum, { answers }) => sum + ((answers.at(place) ?? answers.at(-1))?.[1] ?? 0), 0);
const paperOf = async ({ course }: Ready, as: Person) =>
  (await call(assessments.getPaper, { params: { courseId: course.id } }, as)).body.data[0];
async function sit(one: Ready, place: number, as = one.learner) {
  await paperOf(one, as);
  const body = { testId: one.id, courseId: one.course.id, answers: answersOf(one, place) };
  return (await call(assessments.submit, { body }, as)).body.data;
}

test('each kind is written, read again and written again without a change', async () => {
  const { id, course } = await ready();
  const read = async () => (await call(testAuthoring.get, { params: { id } }, editor)).body.data;
  const { questions, ...first } = await read();
  expect(questions.map(({ kind, questionText }) => [kind, questionText])).toEqual(
    eachKind.map(({ input }) => [input.kind, input.questionText]),
  );
  const rewritten = {
    ...first,
    courseId: course.id,
    questions: questions.map(({ _id, ...question }) => ({ ...question, picture: undefined })),
  };
  expect((await call(testAuthoring.update, { params: { id }, body: { test: rewritten } }, editor)).status).toBe(200);
  expect((await read()).questions.map(({ _id, ...question }) => question)).toEqual(
    questions.map(({ _id, ...question }) => question),
  );
});

test('a test paper has what a learner needs to answer, and nothing of any answer key', async () => {
  const one = await ready();
  const paper = await paperOf(one, one.learner);
  expect(paper?.questions).toHaveLength(eachKind.length);
  for (const question of paper?.questions ?? []) {
    const known = ['_id', 'kind', 'options', 'partMarks', 'prompts', 'questionText'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(question)));
  }
  const said = JSON.stringify(paper);
  for (const hidden of ['MAYDAY', '20.9', '0.1', 'Ärger']) expect(said).not.toContain(hidden);
  const ordering = paper?.questions.find(({ kind }) => kind === 'ordering');
  const right = eachKind.find(({ input }) => input.kind === 'ordering')?.input.options;
  expect(ordering?.options).not.toEqual(right);
  expect(new Set(ordering?.options)).toEqual(new Set(right));
});

describe('an answer', () => {
  test('of each kind is saved and shown again on another device, and may be taken back where it can be cleared', async () => {
    const one = await ready();
    const attempt = (await paperOf(one, one.learner))?.attempt?._id ?? '';
    const save = (answers: never[]) => call(attempts.save, { params: { id: attempt }, body: { answers } }, one.learner);
    expect((await save(answersOf(one, 1))).status).toBe(200);
    const saved = (await paperOf(one, one.learner))?.attempt?.answers;
    expect(saved).toHaveLength(eachKind.length);
    expect(saved).toMatchObject(
      answersOf(one, 1).map((given: object) => ({
        ...given,
        ...('selectedAnswer' in given && given.selectedAnswer === '21,0' && { selectedAnswer: '21' }),
        ...('selectedAnswer' in given && { selectedAnswer: String(given.selectedAnswer).trim().replace('21,0', '21') }),
      })),
    );
    const cleared = one.questions.flatMap(({ _id: questionId, kind }): object[] => {
      if (kind === 'number' || kind === 'short-answer') return [{ questionId, kind, selectedAnswer: '' }];
      return kind === 'several-choices' || kind === 'matching' || kind === 'ordering'
        ? [{ questionId, kind, selectedAnswers: [] }]
        : [];
    });
    expect((await save(cleared as never[])).status).toBe(200);
    expect((await paperOf(one, one.learner))?.attempt?.answers).toHaveLength(eachKind.length - cleared.length);
  });

  test('that its question does not offer is refused, and so is one of another kind', async () => {
    const one = await ready();
    const attempt = (await paperOf(one, one.learner))?.attempt?._id ?? '';
    const place = (kind: string) => one.questions.findIndex((question) => question.kind === kind);
    const refused = async (kind: string, answer: object) => {
      const answers = [{ questionId: one.questions[place(kind)]?._id, kind, ...answer }] as never[];
      return (await call(attempts.save, { params: { id: attempt }, body: { answers } }, one.learner)).status;
    };
    expect(await refused('choice', { selectedAnswer: 'Blue' })).toBe(400);
    expect(await refused('several-choices', { selectedAnswers: ['A permit', 'Blue'] })).toBe(400);
    expect(await refused('number', { selectedAnswer: 'twenty' })).toBe(400);
    expect(await refused('matching', { selectedAnswers: ['Wood', 'Oil', 'Switchboard'] })).toBe(400);
    expect(await refused('ordering', { selectedAnswers: ['Test the air', 'Test the air', 'x', 'y'] })).toBe(400);
    expect(await refused('ordering', { selectedAnswers: ['Test the air'] })).toBe(400);
    const answers = [{ questionId: one.questions[0]?._id, kind: 'ordering', selectedAnswers: ['Red'] }] as never[];
    expect((await call(attempts.save, { params: { id: attempt }, body: { answers } }, one.learner)).status).toBe(400);
  });
});

test('every answer earns the same in JavaScript and in SQL, exactly', async () => {
  const { id, questions } = await ready();
  const rows = await db
    .selectFrom('question')
    .innerJoin('assessmentVersion as version', 'version.id', 'question.versionId')
    .select(['question.id', 'question.kind', 'question.options', 'question.correctOption', 'question.answerKey'])
    .where('version.assessmentId', '=', id)
    .execute();
  for (const [i, { _id }] of questions.entries()) {
    const row = rows.find((one) => one.id === _id);
    if (!row) throw new Error('no question');
    const question = { ...row, options: row.options as string[], key: row.answerKey ?? row.correctOption ?? 0 };
    for (const [given, marks] of eachKind[i]?.answers ?? []) {
      const selection = kindOf(question).selectionOf(question.options, { questionId: _id, ...given } as never);
      expect(marksOf(earned(question, selection)), JSON.stringify(given)).toBe(marks);
      const [selected, json] = typeof selection === 'number' ? [selection, null] : [null, JSON.stringify(selection)];
      const { rows: graded } = await sql<{ parts: number }>`
        with answer as materialized (select ${selected}::int as selected_option, ${json}::jsonb as selection)
        select ${earnedParts} as parts from question, answer where question.id = ${_id}`.execute(db);
      expect(graded[0]?.parts, JSON.stringify(given)).toBe(earned(question, selection));
    }
    const { rows: blank } = await sql<{ parts: number }>`
      with answer as materialized (select null::int as selected_option, null::jsonb as selection)
      select ${earnedParts} as parts from question, answer where question.id = ${_id}`.execute(db);
    expect(blank[0]?.parts).toBe(0);
  }
});

test('part marks add up exactly, and a review shows the answer key and what each answer earned', async () => {
  const one = await ready({ settings: { failedScore: 'exact', review: 'correct' } });
  const failed = await sit(one, 1);
  expect(failed).toMatchObject({ totalQuestions: eachKind.length, passed: false });
  expect(failed.score).toBeCloseTo(earnedBy(1), 12);
  const review = (await call(attempts.review, { params: { id: failed._id } }, one.learner)).body.data.questions;
  expect(review).toMatchObject([
    { correctAnswer: 'Red', selectedAnswer: 'White' },
    { correctAnswer: 'True' },
    { mark: 1 / 3, correctAnswers: ['A permit', 'A gas test', 'A rescue party'], selectedAnswers: ['A permit'] },
    { mark: 0 },
    { correctAnswer: '20.9', tolerance: '0.1', selectedAnswer: '21' },
    { correctAnswers: ['MAYDAY', "m'aider"], selectedAnswer: 'Mayday' },
    { correctAnswers: ['Ärger'], selectedAnswer: 'ärger' },
    { mark: 1 / 3, prompts: ['Wood', 'Oil', 'Switchboard'], selectedAnswers: ['Water', '', ''] },
    { mark: 0, correctAnswers: eachKind.at(-1)?.input.options },
  ]);
  const passed = await sit(one, 0, await learnerOf(one.course.id));
  expect(passed).toMatchObject({ score: eachKind.length, percentage: 100, passed: true });
  const row = (await call(assessments.listSubmitted, {}, editor)).body.data.find(({ _id }) => _id === passed._id);
  expect(row?.answers).toMatchObject(eachKind.map(({ answers }) => answers[0]?.[0]));
});

test('a review without the answer key shows nothing of it, nor what an answer earned', async () => {
  const one = await ready({ settings: { failedScore: 'exact', review: 'answers' } });
  const failed = await sit(one, 1);
  const review = (await call(attempts.review, { params: { id: failed._id } }, one.learner)).body.data.questions;
  expect(review).toHaveLength(eachKind.length);
  for (const question of review) {
    const { correctAnswer = null, correctAnswers = null, tolerance = null, mark = null } = question as never;
    expect([correctAnswer, correctAnswers, tolerance, mark]).toEqual([null, null, null, null]);
  }
  expect(JSON.stringify(review)).not.toContain('MAYDAY');
});

test('an analysis counts the answers of each kind, the same before and after they are added up', async () => {
  const one = await ready({ settings: { failedScore: 'exact' } });
  for (const [place, as] of [
    [1, one.learner],
    [-1, await learnerOf(one.course.id)],
    [0, await learnerOf(one.course.id)],
  ] as const)
    await sit(one, place, as);
  const analyse = async () =>
    (await call(testAuthoring.analyse, { params: { id: one.id }, query: {} }, editor)).body.data;
  const before = await analyse();
  const counts = before.questions.map(({ right, options }) => [right, options.map(({ count }) => count)]);
  expect(counts).toEqual([
    [1, [1, 0, 2]],
    [1, [1, 2]],
    [1, [3, 1, 1, 1, 1]],
    [1, [3, 2, 1]],
    [2, [2, 1]],
    [2, [2, 0, 1]],
    [1, [1, 2]],
    [1, [2, 1, 1]],
    [1, [1, 1, 3, 3]],
  ]);
  await worker.drain?.();
  const { sumResults } = await import('../analysis/sum-results.ts');
  await sumResults(db);
  expect(await analyse()).toEqual(before);
});

describe('a corrected answer key', () => {
  test('of each kind grades again, in part marks too, and is told in words', async () => {
    const one = await ready({ settings: { failedScore: 'exact' }, passMark: 0.01 });
    const done = await sit(one, 1);
    const corrections: [number, object, string][] = [
      [2, { kind: 'several-choices', correctAnswers: ['A permit', 'A gas test'] }, 'A permit; A gas test'],
      [4, { kind: 'number', correctAnswer: '22', tolerance: '0.5' }, '22 ± 0.5'],
      [5, { kind: 'short-answer', correctAnswers: ['PAN PAN'] }, 'PAN PAN'],
      [
        7,
        { kind: 'matching', correctAnswers: ['Water', 'Sand', 'CO2'] },
        'Wood → Water; Oil → Sand; Switchboard → CO2',
      ],
    ];
    const scores: number[] = [];
    for (const [place, correction, words] of corrections) {
      const params = { id: one.questions[place]?._id ?? '' };
      const body = { reason: 'Typed wrongly', ...correction } as never;
      const { status, body: reply } = await call(correctedKeys.correctKey, { params, body }, editor);
      expect(status, JSON.stringify(reply)).toBe(200);
      expect(reply.data.newAnswer).toBe(words);
      const { score } = (await call(attempts.get, { params: { id: done._id } }, editor)).body.data;
      scores.push(score - done.score);
    }
    // 1/3 became 1/2; the number and the text became wrong; the pair that is right stayed so.
    const [several = 0, number = 0, text = 0, pairs = 0] = scores;
    expect([several, number - several, text - number, pairs - text].map((by) => Math.round(by * 6))).toEqual([
      1, -6, -6, 0,
    ]);
  });

  test('that its question cannot have is refused', async () => {
    const one = await ready();
    const correct = async (place: number, correction: object) => {
      const body = { reason: 'Typed wrongly', ...correction } as never;
      return (await call(correctedKeys.correctKey, { params: { id: one.questions[place]?._id ?? '' }, body }, editor))
        .status;
    };
    expect(await correct(0, { kind: 'choice', correctAnswer: 'Blue' })).toBe(400);
    expect(await correct(2, { kind: 'several-choices', correctAnswers: ['Blue'] })).toBe(400);
    expect(await correct(2, { kind: 'ordering', correctAnswers: ['A permit', 'A camera'] })).toBe(400);
    expect(await correct(7, { kind: 'matching', correctAnswers: ['Water', 'Foam'] })).toBe(400);
    expect(await correct(8, { kind: 'ordering', correctAnswers: ['Test the air', 'Raise the alarm'] })).toBe(400);
    expect(await correct(4, { kind: 'number', correctAnswer: 'many', tolerance: '0' })).toBe(400);
    expect(await correct(4, { kind: 'number', correctAnswer: '20.90', tolerance: '0.1' })).toBe(409);
  });
});

test('learners practise with each kind, and get its answer key', async () => {
  const course = await addCourse(program);
  const questions = eachKind.map(({ input }) => ({ ...input, forPractice: true }));
  const asked = { questionText: 'Asked?', options: ['a', 'b', 'c', 'd'], correctAnswer: 'a' };
  const body = { courseId: course.id, title: 'Practice', passMark: 50, questions: [asked, ...questions] };
  const { _id: id } = (await call(assessments.create, { body }, editor)).body.data;
  await call(assessments.publish, { params: { id } }, editor);
  const learner = await person();
  await enrol(program, learner, course.id);
  const got = (await call(practice.get, { params: { courseId: course.id } }, learner)).body.data.questions;
  expect(got.map(({ kind }) => kind)).toEqual(eachKind.map(({ input }) => input.kind));
  expect(got[2]).toMatchObject({ correctAnswers: ['A permit', 'A gas test', 'A rescue party'], partMarks: true });
});
