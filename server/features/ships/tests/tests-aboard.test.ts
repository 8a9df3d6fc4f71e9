import { assessments } from '@fairlead/contract/assessments/calls';
import { shipAboard } from '@fairlead/contract/ships/aboard';
import { ships } from '@fairlead/contract/ships/calls';
import { shipTests } from '@fairlead/contract/ships/tests';
import { expect, test } from 'vitest';
import { buildApp } from '../../../program/app.ts';
import { features } from '../../../program/features.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { openPaper, openTraining, reportWatched } from '../../../testing/journey.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { addTest, answersTo } from '../../assessments/testing/assessments.ts';
import { pressesOfPrograms } from '../../certificates/testing/shared-presses.ts';
import { makeBoxKey } from '../aboard/box-state.ts';
import { partsBy } from '../aboard/course-files.ts';
import { shipFeatures } from '../aboard/ship-program.ts';
import type { SittingUp } from '../content.ts';
import { day, messageOf, minute, testsDesk } from '../testing/tests-desk.ts';
import { boarded, type Link, shipAshore } from '../testing/two-sides.ts';

const shore = await testApp();
const staff = await shore.person('admin');
const link: Link = { isUp: true, bytes: 0, loses: 0, parts: 100 };
const { releasedTo, release, at, attemptsOf, forged } = testsDesk(shore, staff, link);

/** The text of an option that is right, and of a question. */
const questionText = 'Which light is shown in case 1?';

/** Everything of tests that is stored ashore, but for some people: what must not change by what others do. */
const rowsBeside = async (people: readonly Person[]) => {
  const ids = people.map(({ accountId }) => accountId);
  return shore.db
    .selectFrom('enrolment')
    .leftJoin('attempt', 'attempt.enrolmentId', 'enrolment.id')
    .leftJoin('certificate', 'certificate.enrolmentId', 'enrolment.id')
    .select(['enrolment.id', 'attempt.id as attempt', 'attempt.passed', 'certificate.id as certificate'])
    .where('enrolment.accountId', 'not in', ids)
    .orderBy('enrolment.id')
    .execute();
};

