import { assessments } from '@fairlead/contract/assessments/calls';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { describe, expect, test } from 'vitest';
import { tally } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { answersTo } from '../testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const [editor, registrar, learner] = [await person('admin'), await person('registrar'), await person()];
const unknown = '00000000-0000-4000-8000-000000000000';

const question = (questionText: string, topic = '') => ({
  questionText,
  options: ['Red', 'Green', 'White', 'Yellow'],
  correctAnswer: 'Green',
  topic,
});
const settings: Settings = {
  shuffleQuestions: true,
  shuffleOptions: true,
  minutes: 45,
  attemptsAllowed: 3,
  hoursBetween: 12.5,
  waitGrows: false,
  failedScore: 'exact',
  review: 'answers',
  noteLeaving: true,
  draws: [{ topic: 'Lights', count: 1 }],
};
const written = (courseId: string, changes: Partial<TestInput> = {}): TestInput => ({
  courseId,
  title: 'Lights and shapes',
  passMark: 70,
  questions: [question('Which light is to port?', 'Lights'), question('And to starboard?', 'Lights')],
  settings,
  ...changes,
});
const create = async (changes: Partial<TestInput> = {}) => {
  const course = await addCourse(program);
  const { body } = await call(assessments.create, { body: written(course.id, changes) }, editor);
  return { course, id: body.data._id };
};
const get = (id: string) => call(testAuthoring.get, { params: { id } }, editor);
const update = (id: string, body: { test: TestInput; version?: number }, as: Person = editor) =>
  call(testAuthoring.update, { params: { id }, body }, as);

