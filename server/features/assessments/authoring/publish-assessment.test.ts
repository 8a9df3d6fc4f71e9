import { assessments } from '@fairlead/contract/assessments/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { addTest, singleChoice } from '../testing/assessments.ts';

const program = await testApp();
const { call, person, db } = program;
const editor = await person('admin');
const registrar = await person('registrar');
const unknown = '00000000-0000-4000-8000-000000000000';

const publish = (id: string, as = editor) => call(assessments.publish, { params: { id } }, as);
const unpublish = (id: string, as = editor) => call(assessments.unpublish, { params: { id } }, as);
const publishedOf = (courseId: string) =>
  db.selectFrom('assessment').select('id').where('courseId', '=', courseId).where('isPublished', '=', true).execute();

const question = {
  questionText: 'What is the lowest oxygen content for entry?',
  options: ['16 %', '18 %', '20.9 %', '24 %'],
  correctAnswer: '20.9 %',
};

describe('creating an assessment', () => {
  const create = (body: object, as = editor) => program.request('POST', '/api/test', { as, body });

  // shows: entities/test, calls/create-test, messages/test-created
  test('stores its first version, unpublished', async () => {
    const course = await addCourse(program);
    const body = { courseId: course.id, title: ' Entry permit ', passMark: '72.5', questions: [question, question] };
    expect(await create(body)).toMatchObject({
      status: 201,
      body: {
        message: 'Test created successfully!',
        data: {
          courseId: course.id,
          courseTitle: course.title,
          title: 'Entry permit',
          passMark: 72.5,
          isPublished: false,
          version: 1,
          questions: [question, question],
        },
      },
    });
  });

  // shows: rules/test-required, rules/test-one-question, calls/create-test, constants/options, asvs/2.2.3
  test.each([
    ['the correct answer is none of the options', { questions: [{ ...question, correctAnswer: '21 %' }] }],
    ['there are three options', { questions: [{ ...question, options: ['16 %', '18 %', '20.9 %'] }] }],
    ['two options are the same', { questions: [{ ...question, options: ['16 %', '16 %', '20.9 %', '24 %'] }] }],
    ['there is no question', { questions: [] }],
    ['the mark is above 100', { passMark: 101 }],
    ['the mark is missing', { passMark: undefined }],
    ['the mark is blank', { passMark: ' ' }],
    ['the mark is null', { passMark: null }],
    ['the mark is a list', { passMark: [] }],
    ['the mark is no number', { passMark: 'half' }],
    ['the mark is negative', { passMark: -0.1 }],
    ['the title is blank', { title: '  ' }],
  ])('is refused when %s, and stores nothing', async (_, change) => {
    const course = await addCourse(program);
    const body = { courseId: course.id, title: 'Entry', passMark: 70, questions: [question], ...change };
    expect((await create(body)).status).toBe(400);
    expect(await db.selectFrom('assessment').select('id').where('courseId', '=', course.id).execute()).toEqual([]);
  });

  // shows: roles/staff-tests
  test('requires a course and the permission', async () => {
    const body = { courseId: unknown, title: 'Entry', passMark: 70, questions: [question] };
    expect((await create(body)).status).toBe(404);
    expect((await create(body, registrar)).status).toBe(403);
    expect((await create(body, await person())).status).toBe(403);
  });
});

