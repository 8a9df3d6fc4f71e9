import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { createResumableUploads } from '../../platform/files/resumable-uploads.ts';
import { guardAccess } from '../../platform/http/access.ts';
import { visitorCalls } from '../../platform/http/calls.ts';
import { collectMeasures } from '../../platform/http/measures.ts';
import { mountPages } from '../../platform/pages/pages.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse } from '../../testing/factories.ts';
import { nothingStated } from '../../testing/stated-academy.ts';
import { courseRoutes } from '../courses/routes.ts';
import { trainingRoutes } from '../training/routes.ts';
import { academyRoutes } from './routes.ts';

// The public pages of an academy that has stated neither email nor telephone.

const program = await testApp(nothingStated);
const app = Fastify();
collectMeasures(app);
guardAccess(app, async () => undefined);
const uploads = createResumableUploads(program.db, program.files, { maxFileBytes: 1, maxBytesInAll: 1 });
const endpoints = [...courseRoutes(program), ...trainingRoutes(program, uploads), ...academyRoutes(program)];
await mountPages(app, { dev: false, callAsVisitor: visitorCalls(endpoints) });
afterAll(() => app.close());

const course = await addCourse(program);

test.each(['/', '/about', '/contact', '/privacy', '/terms', '/courses', `/courses/${course.id}`])(
  '%s has no link to write to or to call nobody',
  async (path) => {
    const { statusCode, body } = await app.inject(path);
    expect(statusCode).toBe(200);
    expect(body).not.toMatch(/href="(mailto|tel):/);
  },
);

test.each(['/privacy', '/terms'])('%s names the contact page, which takes messages', async (path) => {
  expect((await app.inject(path)).body).toMatch(/<a [^>]*href="\/contact"[^>]*>our contact page<\/a>/);
});
