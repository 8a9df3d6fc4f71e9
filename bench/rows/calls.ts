import { setTimeout } from 'node:timers/promises';
import { addCourses, addLearners, filling, password, startAcademy, temporaryFolder } from '../harness/academy.ts';
import type { GuardedPart } from '../harness/guarded.ts';
import { type Ask, type Load, layLoad } from '../harness/load.ts';
import { cpuSeconds, type Running, startServer } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addReadiness, addSignedIn, addStaff } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

type Size = { rounds: number; times: number };

const idleSeconds = 20;

type Measure = { what: string; limit: number; measure: () => Promise<{ cpu: number; statements: number }> };

/**
 * What the calls that people make most often cost on the embedded engine, in milliseconds of processor time with
 * everything that follows from them, and what a program does when nobody asks for anything.
 */
export async function measureCalls({ rounds, times }: Size): Promise<Row[]> {
  const { academy, measures, close } = await openAcademy({ rounds, times });
  try {
    const rows: Row[] = [];
    for (const { what, limit, measure } of measures) {
      const costs: number[] = [];
      for (let round = 0; round <= rounds; round += 1) costs.push((await measure()).cpu);
      // the first round warms the program up
      rows.push(beside(`${what}, embedded`, spreadOf(costs.slice(1)), { limit, unit: 'ms CPU' }));
    }
    return [...rows, await idle(academy, rounds)];
  } finally {
    await close();
  }
}

/** The same calls, to be compared with those of another commit. */
export async function openCalls(size: Size): Promise<GuardedPart> {
  const { measures, close } = await openAcademy(size);
  const guarded = measures.map(({ what, measure }) => ({
    what,
    measure: async () => {
      const { cpu, statements } = await measure();
      return { 'ms CPU': cpu, statements };
    },
  }));
  return { guarded, close };
}

/** An academy with people who are signed in, and what is measured of it, each by one round. */
async function openAcademy({ rounds, times }: Size) {
  const folder = await temporaryFolder();
  const school = await filling({ dataDir: folder.path }, async (db) => {
    const people = await addSignedIn(db, folder.path, 200);
    await addCourses(db, 20);
    const { courseId, enrolments } = await addCourseFor(db, people);
    await addReadiness(db, enrolments);
    // one request for each acceptance of each round
    const asking = await addLearners(db, (rounds + 1) * times, 'asking');
    const { enrolments: requests } = await addCourseFor(db, asking, 'pending');
    await addReadiness(db, requests, { trained: false });
    return { people, courseId, requests, staff: await addStaff(db, folder.path) };
  });
  const academy = await startAcademy({ dataDir: folder.path });
  const hashing = await startServer(new URL('../servers/hashing.ts', import.meta.url), [password]);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const byStaff = (path: string): Ask => ({ path: `/api${path}`, headers: bearer(school.staff) });
  const byLearners = (...paths: string[]): Ask[] =>
    school.people.flatMap(({ accessToken }) => paths.map((path) => ({ path, headers: bearer(accessToken) })));
  const statementsSoFar = async () => Number(await academy.ask('statements'));
  /**
   * Milliseconds of processor time and statements for each of some things, of which each takes all `asks` of one
   * person.
   */
  const costOf = async (load: Partial<Load> & { asks: readonly Ask[] }, asksEach = 1) => {
    const before = { cpu: cpuSeconds(academy.pid), statements: await statementsSoFar() };
    const { failures } = await layLoad({
      url: academy.url,
      requests: times * asksEach,
      connections: 2,
      headers: { 'accept-encoding': 'br, gzip' },
      ...load,
    });
    if (failures > 0) throw new Error(`${failures} requests were refused: ${load.asks[0]?.path}`);
    const cpu = ((cpuSeconds(academy.pid) - before.cpu) * 1000) / times;
    return { cpu, statements: ((await statementsSoFar()) - before.statements) / times };
  };
  const accepted = async () => {
    const asks = school.requests.splice(0, times).map(({ id }) => byStaff(`/userCourses/activate/${id}`));
    return costOf({ asks, method: 'PUT' });
  };
  const logins = school.people.map((_, index) => ({
    body: JSON.stringify({ email: `learner-${index + 1}@example.org`, password }),
    path: '/api/user/login',
  }));
  const loggedIn = async () => {
    const login = await costOf({ asks: logins, method: 'POST', headers: { 'content-type': 'application/json' } });
    return { ...login, cpu: login.cpu - (await hashOf(hashing, times)) };
  };
  const page = [`/courses/${school.courseId}`, `/api/courses/${school.courseId}/dates`, '/api/userCourses/states'];
  const measures: Measure[] = [
    { what: '100 people', limit: 2, measure: () => costOf({ asks: [byStaff('/user/getApprovedUsers?limit=100')] }) },
    {
      what: 'overview of staff and its figures',
      limit: 3,
      measure: () => costOf({ asks: [byStaff('/overview'), byStaff('/overview/figures')] }, 2),
    },
    {
      what: 'page of a course, signed in, with its two calls',
      limit: 3,
      measure: () => costOf({ asks: byLearners(...page) }, page.length),
    },
    { what: '100 requests', limit: 12, measure: () => costOf({ asks: [byStaff('/userCourses/inactive?limit=100')] }) },
    { what: 'request accepted, with its email', limit: 12, measure: accepted },
    { what: 'login without its hash', limit: 4, measure: loggedIn },
  ];
  const close = async () => {
    await hashing.stop();
    await academy.stop();
    await folder.remove();
  };
  return { academy, measures, close };
}

/** Milliseconds of processor time per hash. */
async function hashOf(hashing: Running, times: number): Promise<number> {
  const before = cpuSeconds(hashing.pid);
  await hashing.ask(times);
  return ((cpuSeconds(hashing.pid) - before) * 1000) / times;
}

/** Statements a second while nobody asks for anything. */
async function idle(academy: Running, rounds: number): Promise<Row> {
  const counts: number[] = [];
  const statements = async () => Number(await academy.ask('statements'));
  for (let round = 0; round < rounds; round += 1) {
    const before = await statements();
    await setTimeout(idleSeconds * 1000);
    counts.push(((await statements()) - before) / idleSeconds);
  }
  // two looks in two seconds, and what falls into the edges of the measurement
  return beside('statements a second at rest, embedded', spreadOf(counts), { limit: 1.1, unit: '/s' });
}
