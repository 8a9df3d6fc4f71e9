import { timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { deletionKinds } from '@fairlead/contract/overview/calls';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { version } from '../../settings/version.ts';
import { type LastBackup, readLastBackup } from '../backup/last-backup.ts';
import { type LastNight, nightSteps, readLastNight } from '../backup/last-night.ts';
import { connectionsOf } from '../db/database.ts';
import { listWaitingDeletions } from '../deletions/mass-deletion.ts';
import { Durations, type Labels } from '../durations.ts';
import { AppError } from '../errors.ts';
import { countQuarantined } from '../files/quarantine.ts';
import type { StoreCalls } from '../files/stores/store-calls.ts';
import { countOpenJobs } from '../jobs/queries.ts';
import type { Platform } from '../platform.ts';
import { droppedLogLines } from '../standard-output.ts';
import type { CacheUse, QueueUse } from '../uses.ts';
import { registerRaw } from './access.ts';

/** Upper bounds of the response time buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** A line in Prometheus' text format: name, labels, value. */
function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([key, one]) => `${key}="${String(one).replace(/["\\\n]/g, '\\$&')}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`;
}

/** A value with its labels. */
type Reading = readonly [labels: Labels, value: number];

const head = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];

/** The lines of one metric. */
const family = (name: string, type: 'counter' | 'gauge' | 'summary', help: string, readings: readonly Reading[]) => [
  ...head(name, type, help),
  ...readings.map(([labels, value]) => line(name, labels, value)),
];

/** The lines of a histogram of durations. */
const histogram = (name: string, help: string, { bounds, all }: Durations) => [
  ...head(name, 'histogram', help),
  ...all.flatMap(({ labels, within, count, seconds }) => [
    ...within.map((one, i) => line(`${name}_bucket`, { ...labels, le: bounds[i] ?? '' }, one)),
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, seconds),
    line(`${name}_count`, labels, count),
  ]),
];

/** Measures, for each route, method and status, the number of requests and their response times. */
function requestTimes(app: FastifyInstance): Durations {
  const times = new Durations(bounds);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    times.note({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  return times;
}

/** The calls to the object store, by operation and outcome: `ok`, `missing`, `away`, `refused`, `full` or `other`. */
const storeCalls = (calls: StoreCalls | undefined): string[] =>
  calls
    ? histogram(
        'fairlead_store_call_duration_seconds',
        'Time of calls to the object store, each try by itself.',
        calls.durations,
      )
    : [];

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
      const quantiles = [50, 99, 100].map(
        (percent): Reading => [{ quantile: percent / 100 }, delay.percentile(percent) / 1e9],
      );
      // each reading covers the time since the previous one
      delay.reset();
      const memory = Object.entries(process.memoryUsage()).map(([kind, bytes]): Reading => [{ kind }, bytes]);
      const { user, system } = process.cpuUsage();
      const unread = (error: unknown) => {
        request.log.error({ err: error }, 'metrics without a note in DATA_DIR');
        return undefined;
      };
      const lines = [
        ...family('fairlead_build_info', 'gauge', 'The version of the program, and of Node.', [
          [{ version, node: process.versions.node }, 1],
        ]),
        ...histogram('http_request_duration_seconds', 'Time to answer, by route.', times),
        ...storeCalls(files.bucket?.calls),
        ...family(
          'nodejs_eventloop_delay_seconds',
          'summary',
          'How late the event loop was since last asked.',
          quantiles,
        ),
        ...family('process_memory_bytes', 'gauge', 'Memory held.', memory),
        ...family('process_cpu_seconds_total', 'counter', 'Processor time used.', [[{}, (user + system) / 1e6]]),
        ...backupLines(await readLastBackup(config.dataDir).catch(unread)),
        ...nightLines(await readLastNight(config.dataDir).catch(unread)),
        ...family('fairlead_log_dropped_total', 'counter', 'Lines of the log that could not be written.', [
          [{}, droppedLogLines()],
        ]),
        ...usesOf(app),
        ...connectionLines(db),
        ...(await databaseLines({ db, config, clock }).catch((error: unknown) => {
          request.log.error({ err: error }, 'metrics without the database');
          return databaseUp(0);
        })),
      ];
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; version=0.0.4; charset=utf-8')
        .send(`${lines.join('\n')}\n`);
    },
  });
}

const databaseUp = (up: 0 | 1) =>
  family('fairlead_database_up', 'gauge', 'Whether the database answered for these lines.', [[{}, up]]);