describe('an assessment', () => {
  test('stores its settings, and returns them unchanged', async () => {
    const { id } = await create();
    expect((await get(id)).body.data).toMatchObject({ settings, version: 1, questions: [{ topic: 'Lights' }, {}] });
  });

  test('stores which questions and options keep their places, also in a copy, a bank and a file, until that changes', async () => {
    const fixed = { ...question('Which are shown?'), keepsPlace: true, fixedOptions: [false, false, false, true] };
    const { id, course } = await create({
      questions: [fixed, question('Another?')],
      settings: { ...settings, draws: [] },
    });
    const questionsOf = async (of: string) => (await get(of)).body.data.questions;
    const [first, second] = await questionsOf(id);
    expect(first).toMatchObject(fixed);
    for (const name of ['keepsPlace', 'fixedOptions']) expect(second).not.toHaveProperty(name);
    const copy = await call(testAuthoring.duplicate, { params: { id } }, editor);
    expect((await questionsOf(copy.body.data._id))[0]).toMatchObject(fixed);
    const bank = await call(testAuthoring.bank, { query: { course: course.id } }, editor);
    expect(bank.body.data.find(({ questionText }) => questionText === 'Which are shown?')).toMatchObject(fixed);
    const file = await call(testAuthoring.writeFile, { params: { id }, query: { format: 'gift' } }, editor);
    expect(file.body.data.content).toContain('// [tag:fairlead:keeps-place]\n// [tag:fairlead:fixed-options 4]\n');
    const plain = { settings: { ...settings, draws: [] }, questions: [question('Which are shown?')] };
    expect((await update(id, { test: written(course.id, plain) })).status).toBe(200);
    expect((await questionsOf(id))[0]).not.toHaveProperty('fixedOptions');
    const tooMany = { ...question('q'), fixedOptions: [true, true, true, true, true] };
    expect((await update(id, { test: written(course.id, { ...plain, questions: [tooMany] }) })).status).toBe(400);
  });

  test('that is created without settings has three attempts, a growing wait and a rough score', async () => {
    const { id, course } = await create({ settings: undefined });
    const plain = {
      shuffleQuestions: false,
      shuffleOptions: false,
      minutes: null,
      attemptsAllowed: 3,
      hoursBetween: 0.25,
      waitGrows: true,
      failedScore: 'rough',
      review: 'score',
      noteLeaving: false,
      draws: [],
    };
    expect((await get(id)).body.data.settings).toEqual(plain);
    const free = { attemptsAllowed: null, hoursBetween: null };
    const named = await create({ settings: free });
    expect((await get(named.id)).body.data.settings).toEqual({ ...plain, ...free });
    // An edit without settings changes no settings.
    await update(id, { test: written(course.id, { settings: { minutes: 20 } }) });
    await update(id, { test: written(course.id, { settings: undefined }) });
    expect((await get(id)).body.data).toMatchObject({ version: 3, settings: { ...plain, minutes: 20 } });
  });

  // shows: asvs/2.2.3
  test.each<[string, Partial<TestInput>, string]>([
    [
      'more questions are drawn of a topic than it has',
      { settings: { draws: [{ topic: 'Lights', count: 3 }] } },
      'A topic has fewer questions',
    ],
    [
      'a topic is drawn from that it does not have',
      { settings: { draws: [{ topic: 'Fog', count: 1 }] } },
      'A topic has fewer',
    ],
    [
      'a topic is drawn from twice',
      {
        settings: {
          draws: [
            { topic: 'Lights', count: 1 },
            { topic: 'Lights', count: 1 },
          ],
        },
      },
      'Write each topic only once',
    ],
    ['no time is allowed', { settings: { minutes: 0 } }, ''],
    ['no attempt is allowed', { settings: { attemptsAllowed: 0 } }, ''],
    ['the time is no whole number', { settings: { minutes: 1.5 } }, 'Time allowed must be a whole number'],
  ])('is refused when %s', async (_, changes, sentence) => {
    const course = await addCourse(program);
    const answer = await call(assessments.create, { body: written(course.id, changes) }, editor);
    expect(answer.status).toBe(400);
    expect((answer.body as unknown as { message: string }).message).toContain(sentence);
  });

  test('that is edited gets a new version, and an edit of an older one is refused', async () => {
    const { id, course } = await create();
    const edited = written(course.id, {
      title: 'Lights',
      questions: [question('Which light is astern?', 'Lights')],
      settings: {},
    });
    const answer = await update(id, { test: edited, version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { data: { version: 2, title: 'Lights' } } });
    expect(await update(id, { test: edited, version: 1 })).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await update(id, { test: edited })).body.data.version).toBe(3);
    const rivals = await Promise.all([1, 2, 3].map(() => update(id, { test: edited, version: 3 })));
    expect(tally(rivals)).toEqual({ 200: 1, 409: 2 });
  });

  test('that draws of a topic keeps enough questions of it, also when an edit leaves the draws as they are', async () => {
    const { id, course } = await create({ settings: { draws: [{ topic: 'Lights', count: 2 }] } });
    const fewer = written(course.id, {
      questions: [question('Which light is astern?', 'Lights')],
      settings: undefined,
    });
    expect(await update(id, { test: fewer })).toMatchObject({
      status: 400,
      body: {
        fields: { 'settings.draws': 'A topic has fewer questions than you ask for, without those for practice' },
      },
    });
    expect((await get(id)).body.data).toMatchObject({ version: 1, questions: [{}, {}] });
  });

  test('stays with its course, and is edited only with the permission', async () => {
    const [{ id, course }, other] = [await create(), await create()];
    expect((await update(id, { test: written(other.course.id) })).status).toBe(409);
    for (const as of [registrar, learner])
      expect((await update(id, { test: written(course.id) }, as)).status).toBe(403);
    expect((await update(unknown, { test: written(course.id) })).status).toBe(404);
    expect((await get(unknown)).status).toBe(404);
    expect((await get(id)).body.data.version).toBe(1);
  });

  test('that is edited changes no results, which stay with the version that was taken', async () => {
    const one = await readyForTest(program);
    await openPaper(program, one.course.id, one.learner);
    await submitAnswers(
      program,
      { courseId: one.course.id, sat: one.sat, answers: answersTo(one.sat, 3) },
      one.learner,
    );
    const find = async () => (await call(assessments.listSubmitted, { query: { q: one.learner.email } }, editor)).body;
    const before = await find();
    await update(one.sat.id, { test: written(one.course.id, { settings: {} }) });
    expect(await find()).toEqual(before);
    const next = (await openPaper(program, one.course.id, one.learner)).body.data[0];
    expect(next?.title).toBe('Lights and shapes');
  });

  test('is duplicated whole, unpublished, and independent of the original', async () => {
    const { id } = await create();
    const original = (await get(id)).body.data;
    const copy = await call(testAuthoring.duplicate, { params: { id } }, editor);
    expect(copy.status).toBe(201);
    const { _id, questions, ...same } = copy.body.data;
    expect(_id).not.toBe(id);
    expect(same).toMatchObject({ title: 'Lights and shapes (copy)', isPublished: false, version: 1, settings });
    expect(questions.map(({ _id: __, ...asked }) => asked)).toEqual(
      original.questions.map(({ _id: __, ...asked }) => asked),
    );
    expect((await call(testAuthoring.duplicate, { params: { id } }, learner)).status).toBe(403);
  });
});

