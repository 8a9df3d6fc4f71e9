import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { drawCertificateJob } from '../../features/certificates/issue-certificate.ts';
import { version } from '../../settings/version.ts';
import { testApp } from '../../testing/app.ts';
import { noteMassDeletion } from '../deletions/mass-deletion.ts';

const token = 'a-token-of-the-watch';
const watched = (name: string) =>
  readFileSync(resolve(import.meta.dirname, '../../../deploy/monitoring', name), 'utf8');
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
  expect(lines).toContain(`fairlead_build_info{version="${version}",node="${process.versions.node}"} 1`);
  const seconds = 'http_request_duration_seconds';
  expect(lines).toContain(`${seconds}_count{method="GET",route="/healthz",status="200"} 1`);
  expect(lines).toContain(`${seconds}_bucket{method="GET",route="/healthz",status="200",le="+Inf"} 1`);
  expect(lines).toContain('fairlead_jobs{kind="mail",state="waiting"} 1');
  expect(lines).toContain('fairlead_jobs{kind="mail",state="gave_up"} 1');
  expect(answer.body).toMatch(/^process_memory_bytes\{kind="rss"\} \d+$/m);
  expect(answer.body).toMatch(/^nodejs_eventloop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
  // routes, and never a value from the URL
  expect(answer.body).not.toContain('0198c0de');
  expect(lines).toContain('fairlead_jobs_late_seconds{kind="mail"} 0');
  expect(answer.body).toMatch(/^fairlead_cache_hits_total\{cache="shared calls"\} \d+$/m);
  expect(answer.body).toMatch(/^fairlead_queue_waiting\{queue="certificates"\} 0$/m);
  expect(answer.body).toMatch(/^fairlead_queue_process_bytes\{queue="sheets"\} \d+$/m);
  for (const one of lines.filter((text) => text !== '' && !text.startsWith('#')))
    expect(one).toMatch(/^[a-z_]+(\{[^{}]*\})? [\d.e+-]+$/);
  // Prometheus takes no metric twice
  const named = lines.filter((text) => /^# (HELP|TYPE) /.test(text)).map((text) => text.split(' ', 3).join(' '));
  expect(named).toEqual([...new Set(named)]);
});

test('files in quarantine, and deletions that wait, are counted', async () => {
  const note = { folder: 'academy', since: program.clock(), seenAt: program.clock() };
  await program.db
    .insertInto('quarantinedFile')
    .values([
      { ...note, filename: 'a', hasRow: false, inUse: false },
      { ...note, filename: 'b', hasRow: true, inUse: false },
      { ...note, filename: 'c', hasRow: true, inUse: false },
      { ...note, filename: 'd', hasRow: true, inUse: true },
    ])
    .execute();
  await noteMassDeletion(program.db, 'files', { waiting: 219, total: 244, now: program.clock() });
  const lines = (await ask(program, `Bearer ${token}`)).body.split('\n');
  expect(lines.filter((line) => /^fairlead_(quarantined|mass)/.test(line))).toEqual([
    'fairlead_quarantined_files{state="without_row"} 1',
    'fairlead_quarantined_files{state="marked_deleted"} 2',
    'fairlead_quarantined_files{state="in_use"} 1',
    'fairlead_mass_deletion_waiting{kind="files"} 219',
    'fairlead_mass_deletion_waiting{kind="people"} 0',
  ]);
});

