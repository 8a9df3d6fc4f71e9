import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';

const program = await testApp();
const { call, person, db } = program;
const admin = await person('admin');

const feature = (ids: string[], as = admin) => call(courses.chooseFeatured, { body: { courses: ids } }, as);
const featured = async () => (await call(courses.listFeatured)).body.data.map(({ _id }) => _id);
const added = async (state = {}) => (await addCourse(program, state)).id;

test('courses are chosen for the home page in an order, for everybody, until none is', async () => {
  const [one, two, three] = [await added(), await added(), await added()];
  expect(await featured()).toEqual([]);
  const changes = program.publicChanges();
  expect((await feature([three, one, two])).status).toBe(200);
  expect(program.publicChanges()).toBe(changes + 1);
  expect(await featured()).toEqual([three, one, two]);
  // one that is offered no more is left out, and comes back to its place
  await call(courses.deactivate, { params: { id: one } }, admin);
  expect(await featured()).toEqual([three, two]);
  const kept = (await call(courses.listChosen, admin)).body.data.map(({ _id, isActive }) => [_id, isActive]);
  expect(kept).toEqual([
    [three, true],
    [one, false],
    [two, true],
  ]);
  // also when the others are chosen again meanwhile
  expect((await feature([two, one, three])).status).toBe(200);
  expect(await featured()).toEqual([two, three]);
  await call(courses.activate, { params: { id: one } }, admin);
  expect(await featured()).toEqual([two, one, three]);
  await feature([]);
  expect(await featured()).toEqual([]);
  const audited = db.selectFrom('auditEvent').select('details').where('action', '=', 'settings.featured').orderBy('id');
  expect(await audited.execute()).toEqual([
    { details: { courses: [three, one, two] } },
    { details: { courses: [two, one, three] } },
    { details: { courses: [] } },
  ]);
});

test('a draft, a course twice, an unknown one and more than six are refused', async () => {
  const course = await added();
  await feature([course]);
  const draft = await added({ isActive: false, isDraft: true });
  const seven = await Promise.all(Array.from({ length: 7 }, () => added()));
  for (const ids of [[draft], [course, course], [crypto.randomUUID()], ['x'], seven])
    expect((await feature(ids)).status).toBe(400);
  expect(await featured()).toEqual([course]);
});

test('administrators alone choose', async () => {
  const course = await added();
  for (const as of [await person(), await person('registrar'), await person('instructor')])
    for (const { status } of [await feature([course], as), await call(courses.listChosen, as)])
      expect(status).toBe(403);
  expect((await call(courses.chooseFeatured, { body: { courses: [course] } })).status).toBe(401);
});
