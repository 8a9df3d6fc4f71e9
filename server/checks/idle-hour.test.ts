import { afterAll, expect, test } from 'vitest';
import { pressesOfPrograms } from '../features/certificates/testing/shared-presses.ts';
import { createLog } from '../platform/http/log.ts';
import { buildApp } from '../program/app.ts';
import { testApp } from '../testing/app.ts';
import { passed } from '../testing/journey.ts';

const METRICS_TOKEN = 'of-the-monitoring';
const program = await testApp({ METRICS_TOKEN });
const { db, clock, wait } = program;
const lines: string[] = [];
const log = createLog('info', { write: (line) => void lines.push(line) });
const { app, worker } = await buildApp(program, log, { presses: pressesOfPrograms });
await app.ready();
afterAll(() => app.close());
const ask = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${METRICS_TOKEN}` } });

test('an hour in which nothing happens leaves at most 20 lines in the log, and a request one, without personal data', async () => {
  const { learner } = await passed(program);
  await worker.drain();
  lines.length = 0;
  for (let minutes = 0; minutes < 60; minutes += 5) {
    wait(300);
    // more often than the program does
    await db
      .insertInto('job')
      .values(worker.recurringKinds.map((kind) => ({ kind, createdAt: clock() })))
      .execute();
    await worker.drain();
    for (const url of ['/healthz', '/readyz', '/metrics']) expect((await ask(url)).statusCode).toBe(200);
  }
  expect(lines.length, lines.join('')).toBeLessThanOrEqual(20);

  lines.length = 0;
  const body = { email: 'nobody@example.org', password: 'not the one' };
  await app.inject({ method: 'POST', url: '/api/user/login', payload: body });
  await ask(`/api/nothing?email=${learner.email}`);
  expect(
    lines.map((line) => JSON.parse(line).msg),
    lines.join(''),
  ).toEqual(['request', 'request']);
  for (const secret of [learner.email, body.email, body.password]) expect(lines.join('')).not.toContain(secret);
}, 60_000);
