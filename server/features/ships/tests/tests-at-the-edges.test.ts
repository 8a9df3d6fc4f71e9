import { shipAboard } from '@fairlead/contract/ships/aboard';
import { ships } from '@fairlead/contract/ships/calls';
import { shipTests } from '@fairlead/contract/ships/tests';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { testApp } from '../../../testing/app.ts';
import { answersTo } from '../../assessments/testing/assessments.ts';
import { setClock } from '../aboard/turn-back.ts';
import { day, messageOf, minute, testsDesk } from '../testing/tests-desk.ts';
import type { Link } from '../testing/two-sides.ts';

const shore = await testApp();
const staff = await shore.person('admin');
const link: Link = { isUp: true, bytes: 0, loses: 0, parts: 100 };
const { releasedTo, release, at, attemptsOf, forged } = testsDesk(shore, staff, link);
type Own = Awaited<ReturnType<typeof releasedTo>>;

/** The first of a crew, who has contact. */
async function first(own: Own) {
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  await own.contact(asha);
  return asha;
}

/** Somebody who sits a paper of 30 minutes. */
async function sitting(own: Own) {
  const asha = await first(own);
  await own.open(asha);
  const paper = (await own.start(asha)).body.data.attempt;
  if (!paper) throw new Error('the test did not begin');
  return { asha, paper };
}

const setAboard = ({ box }: Own, seconds: number) => {
  const clock = { now: box.clock, correct: () => undefined, startFrom: () => undefined, session: () => '' };
  return setClock(box.db, clock, () => box.wait(seconds));
};

/** Carries a pack ashore on a stick, and the answer back. */
async function byStick({ box }: Own, asha: Parameters<Own['contact']>[0]) {
  const up = (await box.call(shipAboard.makePack, asha)).body.data.pack;
  const { pack } = (await shore.call(ships.uploadPack, { body: { pack: up } }, staff)).body.data;
  expect((await box.call(shipAboard.loadPack, { body: { pack } }, asha)).status).toBe(200);
}

const testPapersOf = (testId: string) =>
  shore.db.selectFrom('shipTestPaper').selectAll().where('shipTestId', '=', testId).orderBy('id').execute();

test('a clock that is set during a test neither gives time nor takes it', async () => {
  for (const jump of [-10 * minute, 60 * minute]) {
    const own = await releasedTo({ crew: 1 });
    const { asha, paper } = await sitting(own);
    own.wait(5 * minute);
    await setAboard(own, jump);
    const saved = await own.save(paper._id, answersTo(own.sat).slice(0, 1), asha);
    expect(saved.body.data.secondsLeft).toBe(25 * minute);
    own.box.wait(26 * minute);
    expect((await own.save(paper._id, answersTo(own.sat), asha)).status).toBe(409);
  }
});

test('a computer whose clock is days behind gets the time from a stick, and its test papers are graded', async () => {
  const own = await releasedTo({ crew: 1 });
  own.box.wait(-2 * day);
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  await byStick(own, asha);
  expect(own.box.clock()).toEqual(shore.clock());
  await own.open(asha);
  const id = (await own.start(asha)).body.data.attempt?._id ?? '';
  own.wait(20 * minute);
  expect((await own.submit(id, answersTo(own.sat), asha)).status).toBe(200);
  await byStick(own, asha);
  expect(await attemptsOf(asha)).toMatchObject([{ passed: true }]);
});

test('a paper has the minutes of its own version, though the test has others by now', async () => {
  const own = await releasedTo({ crew: 1 });
  await sql`insert into assessment_version select (jsonb_populate_record(version,
    jsonb_build_object('id', new_id(), 'number', version.number + 1, 'minutes', 60))).*
    from assessment_version version where assessment_id = ${own.sat.id}`.execute(shore.db);
  const { asha, paper } = await sitting(own);
  expect(paper.secondsLeft).toBe(30 * minute);
  expect(await own.listed(asha)).toMatchObject({ minutes: 30 });
});

