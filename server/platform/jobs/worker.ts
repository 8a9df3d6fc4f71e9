import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { LoggableError } from '../error-in-log.ts';
import { groundLost } from '../outage.ts';
import { newTrace, withTrace } from '../trace.ts';
import { troubleLog } from '../trouble.ts';
import type { QueueUse } from '../uses.ts';
import { newWork, withWork } from '../work.ts';
import { dueJobs } from './queries.ts';

/**
 * Executes one job of a kind. It may run again after a crash, so it must be idempotent. `tries` says how often the
 * worker has tried the job, this time included; attempts that failed because of an outage do not count.
 */
export type JobHandler = (job: { id: string; payload: Record<string, unknown>; tries?: number }) => Promise<void>;
export type JobHandlers = Readonly<Record<string, JobHandler>>;
/** Thrown by a job that no further try can carry out: it is given up at once, and shown to staff. */
export class GiveUp extends LoggableError {}

/** A recurring job: enqueued once per period, whatever the number of instances. */
export type Recurring = { kind: string; everyMinutes: number };

type Log = Record<'debug' | 'info' | 'error', (fields: object, text: string) => void>;
type Options = {
  db: Db;
  handlers: JobHandlers;
  recurring?: readonly Recurring[];
  /** Kinds of which a worker runs at most one job at a time. */
  alone?: readonly string[];
  clock: () => Date;
  log: Log;
};
type Claimed = {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  attempts: number;
  outages: number;
  awaySince: Date | null;
  trace: string | null;
};

/** A worker that has not renewed its lease for this long is considered dead, and the job can be claimed again. */
const leaseSeconds = 20;
/** The attempts are spread over about 30 hours, so that a mail server may be down for a night. */
const maxAttempts = 12;
const atOnce = 4;
const pollMilliseconds = 2_000;

/** How long a job waits for an unavailable dependency before it is given up and shown to staff: two days. */
const outageSeconds = 48 * 3600;
/** The maximum number of seconds between two checks whether the dependency is available again. */
const longestOutagePause = 60;

/** Seconds to wait before the next attempt: 10 s, 20 s, 40 s … at most 6 hours. */
export const backOff = (attempts: number): number => Math.min(10 * 2 ** (attempts - 1), 6 * 3600);

/** Whether work ended because its signal was aborted. */
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/**
 * Claims due jobs from their table and executes them, a few at once. Every instance may run a worker. A job belongs to
 * the worker that claimed it first. If that worker dies, the job can be claimed again when its lease has expired.
 */
export class Worker {
  readonly #options: Options;
  readonly #inHand = new Set<Promise<void>>();
  /** The kinds of `alone` of which a job is running. */
  readonly #busy = new Set<string>();
  /** For each kind of recurring job, the last period in which this worker enqueued it. */
  readonly #periods = new Map<string, number>();
  /**
   * Kinds whose jobs fail because a dependency is unavailable: how often in a row, and when one of them may try again.
   */
  readonly #away = new Map<string, { tries: number; until: Date }>();
  readonly #trouble: ReturnType<typeof troubleLog>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  /** Whether the last look may have left due jobs: it filled all slots, or passed over a kind. */
  #more = false;
  #stopped = true;
  #leaving = false;

  constructor(options: Options) {
    this.#options = options;
    this.#trouble = troubleLog(options.log, 'jobs could not be taken');
  }

