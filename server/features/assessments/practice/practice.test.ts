import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { practice } from '@fairlead/contract/assessments/practice';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import type { TestInput } from '@fairlead/contract/assessments/test-input';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { addCourse, addFilms, addProfile, completeTraining, enrol } from '../../../testing/factories.ts';
import { openPaper } from '../../../testing/journey.ts';

const program = await testApp();
const { call, person, request } = program;
const editor = await person('admin');

const asked = (n: number, more: object = {}) => ({
  questionText: `Which light is shown in case ${n}?`,
  options: ['Red', 'Green', 'White', 'Yellow'],
  correctAnswer: 'Green',
  ...more,
});
const forPractice = (n: number, more: object = {}) =>
  asked(n, { forPractice: true, explanation: 'Green is shown to starboard.', ...more });

const write = (body: TestInput) => call(assessments.create, { body }, editor);
const edit = (id: string, body: TestInput) =>
  call(testAuthoring.update, { params: { id }, body: { test: body } }, editor);
const practise = (courseId: string, as: Person) => call(practice.get, { params: { courseId } }, as);
const textsOf = (questions: readonly { questionText: string }[]) => questions.map(({ questionText }) => questionText);

/** A course with a film, and its published test with these questions. */
async function course(questions: TestInput['questions'], settings: TestInput['settings'] = {}) {
  const { id: courseId } = await addCourse(program);
  const { films } = await addFilms(program, courseId, [60]);
  const body: TestInput = { courseId, title: 'Lights', passMark: 60, questions, settings };
  const { body: created } = await write(body);
  await call(assessments.publish, { params: { id: created.data._id } }, editor);
  return { courseId, film: films[0] ?? '', testId: created.data._id, body };
}

async function learnerOf(courseId: string) {
  const learner = await person();
  await addProfile(program, learner);
  const enrolmentId = await enrol(program, learner, courseId);
  await completeTraining(program, enrolmentId);
  return { learner, enrolmentId };
}

/** The number of practice questions as the training, the learner's own enrolments and the test state it. */
async function counted(courseId: string, learner: Person) {
  const [set] = (await call(training.getForCourse, { params: { courseId } }, learner)).body.data;
  const [own] = (await call(enrolments.listOwn, learner)).body;
  const [paper] = (await openPaper(program, courseId, learner)).body.data;
  return [set, own, paper].map((place) => place && 'practiceQuestions' in place && place.practiceQuestions);
}

