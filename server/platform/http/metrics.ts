import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { connectionsOf } from '../db/database.ts';
import { callBounds, type StoreCalls } from '../files/stores/store-calls.ts';
import { countOpenJobs } from '../jobs/queries.ts';
import type { Platform } from '../platform.ts';
import { registerRaw } from './access.ts';

/** Upper bounds of the response time buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

type Durations = { labels: Labels; within: number[]; count: number; sum: number };
type Labels = Readonly<Record<string, string | number>>;

/** A line in Prometheus' text format: name, labels, value. */
function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([key, one]) => `${key}="${String(one).replace(/["\\\n]/g, '\\$&')}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`;
}

const family = (name: string, type: string, help: string, lines: readonly string[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...lines,
];

/** Measures, for each route, method and status, the number of requests and their response times. */
function requestTimes(app: FastifyInstance): () => string[] {
  const seen = new Map<string, Durations>();
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode };
    const key = Object.values(labels).join(' ');
    const times = seen.get(key) ?? { labels, within: bounds.map(() => 0), count: 0, sum: 0 };
    const seconds = reply.elapsedTime / 1000;
    times.within = times.within.map((count, i) => count + (seconds <= (bounds[i] ?? 0) ? 1 : 0));
    times.count += 1;
    times.sum += seconds;
    seen.set(key, times);
  });
  const name = 'http_request_duration_seconds';
  const linesOf = ({ labels, within, count, sum }: Durations) => [
    ...within.map((one, i) => line(`${name}_bucket`, { ...labels, le: bounds[i] ?? '' }, one)),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
  return () => family(name, 'histogram', 'Time to answer, by route.', [...seen.values()].flatMap(linesOf));
}

/** The calls to the object store, by operation and outcome: `ok`, `missing`, `away`, `refused`, `full` or `other`. */
function storeCalls(calls: StoreCalls | undefined): string[] {
  const name = 'fairlead_store_call_duration_seconds';
  const lines = calls
    ?.seen()
    .flatMap(({ operation, outcome, within, count, seconds }) => [
      ...within.map((one, i) => line(`${name}_bucket`, { operation, outcome, le: callBounds[i] ?? '' }, one)),
      line(`${name}_bucket`, { operation, outcome, le: '+Inf' }, count),
      line(`${name}_sum`, { operation, outcome }, seconds),
      line(`${name}_count`, { operation, outcome }, count),
    ]);
  return lines ? family(name, 'histogram', 'Time of calls to the object store, each try by itself.', lines) : [];
}

/**
 * `GET /metrics` in Prometheus' text format, for clients that send METRICS_TOKEN as a bearer token. Without that
 * setting, the route does not exist and nothing is measured. The metrics name routes, never persons.
 */
export function registerMetrics(
  app: FastifyInstance,
  { db, config, files, clock }: Pick<Platform, 'db' | 'config' | 'files' | 'clock'>,
): void {
  const { metricsToken } = config;
  const times = metricsToken === undefined ? undefined : requestTimes(app);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  if (metricsToken !== undefined) delay.enable();
  app.addHook('onClose', async () => void delay.disable());
  registerRaw(app, {
    method: 'GET',
    url: '/metrics',
    who: 'anyone',
    handler: async (request, reply) => {
      if (!times || !isToken(request.headers.authorization, metricsToken))
        throw new AppError('not-found', 'There is nothing here.');
      const jobs = await countOpenJobs(db);
      const quantiles = [50, 99, 100].map((percent) =>
        line('nodejs_eventloop_delay_seconds', { quantile: percent / 100 }, delay.percentile(percent) / 1e9),
      );
      // each reading covers the time since the previous one
      delay.reset();
      const memory = Object.entries(process.memoryUsage()).map(([kind, bytes]) =>
        line('process_memory_bytes', { kind }, bytes),
      );
      const states = jobs.flatMap(({ kind, waiting, gaveUp }) => [
        line('fairlead_jobs', { kind, state: 'waiting' }, waiting),
        line('fairlead_jobs', { kind, state: 'gave_up' }, gaveUp),
      ]);
      const now = clock().getTime();
      const late = jobs.map(({ kind, dueSince }) =>
        line('fairlead_jobs_late_seconds', { kind }, dueSince ? Math.max(0, (now - dueSince.getTime()) / 1000) : 0),
      );
      const logs = await db.selectFrom('logCheck').select(['chain', 'found', 'checkedAt']).orderBy('chain').execute();
      const { user, system } = process.cpuUsage();
      const lines = [
        ...times(),
        ...storeCalls(files.bucket?.calls),
        ...family(
          'nodejs_eventloop_delay_seconds',
          'gauge',
          'How late the event loop was since last asked.',
          quantiles,
        ),
        ...family('process_memory_bytes', 'gauge', 'Memory held.', memory),
        ...family('process_cpu_seconds_total', 'counter', 'Processor time used.', [
          line('process_cpu_seconds_total', {}, (user + system) / 1e6),
        ]),
        ...family(
          'fairlead_log_flaws',
          'gauge',
          'What the last check of a log found wrong.',
          logs.map(({ chain, found }) => line('fairlead_log_flaws', { log: chain }, found)),
        ),
        ...family(
          'fairlead_log_checked_timestamp_seconds',
          'gauge',
          'When a log was last checked.',
          logs.flatMap(({ chain, checkedAt }) =>
            checkedAt ? line('fairlead_log_checked_timestamp_seconds', { log: chain }, checkedAt.getTime() / 1000) : [],
          ),
        ),
        ...family('fairlead_jobs', 'gauge', 'Jobs that are not done, mails among them.', states),
        ...family('fairlead_jobs_late_seconds', 'gauge', 'For how long the job that is due longest has waited.', late),
        ...usesOf(app),
        ...connectionLines(db),
        ...family(
          'fairlead_replication_lag_seconds',
          'gauge',
          'How far a replica is behind.',
          config.databaseUrl === undefined ? [] : await replicaLines(db),
        ),
      ];
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(`${lines.join('\n')}\n`);
    },
  });
}

