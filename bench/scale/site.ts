import { availableParallelism } from 'node:os';
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

/** A demand, and the processor time of the load generator for one request, in seconds. */
export type MeasuredDemand = Demand & { generator: number };

/** Some programs on one database, with learners in training. */
export type MeasuredSite = {
  /** Requests of one kind, spread over the programs; each progress report is of a later part of the film. */
  asks: (name: CallName, count: number) => Ask[];
  measure: (name: CallName, count: number) => Promise<MeasuredDemand>;
  close: () => Promise<void>;
};

const learners = 200;
const json = { 'content-type': 'application/json' };

/** Starts so many programs on a new database of a PostgreSQL server. */
export async function openSite(engine: ServerEngine, programs: number): Promise<MeasuredSite> {
  const { place, remove } = await engine.place();
  const school = await filling(place, (db) => addTrainees(db, place.dataDir, learners, 16));
  const started: Running[] = [];
  for (let index = 0; index < programs; index += 1) started.push(await startAcademy(place));
  const { courseId, filmId, people, emails } = school;
  let reports = 0;

  const ask: Record<CallName, (index: number) => Ask> = {
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
  const headersOf = (index: number) => ({ authorization: `Bearer ${people[index % learners]?.accessToken}` });
  const asks = (name: CallName, count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...ask[name](index), url: started[index % programs]?.url ?? '' }));

  const spent = () => ({
    whole: started.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    main: started.reduce((sum, { pid }) => sum + mainThreadSeconds(pid), 0),
    database: cpuSeconds(engine.pid),
  });
  const load = async (some: readonly Ask[], connections: number) => {
    const loaded = await layLoad({ url: '', requests: some.length, connections, asks: some });
    if (loaded.failures > 0) throw new Error(`${loaded.failures} requests were refused`);
    return loaded;
  };

  return {
    asks,
    measure: async (name, count) => {
      // the first requests compile code and fill caches
      await load(asks(name, count), 8);
      const before = spent();
      const { cpuSeconds: generating } = await load(asks(name, count), 2 * availableParallelism());
      const after = spent();
      const main = (after.main - before.main) / count;
      const other = (after.whole - before.whole) / count - main;
      const database = (after.database - before.database) / count;
      const generator = generating / count;
      // one after the other: what no processor explains is a delay
      const { milliseconds } = await load(asks(name, Math.ceil(count / 10)), 1);
      const alone = milliseconds.reduce((sum, one) => sum + one, 0) / milliseconds.length / 1000;
      const delay = Math.max(0, alone - main - database - generator - (name === 'a login' ? other : 0));
      return { name, share: perHour[name], main, other, database, delay, generator };
    },
    close: async () => {
      await Promise.all(started.map(({ stop }) => stop()));
      await remove();
    },
  };
}