describe('a question for practice', () => {
  test.each([
    { shuffleQuestions: false, minutes: null },
    { shuffleQuestions: true, minutes: null },
    { shuffleQuestions: true, minutes: 30, draws: [{ topic: 'Day', count: 1 }] },
  ])(
    'is on no test paper, is not counted, and cannot be answered there: shuffled $shuffleQuestions, minutes $minutes',
    async (settings) => {
      const questions = [asked(1), forPractice(2), asked(3, { topic: 'Day' }), forPractice(4, { topic: 'Day' })];
      const { courseId, testId } = await course(questions, settings);
      const { learner } = await learnerOf(courseId);
      let paper = (await openPaper(program, courseId, learner)).body.data[0];
      expect(paper).toMatchObject({ practiceQuestions: 2 });
      if (settings.minutes) {
        expect(paper?.sitting).toMatchObject({ questionCount: 2 });
        paper = (await call(attempts.start, { params: { courseId } }, learner)).body.data;
      }
      expect(textsOf(paper?.questions ?? []).sort()).toEqual([1, 3].map((n) => asked(n).questionText));
      const given = (id: string) => ({ questionId: id, selectedAnswer: 'Green' });
      const known = (await practise(courseId, learner)).body.data.questions[0]?._id ?? '';
      const saved = { params: { id: paper?.attempt?._id ?? '' }, body: { answers: [given(known)] } };
      expect((await call(attempts.save, saved, learner)).status).toBe(400);
      const answers = (paper?.questions ?? []).map(({ _id }) => given(_id));
      const submit = (more: typeof answers) =>
        call(assessments.submit, { body: { testId, courseId, answers: [...answers, ...more] } }, learner);
      expect((await submit([given(known)])).status).toBe(400);
      expect((await submit([])).body.data).toMatchObject({ score: 2, totalQuestions: 2, passed: true });
    },
  );

  test.each([
    ['questions', 'At least one question must not be for practice', [forPractice(1), forPractice(2)], {}],
    [
      'settings.draws',
      'without those for practice',
      [asked(1, { topic: 'Day' }), forPractice(2, { topic: 'Day' })],
      { draws: [{ topic: 'Day', count: 2 }] },
    ],
    [
      'questions.1.questionText',
      'asks this practice question as well',
      [asked(1), forPractice(1, { options: ['White', 'Red', 'Green', 'Yellow'] })],
      {},
    ],
  ] as const)('must leave the test enough to ask: %s', async (field, words, questions, settings) => {
    const { id: courseId } = await addCourse(program);
    const body = { courseId, title: 'Lights', passMark: 60, questions: [...questions], settings } as TestInput;
    const refused = await write(body);
    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringContaining(words) } } });
    expect((await write({ ...body, questions: [asked(7)], settings: {} })).status).toBe(201);
  });

  test('must also leave enough to ask where an edit keeps the settings that are there', async () => {
    const settings = { draws: [{ topic: 'Day', count: 2 }] };
    const [one, two] = [asked(1, { topic: 'Day' }), asked(2, { topic: 'Day' })];
    const { testId, body } = await course([one, two], settings);
    const { settings: _, ...kept } = body;
    const refused = await edit(testId, { ...kept, questions: [one, { ...two, forPractice: true }] });
    const fields = { 'settings.draws': expect.stringContaining('without those for practice') };
    expect(refused).toMatchObject({ status: 400, body: { fields } });
    expect((await edit(testId, { ...kept, questions: [two, one] })).body.data).toMatchObject({ settings });
  });

  test('is for practice in the bank wherever another test asks it', async () => {
    const { courseId } = await course([asked(11), forPractice(12, { topic: 'Day' })]);
    const other = [asked(12, { options: ['White', 'Red', 'Green', 'Yellow'], topic: 'Night' }), asked(11)];
    const { courseId: elsewhere } = await course(other);
    const bankOf = async (query: object) =>
      (await call(testAuthoring.bank, { query: { q: 'case 12', ...query } }, editor)).body.data;
    for (const query of [{}, { course: courseId }, { course: elsewhere }, { topic: 'Night' }]) {
      const banked = await bankOf(query);
      expect([query, banked.map(({ forPractice: is }) => is)]).toEqual([query, banked.map(() => true)]);
      expect(banked).not.toEqual([]);
    }
    expect(await call(testAuthoring.bank, { query: { q: 'case 11' } }, editor)).toMatchObject({
      body: { data: [expect.not.objectContaining({ forPractice: true })] },
    });
  });

  test('stays one in a copy, in the next version, in the bank and in files, with its explanation', async () => {
    const { courseId, testId } = await course([asked(1), forPractice(2)]);
    const copy = (await call(testAuthoring.duplicate, { params: { id: testId } }, editor)).body.data;
    expect(copy.questions[0]).not.toHaveProperty('forPractice');
    expect(copy.questions[1]).toMatchObject(forPractice(2));
    const { body: banked } = await call(testAuthoring.bank, { query: { course: courseId } }, editor);
    expect(banked.data).toHaveLength(2);
    expect(banked.data.find(({ forPractice: is }) => is)).toMatchObject(forPractice(2));
    for (const format of ['gift', 'csv'] as const) {
      const { body } = await call(testAuthoring.writeFile, { params: { id: testId }, query: { format } }, editor);
      const form = new FormData();
      form.append('questions', new Blob([body.data.content]), body.data.filename);
      const read = (await call(testAuthoring.readFile, { form }, editor)).body.data;
      expect(read).toMatchObject({ questions: [asked(1), forPractice(2)], problems: [] });
      expect(read.questions[0]).not.toHaveProperty('forPractice');
    }
  });

  test('was asked before: test papers that have begun keep it, and their learners do not practise with it', async () => {
    const { courseId, testId, body } = await course([asked(1), asked(2), forPractice(3)]);
    const { learner: begun } = await learnerOf(courseId);
    const first = (await openPaper(program, courseId, begun)).body.data[0];
    expect((await edit(testId, { ...body, questions: [asked(1), forPractice(2), forPractice(3)] })).status).toBe(200);
    const { learner: later } = await learnerOf(courseId);
    // neither when the edit that marked it has changed an option or the picture as well
    const changed = forPractice(2, { options: ['Red', 'Green', 'White', 'Blue'] });
    expect((await edit(testId, { ...body, questions: [asked(1), changed, forPractice(3)] })).status).toBe(200);
    expect(textsOf((await practise(courseId, begun)).body.data.questions)).toEqual([asked(3).questionText]);
    expect((await edit(testId, { ...body, questions: [asked(1), forPractice(2), forPractice(3)] })).status).toBe(200);
    expect(textsOf((await practise(courseId, begun)).body.data.questions)).toEqual([asked(3).questionText]);
    expect((await practise(courseId, later)).body.data.questions).toHaveLength(2);
    // every page that links to practice counts what the learner can practise with
    expect([await counted(courseId, begun), await counted(courseId, later)]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    const paper = (await openPaper(program, courseId, begun)).body.data[0];
    expect(textsOf(paper?.questions ?? [])).toEqual([1, 2].map((n) => asked(n).questionText));
    const answers = (first?.questions ?? []).map(({ _id }) => ({ questionId: _id, selectedAnswer: 'Red' }));
    const { body: submitted } = await call(assessments.submit, { body: { testId, courseId, answers } }, begun);
    expect(submitted.data).toMatchObject({ score: 0, totalQuestions: 2, next: { practiceQuestions: 2 } });
    expect((await practise(courseId, begun)).body.data.questions).toHaveLength(2);
    expect(await counted(courseId, begun)).toEqual([2, 2, 2]);
    // a corrected answer key reaches practice as well, and regrades what was asked
    const { body: corrected } = await call(
      correctedKeys.correctKey,
      { params: { id: first?.questions[1]?._id ?? '' }, body: { correctAnswer: 'Red', reason: 'Port is red.' } },
      editor,
    );
    expect(corrected.data).toMatchObject({ regraded: 1 });
    expect((await practise(courseId, begun)).body.data.questions[0]).toMatchObject({ correctAnswer: 'Red' });
    const analysis = (await call(testAuthoring.analyse, { params: { id: testId }, query: {} }, editor)).body.data;
    expect(analysis.questions).toHaveLength(2);
  });
});