describe('publishing', () => {
  // shows: states/test, calls/publish-test, messages/test-published
  test('leaves one published in the course, can be undone, and is idempotent', async () => {
    const course = await addCourse(program);
    const [one, two] = [
      await addTest(program, course.id, { isPublished: false }),
      await addTest(program, course.id, { isPublished: false }),
    ];
    expect(await publish(one.id)).toMatchObject({
      status: 200,
      body: { message: 'Test published successfully.', data: { _id: one.id, isPublished: true } },
    });
    expect((await publish(two.id)).body.data.isPublished).toBe(true);
    expect((await publish(two.id)).status).toBe(200);
    expect(await publishedOf(course.id)).toEqual([{ id: two.id }]);
    for (const _ of [1, 2]) {
      expect(await unpublish(two.id)).toMatchObject({
        status: 200,
        body: { message: 'Test unpublished successfully.', data: { isPublished: false } },
      });
    }
    expect(await publishedOf(course.id)).toEqual([]);
    expect(await program.auditActions(two.id)).toEqual(['assessment.publish', 'assessment.unpublish']);
  });

  // shows: roles/staff-tests
  test('does not affect other courses, and requires the permission', async () => {
    const [here, there] = [await addCourse(program), await addCourse(program)];
    const other = await addTest(program, there.id);
    const mine = await addTest(program, here.id, { isPublished: false });
    await publish(mine.id);
    expect(await publishedOf(there.id)).toEqual([{ id: other.id }]);
    expect((await publish(unknown)).status).toBe(404);
    expect((await publish(mine.id, registrar)).status).toBe(403);
    expect((await unpublish(mine.id, await person())).status).toBe(403);
  });

  test('many in parallel leaves exactly one published (races on the server engine)', async () => {
    const course = await addCourse(program);
    const tests = await Promise.all([1, 2, 3, 4, 5, 6].map(() => addTest(program, course.id, { isPublished: false })));
    const answers = await Promise.all([...tests, ...tests].map(({ id }) => publish(id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await publishedOf(course.id)).toHaveLength(1);
  });

  // shows: staff/test-lists, calls/tests, calls/published-tests
  test('changes the lists, which have search and pages', async () => {
    const course = await addCourse(program, { title: 'Cargo Securing' });
    const published = await addTest(program, course.id, { title: 'Lashings' });
    const draft = await addTest(program, course.id, { title: 'Dunnage', isPublished: false });
    const ids = (answer: { body: { data: { _id: string }[] } }) => answer.body.data.map(({ _id }) => _id);
    const query = { q: 'cargo sec' };
    expect(ids(await call(assessments.list, { query }, editor))).toEqual([draft.id, published.id]);
    expect(ids(await call(assessments.listPublished, { query }, editor))).toEqual([published.id]);
    expect(ids(await call(assessments.list, { query: { q: 'dunn' } }, editor))).toEqual([draft.id]);
    const narrowed = async (more: object) =>
      ids(await call(assessments.list, { query: { ...query, ...more } }, editor));
    expect(await narrowed({ state: 'unpublished' })).toEqual([draft.id]);
    expect(await narrowed({ state: 'published', sort: 'oldest' })).toEqual([published.id]);
    expect(await narrowed({ sort: 'oldest' })).toEqual([published.id, draft.id]);
    expect(await narrowed({ course: (await addCourse(program)).id })).toEqual([]);
    const page = await call(assessments.list, { query: { ...query, limit: 1 } }, editor);
    expect([ids(page), page.headers['x-total-count']]).toEqual([[draft.id], '2']);
    expect(page.body.data[0]?.questions.map(singleChoice).map(({ correctAnswer }) => correctAnswer)).toEqual([
      'Red',
      'Green',
      'White',
    ]);
    expect((await call(assessments.list, {}, registrar)).status).toBe(403);
    expect((await call(assessments.listPublished, {}, await person())).status).toBe(403);
  });
});

describe('the assessments of a course', () => {
  const ofCourse = (id: string, as = editor) => call(assessments.listOfCourse, { params: { id } }, as);

  test('are listed newest first, published or not, without those of other courses', async () => {
    const course = await addCourse(program);
    const first = await addTest(program, course.id, { title: 'First' });
    const second = await addTest(program, course.id, { title: 'Second', isPublished: false });
    await addTest(program, (await addCourse(program)).id);
    expect((await ofCourse(course.id)).body.data).toMatchObject([
      { _id: second.id, title: 'Second', isPublished: false },
      { _id: first.id, title: 'First', isPublished: true },
    ]);
  });

  test('are shown to those who may read assessments, for a course that exists', async () => {
    const course = await addCourse(program);
    expect((await ofCourse(course.id)).body.data).toEqual([]);
    expect((await ofCourse(unknown)).status).toBe(404);
    expect((await ofCourse(course.id, registrar)).status).toBe(403);
    expect((await ofCourse(course.id, await person())).status).toBe(403);
  });
});
