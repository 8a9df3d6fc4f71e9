import { setTimeout } from 'node:timers/promises';
import { base64url, makeDeviceKey, publicKeyOf } from '@fairlead/contract/offline-records/offline-record-format';
import { addCourses, addLearners, filling, password, startAcademy, temporaryFolder } from '../harness/academy.ts';
import type { GuardedPart } from '../harness/guarded.ts';
import { type Ask, type Load, layLoad } from '../harness/load.ts';
import { cpuSeconds, type Running, startServer } from '../harness/process.ts';
import { spreadOf } from '../harness/rounds.ts';
import { addCourseFor, addOpenedFilm, addReadiness, addSignedIn, addStaff, type SignedIn } from '../harness/school.ts';
import { beside, type Row } from '../harness/table.ts';

type Size = { rounds: number; times: number };

const idleSeconds = 20;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

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
    const counts: number[] = [];
    for (let round = 0; round < rounds; round += 1) counts.push(await atRest(academy));
    // two looks in two seconds, and what falls into the edges of the measurement
    return [...rows, beside('statements a second at rest, embedded', spreadOf(counts), { limit: 1.1, unit: '/s' })];
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
    await addOpenedFilm(db, { courseId, enrolments }, { seconds: 600, hoursAgo: 8 });
    const { id: feeCourse } = await db
      .selectFrom('course')
      .select('id')
      .where('id', '<>', courseId)
      .limit(1)
      .executeTakeFirstOrThrow();
    // one request for each acceptance of each round
    const asking = await addLearners(db, (rounds + 1) * times, 'asking');
    const { enrolments: requests } = await addCourseFor(db, asking, 'pending');
    await addReadiness(db, requests, { trained: false });
    return { people, courseId, feeCourse, requests, staff: await addStaff(db, folder.path) };
  });
  const academy = await startAcademy({ dataDir: folder.path });
  const hashing = await startServer(new URL('../servers/hashing.ts', import.meta.url), [password]);
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
    const login = await costOf({ asks: logins, method: 'POST', headers: json });
    return { ...login, cpu: login.cpu - (await hashOf(hashing, times)) };
  };
  const [fees, passes] = [await chargeFees(academy.url, school), await takeAboard(academy.url, school)];
  const paid = () => {
    const asks = Array.from({ length: times }, (_, index) => ({
      ...byStaff(`/fees/${fees[index % fees.length]}/payments`),
      body: JSON.stringify(payment()),
    }));
    return costOf({ asks, method: 'POST', headers: json });
  };
  const contacts = passes.map(({ id, accessToken }) => ({
    path: `/api/offline-passes/${id}/record`,
    headers: bearer(accessToken),
    body: JSON.stringify(nothingNew),
  }));
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
    { what: 'payment with its receipt', limit: 12, measure: paid },
    {
      what: 'contact of a device with nothing new',
      limit: 2,
      measure: () => costOf({ asks: contacts, method: 'PUT', headers: json }),
    },
    { what: 'login without its hash', limit: 4, measure: loggedIn },
  ];
  const close = async () => {
    await hashing.stop();
    await academy.stop();
    await folder.remove();
  };
  return { academy, measures, close };
}

/** Carries out one call, and returns its answer. @throws when it is refused. */
async function carryOut<T>(url: string, method: string, token: string, body: unknown): Promise<T> {
  const answer = await fetch(url, { method, headers: { ...json, ...bearer(token) }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

type School = { people: readonly SignedIn[]; courseId: string; feeCourse: string; staff: string };

/** Switches fees on, and lets everybody ask for a course; returns the ids of their fees. */
async function chargeFees(url: string, { people, feeCourse, staff }: School): Promise<string[]> {
  await carryOut(`${url}/api/settings/fees`, 'PUT', staff, feeSettings);
  const ids: string[] = [];
  for (const { accessToken } of people) {
    const asked = { courseId: feeCourse };
    const { data } = await carryOut<{ data: { _id: string } }>(`${url}/api/userCourses`, 'POST', accessToken, asked);
    ids.push(data._id);
  }
  return ids;
}

const feeSettings = {
  isOn: true,
  bank: { accountName: 'Fairlead', accountNumber: '1234567890', ifsc: 'SBIN0001234', bankName: 'SBI Kochi' },
  upiId: 'fairlead@sbi',
  desk: 'At the front desk.',
  legalName: 'Fairlead Maritime Training Private Limited',
  address: '12 Willingdon Island, Kochi, Kerala 682003',
  gstin: '32AAACF1234A1ZO',
  gstRate: 18,
  pricesIncludeTax: true,
  remindsOverdue: false,
  sac: '9992',
};

/** A small part of a fee, so that each of them can be paid often. */
const payment = () => ({
  requestId: crypto.randomUUID(),
  amount: '10',
  method: 'cash',
  on: new Date().toISOString().slice(0, 10),
  reference: '',
});

/** Lets some learners take their course aboard; returns their passes. */
async function takeAboard(url: string, { people, courseId }: School): Promise<SignedIn[]> {
  const passes: SignedIn[] = [];
  for (const { accessToken } of people.slice(0, aboard)) {
    const key = base64url.encode(await publicKeyOf(await makeDeviceKey()));
    const path = `${url}/api/courses/${courseId}/offline-pass`;
    const { data } = await carryOut<{ data: { _id: string } }>(path, 'POST', accessToken, { key });
    passes.push({ id: data._id, accessToken });
  }
  return passes;
}

const aboard = 20;
/** What a device sends that has played nothing since. */
const nothingNew = { part: null, answers: [] };

/** Milliseconds of processor time per hash. */
async function hashOf(hashing: Running, times: number): Promise<number> {
  const before = cpuSeconds(hashing.pid);
  await hashing.ask(times);
  return ((cpuSeconds(hashing.pid) - before) * 1000) / times;
}

/** Statements a second while nobody asks for anything. */
async function atRest(academy: Running): Promise<number> {
  const before = Number(await academy.ask('statements'));
  await setTimeout(idleSeconds * 1000);
  return (Number(await academy.ask('statements')) - before) / idleSeconds;
}
