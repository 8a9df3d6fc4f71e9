import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { transaction } from '../db/database.ts';
import { Away } from '../outage.ts';
import { enqueue } from './enqueue.ts';
import { countOpenJobs } from './queries.ts';
import { backOff, GiveUp, type JobHandlers, type Recurring, Worker } from './worker.ts';

const db = await testDatabase();
const errors: object[] = [];
const log = { debug: () => {}, info: () => {}, error: (fields: object) => errors.push(fields) };
let now = new Date('2026-11-20T06:30:00Z');
const clock = () => now;
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const workerOf = (handlers: JobHandlers, recurring: Recurring[] = [], time = clock) =>
  new Worker({ db, handlers, recurring, clock: time, log });
const put = (kind: string, payload = {}, options = {}) => transaction(db, (tx) => enqueue(tx, kind, payload, options));

beforeEach(async () => {
  await db.deleteFrom('job').execute();
  errors.length = 0;
});

test('a job is carried out once, and its payload is deleted', async () => {
  const seen: unknown[] = [];
  const worker = workerOf({ greet: async ({ payload }) => void seen.push(payload) });
  await put('greet', { to: 'crew' });
  expect(await worker.drain()).toBe(1);
  expect(await worker.drain()).toBe(0);
  expect(seen).toEqual([{ to: 'crew' }]);
  const [row] = await db.selectFrom('job').selectAll().execute();
  expect(row).toMatchObject({ payload: {}, attempts: 1, doneAt: now, lockedUntil: null });
});

test('the lease of a long job is renewed before it expires, so that no other worker claims the job', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const handlers: JobHandlers = {
    long: async () => {
      runs += 1;
      begun.resolve();
      await finished.promise;
    },
  };
  await put('long');
  const first = workerOf(handlers).drain();
  await begun.promise;
  const lease = () => db.selectFrom('job').select('lockedUntil').executeTakeFirstOrThrow();
  const { lockedUntil } = await lease();
  wait(15);
  vi.advanceTimersByTime(15_000);
  await vi.waitFor(async () => expect(await lease()).not.toEqual({ lockedUntil }));
  wait(10);
  expect(await workerOf(handlers).drain()).toBe(0);
  finished.resolve();
  expect(await first).toBe(1);
  expect(runs).toBe(1);
});

