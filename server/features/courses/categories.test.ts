import { courses } from '@fairlead/contract/courses/calls';
import { courseCategories } from '@fairlead/contract/courses/course-categories';
import { expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';

const program = await testApp();
const { call, db, person } = program;
const admin = await person('admin');
const fire = await addCourse(program, { title: 'Fire Fighting', category: 'Safety' });
await addCourse(program, { title: 'Life Rafts', category: 'Safety' });
await addCourse(program, { title: 'Radar', category: 'Deck' });
await addCourse(program, { title: 'Old Engine', category: 'Engine', isActive: false });

const names = async () => (await call(courses.listCategories)).body.data;
const arrange = (order: [string, boolean][], as: Person | undefined = admin) =>
  call(courseCategories.arrange, { body: { categories: order.map(([name, isHidden]) => ({ name, isHidden })) } }, as);
const rename = (from: string, to: string, as: Person | undefined = admin) =>
  call(courseCategories.rename, { body: { from, to } }, as);

test('categories are in alphabetical order until somebody arranges them, with the number of their courses', async () => {
  expect((await call(courseCategories.list, admin)).body.data).toEqual([
    { name: 'Deck', courses: 1, isHidden: false },
    { name: 'Engine', courses: 1, isHidden: false },
    { name: 'Safety', courses: 2, isHidden: false },
  ]);
  expect(await names()).toEqual(['Deck', 'Safety']);
});

test('visitors choose from them in the order of staff, without those that are hidden, whose courses stay', async () => {
  await addCourse(program, { title: 'First Aid', category: 'Aid' });
  const saved = await arrange([
    ['Safety', false],
    ['Engine', false],
    ['Deck', true],
  ]);
  expect(saved.body.data.map(({ name }) => name)).toEqual(['Safety', 'Engine', 'Deck', 'Aid']);
  expect((await call(courses.listActive, { query: { category: 'Deck' } })).body.data).toHaveLength(1);
  // a category that nobody has arranged stands last
  expect(await names()).toEqual(['Safety', 'Aid']);
});

test('a renamed category keeps its place, and an editor of one of its courses learns of it', async () => {
  const version = async () =>
    (await db.selectFrom('course').select('version').where('id', '=', fire.id).executeTakeFirstOrThrow()).version;
  const before = await version();
  expect((await rename('Safety', 'Safety at Sea')).body).toMatchObject({ message: 'Category renamed.' });
  expect(await names()).toEqual(['Safety at Sea', 'Aid']);
  expect((await call(courses.listActive, { query: { category: 'Safety at Sea' } })).body.data).toHaveLength(2);
  expect(await version()).toBe(before + 1);
  const written = db.selectFrom('auditEvent').select(['actorId', 'details']).where('action', '=', 'category.rename');
  expect(await written.execute()).toEqual([
    { actorId: admin.accountId, details: { from: 'Safety', to: 'Safety at Sea' } },
  ]);
});

test('under the name of another category, both become one', async () => {
  await rename('Aid', 'Safety at Sea');
  expect(await names()).toEqual(['Safety at Sea']);
  expect((await rename('Aid', 'Medical')).status).toBe(404);
  expect((await rename('Engine', 'Engine')).status).toBe(409);
  expect((await rename('Engine', ' ')).status).toBe(400);
});

test('only administrators arrange and rename categories', async () => {
  for (const as of [await person('registrar'), await person('instructor'), await person()]) {
    expect((await call(courseCategories.list, as)).status).toBe(403);
    expect((await arrange([['Deck', false]], as)).status).toBe(403);
    expect((await rename('Deck', 'Bridge', as)).status).toBe(403);
  }
  expect(await names()).toEqual(['Safety at Sea']);
});