test('only a summary has quantiles and only a histogram has buckets, as promtool asks, and each metric has a help', async () => {
  const { body } = await ask(program, `Bearer ${token}`);
  const types = new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
  const helped = [...body.matchAll(/^# HELP (\w+) \S.*$/gm)].map(([, name]) => name);
  expect(helped.toSorted()).toEqual([...types.keys()].sort());
  const typesOf = (label: RegExp) =>
    new Set([...body.matchAll(label)].map(([, name = '']) => types.get(name.replace(/_bucket$/, ''))));
  expect(typesOf(/^(\w+)\{[^}]*\bquantile="/gm)).toEqual(new Set(['summary']));
  expect(typesOf(/^(\w+)\{[^}]*\ble="/gm)).toEqual(new Set(['histogram']));
});

test.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])('every metric of %s exists', async (name) => {
  const { body } = await ask(program, `Bearer ${token}`);
  const known = new Set(['up', 'fairlead']);
  for (const [, metric, type] of body.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) known.add(`${metric}${suffix}`);
  const named = watched(name).match(/\b(fairlead|http|process|nodejs)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((metric) => !known.has(metric))).toEqual([]);
});

test('the alert about late certificates names the job that draws them', () => {
  expect(watched('alerts.yml')).toContain(`fairlead_jobs_late_seconds{kind=~"${drawCertificateJob}|`);
});

test('a job that is due and not taken is late, and one that is to run later is not', async () => {
  const due = new Date(program.clock().getTime() - 120_000);
  const later = new Date(program.clock().getTime() + 120_000);
  await program.db
    .insertInto('job')
    .values([
      { kind: 'scan-files', createdAt: due },
      { kind: 'read-codes', createdAt: due, runAt: later },
    ])
    .execute();
  const { body } = await ask(program, `Bearer ${token}`);
  expect(body).toContain('fairlead_jobs_late_seconds{kind="scan-files"} 120\n');
  expect(body).toContain('fairlead_jobs_late_seconds{kind="read-codes"} 0\n');
});

test('a job that was just enqueued or is running is not late, and one that fails at each try is', async () => {
  const ago = (minutes: number) => new Date(program.clock().getTime() - minutes * 60_000);
  const soon = new Date(program.clock().getTime() + 30_000);
  await program.db
    .insertInto('job')
    .values([
      { kind: 'send-digests', createdAt: ago(0) },
      { kind: 'sum-results', createdAt: ago(20), lockedUntil: soon },
      { kind: 'send-mail', createdAt: ago(30), runAt: soon, failingSince: ago(20) },
    ])
    .execute();
  const { body } = await ask(program, `Bearer ${token}`);
  expect(body).toContain('fairlead_jobs_late_seconds{kind="send-digests"} 0\n');
  expect(body).toContain('fairlead_jobs_late_seconds{kind="sum-results"} 0\n');
  expect(body).toContain('fairlead_jobs_late_seconds{kind="send-mail"} 1200\n');
});

// shows: asvs/13.4.5
test('metrics are not found without a token, with a wrong one, or if none is configured', async () => {
  for (const authorization of [undefined, '', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, 'Bearer undefined'])
    expect((await ask(program, authorization)).statusCode).toBe(404);
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer undefined', `Bearer ${token}`])
    expect((await ask(silent, authorization)).statusCode).toBe(404);
});

test('a note of the last backup that cannot be read takes no other metric away', async () => {
  const alone = await testApp({ METRICS_TOKEN: token });
  for (const name of ['last-backup', 'last-night']) writeFileSync(join(alone.config.dataDir, name), '{');
  const { statusCode, body } = await ask(alone, `Bearer ${token}`);
  expect(statusCode).toBe(200);
  expect(body).toMatch(/^fairlead_database_up 1$/m);
  expect(body).not.toMatch(/^fairlead_(backup|night)/m);
});

test('without the database, metrics report what the process knows', async () => {
  const alone = await testApp({ METRICS_TOKEN: token });
  expect((await ask(alone, `Bearer ${token}`)).body).toMatch(/^fairlead_database_up 1$/m);
  await alone.db.schema.alterTable('job').renameTo('job_away').execute();
  try {
    const { statusCode, body } = await ask(alone, `Bearer ${token}`);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^fairlead_database_up 0$/m);
    expect(body).toMatch(/^process_memory_bytes\{kind="rss"\} \d+$/m);
    expect(body).not.toContain('fairlead_jobs');
  } finally {
    await alone.db.schema.alterTable('job_away').renameTo('job').execute();
  }
});