test('a job of a transaction that is rolled back never existed', async () => {
  const failed = transaction(db, async (tx) => {
    await enqueue(tx, 'greet', {});
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await workerOf({ greet: async () => {} }).drain()).toBe(0);
});

test('one key is one job, and a delayed job waits', async () => {
  let runs = 0;
  const worker = workerOf({ greet: async () => void runs++ });
  await put('greet', {}, { key: 'once' });
  await put('greet', {}, { key: 'once' });
  await put('greet', {}, { runAt: new Date(now.getTime() + 60_000) });
  expect(await worker.drain()).toBe(1);
  wait(60);
  expect(await worker.drain()).toBe(1);
  expect(runs).toBe(2);
});

test('a failed job is retried at growing intervals, twelve times, and is then kept for staff', async () => {
  const counted: (number | undefined)[] = [];
  const worker = workerOf({
    fail: async (job) => {
      counted.push(job.tries);
      throw new Error('mail server is away');
    },
  });
  await put('fail', { to: 'crew' });
  let tries = 0;
  for (; tries < 20 && (await worker.drain()) === 1; tries++) {
    expect(await worker.drain()).toBe(0);
    wait(backOff(tries + 1));
  }
  expect(tries).toBe(12);
  expect(counted).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  const [row] = await db.selectFrom('job').selectAll().execute();
  expect(row).toMatchObject({ attempts: 12, doneAt: null, payload: { to: 'crew' } });
  expect(row?.gaveUpAt).toBeInstanceOf(Date);
  expect(row?.lastError).toContain('mail server is away');
  expect(errors).toHaveLength(12);
});

// shows: threats/lost-mail-server, asvs/16.5.2
test('during an outage one job checks whether it is over, none fails for good, and each is done once', async () => {
  let isAway = true;
  const tried: string[] = [];
  const handlers: JobHandlers = {
    send: async ({ id }) => {
      if (isAway) throw new Away('nobody answers');
      tried.push(id);
    },
    greet: async () => void tried.push('greeting'),
  };
  for (let i = 0; i < 6; i++) await put('send');
  const worker = workerOf(handlers);
  // the jobs that had started before the outage was known
  expect(await worker.drain()).toBe(4);
  await put('greet');
  expect(await worker.drain()).toBe(1);
  expect(tried).toEqual(['greeting']);
  for (let look = 0; look < 40; look++) {
    wait(60);
    expect(await worker.drain()).toBe(1);
  }
  const waiting = await db.selectFrom('job').select(['gaveUpAt', 'doneAt']).where('kind', '=', 'send').execute();
  expect(waiting).toEqual(Array(6).fill({ gaveUpAt: null, doneAt: null }));
  isAway = false;
  tried.length = 0;
  wait(60);
  expect(await worker.drain()).toBe(6);
  expect(new Set(tried).size).toBe(6);
  expect(await worker.drain()).toBe(0);
});

test('a job that failed before an outage continues with its remaining attempts', async () => {
  const ways: (() => Error)[] = [() => new Error('refused'), () => new Away('nobody answers')];
  let turn = 0;
  const worker = workerOf({
    send: async () => {
      throw ways[turn++ % 2]?.();
    },
  });
  await put('send');
  let tries = 0;
  for (; tries < 60 && (await worker.drain()) === 1; tries++) wait(6 * 3600);
  const [row] = await db.selectFrom('job').select(['attempts', 'outages', 'gaveUpAt']).execute();
  // twelve attempts of its own, and one outage between each two
  expect(row).toMatchObject({ attempts: 23, outages: 11, gaveUpAt: expect.any(Date) });
});

test('a job whose service was away for two days fails for good, and staff see it', async () => {
  const worker = workerOf({
    send: async () => {
      throw new Away('nobody answers');
    },
  });
  await put('send');
  expect(await worker.drain()).toBe(1);
  wait(48 * 3600 - 1);
  expect(await worker.drain()).toBe(1);
  expect(await db.selectFrom('job').select('gaveUpAt').execute()).toEqual([{ gaveUpAt: null }]);
  wait(60);
  expect(await worker.drain()).toBe(1);
  const [row] = await db.selectFrom('job').select(['gaveUpAt', 'lastError']).execute();
  expect(row).toEqual({ gaveUpAt: now, lastError: 'Away: nobody answers' });
});

test('a job whose worker died is claimed again when its lease has expired, and not before', async () => {
  let died = false;
  const dead = workerOf({
    greet: () => {
      died = true;
      return new Promise(() => {});
    },
  });
  await put('greet');
  void dead.drain();
  await expect.poll(() => died).toBe(true);
  let runs = 0;
  const alive = workerOf({ greet: async () => void runs++ });
  expect(await alive.drain()).toBe(0);
  wait(61);
  expect(await alive.drain()).toBe(1);
  expect(runs).toBe(1);
});

test('many workers share the jobs, each job once', async () => {
  const runs = new Map<string, number>();
  const handlers: JobHandlers = { count: async ({ id }) => void runs.set(id, (runs.get(id) ?? 0) + 1) };
  for (let i = 0; i < 40; i++) await put('count');
  const done = await Promise.all(Array.from({ length: 5 }, () => workerOf(handlers).drain()));
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(40);
  expect([...runs.values()].every((n) => n === 1)).toBe(true);
});

test('a worker has at most one job of an exclusive kind at a time', async () => {
  let [atOnce, most, done] = [0, 0, 0];
  const slow: JobHandlers = {
    slow: async () => {
      most = Math.max(most, ++atOnce);
      await new Promise(setImmediate);
      atOnce -= 1;
      done += 1;
    },
  };
  for (let i = 0; i < 5; i++) await put('slow');
  const worker = new Worker({ db, handlers: slow, alone: ['slow'], clock, log });
  worker.start();
  await expect.poll(() => done).toBe(5);
  await worker.stop();
  expect(most).toBe(1);
});

test('a long job delays no other', async () => {
  const held = Promise.withResolvers<void>();
  const begun: string[] = [];
  const worker = workerOf({
    slow: async () => {
      begun.push('slow');
      await held.promise;
    },
    quick: async () => void begun.push('quick'),
  });
  for (let i = 0; i < 3; i++) await put('slow');
  worker.start();
  await expect.poll(() => begun.length).toBe(3);
  for (let i = 0; i < 6; i++) await put('quick');
  worker.wake();
  await expect.poll(() => begun.filter((kind) => kind === 'quick').length).toBe(6);
  let stopped = false;
  const stopping = worker.stop().then(() => {
    stopped = true;
  });
  await put('quick');
  expect(stopped).toBe(false);
  held.resolve();
  await stopping;
  const open = await db.selectFrom('job').select('kind').where('doneAt', 'is', null).execute();
  expect(open).toEqual([{ kind: 'quick' }]);
});

test('a job that is claimed while the worker stops is left to any other', async () => {
  const begun: string[] = [];
  let stopping: Promise<void> | undefined;
  const handlers: JobHandlers = { greet: async () => void begun.push('greet') };
  // the clock is read for the claim
  const worker = workerOf(handlers, [], () => {
    stopping ??= worker.stop();
    return clock();
  });
  await put('greet');
  worker.start();
  await expect.poll(() => stopping !== undefined).toBe(true);
  await stopping;
  expect(begun).toEqual([]);
  expect(await db.selectFrom('job').select(['attempts', 'lockedUntil', 'doneAt']).execute()).toEqual([
    { attempts: 0, lockedUntil: null, doneAt: null },
  ]);
  expect(await workerOf(handlers).drain()).toBe(1);
  expect(begun).toEqual(['greet']);
});

test('a job that crashes the program each time fails for good, and is not started again', async () => {
  let runs = 0;
  const worker = workerOf({ deadly: async () => void runs++ });
  await put('deadly');
  await db.updateTable('job').set({ attempts: 12, lockedUntil: now }).execute();
  expect(await worker.drain()).toBe(1);
  expect(runs).toBe(0);
  const [row] = await db.selectFrom('job').selectAll().execute();
  expect(row).toMatchObject({ gaveUpAt: now, lastError: 'Error: The program ended each time that this was tried.' });
  expect(await worker.drain()).toBe(0);
});

test('a worker that reports a failure too late does not disturb its successor', async () => {
  const late = Promise.withResolvers<void>();
  let begun = false;
  const slow = workerOf({
    greet: () => {
      begun = true;
      return late.promise;
    },
  });
  await put('greet');
  const drained = slow.drain();
  await expect.poll(() => begun).toBe(true);
  wait(61);
  const held = Promise.withResolvers<void>();
  let taken = false;
  const other = workerOf({
    greet: () => {
      taken = true;
      return held.promise;
    },
  }).drain();
  await expect.poll(() => taken).toBe(true);
  late.reject(new Error('too late'));
  await drained;
  const [row] = await db.selectFrom('job').selectAll().execute();
  expect(row).toMatchObject({ attempts: 2, lastError: null });
  expect(row?.lockedUntil).toBeInstanceOf(Date);
  held.resolve();
  expect(await other).toBe(1);
});

test('recurring work runs once a period, whatever the number of workers', async () => {
  let runs = 0;
  const handlers: JobHandlers = { sweep: async () => void runs++ };
  const workers = [1, 2, 3].map(() => workerOf(handlers, [{ kind: 'sweep', everyMinutes: 60 }]));
  for (const worker of workers) worker.start();
  await expect.poll(() => runs).toBe(1);
  wait(3600);
  for (const worker of workers) worker.wake();
  await expect.poll(() => runs).toBe(2);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(runs).toBe(2);
});

test('a job of a kind unknown to this program is left for one that knows it', async () => {
  await put('from-the-future');
  expect(await workerOf({ greet: async () => {} }).drain()).toBe(0);
});

test('a job that the shutdown interrupts is handed back: another worker takes it at once, and it was no attempt', async () => {
  const ending = new AbortController();
  const begun = Promise.withResolvers<void>();
  const worker = workerOf({
    encode: async () => {
      begun.resolve();
      await new Promise((_, reject) => ending.signal.addEventListener('abort', () => reject(ending.signal.reason)));
    },
  });
  await put('encode');
  worker.start();
  await begun.promise;
  const stopped = worker.stop();
  ending.abort();
  await stopped;
  const tries: (number | undefined)[] = [];
  expect(await workerOf({ encode: async (job) => void tries.push(job.tries) }).drain()).toBe(1);
  expect(tries).toEqual([1]);
  expect(errors).toEqual([]);
});

test('a job that no try can carry out is given up at once', async () => {
  const worker = workerOf({
    mail: async () => {
      throw new GiveUp('It has run out.');
    },
  });
  await put('mail');
  expect(await worker.drain()).toBe(1);
  const row = await db.selectFrom('job').select(['attempts', 'gaveUpAt', 'lastError']).executeTakeFirstOrThrow();
  expect(row).toEqual({ attempts: 1, gaveUpAt: now, lastError: 'Error: It has run out.' });
});

test('a job that fails at each try is late since its first, and no longer once it is done', async () => {
  let isRefused = true;
  const worker = workerOf({
    mail: async () => {
      if (isRefused) throw new Error('refused');
    },
  });
  await put('mail');
  const since = now;
  for (let tries = 1; tries < 9; tries++) {
    expect(await worker.drain()).toBe(1);
    wait(backOff(tries) - 1);
    expect((await countOpenJobs(db, now))[0]?.dueSince).toEqual(since);
    wait(1);
  }
  isRefused = false;
  expect(await worker.drain()).toBe(1);
  expect(await countOpenJobs(db, now)).toEqual([]);
  expect(await db.selectFrom('job').select('failingSince').execute()).toEqual([{ failingSince: null }]);
});