describe('the question bank', () => {
  const bank = async (query: Record<string, string>) => (await call(testAuthoring.bank, { query }, editor)).body.data;
  const textsOf = (found: readonly { questionText: string }[]) => found.map(({ questionText }) => questionText);

  test('has the questions of the newest versions, each once, with the assessment that asks it', async () => {
    const { id, course } = await create({
      questions: [question('Old?', 'Fog'), question('Kept?', 'Anchors')],
      settings: {},
    });
    await update(id, {
      test: written(course.id, { questions: [question('Kept?', 'Anchors'), question('New?')], settings: {} }),
    });
    await call(testAuthoring.duplicate, { params: { id } }, editor);
    const found = await bank({ course: course.id });
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({
      ...question('Kept?', 'Anchors'),
      _id: expect.any(String),
      courseTitle: course.title,
      testTitle: 'Lights and shapes (copy)',
    });
    expect(textsOf(found)).toContain('New?');
    expect(await db.selectFrom('assessment').select('id').where('courseId', '=', course.id).execute()).toHaveLength(2);
  });

  test('finds a question of any course by its text and topic, and can be filtered by topic', async () => {
    const [one, other] = [
      await create({
        questions: [question('Where is the sextant?', 'Stars'), question('Which 50% star?')],
        settings: {},
      }),
      await create({ questions: [question('Sextant or chart?'), question('Polaris?', 'Stars')], settings: {} }),
    ];
    expect(textsOf(await bank({ q: 'sextant' })).sort()).toEqual(['Sextant or chart?', 'Where is the sextant?']);
    expect(textsOf(await bank({ q: 'sextant', course: one.course.id }))).toEqual(['Where is the sextant?']);
    expect(textsOf(await bank({ topic: 'Stars' })).sort()).toEqual(['Polaris?', 'Where is the sextant?']);
    expect(textsOf(await bank({ q: 'stars', course: other.course.id }))).toEqual(['Polaris?']);
    expect(textsOf(await bank({ q: '50%' }))).toEqual(['Which 50% star?']);
    const topics = (query: { course?: string }) => call(testAuthoring.topics, { query }, editor);
    expect((await topics({ course: one.course.id })).body.data).toEqual(['Stars']);
    expect((await topics({})).body.data).toEqual(expect.arrayContaining(['Lights', 'Stars']));
  });

  test('has pages, and each question is on one page only', async () => {
    const { course } = await create({ questions: [1, 2, 3, 4, 5].map((n) => question(`Buoy ${n}?`)), settings: {} });
    const seen: string[] = [];
    let next: string | undefined = `/api/questions?course=${course.id}&limit=2`;
    while (next) {
      const { body, headers } = await program.request('GET', next, { as: editor });
      seen.push(...textsOf((body as { data: { questionText: string }[] }).data));
      next = /^<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen.sort()).toEqual([1, 2, 3, 4, 5].map((n) => `Buoy ${n}?`));
  });

  test('is only for staff', async () => {
    for (const target of [testAuthoring.bank, testAuthoring.topics])
      for (const as of [registrar, learner]) expect((await call(target, { query: {} }, as)).status).toBe(403);
  });
});
