import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { accounts } from '@fairlead/contract/accounts/calls';
import { expect, test } from 'vitest';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { createLog } from '../platform/http/log.ts';
import { buildApp } from '../program/app.ts';
import { type Person, testApp } from '../testing/app.ts';
import { freePort } from '../testing/free-port.ts';

const program = await testApp({ SMTP_URL: `smtp://academy:mail-password@127.0.0.1:${await freePort()}` });
const lines: string[] = [];
const { app, worker } = await buildApp(program, createLog('debug', { write: (line) => lines.push(line) }));
const parsed = () => lines.map((line) => JSON.parse(line));

/** Sends a request of each kind with data that must not appear in the log, and returns that data. */
async function carrySecrets(): Promise<string[]> {
  const learner = await program.person('learner', { email: 'asha.nair@example.org', firstName: 'Ashalata' });
  const token = await signAccessToken(learner, program.config.secrets.token, program.clock());
  const headers = { authorization: `Bearer ${token}`, cookie: 'who=cookie-of-mine', 'user-agent': 'agent-of-mine' };
  const account = { firstName: 'Ravindranath', lastName: 'Kumaran', mobile: '9820011223', tittle: 'Mr' };
  const person = { ...account, email: 'ravi.kumar@example.org', password: 'lighthouse keeper' };
  await app.inject({ method: 'POST', url: '/api/user/register', payload: person, headers });
  await app.inject({ method: 'POST', url: '/api/user/register', payload: { ...person, mobile: 'mobile-of-mine' } });
  await app.inject({ method: 'POST', url: '/api/user/login', payload: { ...person, password: 'wrong-password' } });
  await app.inject({ method: 'POST', url: '/api/user/refresh-token', payload: { refreshToken: 'refresh-of-mine' } });
  await app.inject({ method: 'POST', url: '/api/user/verify-otp', payload: { email: person.email, otp: '918273' } });
  await app.inject({ url: '/api/courses/active?q=search-of-mine', headers, remoteAddress: '203.0.113.77' });
  await app.inject({ url: '/api/uploads/signatures/name-of-mine.png?signature=sign-of-mine&expires=9999999999' });
  await app.inject({ url: '/api/verify/FMA-2026-NUMBEROFMINE1' });
  await app.inject({ url: '/no/such/path-of-mine?query-of-mine' });
  await app.inject({ url: '/api/%ff-of-mine' });
  return [
    ...[token, ...token.split('.'), 'cookie-of-mine', 'agent-of-mine', 'Ravindranath', 'Kumaran', '9820011223'],
    ...['ravi.kumar', 'asha.nair', 'Ashalata', 'lighthouse keeper', 'wrong-password', 'mobile-of-mine'],
    ...['refresh-of-mine', '918273', 'search-of-mine', '203.0.113.77', 'name-of-mine', 'sign-of-mine'],
    ...['NUMBEROFMINE', 'path-of-mine', 'query-of-mine', 'of-mine', '127.0.0.1'],
  ];
}

// shows: asvs/14.2.1, asvs/14.2.4, asvs/16.2.1, asvs/16.2.2, asvs/16.2.4, asvs/16.2.5, asvs/16.3.2, asvs/16.4.1
test('a request is one line with its route and outcome, and nothing about the person', async () => {
  const secrets = await carrySecrets();
  expect(parsed().map(({ msg }) => msg)).toEqual(Array(10).fill('request'));
  expect(parsed()[0]).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    trace: expect.stringMatching(/^[\da-f]{32}$/),
    method: 'POST',
    route: '/api/user/register',
    status: 201,
    ms: expect.any(Number),
    actor: expect.any(String),
    msg: 'request',
  });
  expect(parsed().map(({ route }) => route)).toContain('/api/uploads/:folder/:filename');
  const refused = ['bad-credentials', 'not-signed-in', 'bad-code'];
  expect(parsed().flatMap(({ refusal = [] }) => refusal)).toEqual(expect.arrayContaining(refused));
  for (const secret of secrets) expect(lines.join(''), secret).not.toContain(secret);
});

