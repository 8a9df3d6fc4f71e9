import { setImmediate } from 'node:timers/promises';
import { accounts } from '@fairlead/contract/accounts/calls';
import Fastify, { type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, inject, test, vi } from 'vitest';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { secureAnswers } from '../platform/http/answer-headers.ts';
import { type Person, testApp } from '../testing/app.ts';
import { isLong } from '../testing/cases.ts';
import { describeOnServer } from '../testing/database.ts';
import { withMaintenance } from '../testing/databases.ts';
import { addProfile } from '../testing/factories.ts';

const program = await testApp();
const { app, call, person } = program;
const learner = await person();
const admin = await person('admin');

const nobody = '00000000-0000-4000-8000-000000000000';
const json = { 'content-type': 'application/json' };

async function ask(options: InjectOptions, as?: Person) {
  const token = as && (await signAccessToken(as, program.config.secrets.token, program.clock()));
  return app.inject({
    ...options,
    headers: { ...options.headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
}

/** One response of each kind that is not a page. */
const kinds: [name: string, status: number, options: InjectOptions, as?: Person][] = [
  ['JSON', 200, { url: '/api/brand' }],
  ['JSON without its body', 200, { method: 'HEAD', url: '/api/brand' }],
  ['nothing', 204, { method: 'POST', url: '/api/user/logout', payload: { refreshToken: 'none' } }],
  ['a fault of the sender', 400, { method: 'POST', url: '/api/user/login', payload: {} }],
  ['JSON that is none', 400, { method: 'POST', url: '/api/user/login', headers: json, payload: '{' }],
  ['an address that cannot be decoded', 400, { url: '/api/user/%ff' }],
  ['not signed in', 401, { url: '/api/user/me' }],
  ['not allowed', 403, { url: '/api/user/getApprovedUsers' }, learner],
  ['an unknown call', 404, { url: '/api/nothing' }],
  ['an unknown call by OPTIONS', 404, { method: 'OPTIONS', url: '/api/user/login' }],
  ['an unknown call by TRACE', 404, { method: 'TRACE', url: '/api/brand' }],
  ['an unknown record', 404, { method: 'POST', url: `/api/user/approve-user/${nobody}` }, admin],
  ['too large', 413, { method: 'POST', url: '/api/user/login', payload: { email: 'x'.repeat(1_100_000) } }],
  [
    'another kind of content',
    415,
    { method: 'POST', url: '/api/user/login', headers: { 'content-type': 'text/plain' }, payload: '{}' },
  ],
  ['the description for programs', 200, { url: '/api/openapi.json' }],
  ['health', 200, { url: '/healthz' }],
  ['readiness', 200, { url: '/readyz' }],
];

describe('every kind of response', () => {
  // shows: threats/script-in-page, asvs/3.2.1, asvs/3.4.3, asvs/3.4.4, asvs/3.4.5, asvs/3.4.6
  test.each(kinds)('keeps a browser from guessing or embedding its content: %s', async (_, status, options, as) => {
    const answer = await ask(options, as);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  // shows: asvs/3.4.2, asvs/4.1.1, asvs/13.4.4
  test.each(kinds.filter(([, status]) => status >= 400))(
    'has one form of refusal: %s',
    async (_, status, options, as) => {
      const { statusCode, headers, json: read } = await ask(options, as);
      expect(statusCode).toBe(status);
      expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
      expect(read()).toMatchObject({
        message: expect.stringMatching(/^[A-Z].*[^.].$/),
        code: expect.stringMatching(/^[a-z-]+$/),
      });
    },
  );

  test('leaves the headers of a file as they are, framing included', async () => {
    await addProfile(program, learner);
    const { folder, filename } = await program.db
      .selectFrom('storedFile')
      .select(['folder', 'filename'])
      .where('ownerId', '=', learner.accountId)
      .where('folder', '=', 'profile_pictures')
      .executeTakeFirstOrThrow();
    const file = await ask({ url: `/api/uploads/${folder}/${filename}` }, learner);
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(file.headers).not.toHaveProperty('x-frame-options');
  });
});

// shows: threats/plain-http, asvs/3.4.1, asvs/12.2.1
test('responses over https require https from then on, and none over plain http', async () => {
  const hstsHeader = async (publicUrl: string, hstsSubdomains = true) => {
    const site = Fastify();
    secureAnswers(site, { publicUrl, hstsSubdomains });
    site.get('/page', () => 'page');
    return (await site.inject('/page')).headers['strict-transport-security'];
  };
  expect(await hstsHeader('https://academy.example')).toBe('max-age=31536000; includeSubDomains');
  expect(await hstsHeader('https://academy.example', false)).toBe('max-age=31536000');
  expect(await hstsHeader('http://127.0.0.1:3000')).toBeUndefined();
  for (const url of ['/api/brand', '/api/nothing', '/healthz']) {
    expect((await ask({ url })).headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains');
  }
});

// shows: asvs/3.4.1
test('a response to a URL that cannot be decoded requires https too', async () => {
  const { statusCode, headers } = await ask({ url: '/api/user/%ff' });
  expect([statusCode, headers['strict-transport-security']]).toEqual([400, expect.stringMatching(/^max-age=31536000/)]);
});

describe('a body', () => {
  test.each([
    ['nothing', {}],
    ['nothing, called JSON', { headers: json, payload: '' }],
    ['null', { headers: json, payload: 'null' }],
  ])('of %s lacks every field', async (_, options) => {
    const answer = await ask({ method: 'POST', url: '/api/user/login', ...options });
    expect(answer.json()).toEqual({
      message: 'Email is required',
      code: 'invalid',
      fields: { email: 'Email is required', password: 'Password is required' },
    });
  });

  test('that is a list has no fields to report', async () => {
    const answer = await ask({ method: 'POST', url: '/api/user/login', payload: [] });
    expect(answer.json()).toEqual({ message: 'Please check what was entered.', code: 'invalid', fields: {} });
  });

  // shows: threats/malformed-request, asvs/1.5.2, asvs/15.3.6
  test.each(['{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'])(
    'that tries to set the prototype is refused: %s',
    async (payload) => {
      expect((await ask({ method: 'POST', url: '/api/user/login', headers: json, payload })).statusCode).toBe(400);
      expect(({} as { role?: string }).role).toBeUndefined();
    },
  );

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
    'may be empty and declared as %s where none is expected',
    async (type) => {
      const { accountId } = await person('learner');
      await program.db.updateTable('account').set({ approvedAt: null }).where('id', '=', accountId).execute();
      const url = `/api/user/approve-user/${accountId}`;
      const answer = await ask({ method: 'POST', url, headers: { 'content-type': type }, payload: '' }, admin);
      expect([answer.statusCode, answer.body]).toEqual([200, '{"message":"User approved successfully!"}']);
    },
  );

  // shows: threats/anonymous-upload, asvs/2.2.2
  test('is not read before the caller has access', async () => {
    const url = '/api/courses';
    for (const headers of [json, { 'content-type': 'text/plain' }, { 'content-type': 'nonsense' }]) {
      expect((await ask({ method: 'POST', url, headers, payload: '{' })).statusCode).toBe(401);
      expect((await ask({ method: 'POST', url, headers, payload: '{' }, learner)).statusCode).toBe(403);
    }
  });
});

// shows: asvs/2.2.1, asvs/8.2.3, asvs/15.3.3
test('fields that a call does not name are ignored', async () => {
  const body = {
    tittle: 'Mr',
    firstName: 'Ravi',
    lastName: 'Kumar',
    mobile: '9820012345',
    password: 'lighthouse keeper',
  };
  const wish = {
    role: 'admin',
    approvedAt: '2026-01-01',
    approved_at: '2026-01-01',
    emailVerifiedAt: '2026-01-01',
    id: nobody,
  };
  const payload = { ...body, ...wish, email: 'ambitious@example.org' };
  expect((await ask({ method: 'POST', url: '/api/user/register', payload })).statusCode).toBe(201);
  const row = await program.db
    .selectFrom('account')
    .select(['role', 'approvedAt', 'emailVerifiedAt'])
    .where('email', '=', 'ambitious@example.org')
    .where('id', '!=', nobody)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ role: 'learner', approvedAt: null, emailVerifiedAt: null });
});

// shows: asvs/15.3.7
test('a parameter that is given twice is refused', async () => {
  for (const [name, first, second] of [
    ['q', 'radar', 'sonar'],
    ['limit', '1', '200'],
    ['after', nobody, nobody],
  ]) {
    const answer = await ask({ url: `/api/courses?${name}=${first}&${name}=${second}` });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [name]]);
  }
});

test('half a surrogate pair, a NUL or a line break in a name is no server error', async () => {
  const body = { tittle: 'Mr' as const, mobile: '9820012345', email: 'odd@example.org', password: 'lighthouse keeper' };
  const answer = await call(accounts.register, {
    body: { ...body, firstName: 'Ra\ud800vi\u0000', lastName: 'K\r\nBcc: x' },
  });
  expect(answer.status).toBe(201);
  const { firstName, lastName } = await program.db
    .selectFrom('account')
    .select(['firstName', 'lastName'])
    .where('email', '=', 'odd@example.org')
    .executeTakeFirstOrThrow();
  expect([firstName, lastName]).toEqual(['Ra\ufffdvi', 'K Bcc: x']);
});

if (isLong)
  describeOnServer('while connections to the database are cut', () => {
    // shows: threats/lost-database-or-disk
    test('each call is answered as usual or with Retry-After, and nothing stays broken', async () => {
      // Each lost connection is logged.
      const reported = vi.spyOn(console, 'warn').mockImplementation(() => {});
      const description = (await ask({ url: '/api/openapi.json' })).json<{ paths: Record<string, object> }>();
      const paths = Object.entries(description.paths).flatMap(([path, methods]) => ('get' in methods ? [path] : []));
      const seafarer = await person();
      await addProfile(program, seafarer);
      const reads = paths.map((path): InjectOptions => ({ url: path.replace(/\{\w+\}/g, nobody) }));
      const writes = ['login', 'forgotPasssword', 'register', 'refresh-token'].map(
        (name): InjectOptions => ({
          method: 'POST',
          url: `/api/user/${name}`,
          payload: { ...registrationOf(`cut-${name}`), refreshToken: 'none' },
        }),
      );
      const asked = [...reads, ...writes].flatMap((options) => [
        { options, as: seafarer },
        { options, as: admin },
      ]);
      const answers: { options: InjectOptions; status: number; body: string; retryAfter: unknown }[] = [];
      const askNext = async () => {
        for (let next = asked.shift(); next; next = asked.shift()) {
          const answer = await ask(next.options, next.as).catch((error: { code?: string }) => {
            // A response that was being streamed ends in the middle, so that the browser detects that it is incomplete.
            if (error.code !== 'LIGHT_ECONNRESET') throw error;
            return { statusCode: 200, body: '', headers: {} as Record<string, unknown> };
          });
          const { statusCode, body, headers } = answer;
          answers.push({ options: next.options, status: statusCode, body, retryAfter: headers['retry-after'] });
        }
      };
      let isOver = false;
      const template = inject('databaseTemplate');
      if (template.engine !== 'server') throw new Error('this is for a server');
      const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(program.db);
      const ofOurs = names.map(({ name }) => name);
      // Through a separate connection, to another database.
      const cutting = withMaintenance(template.maintenanceUrl, async (client) => {
        // After every few responses, so that most requests are interrupted, however fast the machine is.
        for (let seen = -1; !isOver; await setImmediate()) {
          if (answers.length < seen + 3) continue;
          seen = answers.length;
          await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = any ($1)', [
            ofOurs,
          ]);
        }
      });
      await Promise.all(Array.from({ length: 8 }, askNext));
      isOver = true;
      await cutting;

      // A 503 is a regular response of the probe, in its own format.
      const broken = answers.filter(({ options, status }) => status >= 500 && options.url !== '/readyz');
      for (const { options, status, body, retryAfter } of broken) {
        expect([options.url, status, retryAfter]).toEqual([options.url, 503, '10']);
        expect(JSON.parse(body)).toMatchObject({ message: expect.stringContaining('Please try again') });
      }
      expect(broken.length).toBeGreaterThan(0);
      // The pool has recovered as soon as it has noticed the loss, and no transaction was left open.
      await vi.waitFor(async () => {
        const again = await Promise.all(Array.from({ length: 20 }, () => ask({ url: '/api/userProfile' }, seafarer)));
        expect(again.map(({ statusCode }) => statusCode)).toEqual(again.map(() => 200));
      });
      expect(reported).toHaveBeenCalled();
      reported.mockRestore();
      const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
        program.db,
      );
      expect(rows).toHaveLength(0);
    });
  });

const registrationOf = (name: string) => ({
  tittle: 'Mr',
  firstName: 'Irfan',
  lastName: 'Khan',
  mobile: '9820012345',
  email: `${name}@example.org`,
  password: 'lighthouse keeper',
});
