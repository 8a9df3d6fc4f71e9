import { filling, password, startAcademy } from '../harness/academy.ts';
import type { ServerEngine } from '../harness/engines.ts';
import { type Ask, layLoad } from '../harness/load.ts';
import { cpuSeconds, mainThreadSeconds, type Running } from '../harness/process.ts';
import { addTrainees } from '../harness/school.ts';
import type { Demand } from './simulation.ts';

/**
 * How often a person sends each call in an hour of training (docs/performance.md, 'Which machine'), without the films
 * themselves, which a web server or a network of caches sends.
 */
export const perHour = {
  'a public page from the cache': 4,
  'a login': 1,
  'own courses': 4,
  'own profile': 1,
  'a training with its films': 4,
  'a progress report': 360,
} as const;
export type CallName = keyof typeof perHour;
export const callNames = Object.keys(perHour) as CallName[];

/**
 * A demand; the processor time of the load generator for one request, and the whole one of the program and the database
 * while eight requests are on their way to each program, in seconds.
 */
export type MeasuredDemand = Demand & { generator: number; busy: number };

/** Some programs with learners in training. */
export type MeasuredSite = {
  /** Requests of one kind, spread over the programs; each progress report is of a later part of the film. */
  asks: (name: CallName, count: number) => Ask[];
  measure: (name: CallName, count: number) => Promise<MeasuredDemand>;
  /** The processor time of one request in the programs and the database, with eight on their way to each program. */
  cost: (name: CallName, count: number) => Promise<number>;
  /** Processor time of all programs and the database so far, in seconds. */
  spentSeconds: () => number;
  close: () => Promise<void>;
};

const learners = 200;
/** Requests on their way to each program when costs are measured. */
const atOnce = 8;
/**
 * How many of these requests share what they have in common. While a batch is stored, the others wait for the next one:
 * of two batches in a row each request is in one.
 */
export const sharersOf = (batched = false): number => (batched ? atOnce / 2 : atOnce);
const json = { 'content-type': 'application/json' };

/** The requests of the people of one academy. */
function requestsOf({ courseId, filmId, people, emails }: Awaited<ReturnType<typeof addTrainees>>): Asked['ask'] {
  let reports = 0;
  const headersOf = (index: number) => ({ authorization: `Bearer ${people[index % learners]?.accessToken}` });
  return {
    'a public page from the cache': () => ({ path: '/courses' }),
    'a login': (index) => ({
      ...{ path: '/api/user/login', method: 'POST', headers: json },
      body: JSON.stringify({ email: emails[index % learners], password }),
    }),
    'own courses': (index) => ({ path: '/api/userCourses/user', headers: headersOf(index) }),
    'own profile': (index) => ({ path: '/api/userProfile', headers: headersOf(index) }),
    'a training with its films': (index) => ({ path: `/api/trainingVideo/${courseId}`, headers: headersOf(index) }),
    'a progress report': () => {
      const [index, round] = [reports % learners, Math.floor(reports / learners)];
      reports += 1;
      const watched = [round * 10, round * 10 + 10];
      return {
        ...{ path: `/api/trainingVideo/${filmId}/progress`, method: 'PUT', headers: { ...headersOf(index), ...json } },
        body: JSON.stringify({ watched: [watched], position: watched[1] }),
      };
    },
  };
}

/** A program's address, and the requests that its academy can be asked. */
type Asked = { url: string; ask: Record<CallName, (index: number) => Ask> };

/**
 * Starts so many programs on a new database of a PostgreSQL server, or `apart`, each on one of its own: what they cost
 * then is what the machine's cores cost that they share, and not what they share themselves.
 */
export async function openSite(engine: ServerEngine, programs: number, { apart = false } = {}): Promise<MeasuredSite> {
  const started: Running[] = [];
  const academies: Asked[] = [];
  const removals: (() => Promise<void>)[] = [];
  for (let academy = 0; academy < (apart ? programs : 1); academy += 1) {
    const { place, remove } = await engine.place();
    removals.push(remove);
    const ask = requestsOf(await filling(place, (db) => addTrainees(db, place.dataDir, learners, 16)));
    for (let index = 0; index < (apart ? 1 : programs); index += 1) {
      const program = await startAcademy(place);
      started.push(program);
      academies.push({ url: program.url, ask });
    }
  }
  const asks = (name: CallName, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const { url, ask } = academies[index % programs] as Asked;
      return { ...ask[name](Math.floor(index / (apart ? programs : 1))), url };
    });

  const spent = () => ({
    whole: started.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    main: started.reduce((sum, { pid }) => sum + mainThreadSeconds(pid), 0),
    database: cpuSeconds(engine.pid),
  });
  const load = async (some: readonly Ask[], connections: number) => {
    const loaded = await layLoad({ url: '', requests: some.length, connections, asks: some, from: 'sent' });
    if (loaded.failures > 0) throw new Error(`${loaded.failures} requests were refused`);
    return loaded;
  };
  /** What one request costs, with so many on their way to each program; and its mean response time. */
  const costs = async (some: readonly Ask[], connections: number) => {
    const before = spent();
    const { cpuSeconds: generator, milliseconds } = await load(some, connections);
    const after = spent();
    const each = (seconds: number) => seconds / some.length;
    const main = after.main - before.main;
    return {
      main: each(main),
      aside: each(Math.max(0, after.whole - before.whole - main)),
      database: each(after.database - before.database),
      generator: each(generator),
      response: each(milliseconds.reduce((sum, one) => sum + one, 0) / 1000),
    };
  };

  const amongMany = (name: CallName, count: number) => costs(asks(name, count * programs), atOnce * programs);

  return {
    asks,
    spentSeconds: () => {
      const { whole, database } = spent();
      return whole + database;
    },
    cost: async (name, count) => {
      const { main, aside, database } = await amongMany(name, count);
      return main + aside + database;
    },
    measure: async (name, count) => {
      // the first requests compile code and fill caches, of each program
      await load(asks(name, 2 * count * programs), atOnce * programs);
      const many = await amongMany(name, count);
      const one = await costs(asks(name, Math.ceil(count / 2)), 1);
      const batched = name === 'a progress report';
      const sharers = sharersOf(batched);
      const parts = ['main', 'aside', 'database'] as const;
      /** The part that requests at once have in common, by the cost of one alone and of one among many. */
      const common = (part: (typeof parts)[number]) => Math.max(0, one[part] - many[part]) / (1 - 1 / sharers);
      const of = (value: (part: (typeof parts)[number]) => number) => ({
        main: value('main'),
        aside: value('aside'),
        database: value('database'),
      });
      const waits = name === 'a login';
      const own = of((part) => Math.max(0, many[part] - common(part) / sharers));
      return {
        ...own,
        ...{ name, share: perHour[name], generator: many.generator, batched },
        together: of(common),
        // the hash of a password is in a thread for which the response waits
        pool: waits ? own.aside : 0,
        aside: waits ? 0 : own.aside,
        // one after the other: what no processor explains is a delay
        delay: Math.max(0, one.response - one.main - one.database - one.generator / 2 - (waits ? one.aside : 0)),
        busy: many.main + many.aside + many.database,
      };
    },
    close: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
      for (const remove of removals) await remove();
    },
  };
}