describe('practice', () => {
  test('has the questions for practice alone, with answer, explanation, film and picture', async () => {
    const { courseId, testId, film, body } = await course([asked(1)]);
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('picture', new Blob([new Uint8Array(bytes)]), 'light.png');
    const { _id } = (await call(testAuthoring.addPicture, { form }, editor)).body.data;
    const picture = { _id, text: 'A light' };
    await edit(testId, { ...body, questions: [asked(1), forPractice(2, { filmId: film, picture }), forPractice(3)] });
    const { learner } = await learnerOf(courseId);
    const { status, body: got } = await practise(courseId, learner);
    expect(status).toBe(200);
    expect(got.data).toMatchObject({ courseId, courseTitle: expect.any(String) });
    expect(got.data.questions).toEqual([
      {
        _id: expect.any(String),
        questionText: asked(2).questionText,
        options: asked(2).options,
        correctAnswer: 'Green',
        explanation: 'Green is shown to starboard.',
        film: { _id: film, title: expect.any(String), serial: 1 },
        picture: expect.objectContaining(picture),
      },
      expect.objectContaining({ questionText: asked(3).questionText, film: null }),
    ]);
    const url = got.data.questions[0]?.picture?.url ?? '';
    expect((await program.app.inject(url)).statusCode).toBe(200);
    // the pages that link to practice know how many questions there are
    const set = (await call(training.getForCourse, { params: { courseId } }, learner)).body.data[0];
    expect(set).toMatchObject({ practiceQuestions: 2 });
    const own = (await call(enrolments.listOwn, learner)).body;
    expect(own).toMatchObject([{ practiceQuestions: 2 }]);
    // a test that is not published teaches nobody
    await call(assessments.unpublish, { params: { id: testId } }, editor);
    expect((await practise(courseId, learner)).body.data.questions).toEqual([]);
    const without = (await call(training.getForCourse, { params: { courseId } }, learner)).body.data[0];
    expect(without).toMatchObject({ practiceQuestions: 0 });
  });

  test('is open to approved learners of the course alone, from the first day of their training', async () => {
    const { courseId } = await course([asked(1), forPractice(2)]);
    const { learner: stranger } = await learnerOf((await course([asked(1)])).courseId);
    const [waiting, declined, learner] = [await person(), await person(), await person()];
    await enrol(program, waiting, courseId, 'pending');
    await enrol(program, declined, courseId, 'rejected');
    await enrol(program, learner, courseId);
    for (const as of [stranger, waiting, declined]) {
      expect(await practise(courseId, as)).toMatchObject({ status: 403, body: { message: expect.any(String) } });
    }
    expect((await practise('00000000-0000-4000-8000-000000000000', learner)).status).toBe(404);
    expect((await practise(courseId, editor)).status).toBe(403);
    expect((await request('GET', `/api/practice/${courseId}`)).status).toBe(401);
    expect((await practise(courseId, learner)).status).toBe(200);
  });
});