/** What is read from the database. @throws when it does not answer */
async function databaseLines({ db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>): Promise<string[]> {
  const now = clock();
  const jobs = await countOpenJobs(db, now);
  const states = jobs.flatMap(({ kind, waiting, gaveUp }): Reading[] => [
    [{ kind, state: 'waiting' }, waiting],
    [{ kind, state: 'gave_up' }, gaveUp],
  ]);
  const late = jobs.map(
    ({ kind, dueSince }): Reading => [
      { kind },
      dueSince ? Math.max(0, (now.getTime() - dueSince.getTime()) / 1000) : 0,
    ],
  );
  const logs = await db.selectFrom('logCheck').select(['chain', 'found', 'checkedAt']).orderBy('chain').execute();
  return [
    ...family(
      'fairlead_log_flaws',
      'gauge',
      'What the last check of a log found wrong.',
      logs.map(({ chain, found }) => [{ log: chain }, found]),
    ),
    ...family(
      'fairlead_log_checked_timestamp_seconds',
      'gauge',
      'When a log was last checked.',
      logs.flatMap(({ chain, checkedAt }): Reading[] =>
        checkedAt ? [[{ log: chain }, checkedAt.getTime() / 1000]] : [],
      ),
    ),
    ...family('fairlead_jobs', 'gauge', 'Jobs that are not done, mails among them.', states),
    ...family('fairlead_jobs_late_seconds', 'gauge', 'For how long the job that is due longest has waited.', late),
    ...(await deletionLines(db)),
    ...family(
      'fairlead_replication_lag_seconds',
      'gauge',
      'How far a replica is behind.',
      config.databaseUrl === undefined ? [] : await replicaLags(db),
    ),
    ...databaseUp(1),
  ];
}

/** How `npm run backup` ended last on this DATA_DIR; nothing where there was none. */
const backupLines = (last: LastBackup | undefined): string[] => [
  ...family(
    'fairlead_backup_incomplete',
    'gauge',
    'Whether the last backup has failed, or lacks files.',
    last ? [[{}, last.outcome === 'complete' ? 0 : 1]] : [],
  ),
  ...family(
    'fairlead_backup_complete_timestamp_seconds',
    'gauge',
    'When the last complete backup ended.',
    last?.completeAt ? [[{}, Date.parse(last.completeAt) / 1000]] : [],
  ),
];

/** How the work of the last night ended on this DATA_DIR; nothing where there was none. */
const nightLines = (night: LastNight | undefined): string[] => [
  ...family(
    'fairlead_night_faults',
    'gauge',
    'What the work of the last night found wrong, by step.',
    night ? nightSteps.map((step) => [{ step }, night.faults.filter((fault) => fault.step === step).length]) : [],
  ),
  ...family(
    'fairlead_night_timestamp_seconds',
    'gauge',
    'When the work of the last night ended.',
    night ? [[{}, Date.parse(night.at) / 1000]] : [],
  ),
  ...family(
    'fairlead_backup_restored_timestamp_seconds',
    'gauge',
    'When a backup was last restored for trial.',
    night?.restoredAt ? [[{}, Date.parse(night.restoredAt) / 1000]] : [],
  ),
];

/** What the last sweep and the last run of retention have kept. */
async function deletionLines(db: Platform['db']): Promise<string[]> {
  const { withoutRow, markedDeleted, inUse } = await countQuarantined(db);
  const waiting = await listWaitingDeletions(db);
  return [
    ...family('fairlead_quarantined_files', 'gauge', 'Files that are deleted after 30 days, or not while in use.', [
      [{ state: 'without_row' }, withoutRow],
      [{ state: 'marked_deleted' }, markedDeleted],
      [{ state: 'in_use' }, inUse],
    ]),
    ...family(
      'fairlead_mass_deletion_waiting',
      'gauge',
      'What would be deleted in a day, while that waits for an administrator.',
      deletionKinds.map((kind) => [{ kind }, waiting.find((one) => one.kind === kind)?.waiting ?? 0]),
    ),
  ];
}

/** The caches and queues of this process. */
function usesOf({ caches, queues }: FastifyInstance): string[] {
  const reading = (labels: Labels, value: number | undefined): Reading[] =>
    value === undefined ? [] : [[labels, value]];
  const ofCaches = (value: (use: CacheUse) => number | undefined) =>
    [...caches].flatMap(([cache, use]) => reading({ cache }, value(use())));
  const ofQueues = (value: (use: QueueUse) => number | undefined) =>
    [...queues].flatMap(([queue, use]) => reading({ queue }, value(use())));
  const had = 'How often a cache had what it was asked for.';
  const hadNot = 'How often a cache did not have what it was asked for.';
  return [
    ...family(
      'fairlead_cache_entries',
      'gauge',
      'What a cache holds.',
      ofCaches(({ entries }) => entries),
    ),
    ...family(
      'fairlead_cache_bytes',
      'gauge',
      'The size of what a cache holds.',
      ofCaches(({ bytes }) => bytes),
    ),
    ...family(
      'fairlead_cache_hits_total',
      'counter',
      had,
      ofCaches(({ hits }) => hits),
    ),
    ...family(
      'fairlead_cache_misses_total',
      'counter',
      hadNot,
      ofCaches(({ misses }) => misses),
    ),
    ...family(
      'fairlead_queue_waiting',
      'gauge',
      'Work that waits inside the program.',
      ofQueues(({ waiting }) => waiting),
    ),
    ...family(
      'fairlead_queue_running',
      'gauge',
      'Work that is being done.',
      ofQueues(({ running }) => running),
    ),
    ...family(
      'fairlead_queue_process_bytes',
      'gauge',
      'Memory of the process that does the work of a queue.',
      ofQueues(({ bytes }) => bytes),
    ),
  ];
}

function connectionLines(db: Platform['db']): string[] {
  const { used, idle, waiting } = connectionsOf(db) ?? { used: 0, idle: 0, waiting: 0 };
  return [
    ...family('fairlead_database_connections', 'gauge', 'Connections to the database.', [
      [{ state: 'used' }, used],
      [{ state: 'idle' }, idle],
    ]),
    ...family('fairlead_database_waiting', 'gauge', 'Calls that wait for a connection.', [[{}, waiting]]),
  ];
}

/** How many seconds each replica is behind; the database's user sees that after `grant pg_read_all_stats`. */
async function replicaLags(db: Platform['db']): Promise<Reading[]> {
  const { rows } = await sql<{ replica: string; lag: number }>`
    select application_name as replica, coalesce(extract(epoch from replay_lag), 0)::float8 as lag
    from pg_stat_replication where application_name <> ''`.execute(db);
  return rows.map(({ replica, lag }) => [{ replica }, lag]);
}

function isToken(authorization: string | undefined, token = ''): boolean {
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
