import Fastify from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { guardAccess } from '../../platform/http/access.ts';
import { type CallAsVisitor, visitorCalls } from '../../platform/http/calls.ts';
import { collectMeasures } from '../../platform/http/measures.ts';
import { mountPages } from '../../platform/pages/pages.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { batchRoutes } from '../batches/routes.ts';
import { courseRoutes } from '../courses/routes.ts';
import { academyRoutes } from './routes.ts';

// The public pages while a part of the backend is down.

const program = await testApp();
const visitor = visitorCalls([...courseRoutes(program), ...batchRoutes(program), ...academyRoutes(program)]);
let broken: string[] = [];
const callAsVisitor: CallAsVisitor = async (method, path, parts) => {
  if (broken.includes(path)) throw new Error('the database has gone away');
  return visitor(method, path, parts);
};
const logged: string[] = [];
const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } } });
collectMeasures(app);
guardAccess(app, async () => undefined);
const pages = await mountPages(app, { dev: false, callAsVisitor });
afterAll(() => app.close());

beforeEach(() => {
  broken = [];
  logged.length = 0;
  pages.invalidate();
});

const course = await addCourse(program, { title: 'HAZMAT' });
const failure = 'Failed to load courses. Please try again later.';

// shows: catalogue/load-failure, states/catalogue, messages/catalogue-load
test('a catalogue that cannot be read shows an error in place of the courses, and recovers at once', async () => {
  broken = ['/courses/active'];
  const failed = await app.inject('/courses');
  expect(failed.statusCode).toBe(503);
  expect(failed.body).toContain('Explore Our Courses');
  expect(failed.body).toMatch(new RegExp(`role="alert"[\\s\\S]*${failure}`));
  expect(failed.body).not.toContain('No courses found.');
  expect(failed.body).not.toContain('gone away');
  expect(logged.join()).toContain('gone away');
  broken = [];
  const recovered = await app.inject('/courses');
  expect([recovered.statusCode, recovered.body.includes(course.id), recovered.body.includes(failure)]).toEqual([
    200,
    true,
    false,
  ]);
});

test('the home page links its tiles to their courses, or to the catalogue when that cannot be read', async () => {
  expect((await app.inject('/')).body).toContain(`href="/courses/${course.id}"`);
  pages.invalidate();
  broken = ['/courses/active', '/academy/texts', '/next-dates'];
  const { statusCode, body } = await app.inject('/');
  expect(statusCode).toBe(200);
  expect(body).not.toContain(`href="/courses/${course.id}"`);
  for (const title of ['Hydrogen Sulphide', 'Helicopter Landing Assistance', 'Food Handling', 'TEST COURSE', 'HAZMAT'])
    expect(body).toContain(title);
});

test('About has the text with which the program begins while that of staff cannot be read', async () => {
  broken = ['/academy/texts'];
  const { statusCode, body } = await app.inject('/about');
  expect(statusCode).toBe(200);
  expect(body).toContain('We train people who work at sea');
  expect(body).not.toContain('gone away');
  expect(logged.join()).toContain('gone away');
});

test('a sitemap that cannot be read is an error, never an empty list that unlists every course', async () => {
  broken = ['/courses/active'];
  const { statusCode, body } = await app.inject('/sitemap.xml');
  expect(statusCode).toBe(500);
  expect(body).not.toContain('<urlset');
});