test('a test is sat aboard and graded ashore, once; nobody else’s rows change', async () => {
  const own = await releasedTo();
  const [asha, ravi] = own.crewAboard;
  if (!asha || !ravi) throw new Error('nobody is aboard');
  expect(own.testPapers.map(({ state }) => state)).toEqual(['aboard', 'aboard']);
  expect(await own.contactAs(asha)).toBe(200);
  // sealed: neither a question nor an option, nor the code
  expect(await own.holds(questionText)).toBe(false);
  expect(await own.holds(own.code)).toBe(false);
  expect(await own.listed(asha)).toMatchObject({ state: 'shut', own: 'sealed', minutes: 30 });
  expect(messageOf(await own.start(asha))).toEqual([
    409,
    'This test is not open. The invigilator opens it with the code from the academy.',
  ]);
  // an empty code is no guess
  const guesses = () => own.box.db.selectFrom('rateLimit').selectAll().where('key', 'like', 'ship-test:%').execute();
  expect((await own.open(asha, ' -')).status).toBe(400);
  expect(await guesses()).toEqual([]);
  expect(messageOf(await own.open(asha, 'AAAA-BBBB-CCCC'))).toEqual([400, 'This is not the code of this test.']);
  expect((await own.open(ravi, own.code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
  expect(await own.listed(asha)).toMatchObject({ state: 'open', own: 'sealed' });

  const before = await rowsBeside([asha]);
  const paper = (await own.start(asha)).body.data;
  expect(JSON.stringify(paper)).toContain(questionText);
  expect(JSON.stringify(paper)).not.toMatch(/correct|right|key/i);
  const id = paper.attempt?._id ?? '';
  const answers = answersTo(own.sat);
  own.wait(5 * minute);
  expect((await own.save(id, answers.slice(0, 2), asha)).body.data).toEqual({ secondsLeft: 25 * minute, revision: 1 });
  // another person’s paper
  expect((await own.save(id, answers, ravi)).status).toBe(404);
  expect((await own.submit(id, answers, ravi)).status).toBe(404);
  expect((await own.start(asha)).body.data.attempt?.answers).toEqual(answers.slice(0, 2));
  expect(messageOf(await own.submit(id, answers.slice(0, 2), asha))).toEqual([400, 'Please answer every question.']);
  const handedIn = [200, 'Handed in. The academy grades it after the next contact.'];
  expect(messageOf(await own.submit(id, answers, asha))).toEqual(handedIn);
  expect(messageOf(await own.submit(id, answersTo(own.sat, 3), asha))).toEqual(handedIn);
  expect(messageOf(await own.start(asha))).toEqual([
    409,
    'You have handed in this test. The academy grades it ashore.',
  ]);
  expect(await own.listed(asha)).toMatchObject({ own: 'waiting' });
  // nothing of paper or answers is on the disk in the open, and no result
  expect(await own.holds(questionText)).toBe(false);
  expect(await own.holds('Yellow')).toBe(false);
  // ashore the same test cannot be begun meanwhile
  expect(messageOf(await openPaper(shore, own.course.id, own.ashore(ravi)))[0]).toBe(409);

  link.loses = 1;
  expect(await own.contactAs(asha)).toBe(503);
  expect(await own.contactAs(asha)).toBe(200);
  expect(await own.contactAs(asha)).toBe(200);
  expect(await attemptsOf(asha)).toMatchObject([{ score: 3, passed: true }]);
  expect((await own.desk())?.testPapers).toMatchObject(
    [asha, ravi]
      .map(({ accountId: userId }) =>
        userId === asha.accountId
          ? { userId, state: 'graded', passed: true, refused: null }
          : { userId, state: 'aboard', passed: null, refused: null },
      )
      .sort(
        (a, b) =>
          own.testPapers.findIndex((p) => p.userId === a.userId) -
          own.testPapers.findIndex((p) => p.userId === b.userId),
      ),
  );
  expect(await shore.subjectsTo(asha)).toEqual(expect.arrayContaining([expect.stringMatching(/certificate/i)]));
  expect(await own.listed(asha)).toMatchObject({ own: 'taken', refused: null });
  expect(await own.box.db.selectFrom('shipSitting').selectAll().execute()).toEqual([]);
  expect(await rowsBeside([asha])).toEqual(before);
});

test('by stick the same; times are believed within shore’s, and what is not answered in time is handed in by itself', async () => {
  const own = await releasedTo({ crew: 1 });
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  const carry = async () => {
    const up = (await own.box.call(shipAboard.makePack, asha)).body.data.pack;
    const carried = await shore.call(ships.uploadPack, { body: { pack: up } }, staff);
    await own.box.call(shipAboard.loadPack, { body: { pack: carried.body.data.pack } }, asha);
  };
  await carry();
  await own.open(asha);
  // the clock of the ship alone goes back by nothing and ahead by a day
  own.box.wait(day);
  expect((await own.start(asha)).status).toBe(409);
  await own.open(asha);
  const { attempt } = (await own.start(asha)).body.data;
  const id = attempt?._id ?? '';
  expect((await own.save(id, answersTo(own.sat).slice(0, 2), asha)).status).toBe(200);
  own.wait(31 * minute);
  expect(messageOf(await own.save(id, answersTo(own.sat), asha))).toEqual([409, 'The time for this test is over.']);
  expect((await own.submit(id, answersTo(own.sat), asha)).status).toBe(200);
  await carry();
  await carry();
  const [graded, ...others] = await attemptsOf(asha);
  expect(others).toEqual([]);
  expect(graded).toMatchObject({ score: 2, passed: false });
  expect(graded?.submittedAt?.getTime()).toBeLessThanOrEqual(shore.clock().getTime());
});

test('who completes the training during the window gets a paper with a later pack', async () => {
  const own = await releasedTo({ crew: 1 });
  const here = await boarded(own.box, own.late, own.codes.get(own.late.accountId));
  await own.contact(here);
  expect(await own.listed(here)).toMatchObject({ own: 'none' });
  await openTraining(own.box, own.course.id, here);
  own.wait(60);
  await reportWatched(own.box, own.filmIds[0], [[0, 60]], here, 60);
  await own.contact(here);
  await own.contact(here);
  expect(await own.listed(here)).toMatchObject({ own: 'sealed' });
  await own.open(here);
  const paper = (await own.start(here)).body.data;
  expect(paper.questions).toHaveLength(3);
});

test('a killed computer keeps what it has acknowledged, and needs the code again', async () => {
  const own = await releasedTo({ crew: 1 });
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  await own.contact(asha);
  await own.open(asha);
  const id = (await own.start(asha)).body.data.attempt?._id ?? '';
  await own.save(id, answersTo(own.sat).slice(0, 2), asha);
  // the program on the same database and folder, without what the other had in memory
  const clock = { now: own.box.clock, correct: () => {}, startFrom: () => {}, session: () => 'again' };
  const offline = { ask: () => Promise.reject(new Error('no link')), fetching: partsBy(fetch) };
  const { app } = await buildApp(own.box, own.box.app.log as never, {
    presses: pressesOfPrograms,
    features: shipFeatures(features, clock, offline),
  });
  await app.ready();
  const again = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const token = await signAccessToken(asha, own.box.config.secrets.token, own.box.clock());
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const answers = answersTo(own.sat);
  expect((await again('PUT', `/attempts/${id}/answers`, { answers })).status).toBe(409);
  expect((await again('POST', `/ship/test-papers/${id}/submission`, { answers })).status).toBe(409);
  expect((await again('POST', `/ship/tests/${own.testId}/opening`, { code: own.code })).status).toBe(200);
  const { body } = await again('GET', `/test/${own.course.id}`);
  expect(body.data[0].attempt).toMatchObject({ _id: id, revision: 1, answers: answers.slice(0, 2) });
  expect((await again('POST', `/ship/test-papers/${id}/submission`, { answers })).status).toBe(200);
  await app.close();
  await own.contact(asha);
  expect(await attemptsOf(asha)).toMatchObject([{ score: 3, passed: true }]);
});

test('a withdrawn test is gone at the next contact, and nothing of it is graded', async () => {
  const own = await releasedTo();
  const [asha, ravi] = own.crewAboard;
  if (!asha || !ravi) throw new Error('nobody is aboard');
  await own.contact(asha);
  await own.open(asha);
  const id = (await own.start(asha)).body.data.attempt?._id ?? '';
  await own.submit(id, answersTo(own.sat), asha);
  const { status } = await shore.call(shipTests.withdraw, { params: { id: own.ship, test: own.testId } }, staff);
  expect(status).toBe(200);
  const kept = await shore.db.selectFrom('shipTest').select('sealKey').where('id', '=', own.testId).execute();
  expect(kept).toEqual([{ sealKey: null }]);
  await own.contact(asha);
  await own.contact(asha);
  expect(await own.listed(asha)).toBeUndefined();
  expect(await attemptsOf(asha)).toEqual([]);
  const testPapers = (await own.desk())?.testPapers ?? [];
  expect(testPapers.map(({ userId, state, refused }) => [userId, state, refused])).toEqual(
    expect.arrayContaining([
      [asha.accountId, 'refused', 'The academy has withdrawn this test.'],
      [ravi.accountId, 'returned', null],
    ]),
  );
  // ashore it can be taken again, with all attempts
  expect((await openPaper(shore, own.course.id, own.ashore(asha))).body.data[0]?.sitting).toMatchObject({
    attemptsUsed: 0,
  });
  // and can be released again
  expect((await release(own.ship, own.course.id)).status).toBe(201);
});

test('of somebody who was signed off, what was begun before counts, and the paper is gone', async () => {
  const own = await releasedTo();
  const [asha, ravi] = own.crewAboard;
  if (!asha || !ravi) throw new Error('nobody is aboard');
  await own.contact(asha);
  await own.open(asha);
  const begin = async (who: Person) => (await own.start(who)).body.data.attempt?._id ?? '';
  const before = await begin(asha);
  await own.submit(before, answersTo(own.sat), asha);
  own.wait(10);
  for (const person of [asha, ravi])
    await shore.call(ships.signOff, { params: { id: own.ship, person: person.accountId } }, staff);
  own.wait(10);
  const after = await begin(ravi);
  await own.submit(after, answersTo(own.sat), ravi);
  await own.contact(asha);
  expect(await attemptsOf(asha)).toMatchObject([{ score: 3, passed: true }]);
  expect(await attemptsOf(ravi)).toEqual([]);
  expect((await own.desk())?.testPapers.find(({ userId }) => userId === ravi.accountId)).toMatchObject({
    state: 'refused',
    refused: 'The person was signed off before the test was begun.',
  });
  expect(await own.box.db.selectFrom('shipSitting').selectAll().execute()).toEqual([]);
  expect(await own.box.db.selectFrom('account').select('id').execute()).toEqual([{ id: own.late.accountId }]);
});

test('after its window a test does not open, and an attempt that never comes back is none', async () => {
  const own = await releasedTo({ crew: 1 });
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  await own.contact(asha);
  own.wait(11 * day);
  const here = await boarded2(own, asha);
  expect(messageOf(await own.open(here))).toEqual([409, 'The window of this test is over.']);
  expect((await openPaper(shore, own.course.id, own.ashore(asha))).status).toBe(409);
  shore.wait(30 * day);
  expect((await openPaper(shore, own.course.id, own.ashore(asha))).body.data[0]?.sitting).toMatchObject({
    attemptsUsed: 0,
  });
  await own.contact(here);
  expect((await own.desk())?.testPapers).toMatchObject([{ state: 'returned', refused: null }]);
  const kept = await shore.db.selectFrom('shipTest').select('sealKey').where('id', '=', own.testId).execute();
  expect(kept).toEqual([{ sealKey: null }]);
});

/** Somebody logs in aboard again, with the PIN. */
async function boarded2({ box }: { box: Awaited<ReturnType<typeof testApp>> }, person: Person): Promise<Person> {
  await box.call(shipAboard.logIn, { body: { person: person.accountId, pin: '482913' } });
  const { id: sessionId } = await box.db
    .selectFrom('session')
    .select('id')
    .where('accountId', '=', person.accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { ...person, sessionId };
}

/** A pack with sittings, as the computer of a ship signs it, or somebody else. */
test('changed answers, a second sitting, a time that cannot be and a key that is not the box’s are refused', async () => {
  const own = await releasedTo({ crew: 2 });
  const other = await releasedTo({ crew: 1 });
  const [asha, ravi] = own.crewAboard;
  const [anil] = other.crewAboard;
  if (!asha || !ravi || !anil) throw new Error('nobody is aboard');
  await own.contact(asha);
  await own.open(asha);
  own.wait(60);
  const id = (await own.start(asha)).body.data.attempt?._id ?? '';
  await own.submit(id, answersTo(own.sat, 2), asha);
  const [row] = await own.box.db.selectFrom('shipSitting').selectAll().execute();
  if (!row?.submittedAt) throw new Error('nothing was handed in');
  const sitting: SittingUp = {
    paper: id,
    startedAt: row.startedAt.toISOString(),
    submittedAt: row.submittedAt.toISOString(),
    isSubmitted: true,
    answers: row.answers ?? '',
  };
  const { privateKey } = await makeBoxKey();
  expect(messageOf(await forged(own, [sitting], privateKey))).toEqual([
    400,
    'This pack was not made by the computer of one of this academy’s ships.',
  ]);
  expect(await attemptsOf(asha)).toEqual([]);
  // the computer of another ship sends a paper that it never had: nothing happens to the paper
  expect((await forged(other, [sitting])).status).toBe(200);
  expect(await shore.auditActions(other.ship)).toContain('ship.refuse-test');
  expect((await own.desk())?.testPapers.map(({ state }) => state)).toEqual(['aboard', 'aboard']);
  await own.contact(asha);
  expect(await attemptsOf(asha)).toMatchObject([{ score: 1, passed: false }]);
  // a copy of the disk, on which somebody has sat it again
  expect((await forged(own, [{ ...sitting, isSubmitted: false }])).status).toBe(200);
  expect(await attemptsOf(asha)).toMatchObject([{ score: 1, passed: false }]);
  const paperOf = async ({ accountId }: Person) =>
    (await own.desk())?.testPapers.find(({ userId }) => userId === accountId);
  expect(await paperOf(asha)).toMatchObject({
    state: 'graded',
    refused: 'Other answers to this paper came later. The first ones count.',
  });
  // answers that the key of the release has not sealed
  const raviPaper = (await own.start(ravi)).body.data.attempt?._id ?? '';
  await forged(own, [{ ...sitting, paper: raviPaper }]);
  expect(await paperOf(ravi)).toMatchObject({
    state: 'refused',
    refused: 'The answers were changed, or were not sealed aboard.',
  });
  expect(await attemptsOf(ravi)).toEqual([]);
  // a clock that cannot be
  await other.contact(anil);
  await other.open(anil);
  const anilPaper = (await other.start(anil)).body.data.attempt?._id ?? '';
  await other.submit(anilPaper, answersTo(other.sat), anil);
  const [given] = await other.box.db.selectFrom('shipSitting').selectAll().execute();
  await forged(other, [
    { ...sitting, paper: anilPaper, answers: given?.answers ?? '', startedAt: at(0), submittedAt: at(3600) },
  ]);
  expect((await other.desk())?.testPapers).toMatchObject([
    { state: 'refused', refused: 'The test took longer than its time.' },
  ]);
  expect(await attemptsOf(anil)).toEqual([]);
});

test('what comes from a computer that was replaced counts for nothing', async () => {
  const own = await releasedTo({ crew: 1 });
  const [asha] = own.crewAboard;
  if (!asha) throw new Error('nobody is aboard');
  await own.contact(asha);
  await own.open(asha);
  const id = (await own.start(asha)).body.data.attempt?._id ?? '';
  await own.submit(id, answersTo(own.sat), asha);
  const code = (await shore.call(ships.renewPairingCode, { params: { id: own.ship } }, staff)).body.data.code;
  const { publicKey } = await makeBoxKey();
  expect((await shore.call(ships.pair, { body: { code, key: publicKey } })).status).toBe(200);
  expect(await own.contactAs(asha)).toBe(409);
  expect(await attemptsOf(asha)).toEqual([]);
  expect((await own.desk())?.testPapers).toMatchObject([
    { state: 'aboard', refused: 'The answers came from a computer that was replaced, restored or copied.' },
  ]);
});

test('a window is at most 60 days, and a test with pictures or of another ship’s course is not released', async () => {
  const own = await releasedTo({ crew: 1 });
  const other = await shipAshore(shore, staff, { films: [60], crew: 1 });
  expect(messageOf(await release(own.ship, other.course.id))).toEqual([404, 'This course is not aboard this ship.']);
  expect(messageOf(await release(other.ship, other.course.id))).toEqual([404, 'This course has no published test.']);
  const { id } = await addTest(shore, other.course.id);
  expect((await release(other.ship, other.course.id, 61)).status).toBe(400);
  expect((await release(other.ship, other.course.id, -1)).status).toBe(400);
  const { id: fileId } = await shore.db
    .insertInto('storedFile')
    .values({ folder: 'question_pictures', filename: 'a.png', contentType: 'image/png', sizeBytes: 1, sha256: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await shore.db
    .insertInto('questionPicture')
    .values({ fileId, width: 1, height: 1, createdAt: shore.clock() })
    .execute();
  await shore.db
    .updateTable('question')
    .set({ pictureId: fileId, pictureText: 'A buoy' })
    .where('versionId', 'in', (of) => of.selectFrom('assessmentVersion').select('id').where('assessmentId', '=', id))
    .execute();
  expect(messageOf(await release(other.ship, other.course.id))).toEqual([
    409,
    'This test has pictures, which are not carried sealed. It can be taken ashore.',
  ]);
  expect(messageOf(await release(own.ship, own.course.id))).toEqual([
    409,
    'This test is released to the ship already. Withdraw it first for another window.',
  ]);
  // ashore the calls of the ship’s computer do not exist
  expect((await shore.call(assessments.getPaper, { params: { courseId: own.course.id } }, own.late)).status).toBe(409);
});
