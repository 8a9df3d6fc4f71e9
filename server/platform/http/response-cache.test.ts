import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { courses } from '@fairlead/contract/courses/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';

const program = await testApp();
const { app, call, db, person } = program;
const admin = await person('admin');
const course = await addCourse(program, { title: 'Cargo Care' });
const origin = await app.listen({ host: '127.0.0.1', port: 0 });

/** Sends a request over a real connection, because the response cache works below Fastify's injection. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const [answer] = await once(request(`${origin}${path}`, { method, headers, agent: false }).end(), 'response');
  const { date, connection, 'keep-alive': _, ...rest } = answer.headers;
  return { status: answer.statusCode as number, headers: rest, body: await text(answer) };
}

const list = '/api/courses/active';

describe('a response in the response cache', () => {
  test('is sent again identical to the byte, headers included', async () => {
    const [first, second] = [await ask(list), await ask(list)];
    expect(second).toEqual(first);
    expect(first.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-total-count': '1' });
    expect(first.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('is answered with 304 to a client that has it cached, without a body and its headers', async () => {
    const { headers } = await ask(list);
    const held = await ask(list, { 'if-none-match': String(headers.etag) });
    expect(held).toMatchObject({ status: 304, body: '' });
    expect(held.headers).not.toHaveProperty('content-type');
    expect(held.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
  });

  test('is sent in the requested encoding, whatever was sent before', async () => {
    const small = await ask(list, { 'accept-encoding': 'gzip' });
    const plain = await ask(list);
    expect(small.headers['content-encoding']).toBe('gzip');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(plain.body)).toHaveProperty('data');
  });

  test('is dropped after a change', async () => {
    const before = await ask(list);
    await db.updateTable('course').set({ isActive: false }).where('id', '=', course.id).execute();
    expect(await ask(list)).toEqual(before);
    expect((await call(courses.activate, { params: { id: course.id } }, admin)).status).toBe(200);
    expect((await call(courses.deactivate, { params: { id: course.id } }, admin)).status).toBe(200);
    expect(JSON.parse((await ask(list)).body)).toEqual({ data: [] });
  });

  // shows: asvs/14.2.2
  test('is used for no other method, and for no personal call', async () => {
    await ask(list);
    expect((await ask(list, {}, 'POST')).status).toBe(404);
    expect((await ask(list, {}, 'HEAD')).body).toBe('');
    expect((await ask('/api/courses')).status).toBe(200);
    expect((await ask('/api/user/me')).status).toBe(401);
  });
});
