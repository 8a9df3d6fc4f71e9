import { setTimeout } from 'node:timers/promises';
import type { Db } from '../../server/platform/db/database.ts';
import { addCourses, addLearners, filling, password, startAcademy, temporaryFolder } from '../harness/academy.ts';
import { type Engine, onBothEngines } from '../harness/engines.ts';
import { sitExam } from '../harness/exam-load.ts';
import type { GuardedPart } from '../harness/guarded.ts';
import { type Load, layLoad } from '../harness/load.ts';
import { residentMegabytes, shareOfMemory } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addReadiness, addSignedIn, addStaff, addTestOf } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

/** The limit for the server's memory on the embedded engine in megabytes, whatever it has answered. */
const most = 400;

/** The server's memory when idle, and after many pages, lists and refusals, over several starts: they differ. */
export async function measureMemory({ starts, requests }: { starts: number; requests: number }): Promise<Row[]> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 50);
    await addLearners(db, 500);
  });
  try {
    const held: Held[] = [];
    for (let start = 0; start < starts; start += 1) held.push(await heldByOne(folder.path, requests));
    return [
      beside('memory, idle, embedded engine', spreadOf(held.map(({ idle }) => idle)), { limit: most, unit: 'MB' }),
      beside('memory, after five loads of as many requests', spreadOf(held.flatMap(({ after }) => after)), {
        limit: most,
        unit: 'MB',
      }),
    ];
  } finally {
    await folder.remove();
  }
}

/** Megabytes when idle, and after each of five loads. */
type Held = { idle: number; after: number[] };

async function heldByOne(dataDir: string, requests: number): Promise<Held> {
  const academy = await startAcademy({ dataDir });
  const load = async (path: string, times: number) => {
    await layLoad({ url: `${academy.url}${path}`, requests: times, connections: 16 });
    return residentMegabytes(academy.pid);
  };
  try {
    const idle = await load('/', 10);
    const after: number[] = [];
    for (const path of ['/courses', '/api/courses/active', '/api/user/me', '/nothing-here', '/'])
      after.push(await load(path, requests));
    return { idle, after };
  } finally {
    await academy.stop();
  }
}

/** Until the program has collected what it does not need: it does so once, when it has rested for twenty seconds. */
const collectedSeconds = 30;

/** The memory that a program has for itself at rest, to be compared with that of another commit. */
export async function openAtRest(): Promise<GuardedPart> {
  const folder = await temporaryFolder();
  await filling({ dataDir: folder.path }, async (db) => {
    await addCourses(db, 50);
    await addLearners(db, 500);
  });
  const academy = await startAcademy({ dataDir: folder.path });
  await layLoad({ url: `${academy.url}/`, requests: 10, connections: 2 });
  await setTimeout(collectedSeconds * 1000);
  const close = async () => {
    await academy.stop();
    await folder.remove();
  };
  return { guarded: [{ what: 'memory at rest', measure: async () => ({ MB: shareOfMemory(academy.pid) }) }], close };
}

/** Goals in megabytes, with the database: at most in the mix, and when the program has come to rest from it. */
const goals = { most: 360, atRest: 200 };
const metricsToken = 'of-the-memory-rows';

/** Whether certificates are still to be drawn. */
async function drawsCertificates(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const [, waiting] = /^fairlead_jobs\{kind="draw-sheet",state="waiting"\} (\d+)$/m.exec(await answer.text()) ?? [];
  return Number(waiting ?? 0) > 0;
}

/** How long the certificates may take to be drawn after the last round. */
const drawingMinutes = 20;

/** Waits until no certificate is to be drawn. @throws after so many minutes */
async function certificatesDrawn(url: string): Promise<void> {
  const until = performance.now() + drawingMinutes * 60_000;
  while (await drawsCertificates(url)) {
    if (performance.now() > until) throw new Error(`Certificates were not drawn within ${drawingMinutes} minutes`);
    await setTimeout(1000);
  }
}

/** Long enough for the collector and for threads that end when they have nothing to do. */
const restSeconds = 100;

/**
 * The server's memory after rounds of everything that an academy does in an hour: pages, logins, a test with
 * certificates, own lists, staff's lists, and exports of the results by four at once; then at rest.
 */
