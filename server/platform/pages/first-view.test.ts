import type { Home } from '@fairlead/contract/overview/home';
import type { Role } from '@fairlead/contract/platform/permissions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Actor, actorOf, registerRaw } from '../http/access.ts';
import { mountedPages } from './testing/pages.ts';

const actor = (role: Role, more: Partial<Actor> = {}) =>
  actorOf({ accountId: role, sessionId: role, role, mustSetUp: more.mustSetUp ?? false });
/** The people by their access tokens. */
const people: Record<string, Actor> = {
  'asha.of.test': { ...actor('learner'), accountId: 'Asha' },
  'ravi.of.test': { ...actor('learner'), accountId: 'Ravi' },
  'late.of.test': actor('admin', { mustSetUp: true }),
  'staff.of.test': actor('admin'),
};

const homeOf = (firstName: string): Home => ({
  firstName,
  hasProfile: true,
  next: {
    step: 'choose-course',
    enrolmentId: null,
    film: null,
    trainingSecondsLeft: 0,
    test: null,
    nextAttemptAt: null,
  },
  documentRequests: [],
  enrolments: [],
  expiring: [],
  certificates: [],
});

/** What the calls of a learner's first page answer, and what they were asked with. */
let answerHome: (who: string) => unknown;
let asked: (string | undefined)[] = [];
const logged: string[] = [];

function addRoutes(app: FastifyInstance) {
  registerRaw(app, {
    method: 'GET',
    url: '/api/home',
    who: 'learner',
    handler: async ({ actor: by, headers }) => {
      asked.push(headers.authorization);
      return answerHome(by?.accountId ?? '');
    },
  });
  registerRaw(app, { method: 'GET', url: '/api/courses/active', who: 'anyone', handler: async () => ({ data: [] }) });
}

const findActor = async (token: string) => people[token];
const { app } = await mountedPages({ findActor, addRoutes, log: (line) => logged.push(line) });
afterAll(() => app.close());
beforeEach(() => {
  answerHome = (who) => ({ data: homeOf(who) });
  asked = [];
  logged.length = 0;
});

const view = (token: string | undefined, page = '/dashboard') =>
  app.inject({
    url: `/api/first-view?page=${encodeURIComponent(page)}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

test('a learner’s first page is rendered for that learner, with the answers that it was rendered from', async () => {
  const all = await Promise.all(['asha.of.test', 'ravi.of.test', 'asha.of.test'].map((token) => view(token)));
  expect(all.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const [asha = '', ravi = '', again = ''] = all.map(({ body }) => body);
  expect(asha).toContain('<h1');
  expect(asha).toContain('Welcome, Asha');
  expect(asha).not.toContain('Ravi');
  expect(ravi).toContain('Welcome, Ravi');
  expect(ravi).not.toContain('Asha');
  expect(again).toBe(asha);
  const bodies = JSON.parse(/<script type="application\/json">(.*)<\/script>$/.exec(asha)?.[1] ?? '');
  expect(Object.keys(bodies).sort()).toEqual(['/api/courses/active?limit=200', '/api/home']);
  expect(JSON.parse(bodies['/api/home'])).toEqual({ data: homeOf('Asha') });
  expect(asked.sort()).toEqual(['Bearer asha.of.test', 'Bearer asha.of.test', 'Bearer ravi.of.test']);
});

test('it is stored nowhere, and inert by itself', async () => {
  const { headers } = await view('asha.of.test');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(headers).not.toHaveProperty('etag');
  // the document itself is the same for everybody
  const bearer = { authorization: 'Bearer asha.of.test' };
  const [own, anyones] = await Promise.all([
    app.inject({ url: '/dashboard', headers: bearer }),
    app.inject({ url: '/dashboard' }),
  ]);
  expect(own.body).toBe(anyones.body);
  expect(own.body).not.toContain('Asha');
});

test('a name cannot end the element of the answers, or become markup', async () => {
  const name = '</script><img src=x onerror=alert(1)>';
  answerHome = () => ({ data: homeOf(name) });
  const { body } = await view('asha.of.test');
  expect(body).not.toContain('<img src=x');
  expect(body.match(/<\/script>/g)).toHaveLength(1);
  const bodies = JSON.parse(/<script type="application\/json">(.*)<\/script>$/.exec(body)?.[1] ?? '');
  expect(JSON.parse(bodies['/api/home']).data.firstName).toBe(name);
});

// shows: admin/guard
test.each([
  ['nobody', undefined, 401],
  ['an ended session', 'gone.of.test', 401],
  ['staff whose second factor is due', 'late.of.test', 403],
])('%s is refused', async (_, token, status) => {
  const { statusCode, body, headers } = await view(token);
  expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
  expect(body).not.toContain('<h1');
});

test.each([
  ['staff, of the page of learners', 'staff.of.test', '/dashboard'],
  ['a learner, of a page of staff', 'asha.of.test', '/admin-dashboard'],
  ['a page without a first view', 'asha.of.test', '/profile'],
  ['a public page', 'asha.of.test', '/courses'],
  ['no page', 'asha.of.test', '/nowhere'],
])('there is none for %s', async (_, token, page) => {
  const { statusCode, body } = await view(token, page);
  expect([statusCode, body]).toEqual([204, '']);
  expect(logged).toEqual([]);
});

test.each(['', 'dashboard', '//evil.example/dashboard', '/dashboard?x=1', '/dash%board', `/${'x'.repeat(300)}`])(
  '%j is not a path',
  async (page) => {
    expect((await view('asha.of.test', page)).statusCode).toBe(400);
  },
);

test('where the call that the page needs fails, there is none', async () => {
  answerHome = () => Promise.reject(new Error('the database has gone away'));
  const { statusCode, body } = await view('asha.of.test');
  expect([statusCode, body]).toEqual([204, '']);
});