/** The caches and queues of this process. */
function usesOf({ caches, queues }: FastifyInstance): string[] {
  const kept = [...caches].map(([cache, use]) => ({ labels: { cache }, ...use() }));
  const lined = [...queues].map(([queue, use]) => ({ labels: { queue }, ...use() }));
  const sized = kept.flatMap(({ labels, bytes }) =>
    bytes === undefined ? [] : line('fairlead_cache_bytes', labels, bytes),
  );
  return [
    ...family(
      'fairlead_cache_entries',
      'gauge',
      'What a cache holds.',
      kept.map(({ labels, entries }) => line('fairlead_cache_entries', labels, entries)),
    ),
    ...family('fairlead_cache_bytes', 'gauge', 'The size of what a cache holds.', sized),
    ...family(
      'fairlead_cache_hits_total',
      'counter',
      'How often a cache had what it was asked for.',
      kept.map(({ labels, hits }) => line('fairlead_cache_hits_total', labels, hits)),
    ),
    ...family(
      'fairlead_cache_misses_total',
      'counter',
      'How often a cache did not have what it was asked for.',
      kept.map(({ labels, misses }) => line('fairlead_cache_misses_total', labels, misses)),
    ),
    ...family(
      'fairlead_queue_waiting',
      'gauge',
      'Work that waits inside the program.',
      lined.map(({ labels, waiting }) => line('fairlead_queue_waiting', labels, waiting)),
    ),
    ...family(
      'fairlead_queue_running',
      'gauge',
      'Work that is being done.',
      lined.map(({ labels, running }) => line('fairlead_queue_running', labels, running)),
    ),
  ];
}

function connectionLines(db: Platform['db']): string[] {
  const { used, idle, waiting } = connectionsOf(db) ?? { used: 0, idle: 0, waiting: 0 };
  return [
    ...family('fairlead_database_connections', 'gauge', 'Connections to the database.', [
      line('fairlead_database_connections', { state: 'used' }, used),
      line('fairlead_database_connections', { state: 'idle' }, idle),
    ]),
    ...family('fairlead_database_waiting', 'gauge', 'Calls that wait for a connection.', [
      line('fairlead_database_waiting', {}, waiting),
    ]),
  ];
}

/** How far each replica is behind; the database's user sees that as a member of pg_monitor. */
async function replicaLines(db: Platform['db']): Promise<string[]> {
  const { rows } = await sql<{ replica: string; lag: number }>`
    select application_name as replica, coalesce(extract(epoch from replay_lag), 0)::float8 as lag
    from pg_stat_replication where application_name <> ''`.execute(db);
  return rows.map(({ replica, lag }) => line('fairlead_replication_lag_seconds', { replica }, lag));
}

function isToken(authorization: string | undefined, token = ''): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
