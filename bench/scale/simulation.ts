/**
 * A discrete-event simulation of requests that pass through threads on machines: who waits for whom, and for how long.
 * Machines share their cores equally among what runs (processor sharing); a thread does one thing at a time, in order.
 */

/** The processor time of one request of a kind, in seconds, and its share of all requests. */
export type Demand = Costs & {
  name: string;
  /** Relative number of these requests; shares need not add up to 1. */
  share: number;
  /** On threads for which the response waits: hashes of passwords. */
  pool: number;
  /** Time in which no processor works: a commit that is flushed to the disk, the network. */
  delay: number;
  /**
   * What requests that are in a program at once have in common, such as one query for all their sessions, or a
   * connection that need not be woken: with n of them, each has 1/n of it.
   */
  together?: Costs;
  /**
   * Whether requests of this kind are stored in batches (server/platform/db/batches.ts): one batch at a time. A request
   * that arrives while a batch runs waits for the next one. Then `together` is the cost of a batch without its
   * requests.
   */
  batched?: boolean;
};

type Costs = {
  /** On the main thread of one program, which all its requests share. */
  main: number;
  /** On the program's other threads, for which no response waits: garbage collection, compilation. */
  aside: number;
  /** In the database, where each connection has a process of its own. */
  database: number;
};

/** Machines by their number of cores, and what runs where: each number is an index of `cores`. */
export type Site = {
  cores: readonly number[];
  /** The machine of each program. Requests are given to the programs in turn. */
  programs: readonly number[];
  database: number;
  /** The load generator of a measurement and its processor time for each request; people have machines of their own. */
  generator?: { machine: number; seconds: number };
};

/** Requests that arrive by themselves at a rate, or a number of people who send the next one after each response. */
export type Arrivals = { perSecond: number; regular?: boolean } | { people: number };

export type Outcome = {
  perSecond: number;
  /** Seconds from the moment at which a request is sent to its complete response. */
  mean: number;
  /** The time that 95 in 100 requests do not exceed, in seconds. */
  p95: number;
  /** The share of each machine's cores that was busy. */
  busy: number[];
  /** The share of the time in which the main thread of the busiest program worked. */
  mainBusy: number;
};

/** A random number generator of 32 bits (mulberry32), so that a seed repeats a run. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Part of a request: some processor time of a thread, or a delay of none. */
type Step = { thread: Thread | undefined; seconds: number };
type Thread = { machine: Machine; places: number; running: number; waiting: Task[]; worked: number };
type Machine = { cores: number; running: Set<Task>; worked: number };
type Task = { thread: Thread; left: number; done: () => void };
type Timer = { at: number; act: () => void };

/** The requests of a kind that wait in a program for the next batch. */
type Batches = { waiting: (() => void)[]; isRunning: boolean };

/** A queue of timers by their time: a binary heap. */
class Timers {
  readonly #heap: Timer[] = [];

  get next(): Timer | undefined {
    return this.#heap[0];
  }

  add(timer: Timer): void {
    const heap = this.#heap;
    heap.push(timer);
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      if ((heap[above] as Timer).at <= (heap[at] as Timer).at) break;
      this.#swap(at, above);
      at = above;
    }
  }

  take(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || !last) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      for (const below of [left, right])
        if (below < heap.length && (heap[below] as Timer).at < (heap[least] as Timer).at) least = below;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b] as Timer, heap[a] as Timer];
  }
}

/** Threads of a program besides its main thread and those that hash passwords: V8's. */
const otherThreads = 4;
/** Connections of one program to the database. */
const connections = 10;

/**
 * Simulates requests until `requests` were answered; the first tenth is not counted, since the site is empty before.
 *
 * @param variation how much the processor times of one kind differ: the ratio of their standard deviation to their
 *   mean, as 1/√k for a sum of k equal exponential parts.
 */