test('wrong codes of one person keep nobody else from opening the test', async () => {
  const own = await releasedTo({ crew: 2 });
  const asha = await first(own);
  for (let n = 0; n < 10; n++) expect((await own.open(asha, 'AAAA-BBBB-CCCC')).status).toBe(400);
  expect((await own.open(asha)).status).toBe(429);
  expect((await own.open(own.crewAboard[1] ?? asha)).status).toBe(200);
});

test('who has the computer and not the code can fail nobody, and fills no history', async () => {
  const own = await releasedTo({ crew: 1 });
  const asha = await first(own);
  const [{ id: paper } = { id: '' }] = await testPapersOf(own.testId);
  const times = { startedAt: at(0), submittedAt: at(60), isSubmitted: true, answers: '' };
  await forged(own, [{ paper, ...times }]);
  expect(await attemptsOf(asha)).toEqual([]);
  const refusals = async () => (await shore.auditActions(own.ship)).filter((action) => action === 'ship.refuse-test');
  const before = (await refusals()).length;
  const unknown = Array.from({ length: 150 }, () => ({ paper: crypto.randomUUID(), ...times }));
  for (let n = 0; n < 3; n++) await forged(own, unknown);
  expect((await refusals()).length).toBe(before + 1);
});

test('a second phone does not replace an answer that it has not seen, and late answers are said to be late', async () => {
  const own = await releasedTo({ crew: 1 });
  const { asha, paper } = await sitting(own);
  const [right, wrong] = [answersTo(own.sat).slice(0, 1), answersTo(own.sat, 1).slice(0, 1)];
  const save = (answers: typeof right, revision: number) => own.save(paper._id, answers, asha, revision);
  expect((await save(right, 0)).status).toBe(200);
  expect((await save(wrong, 0)).status).toBe(409);
  expect((await save(right, 0)).status).toBe(200);
  own.box.wait(31 * minute);
  expect(messageOf(await own.submit(paper._id, answersTo(own.sat), asha))[1]).toMatch(/^The time was over\./);
});

test('withdrawing, signing off and lapsing take back those test papers, and no others', async () => {
  const [own, other] = [await releasedTo({ crew: 2 }), await releasedTo({ crew: 2 })];
  const others = await testPapersOf(other.testId);
  const open = async ({ testId }: Own) => (await testPapersOf(testId)).map(({ endedAt }) => endedAt === null);
  const [asha] = own.people;
  await shore.call(ships.signOff, { params: { id: own.ship, person: asha?.accountId ?? '' } }, staff);
  expect((await open(own)).sort()).toEqual([false, true]);
  await shore.call(shipTests.withdraw, { params: { id: own.ship, test: own.testId } }, staff);
  expect(await open(own)).toEqual([false, false]);
  expect(await testPapersOf(other.testId)).toEqual(others);
  // of a ship that is never heard of again
  const lapse = async () => {
    await transaction(shore.db, (tx) => enqueue(tx, 'ship.end-test-papers', {}));
    await shore.worker.drain();
  };
  shore.wait(39 * day);
  await lapse();
  expect(await testPapersOf(other.testId)).toEqual(others);
  shore.wait(2 * day);
  await lapse();
  expect(await open(other)).toEqual([false, false]);
  const keys = await shore.db.selectFrom('shipTest').select('sealKey').where('id', '=', other.testId).execute();
  expect(keys).toEqual([{ sealKey: null }]);
});

test('while answers may come, neither the test is released again nor its course taken off; no window opens years ahead', async () => {
  const own = await releasedTo({ crew: 1 });
  shore.wait(11 * day);
  expect((await release(own.ship, own.course.id)).status).toBe(409);
  const takeOff = () => shore.call(ships.removeCourse, { params: { id: own.ship, course: own.course.id } }, staff);
  expect((await takeOff()).status).toBe(409);
  await shore.call(shipTests.withdraw, { params: { id: own.ship, test: own.testId } }, staff);
  const body = { courseId: own.course.id, opensAt: at(400 * day), closesAt: at(401 * day) };
  expect((await shore.call(shipTests.release, { params: { id: own.ship }, body }, staff)).status).toBe(400);
  expect((await takeOff()).status).toBe(200);
});
