import { Course, courses } from '@fairlead/contract/courses/calls';
import { describe, expect, test } from 'vitest';
import { visitorCalls } from '../../platform/http/calls.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { courseRoutes } from './routes.ts';

const program = await testApp();
const { call, person, request } = program;
const editor = await person('admin');

describe('the catalogue', () => {
  // shows: catalogue/cards, roles/visitor-reads, calls/active-courses, calls/courses
  test('shows active courses to everybody, and all of them to staff', async () => {
    const title = 'Tanker Familiarisation';
    const active = (await addCourse(program, { title })).id;
    const inactive = (await addCourse(program, { title, isActive: false })).id;
    const idsFor = async (which: 'list' | 'listActive', who?: typeof editor) =>
      (await call(courses[which], { query: { q: title } }, who)).body.data.map(({ _id }) => _id);
    expect(await idsFor('listActive')).toEqual([active]);
    expect(await idsFor('list')).toEqual([active]);
    expect(await idsFor('list', await person())).toEqual([active]);
    expect(await idsFor('listActive', editor)).toEqual([active]);
    expect(await idsFor('list', editor)).toEqual([inactive, active]);
  });

  test('sends of a course what the contract lists, and no other column, to programs and to pages', async () => {
    const { id } = await addCourse(program);
    // only a draft says that it is one, and only staff are asked for a speed
    const listed = Object.keys(Course.shape)
      .filter((name) => name !== 'isDraft' && name !== 'asksSpeed')
      .sort();
    const keysOf = (reply: unknown) => Object.keys((reply as { data: object }).data).sort();
    expect(keysOf((await request('GET', `/api/courses/${id}`)).body)).toEqual(listed);
    const asPage = visitorCalls(courseRoutes(program));
    expect(keysOf((await asPage('GET', '/courses/:id', { params: { id } })).reply)).toEqual(listed);
  });

  // shows: calls/path-spelling, calls/active-courses
  test('is returned for either spelling of its path', async () => {
    for (const url of ['/api/Courses/active', '/api/courses/active/']) {
      expect((await request('GET', url)).status).toBe(200);
    }
  });

  test('is searched by title, category and description; SQL wildcards are ordinary characters', async () => {
    const id = (await addCourse(program, { title: '100%_sure', category: 'Bridge Watch' })).id;
    const found = async (q: string) =>
      (await call(courses.listActive, { query: { q } })).body.data.map(({ _id }) => _id);
    expect(await found('bridge wat')).toEqual([id]);
    expect(await found('100%_sure')).toEqual([id]);
    expect(await found('%%%')).toEqual([]);
    expect(await found("'; drop table course; --")).toEqual([]);
  });

  test('is searched for two characters, as an abbreviation or a word in Chinese has', async () => {
    const id = (await addCourse(program, { title: '救生 XQ' })).id;
    const found = async (q: string) =>
      (await call(courses.listActive, { query: { q } })).body.data.map(({ _id }) => _id);
    expect(await found('xq')).toEqual([id]);
    expect(await found('救生')).toEqual([id]);
    expect((await found('x')).length).toBeGreaterThan(1);
  });

  test('is filtered by category and by format: a course that is held both ways is found by either', async () => {
    const category = 'Cargo Work';
    const online = (await addCourse(program, { category })).id;
    const classroom = (await addCourse(program, { category, format: 'classroom' })).id;
    const both = (await addCourse(program, { category, format: 'both' })).id;
    const found = async (query: { category?: string; format?: 'online' | 'classroom' }) =>
      (await call(courses.listActive, { query: { category, ...query } })).body.data.map(({ _id }) => _id);
    expect(await found({})).toEqual([both, classroom, online]);
    expect(await found({ format: 'online' })).toEqual([both, online]);
    expect(await found({ format: 'classroom' })).toEqual([both, classroom]);
    expect(await found({ category: 'Cargo' })).toEqual([]);
    await addCourse(program, { category: 'Not offered', isActive: false });
    expect((await call(courses.getCourse, { params: { id: both } })).body.data.format).toBe('both');
    const { data: categories } = (await call(courses.listCategories)).body;
    expect(categories).toEqual(expect.arrayContaining([category]));
    expect(categories).not.toContain('Not offered');
    expect(categories).toEqual([...new Set(categories)].sort());
  });

  test('comes in pages without gaps or repeats', async () => {
    const title = 'Paged Course';
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await addCourse(program, { title })).id);
    const seen: string[] = [];
    let url: string | undefined = `/api/courses/active?q=${encodeURIComponent(title)}&limit=2`;
    while (url) {
      const { body, headers } = await request('GET', url);
      expect(headers['x-total-count']).toBe('5');
      seen.push(...(body as { data: { _id: string }[] }).data.map(({ _id }) => _id));
      url = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1];
    }
    expect(seen).toEqual(ids);
  });

  const nowhere = ['after=nonsense', `after=${'-'.repeat(36)}`];
  test.each(['limit=0', 'limit=1000', 'limit=many', ...nowhere])('refuses ?%s', async (query) => {
    expect((await request('GET', `/api/courses/active?${query}`)).status).toBe(400);
  });

  test('accepts a search for characters that no text can contain', async () => {
    expect((await request('GET', '/api/courses/active?q=%00%00%00')).status).toBe(200);
  });
});
