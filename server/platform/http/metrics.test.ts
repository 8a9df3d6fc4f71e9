import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const token = 'a-token-of-the-watch';
const [program, silent] = [await testApp({ METRICS_TOKEN: token }), await testApp()];
const ask = ({ app }: typeof program, authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });

test('metrics report requests by route, jobs and the program, as Prometheus text', async () => {
  await program.app.inject({ url: '/healthz' });
  await program.app.inject({ url: '/api/courses/0198c0de-0000-7000-8000-000000000000' });
  await program.db.insertInto('job').values({ kind: 'mail', runAt: program.clock() }).execute();
  await program.db
    .insertInto('job')
    .values({ kind: 'mail', runAt: program.clock(), gaveUpAt: program.clock() })
    .execute();

  const answer = await ask(program, `Bearer ${token}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = answer.body.split('\n');
  const seconds = 'http_request_duration_seconds';
  expect(lines).toContain(`${seconds}_count{method="GET",route="/healthz",status="200"} 1`);
  expect(lines).toContain(`${seconds}_bucket{method="GET",route="/healthz",status="200",le="+Inf"} 1`);
  expect(lines).toContain('fairlead_jobs{kind="mail",state="waiting"} 1');
  expect(lines).toContain('fairlead_jobs{kind="mail",state="gave_up"} 1');
  expect(answer.body).toMatch(/^process_memory_bytes\{kind="rss"\} \d+$/m);
  expect(answer.body).toMatch(/^nodejs_eventloop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
  // routes, and never a value from the URL
  expect(answer.body).not.toContain('0198c0de');
  for (const one of lines.filter((text) => text !== '' && !text.startsWith('#')))
    expect(one).toMatch(/^[a-z_]+(\{[^{}]*\})? [\d.e+-]+$/);
});

// shows: asvs/13.4.5
test('metrics are not found without a token, with a wrong one, or if none is configured', async () => {
  for (const authorization of [undefined, '', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, 'Bearer undefined'])
    expect((await ask(program, authorization)).statusCode).toBe(404);
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer undefined', `Bearer ${token}`])
    expect((await ask(silent, authorization)).statusCode).toBe(404);
});