  /** The kinds of jobs that it enqueues by itself. */
  get recurringKinds(): string[] {
    return (this.#options.recurring ?? []).map(({ kind }) => kind);
  }

  /** Starts looking for due jobs: now, and every two seconds. */
  start(): void {
    this.#stopped = false;
    this.#leaving = false;
    this.#timer = setInterval(() => this.wake(), pollMilliseconds);
    this.wake();
  }

  /** Looks for due jobs at once. Called after each response to a request that may have enqueued a job. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Graceful shutdown: stops claiming jobs and waits for those that are running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#leaving = true;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#inHand);
  }

  /** The jobs that are running; those that wait are in their table. */
  readonly use = (): QueueUse => ({ running: this.#inHand.size });

  /** Executes everything that is due, and returns the number of jobs; for tests and commands. */
  async drain(): Promise<number> {
    let done = 0;
    for (let jobs = await this.#claim(atOnce); jobs.length > 0; jobs = await this.#claim(atOnce)) {
      await Promise.all(jobs.map((job) => this.#carryOut(job)));
      done += jobs.length;
    }
    return done;
  }

  /**
   * Fills the free slots by one statement. A slow job occupies its own slot only: each slot looks for the next job as
   * soon as it is free, if there may be one.
   */
  async #look(): Promise<void> {
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        await this.#enqueueRecurring();
        const free = atOnce - this.#inHand.size;
        const jobs = await this.#claim(free);
        // asked to stop while it claimed them
        if (this.#stopped) await this.#leave(jobs);
        else for (const job of jobs) this.#take(job);
        // a slot that has become free meanwhile
        if (jobs.length === free && this.#inHand.size < atOnce) this.#again = true;
        this.#trouble.isOver();
      }
    } catch (error) {
      // The database may be unavailable for a moment; the next poll tries again.
      this.#trouble.occurred(error);
    }
  }

  /** Leaves claimed jobs that have not begun to any worker. */
  async #leave(jobs: readonly Claimed[]): Promise<void> {
    for (const job of jobs) {
      this.#busy.delete(job.kind);
      await this.#handBack(job);
    }
  }

  #take(job: Claimed): void {
    const hand = this.#carryOut(job)
      .catch((error: unknown) =>
        // Its lease expires, and it is claimed again.
        this.#options.log.error({ err: error, job: job.id }, 'what became of a job could not be written'),
      )
      .finally(() => {
        this.#inHand.delete(hand);
        if (this.#more) this.wake();
      });
    this.#inHand.add(hand);
  }

  async #enqueueRecurring(): Promise<void> {
    const { db, recurring = [], clock } = this.#options;
    for (const { kind, everyMinutes } of recurring) {
      const period = Math.floor(clock().getTime() / (everyMinutes * 60_000));
      if (this.#periods.get(kind) === period) continue;
      await db
        .insertInto('job')
        .values({ kind, key: `${kind}:${period}`, runAt: clock() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      this.#periods.set(kind, period);
    }
  }

  async #claim(most: number): Promise<Claimed[]> {
    const { db, handlers, alone: alwaysAlone = [], clock } = this.#options;
    this.#more = most <= 0;
    if (this.#more) return [];
    const now = clock();
    // For a kind that fails because of an outage, only one job tries at a time. Many jobs that wait for a timeout would
    // occupy every slot.
    const isAlone = (kind: string) => alwaysAlone.includes(kind) || this.#away.has(kind);
    const isToWait = (kind: string) => this.#busy.has(kind) || (this.#away.get(kind)?.until ?? 0) > now;
    const all = Object.keys(handlers);
    const kinds = all.filter((kind) => !isAlone(kind));
    const alone = all.filter((kind) => isAlone(kind) && !isToWait(kind));
    // every payload is an object, because `enqueue` accepts nothing else
    const jobs = await db
      .updateTable('job')
      .set((e) => ({ lockedUntil: later(now, leaseSeconds), attempts: e('attempts', '+', 1) }))
      .where('id', 'in', dueJobs({ kinds, alone, now, most }))
      .returning(['id', 'kind', 'payload', 'attempts', 'outages', 'awaySince', 'trace'])
      .$castTo<Claimed>()
      .execute();
    for (const { kind } of jobs) if (isAlone(kind)) this.#busy.add(kind);
    // a job that has ended meanwhile may have left another
    if (jobs.length === most || this.#busy.size > 0) this.#more = true;
    return jobs;
  }

  /** Carries a job out as part of the trace of the request that has left it; a recurring one begins a trace. */
  #carryOut(job: Claimed): Promise<void> {
    return withTrace(job.trace ?? newTrace(), () => this.#carryOutTraced(job));
  }

  async #carryOutTraced(job: Claimed): Promise<void> {
    const { db, handlers, clock, log } = this.#options;
    const begun = performance.now();
    const work = newWork();
    const renew = setInterval(() => this.#renew(job), (leaseSeconds / 3) * 1000);
    try {
      if (job.attempts - job.outages > maxAttempts) throw new Error('The program ended each time that this was tried.');
      await withWork(work, async () => handlers[job.kind]?.({ ...job, tries: job.attempts - job.outages }));
      if (this.#away.delete(job.kind)) this.#more = true;
      // The payload may contain a one-time code or an email address, which nobody needs once the job is done.
      await db
        .updateTable('job')
        .set({ doneAt: clock(), lockedUntil: null, payload: '{}', lastError: null, failingSince: null })
        .where('id', '=', job.id)
        .execute();
      // those of no request come every few minutes, for ever
      log[job.trace === null ? 'debug' : 'info'](
        { job: job.id, kind: job.kind, ms: Math.round(performance.now() - begun) },
        'job done',
      );
    } catch (error) {
      if (this.#leaving && isAbort(error)) return await this.#handBack(job);
      const { gaveUp, runAt, ...outage } = this.#judge(job, error);
      log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts, gaveUp }, 'job failed');
      await db
        .updateTable('job')
        .set({
          lockedUntil: null,
          lastError: String(error).slice(0, 1000),
          failingSince: sql`coalesce(failing_since, ${clock()})`,
          ...outage,
          ...(gaveUp ? { gaveUpAt: clock() } : { runAt }),
        })
        .where('id', '=', job.id)
        // Only if no other worker has claimed the job meanwhile.
        .where('attempts', '=', job.attempts)
        .execute();
    } finally {
      clearInterval(renew);
      if (work.leftJob) this.#more = true;
      this.#busy.delete(job.kind);
    }
  }

  /** Leaves a job to any worker, at once, when this one stops before its end; that was no attempt. */
  async #handBack({ id, attempts }: Claimed): Promise<void> {
    await this.#options.db
      .updateTable('job')
      .set({ lockedUntil: null, attempts: attempts - 1 })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute();
  }

  /**
   * Decides whether a failed job is given up, and when it is tried again. After an outage, that is soon after its end.
   */
  #judge({ kind, attempts, outages, awaySince }: Claimed, error: unknown) {
    const now = this.#options.clock();
    if (!groundLost(error)) {
      const own = attempts - outages;
      return {
        gaveUp: own >= maxAttempts || error instanceof GiveUp,
        runAt: later(now, backOff(own)),
        awaySince: null,
      };
    }
    const since = awaySince ?? now;
    const gaveUp = later(since, outageSeconds) <= now;
    return { gaveUp, runAt: this.#lookAgainAt(kind, now), outages: outages + 1, awaySince: since };
  }

  /** The time of the next check. Several jobs that fail together count as one check. */
  #lookAgainAt(kind: string, now: Date): Date {
    const known = this.#away.get(kind);
    if (known && known.until > now) return known.until;
    const tries = (known?.tries ?? 0) + 1;
    const until = later(now, Math.min(backOff(tries), longestOutagePause));
    this.#away.set(kind, { tries, until });
    return until;
  }

  #renew({ id, attempts }: Claimed): void {
    const { db, clock, log } = this.#options;
    db.updateTable('job')
      .set({ lockedUntil: later(clock(), leaseSeconds) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute()
      .catch((error: unknown) => log.error({ err: error, job: id }, 'lease not renewed'));
  }
}