// shows: asvs/16.2.5
test('what a visitor writes and the emails about it leave nothing in the log, also where mails are files', async () => {
  const own = await testApp();
  const logged: string[] = [];
  const built = await buildApp(own, createLog('debug', { write: (line) => logged.push(line) }));
  const admin = await own.person('admin');
  const by = async (person: Person, method: 'POST' | 'PUT', url: string, payload: object) => {
    const token = await signAccessToken(person, own.config.secrets.token, own.clock());
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await built.app.inject({ method, url: `/api${url}`, payload, headers });
    expect(statusCode, body).toBeLessThan(300);
  };
  const sender = { name: 'Name Of-Mine', email: 'sender@of-mine.example' };
  const written = await built.app.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...sender, message: 'My passport is Z4839201 of-mine.' },
  });
  expect(written.statusCode, written.body).toBe(200);
  const { id } = await own.db.selectFrom('contactMessage').select('id').executeTakeFirstOrThrow();
  await by(admin, 'POST', `/contact/messages/${id}/answer?version=1`, { text: 'An answer of-mine' });
  const { accountId } = await own.person('learner', { firstName: 'Of-Mine' });
  await by(admin, 'POST', `/people/${accountId}/messages`, { subject: 'of-mine', text: 'of-mine' });
  await built.worker.drain();
  expect(logged.filter((line) => line.includes('mail written to a file')).length).toBeGreaterThan(2);
  expect(logged.filter((line) => /of-mine|Z4839201/i.test(line))).toEqual([]);
});

// shows: asvs/13.3.1, asvs/16.3.4
test('a mail that finds no mail server is logged without its content, its recipient or the server’s password', async () => {
  lines.length = 0;
  await worker.drain();
  const [failed] = parsed();
  expect(failed).toMatchObject({ msg: 'job failed', kind: 'mail', err: { type: 'Away' } });
  const { lastError } = await program.db.selectFrom('job').select('lastError').executeTakeFirstOrThrow();
  expect(lastError).toContain('ECONNREFUSED');
  expect(lines.join('')).not.toMatch(/ravi|mail-password|\b\d{6}\b.*code/);
});

// shows: asvs/16.2.1
test('one trace is in the log lines of a request, the job that it leaves, and that job’s log lines', async () => {
  lines.length = 0;
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
  const payload = { email: 'asha.nair@example.org' };
  await app.inject({ method: 'POST', url: `/api${accounts.forgotPassword.path}`, payload, headers: { traceparent } });
  await app.inject({ url: `/api${accounts.logout.path}` });
  for (const url of ['/healthz', '/readyz']) await app.inject({ url });
  const jobs = await program.db.selectFrom('job').select('id').where('trace', '=', trace).execute();
  expect(jobs).toHaveLength(1);
  // the mail server is known to be away, and is looked for again a little later
  program.wait(120);
  await worker.drain();
  const ofTrace = parsed().filter((line) => line.trace === trace);
  expect(ofTrace.map(({ msg, job }) => [msg, job])).toEqual([
    ['request', undefined],
    ['job failed', jobs[0]?.id],
  ]);
  const other = parsed().find(({ route }) => route === 'unknown');
  // each at a level that is off
  const probes = parsed().filter(({ route }) => ['/healthz', '/readyz'].includes(route));
  expect(probes.map(({ level }) => level)).toEqual([20, 20]);
  expect(other.trace).toMatch(/^[\da-f]{32}$/);
  expect(other.trace).not.toBe(trace);
});

// shows: asvs/13.4.2, asvs/16.3.4, asvs/16.5.1
test('an exception in a handler is logged with its stack, and the response does not contain it', async () => {
  lines.length = 0;
  let trace: unknown;
  await program.db.schema.alterTable('account').renameTo('account_away').execute();
  try {
    const body = { email: 'mate@example.org', password: 'lighthouse keeper' };
    const answer = await app.inject({ method: 'POST', url: `/api${accounts.login.path}`, payload: body });
    trace = answer.headers['x-trace'];
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { message: 'Something went wrong', code: 'fault', trace: answer.headers['x-trace'] },
    ]);
  } finally {
    await program.db.schema.alterTable('account_away').renameTo('account').execute();
  }
  expect(parsed().map(({ msg }) => msg)).toEqual(['request failed', 'request']);
  expect(parsed()[0].err.stack).toContain('.ts:');
  expect(parsed()[0].trace).toBe(trace);
  expect(lines.join('')).not.toContain('mate@');
});

// in the second case, the process exits before a failed write can be reported
test.each(['await new Promise((resume) => setImmediate(resume));', ''])(
  'a log that cannot be written does not stop the program or keep it running: %j',
  (pause) => {
    const script = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, '../platform/http/log.ts'))};
    const log = createLog('info');
    for (let i = 0; i < 3; i++) {
      log.info({ i }, 'a line');
      ${pause}
    }
    console.error('goes on');
    process.exit(0);`;
    // writing there fails as on a full disk, with ENOSPC
    const full = openSync('/dev/full', 'w');
    try {
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        timeout: 50_000,
        killSignal: 'SIGKILL',
        stdio: ['ignore', full, 'pipe'],
      });
      expect([status, stderr]).toEqual([0, 'goes on\n']);
    } finally {
      closeSync(full);
    }
  },
);
