import { permissionsOf, roles } from '@fairlead/contract/platform/permissions';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { addCertificate } from '../features/assessments/testing/assessments.ts';
import { guardAccess, type RouteAccess } from '../platform/http/access.ts';
import { type Answer, type Person, testApp } from '../testing/app.ts';
import { addCourse, addProfile, enrol } from '../testing/factories.ts';

const program = await testApp();
const routes = program.app.accessMap;

/** An id that no record has: a request with access finds nothing, and nothing is changed. */
const nowhere = '00000000-0000-4000-8000-000000000000';
const urlOf = ({ url }: RouteAccess) => url.replace(/:\w+/g, nowhere).replace('*', nowhere);

type Spelling = (path: string) => string;
/** Spellings of a path that the router accepts as the same path. */
const taken: Record<string, Spelling> = {
  'as written': (path) => path,
  'in capitals': (path) => path.toUpperCase(),
  'with a slash at the end': (path) => (path.endsWith('/') ? path : `${path}/`),
  'with letters encoded': (path) => path.replace(/[a-z]/i, (c) => `%${c.charCodeAt(0).toString(16)}`),
  'with a query': (path) => `${path}?who=admin`,
};
/** Spellings that match no route, for anybody. */
const notTaken: Record<string, Spelling> = {
  'with a slash too many': (path) => path.replace(/\/(?=[^/]*$)/, '//'),
  'with an encoded slash': (path) => path.replace(/(?<=.)\//, '%2f'),
};

async function ended(person: Person, how: 'session' | 'account' | 'approval'): Promise<Person> {
  const now = program.clock();
  if (how === 'session') {
    await program.db.updateTable('session').set({ endedAt: now }).where('id', '=', person.sessionId).execute();
  } else {
    const standing = how === 'approval' ? { approvedAt: null } : { disabledAt: now };
    await program.db.updateTable('account').set(standing).where('id', '=', person.accountId).execute();
  }
  return person;
}

/** Restores a person's session, because the tested calls include those that end sessions. */
const signInAgain = (person: Person | undefined) =>
  program.db
    .updateTable('session')
    .set({ endedAt: null })
    .where('id', '=', person?.sessionId ?? nowhere)
    .execute();

const callers: { name: string; as: Person | undefined }[] = [
  { name: 'visitor', as: undefined },
  { name: 'admin whose session ended', as: await ended(await program.person('admin'), 'session') },
  { name: 'unapproved learner', as: await ended(await program.person('learner'), 'approval') },
  { name: 'disabled learner', as: await ended(await program.person('learner'), 'account') },
  { name: 'disabled admin', as: await ended(await program.person('admin'), 'account') },
];
for (const role of roles) callers.push({ name: role, as: await program.person(role) });

/** The result required by access control alone, from the permission table and not from the code under test. */
function expected({ who }: RouteAccess, name: string): 'in' | 401 | 403 {
  if (who.includes('anyone')) return 'in';
  const role = roles.find((one) => one === name);
  if (!role) return 401;
  const may: readonly string[] = permissionsOf[role];
  const isIn = who.some((one) => one === 'signed-in' || (one === 'learner' && name === 'learner') || may.includes(one));
  return isIn ? 'in' : 403;
}

const ask = (route: RouteAccess, spell: Spelling, as?: Person) =>
  program.request(route.method as 'GET', spell(urlOf(route)), { as });

/** The first route of each requirement. */
const oneOfEach = [...new Map(routes.toReversed().map((route) => [route.who.join(), route])).values()];

/**
 * The routes that show what a spelling or a caller adds. How a path is spelled is decided before who calls: a visitor,
 * whom every guarded call refuses with 401, shows it of every path, and a colleague, whom some calls let in and others
 * refuse with 403, of every requirement. Whose session or account has ended is decided for all routes in one place.
 */
const routesFor = (name: string, spelling: string): readonly RouteAccess[] => {
  if (name === 'visitor') return routes;
  return spelling === 'as written' && roles.some((role) => role === name) ? routes : oneOfEach;
};
const someCallers = callers.filter(({ name }) => ['visitor', 'instructor'].includes(name));

describe.each(Object.entries(taken))('every route, %s', (spelling, spell) => {
  // shows: roles/admin-area, roles/staff-courses, roles/staff-users, roles/every-call, calls/base,
  //   threats/unchecked-call, asvs/3.5.1, asvs/8.2.1, asvs/8.3.1
  test.each(spelling === 'as written' ? callers : someCallers)('for $name', async ({ name, as }) => {
    const wrong: string[] = [];
    for (const route of routesFor(name, spelling)) {
      if (roles.some((role) => role === name)) await signInAgain(as);
      const answer = await ask(route, spell, as);
      const want = expected(route, name);
      if (!isRight(route, answer, want))
        wrong.push(`${route.method} ${route.url}: ${answer.status} instead of ${want}`);
    }
    expect(wrong).toEqual([]);
  });
});

/**
 * Whether a response matches the required access. A 404 where a refusal was required means that the request had access.
 */
function isRight(route: RouteAccess, { status, body }: Answer<unknown>, want: 'in' | 401 | 403): boolean {
  if (want !== 'in') return status === want;
  const { code, message = '' } = (body || {}) as { code?: string; message?: string };
  if (/^There is no [A-Z]+ call at this path/.test(message)) return false;
  const refusedByAccess = status === 401 || (status === 403 && code !== 'not-approved');
  return !refusedByAccess || code === 'bad-credentials' || loggedOut(route);
}

/**
 * These calls answer 401 to anyone whose refresh token is invalid. That is their function, not their access control.
 */
const loggedOut = ({ url }: RouteAccess) => url === '/api/user/refresh-token';

// shows: threats/unchecked-call, asvs/1.1.1
test.each(Object.entries(notTaken))('a path %s gives nobody access', async (_, spell) => {
  const admin = await program.person('admin');
  const found: string[] = [];
  for (const route of routes.filter(({ url }) => url.startsWith('/api/'))) {
    const { status } = await ask(route, spell, admin);
    if (status !== 404) found.push(`${route.method} ${spell(urlOf(route))}: ${status}`);
  }
  expect(found).toEqual([]);
});

// shows: threats/foreign-record, asvs/8.2.2
test('one learner cannot reach another’s records, whichever id is put into whichever call', async () => {
  const [owner, other] = [await program.person(), await program.person()];
  await addProfile(program, owner);
  const enrolmentId = await enrol(program, owner, (await addCourse(program)).id);
  const certificate = await addCertificate(program, enrolmentId);
  const guarded = routes.filter(({ url, who }) => url.includes(':') && !who.includes('anyone'));
  const found: string[] = [];
  for (const id of [owner.accountId, owner.sessionId, enrolmentId, certificate]) {
    for (const { method, url } of guarded) {
      const path = url.replace(/:\w+/g, id);
      const { status } = await program.request(method as 'GET', path, { as: other });
      if (status < 400) found.push(`${method} ${path}: ${status}`);
    }
  }
  expect(guarded.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

// shows: threats/unchecked-call, asvs/8.2.1, asvs/16.5.3
test('a route without a permission stops the start', () => {
  const app = Fastify();
  guardAccess(app, async () => undefined);
  expect(() => app.get('/open', () => 'open')).toThrow('GET /open does not say who may call it');
  expect(() => app.get('/said', { config: { who: 'anyone' } }, () => 'open')).not.toThrow();
});