export function measureMixedMemory({ rounds, learners }: { rounds: number; learners: number }): Promise<Row[]> {
  return onBothEngines((engine) => mixedOn(engine, rounds, learners)).then((rows) => rows.flat());
}

async function mixedOn(engine: Engine, rounds: number, learners: number): Promise<Row[]> {
  const { place, remove } = await engine.place();
  const school = await filling(place, async (db) => {
    const people = await addSignedIn(db, place.dataDir, learners);
    await addCourses(db, 49);
    // another course for each round: a test that was passed is not taken again
    const courses = [];
    for (let round = 0; round < rounds; round += 1) {
      const course = await addCourseFor(db, people);
      if (round === 0) await addReadiness(db, course.enrolments);
      else await addCompletions(db, course.enrolments);
      courses.push(await addTestOf(db, course.courseId, 10));
    }
    return { people, courses, staff: await addStaff(db, place.dataDir) };
  });
  const academy = await startAcademy(place, { env: { METRICS_TOKEN: metricsToken } });
  const share = () => shareOfMemory(academy.pid) + (engine.pid === undefined ? 0 : shareOfMemory(engine.pid));
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const asLearners = (path: string) => school.people.map(({ accessToken }) => ({ path, headers: bearer(accessToken) }));
  const asStaff = (path: string) => [{ path, headers: bearer(school.staff) }];
  const load = async (given: Omit<Load, 'url' | 'connections'> & { connections?: number }) => {
    const { failures } = await layLoad({ url: academy.url, connections: 16, ...given });
    if (failures > 0) throw new Error(`${failures} requests were refused: ${given.asks?.[0]?.path}`);
  };
  try {
    const before = share();
    const after: number[] = [];
    for (const { courseId, assessmentId: testId } of school.courses) {
      for (const path of ['/', '/courses', `/courses/${courseId}`, '/api/courses/active'])
        await load({ requests: 500, asks: [{ path }] });
      const logins = school.people.map((_, index) => ({
        body: JSON.stringify({ email: `learner-${index + 1}@example.org`, password }),
        path: '/api/user/login',
      }));
      await load({
        requests: 50,
        connections: 4,
        method: 'POST',
        asks: logins,
        headers: { 'content-type': 'application/json' },
      });
      const tokens = school.people.map(({ accessToken }) => accessToken);
      const exam = { url: academy.url, courseId, testId, tokens, begin: 5000, think: [0, 100] as const };
      const { failures } = await sitExam(exam);
      if (failures.length > 0) throw new Error(failures[0]);
      for (const path of ['/api/home', '/api/userCourses/user'])
        await load({ requests: 2 * learners, asks: asLearners(path) });
      for (const path of [`/api/courses/${courseId}/learners`, '/api/certificates', '/api/user/getApprovedUsers'])
        await load({ requests: 50, connections: 4, asks: asStaff(path) });
      for (const format of ['xlsx', 'csv'])
        await load({ requests: 8, connections: 4, asks: asStaff(`/api/export/submitTest?format=${format}`) });
      after.push(share());
    }
    // the certificates of a round take longer than its requests
    await certificatesDrawn(academy.url);
    await setTimeout(restSeconds * 1000);
    const rest = share();
    const inside = JSON.stringify(await academy.ask('memory'));
    const slope = after.map((one) => Math.round(one)).join(', ');
    return [
      beside(
        `memory in an hour's mix in ${rounds} rounds, at their ends, with the database, ${engine.name}`,
        spreadOf(after),
        {
          limit: goals.most,
          unit: 'MB',
          note: `at most ${Math.round(Math.max(...after))}; ${Math.round(before)} before; after each round ${slope}`,
        },
      ),
      beside(`memory after that, come to rest, with the database, ${engine.name}`, spreadOf([rest]), {
        limit: goals.atRest,
        unit: 'MB',
        note: inside,
      }),
    ];
  } finally {
    await academy.stop();
    await remove();
  }
}

/** Completed trainings, which a test requires. */
const addCompletions = (db: Db, enrolments: readonly { id: string }[]) =>
  db
    .insertInto('trainingCompletion')
    .values(enrolments.map(({ id }) => ({ enrolmentId: id, kind: 'films' as const, completedAt: new Date() })))
    .execute();
