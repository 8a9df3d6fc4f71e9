import { courses } from '@fairlead/contract/courses/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';

const program = await testApp();
const { app, call, db, person } = program;
const admin = await person('admin');

const ask = (headers: Record<string, string> = {}, query = '') =>
  app.inject({ url: `/api/courses/active${query}`, headers });
const titlesOf = (body: string) => (JSON.parse(body) as { data: { title: string }[] }).data.map(({ title }) => title);

describe('a response that is the same for everybody', () => {
  test('is generated once, and is 304 for a client that has it cached', async () => {
    const course = await addCourse(program, { title: 'Cargo Care' });
    const first = await ask();
    expect(titlesOf(first.body)).toContain('Cargo Care');
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-total-count': '1' });
    // a direct change, of which the program is not notified, so the cache is not invalidated
    await db.updateTable('course').set({ title: 'Another' }).where('id', '=', course.id).execute();
    const again = await ask();
    expect(again.body).toBe(first.body);
    const held = await ask({ 'if-none-match': String(first.headers.etag) });
    expect([held.statusCode, held.body]).toEqual([304, '']);
  });

  test('shows a change at once', async () => {
    const before = await ask();
    const { id } = await addCourse(program, { title: 'Enclosed Spaces', isActive: false });
    expect((await call(courses.activate, { params: { id } }, admin)).status).toBe(200);
    const after = await ask({ 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect(titlesOf(after.body)).toContain('Enclosed Spaces');
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test('is separate for each search and page, with its link to the next', async () => {
    const found = await ask({}, '?q=enclosed');
    expect(titlesOf(found.body)).toEqual(['Enclosed Spaces']);
    const page = await ask({}, '?limit=1');
    expect(titlesOf(page.body)).toHaveLength(1);
    expect(page.headers.link).toMatch(/^<\/api\/courses\/active\?limit=1&after=[^>]+>; rel="next"$/);
  });

  test('is compressed, with the headers of every response', async () => {
    const small = await ask({ 'accept-encoding': 'br' });
    expect(small.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('is not cached if it is a refusal', async () => {
    expect((await ask({}, '?limit=nonsense')).statusCode).toBe(400);
    expect((await ask({}, '?limit=2')).statusCode).toBe(200);
  });
});
