// Processor time of each call that a learner makes, server and database together, on both engines. The sizing of
// machines in docs/performance.md is based on these figures. Prints a table.
//
//   node bench/costs.ts [learners]
import { filling, password, startAcademy } from './harness/academy.ts';
import { type Engine, onBothEngines } from './harness/engines.ts';
import { sitExam } from './harness/exam-load.ts';
import { bodyOf, type Load, layLoad } from './harness/load.ts';
import { cpuSeconds, residentMegabytes } from './harness/process.ts';
import { addTrainees } from './harness/school.ts';

const learners = Number(process.argv[2] ?? 200);
const questions = 16;
const json = { 'content-type': 'application/json' };

type Costs = Record<string, number>;

async function onEngine(engine: Engine): Promise<{ name: string; costs: Costs }> {
  const { place, remove } = await engine.place();
  const school = await filling(place, (db) => addTrainees(db, place.dataDir, learners, questions));
  const { courseId, filmId, assessmentId, people, emails } = school;
  const academy = await startAcademy(place);
  const spent = () => cpuSeconds(academy.pid) + (engine.pid === undefined ? 0 : cpuSeconds(engine.pid));
  const asEach = (path: string) =>
    people.map(({ accessToken }) => ({ path, headers: { authorization: `Bearer ${accessToken}` } }));
  const logins = emails.map((email) => ({ body: JSON.stringify({ email, password }) }));

  /** CPU milliseconds of one of `times` operations on a warm server: the first round does not count. */
  async function costOf(times: number, action: (round: number) => Promise<void>): Promise<number> {
    await action(0);
    const before = spent();
    await action(1);
    return ((spent() - before) * 1000) / times;
  }
  const load = (given: Partial<Load>) => async () => {
    const { failures } = await layLoad({ url: academy.url, requests: learners * 5, connections: 16, ...given });
    if (failures > 0) throw new Error(`${failures} requests were refused`);
  };
  const reading = (path: string) => costOf(learners * 5, load({ asks: asEach(path) }));
  /** Reports the next ten seconds of a film for each learner. */
  const report = async (round: number) => {
    const body = JSON.stringify({ watched: [[round * 10, round * 10 + 10]], position: round * 10 + 10 });
    const asks = asEach(`/api/trainingVideo/${filmId}/progress`);
    await load({ requests: learners, connections: 64, method: 'PUT', headers: json, body, asks })();
  };
  try {
    const costs: Costs = {
      'a public page from the cache': await costOf(learners * 5, load({ asks: [{ path: '/courses' }] })),
      'the catalogue as JSON': await costOf(learners * 5, load({ asks: [{ path: '/api/courses/active' }] })),
      'a login': await costOf(
        logins.length,
        load({
          requests: logins.length,
          method: 'POST',
          headers: json,
          asks: logins.map((one) => ({ ...one, path: '/api/user/login' })),
        }),
      ),
      'own courses': await reading('/api/userCourses/user'),
      'own profile': await reading('/api/userProfile'),
      'a training with its films': await reading(`/api/trainingVideo/${courseId}`),
      'a progress report': await costOf(learners, report),
    };
    const stored = performance.now();
    let round = 2;
    for (; round < 12; round += 1) await report(round);
    const perSecond = ((round - 2) * learners * 1000) / (performance.now() - stored);
    const exam = { url: academy.url, courseId, testId: assessmentId, begin: 2000, think: [0, 600] as const };
    const before = spent();
    const { failures } = await sitExam({ ...exam, tokens: people.map(({ accessToken }) => accessToken) });
    if (failures.length > 0) throw new Error(failures[0]);
    costs[`a test of ${questions} questions, whole, with its share of certificates`] =
      ((spent() - before) * 1000) / learners;
    await bodyOf(`${academy.url}/healthz`);
    costs['progress reports stored in a second, at once (no cost)'] = perSecond;
    costs['memory of the program afterwards, MB (no cost)'] = residentMegabytes(academy.pid);
    return { name: engine.name, costs };
  } finally {
    await academy.stop();
    await remove();
  }
}

const measured = await onBothEngines(onEngine);
const figure = (value: number | undefined) => (value === undefined ? '' : value.toPrecision(3));
console.log(`| CPU-ms of | ${measured.map(({ name }) => name).join(' | ')} |`);
console.log(`| --- |${measured.map(() => ' --- |').join('')}`);
for (const what of Object.keys(measured[0]?.costs ?? {}))
  console.log(`| ${what} | ${measured.map(({ costs }) => figure(costs[what])).join(' | ')} |`);
