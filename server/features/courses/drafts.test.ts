import { assessments } from '@fairlead/contract/assessments/calls';
import { practice } from '@fairlead/contract/assessments/practice';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addFilms } from '../../testing/factories.ts';
import { formOf } from '../../testing/forms.ts';
import { courseDesk } from './testing/course-desk.ts';
import { courseFields } from './testing/course-fields.ts';

const program = await testApp();
const { call, person, db } = program;
const [admin, registrar, teacher, colleague] = [
  await person('admin'),
  await person('registrar'),
  await person('instructor'),
  await person('instructor'),
];
const { leavesNothing, audit } = courseDesk(program, admin);

/** A draft as the form of staff sends it, without a picture. */
const draft = async (changes: Record<string, string> = {}, as = teacher) =>
  call(courses.create, { form: formOf({ ...courseFields, draft: 'yes', ...changes }) }, as);
const drafted = async () => (await draft()).body.data._id;
const seenBy = async (id: string, as?: typeof admin) => (await call(courses.getCourse, { params: { id } }, as)).status;
const publish = (id: string, as = teacher) => call(courses.activate, { params: { id } }, as);

test('a draft needs no picture, and staff who work on it see that it is one', async () => {
  const { status, body } = await draft();
  expect([status, body.data.isActive, body.data.isDraft, body.data.courseImg]).toEqual([201, false, true, null]);
  const id = body.data._id;
  for (const as of [teacher, registrar, admin]) expect(await seenBy(id, as)).toBe(200);
  const listed = async (state: 'active' | 'draft' | 'inactive') =>
    (await call(courses.list, { query: { state } }, admin)).body.data.some(({ _id }) => _id === id);
  expect([await listed('draft'), await listed('active'), await listed('inactive')]).toEqual([true, false, false]);
});

test('nobody else finds a draft, in any list or by its id', async () => {
  const id = await drafted();
  const [filmId = ''] = (await addFilms(program, id, [60])).films;
  await db.updateTable('film').set({ openToVisitors: true }).where('id', '=', filmId).execute();
  for (const as of [undefined, await person()]) {
    expect(await seenBy(id, as)).toBe(404);
    const lists = [
      (await call(courses.listActive, { query: {} }, as)).body.data,
      (await call(courses.listActive, { query: { q: courseFields.title } }, as)).body.data,
      (await call(courses.list, { query: {} }, as)).body.data,
      (await call(courses.list, { query: { state: 'draft' } }, as)).body.data,
    ];
    for (const data of lists) expect(data.map(({ _id }) => _id)).not.toContain(id);
    expect((await call(training.listTitles, { params: { courseId: id } }, as)).status).toBe(404);
    expect((await call(training.getOpenFilm, { params: { courseId: id, id: filmId } }, as)).status).toBe(404);
    expect((await call(batches.listDates, { params: { id } }, as)).status).toBe(404);
  }
  expect(await seenBy(id, colleague)).toBe(404);
  expect((await call(courses.listCategories)).body.data).not.toContain(courseFields.category);
});

test('nobody can ask for a draft, nor be enrolled in it', async () => {
  const id = await drafted();
  const learner = await person();
  expect((await call(enrolments.request, { body: { courseId: id } }, learner)).status).toBe(404);
  const many = { courseId: id, people: [{ id: learner.accountId }] };
  const { body } = await call(enrolments.enrolPeople, { body: many }, registrar);
  expect(body.data).toMatchObject([{ ok: false, message: expect.stringContaining('not active') }]);
  const reads = [assessments.getPaper, training.getForCourse, practice.get].map((read) =>
    call(read, { params: { courseId: id } }, learner),
  );
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await db.selectFrom('enrolment').select('id').where('courseId', '=', id).execute()).toEqual([]);
});

test('it is published for good, once, by those who may edit it', async () => {
  const id = await drafted();
  for (const [as, status] of [
    [undefined, 401],
    [await person(), 403],
    [registrar, 403],
    [colleague, 404],
  ] as const)
    expect((await call(courses.activate, { params: { id } }, as)).status).toBe(status);
  expect(await seenBy(id)).toBe(404);

  const changes = program.publicChanges();
  for (const _ of [1, 2]) expect((await publish(id)).body.data).toMatchObject({ isActive: true });
  expect(program.publicChanges()).toBe(changes + 1);
  expect(await seenBy(id)).toBe(200);
  const { body } = await call(courses.deactivate, { params: { id } }, teacher);
  expect([body.data.isActive, body.data.isDraft]).toEqual([false, undefined]);
  expect((await audit(id)).map(({ action }) => action)).toEqual([
    'course.create',
    'course.activate',
    'course.deactivate',
  ]);
});

test('an edit leaves it a draft', async () => {
  const id = await drafted();
  const form = formOf({ ...courseFields, title: 'Bridge Watch' });
  const { body } = await call(courses.update, { params: { id }, query: {}, form }, teacher);
  expect(body.data).toMatchObject({ title: 'Bridge Watch', isActive: false, isDraft: true });
});

test('what is neither yes nor no makes nothing', async () => {
  await leavesNothing(async () => {
    for (const value of ['', 'true', 'YES']) expect((await draft({ draft: value })).status).toBe(400);
  });
});