export function simulate(
  demands: readonly Demand[],
  site: Site,
  arrivals: Arrivals,
  { requests, seed, parts = 4 }: { requests: number; seed: number; parts?: number },
): Outcome {
  const random = randomOf(seed);
  const machines: Machine[] = site.cores.map((cores) => ({ cores, running: new Set(), worked: 0 }));
  const threadOn = (machine: number, places: number): Thread => {
    const where = machines[machine];
    if (!where) throw new Error(`There is no machine ${machine}`);
    return { machine: where, places, running: 0, waiting: [], worked: 0 };
  };
  const programs = site.programs.map((machine) => ({
    main: threadOn(machine, 1),
    // as many hashes at once as the machine has cores (server/features/accounts/passwords.ts)
    pool: threadOn(machine, site.cores[machine] ?? 1),
    aside: threadOn(machine, otherThreads),
    present: 0,
    database: threadOn(site.database, connections),
    batches: new Map<Demand, Batches>(),
  }));
  const generator = site.generator && threadOn(site.generator.machine, 1);
  const shares = demands.reduce((sum, { share }) => sum + share, 0);

  const timers = new Timers();
  let now = 0;
  let counted = 0;
  let started = 0;
  let countedFrom = 0;
  const responses: number[] = [];

  /** A time with the given mean: a sum of exponential parts. */
  const around = (mean: number) => {
    let product = 1;
    for (let part = 0; part < parts; part += 1) product *= 1 - random();
    return (-Math.log(product) * mean) / parts;
  };
  const kind = (): Demand => {
    let left = random() * shares;
    for (const demand of demands) {
      left -= demand.share;
      if (left <= 0) return demand;
    }
    return demands[demands.length - 1] as Demand;
  };

  const begin = (task: Task) => {
    task.thread.running += 1;
    task.thread.machine.running.add(task);
  };
  const run = (steps: readonly Step[], done: () => void, at = 0): void => {
    const step = steps[at];
    if (!step) {
      done();
      return;
    }
    const next = () => run(steps, done, at + 1);
    const { thread } = step;
    const seconds = around(step.seconds);
    if (!thread) timers.add({ at: now + seconds, act: next });
    else if (thread.running < thread.places) begin({ thread, left: seconds, done: next });
    else thread.waiting.push({ thread, left: seconds, done: next });
  };
  const finish = (task: Task) => {
    const { thread } = task;
    thread.machine.running.delete(task);
    thread.running -= 1;
    const next = thread.waiting.shift();
    if (next) begin(next);
    task.done();
  };

  const through = (steps: readonly Step[], done: () => void) =>
    run(
      steps.filter(({ seconds }) => seconds > 0),
      done,
    );
  const half = (seconds: number, thread: Thread) => ({ thread, seconds: seconds / 2 });
  type Program = (typeof programs)[number];

  /** Work in the program and its database that costs so much, and then `done`. */
  const work = (
    program: Program,
    { main, database, pool, delay }: Omit<Demand, 'name' | 'share' | 'aside'>,
    done: () => void,
  ) => {
    const ends = half(main, program.main);
    const inPool = { thread: program.pool, seconds: pool };
    const inDatabase = { thread: program.database, seconds: database };
    through([ends, inPool, inDatabase, { thread: undefined, seconds: delay }, ends], done);
  };

  const runBatches = (program: Program, demand: Demand, batches: Batches) => {
    const batch = batches.waiting.splice(0);
    batches.isRunning = batch.length > 0;
    if (!batches.isRunning) return;
    const { main, aside, database } = demand.together ?? { main: 0, aside: 0, database: 0 };
    through([{ thread: program.aside, seconds: aside }], () => undefined);
    const cost = { main, database: database + batch.length * demand.database, pool: demand.pool, delay: demand.delay };
    work(program, cost, () => {
      for (const done of batch) done();
      runBatches(program, demand, batches);
    });
  };

  /** A request is read and answered on its own, also while a batch without it is stored. */
  const inBatch = (program: Program, demand: Demand, done: () => void) => {
    const batches = program.batches.get(demand) ?? { waiting: [], isRunning: false };
    program.batches.set(demand, batches);
    const end = half(demand.main, program.main);
    through([{ thread: program.aside, seconds: demand.aside }], () => undefined);
    through([end], () => {
      batches.waiting.push(() => through([end], done));
      if (!batches.isRunning) runBatches(program, demand, batches);
    });
  };

  const inProgram = (program: Program, demand: Demand, done: () => void) => {
    program.present += 1;
    const shared = program.present;
    const leave = () => {
      program.present -= 1;
      done();
    };
    if (demand.batched) {
      inBatch(program, demand, leave);
      return;
    }
    const cost = (part: keyof Costs) => demand[part] + (demand.together?.[part] ?? 0) / shared;
    through([{ thread: program.aside, seconds: cost('aside') }], () => undefined);
    work(program, { ...demand, main: cost('main'), database: cost('database') }, leave);
  };

  const request = (answered: () => void) => {
    const demand = kind();
    const program = programs[started % programs.length];
    if (!program) throw new Error('There is no program');
    started += 1;
    const atGenerator = generator ? [half(site.generator?.seconds ?? 0, generator)] : [];
    through(atGenerator, () => {
      const from = now;
      inProgram(program, demand, () => {
        through(atGenerator, () => {
          note(now - from);
          answered();
        });
      });
    });
  };
  const note = (response: number) => {
    counted += 1;
    if (counted === Math.floor(requests / 10)) {
      countedFrom = now;
      for (const machine of machines) machine.worked = 0;
      for (const { main: thread } of programs) thread.worked = 0;
    } else if (counted > requests / 10) responses.push(response);
  };

  if ('people' in arrivals) {
    const again = () => request(again);
    for (let person = 0; person < arrivals.people; person += 1) again();
  } else {
    const { perSecond, regular = false } = arrivals;
    const arrive = () => {
      timers.add({ at: now + (regular ? 1 / perSecond : -Math.log(1 - random()) / perSecond), act: arrive });
      request(() => undefined);
    };
    arrive();
  }

  while (counted < requests) {
    let soonest: { task: Task; at: number } | undefined;
    for (const { running, cores } of machines) {
      const speed = Math.min(1, cores / running.size);
      for (const task of running) {
        const at = now + task.left / speed;
        if (!soonest || at < soonest.at) soonest = { task, at };
      }
    }
    const timer = timers.next;
    const timerFirst = timer !== undefined && (!soonest || timer.at <= soonest.at);
    const then = timerFirst ? timer.at : soonest?.at;
    if (then === undefined) throw new Error('Nothing is left to do');
    for (const machine of machines) {
      const speed = Math.min(1, machine.cores / machine.running.size);
      for (const task of machine.running) {
        const work = (then - now) * speed;
        task.left -= work;
        machine.worked += work;
        task.thread.worked += work;
      }
    }
    now = then;
    if (timerFirst) timers.take()?.act();
    else if (soonest) finish(soonest.task);
  }

  responses.sort((a, b) => a - b);
  const lasted = now - countedFrom;
  return {
    perSecond: responses.length / lasted,
    mean: responses.reduce((sum, one) => sum + one, 0) / responses.length,
    p95: responses[Math.floor(responses.length * 0.95)] ?? Number.NaN,
    busy: machines.map(({ worked, cores }) => worked / lasted / cores),
    mainBusy: Math.max(...programs.map(({ main }) => main.worked / lasted)),
  };
}
