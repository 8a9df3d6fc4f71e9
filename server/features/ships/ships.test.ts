import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { shipAboard } from '@fairlead/contract/ships/aboard';
import { isImoNumber, ships } from '@fairlead/contract/ships/calls';
import { training } from '@fairlead/contract/training/calls';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { insertStoredFile } from '../../platform/files/stored-files.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining, reportWatched } from '../../testing/journey.ts';
import { makeBoxKey } from './aboard/box-state.ts';
import { courseFilesIn } from './aboard/course-files.ts';
import { boarded, type Link, shipAshore, shipOf } from './testing/two-sides.ts';

const shore = await testApp();
const staff = await shore.person('admin');
const link: Link = { isUp: true, bytes: 0, loses: 0, parts: 100 };
const { box, state, pair, contact, holds } = await shipOf(shore, link);
const { ship, course, filmIds, people, codes, pairingCode } = await shipAshore(shore, staff, {
  films: [60, 60],
  crew: 2,
});
const [asha, ravi] = people;
if (!asha || !ravi) throw new Error('nobody is signed on');
// somebody of the academy who is on no ship
const { learner: stranger } = await enrolledWithFilms(
  shore,
  [60],
  await shore.person('learner', { firstName: 'Zebediah' }),
);

/** Both clocks run on. */
const wait = (seconds: number) => {
  shore.wait(seconds);
  box.wait(seconds);
};
const ashore = async (of: typeof asha) =>
  (await openTraining(shore, course.id, of))?.trainingVideo.map(({ watchedSeconds, completed }) => [
    Math.round(watchedSeconds),
    completed,
  ]);

test('a computer without a code is nobody’s, and a wrong code pairs nothing', async () => {
  expect(await state()).toMatchObject({ isPaired: false, ship: null, people: [] });
  const wrong = await pair('AAAA-BBBB-CCCC');
  expect([wrong.status, (wrong.body as { message: string }).message]).toEqual([
    409,
    'This code is not valid, or not any more. Ask the academy for a new one.',
  ]);
});

test('a paired computer has its ship, its courses and its crew, and of nobody else a single byte', async () => {
  expect((await pair(pairingCode.toLowerCase())).body).toEqual({ message: 'This computer is paired.' });
  const now = await state();
  const { name, imo } = (await shore.call(ships.get, { params: { id: ship } }, staff)).body.data;
  expect(now.ship).toMatchObject({ name, imo });
  expect(now.people.map(({ _id }) => _id).sort()).toEqual([asha.accountId, ravi.accountId].sort());
  const rows = await box.db.selectFrom('account').select(['email', 'firstName']).execute();
  expect(rows.map(({ email }) => email).every((email) => email.endsWith('@ship.invalid'))).toBe(true);
  expect(await holds('Zebediah')).toBe(false);
  expect(await holds(stranger.email)).toBe(false);
  expect(await holds(asha.email)).toBe(false);
});

test('a code pairs one computer: the same one again, whose answer was lost, and no other', async () => {
  const own = await shipAshore(shore, staff, { films: [60], crew: 1 });
  const [first, second] = await Promise.all([makeBoxKey(), makeBoxKey()]);
  const pairs = (key: string) => shore.call(ships.pair, { body: { code: own.pairingCode, key } });
  const paired = await pairs(first.publicKey);
  expect(paired.status).toBe(200);
  expect((await pairs(second.publicKey)).status).toBe(400);
  expect((await pairs(first.publicKey)).body.data.box).toBe(paired.body.data.box);
});

test('a pack whose statement claims something else than ids is no pack', async () => {
  for (const claims of [{ box: 5 }, null, { box: 'x', ship: 'y', digest: 'z' }]) {
    const statement = Buffer.from(`a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.b`);
    const numbers = Buffer.from([0, 0, 0, 1, 0, 0, 0, statement.length]);
    const magic = Buffer.from('89464c530d0a1a0a', 'hex');
    const pack = Buffer.concat([magic, numbers, statement, Buffer.alloc(40)]).toString('base64url');
    expect((await shore.call(ships.exchange, { body: { pack } })).status).toBe(400);
  }
});

test('what is watched aboard is credited ashore by the rule of today, once', async () => {
  const here = await boarded(box, asha, codes.get(asha.accountId));
  const training = await openTraining(box, course.id, here);
  expect(training?.trainingVideo.map(({ locked }) => locked)).toEqual([false, true]);
  wait(60);
  expect((await reportWatched(box, filmIds[0], [[0, 60]], here, 60)).body.data).toMatchObject({ completed: true });
  expect(await ashore(asha)).toEqual([
    [0, false],
    [0, false],
  ]);
  link.loses = 1;
  expect((await contact(here)).status).toBe(503);
  expect(await ashore(asha)).toEqual([
    [60, true],
    [0, false],
  ]);
  expect((await contact(here)).body).toEqual({ message: 'The academy has everything.' });
  const parts = await shore.db.selectFrom('offlinePart').selectAll().execute();
  expect(parts).toHaveLength(1);
  expect((await state()).unsentBytes).toBe(0);
  const { body } = await shore.call(offlineRecords.list, { query: { course: course.id } }, staff);
  expect(body.data.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  expect(await ashore(ravi)).toEqual([
    [0, false],
    [0, false],
  ]);
});

test('more than shore’s clock allows is not credited, whatever the ship’s clock says', async () => {
  const here = await boarded(box, ravi, codes.get(ravi.accountId));
  await openTraining(box, course.id, here);
  const before = await shore.db.selectFrom('watching').select('openedAt').execute();
  expect(before.length).toBeGreaterThan(0);
  // the box’s clock alone runs ahead by an hour, and the academy’s moment of opening is now
  await shore.db.updateTable('watching').set({ openedAt: shore.clock() }).execute();
  box.wait(3600);
  expect((await reportWatched(box, filmIds[0], [[0, 60]], here, 60)).body.data.completed).toBe(true);
  await contact(here);
  const [first] = (await ashore(ravi)) ?? [];
  expect(first?.[0]).toBeLessThan(20);
  expect(first?.[1]).toBe(false);
});

test('no call of staff, no enrolment and no test is served aboard', async () => {
  const here = { ...ravi, sessionId: await sessionOf(ravi.accountId) };
  for (const [method, url] of [
    ['GET', '/api/ships'],
    ['GET', `/api/courses/${course.id}`],
    ['POST', '/api/user/login'],
    ['GET', '/api/dashboard'],
  ] as const) {
    const { status, body } = await box.request(method, url, { as: here });
    expect([url, status, [403, 404, 503].includes(status)]).toEqual([url, status, true]);
    expect(JSON.stringify(body)).not.toContain(ravi.email);
  }
  const page = (url: string) => box.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  expect([(await page('/')).headers.location, (await page('/dashboard')).headers.location]).toEqual(['/ship', '/ship']);
  expect((await page('/ship')).headers.location).toBeUndefined();
  const { body } = await box.request('GET', '/api/home', { as: here });
  expect(body).toMatchObject({ message: 'This needs the academy, and is not possible on the ship’s computer.' });
});

const newCode = async (person: string) =>
  (await shore.call(ships.renewBoardingCode, { params: { id: ship, person } }, staff)).body.data;

test('the code that was used opens nothing more; a new one takes the place of a forgotten PIN', async () => {
  const wrong = await box.call(shipAboard.choosePin, {
    body: { person: asha.accountId, code: codes.get(asha.accountId) ?? '', pin: '111111' },
  });
  expect(wrong.status).toBe(400);
  const byPin = (pin: string) => box.call(shipAboard.logIn, { body: { person: asha.accountId, pin } });
  expect([(await byPin('111111')).status, (await byPin('482913')).status]).toEqual([401, 200]);
  const { code } = await newCode(asha.accountId);
  const before = { ...asha, sessionId: await sessionOf(asha.accountId) };
  expect((await box.call(shipAboard.listCourses, before)).status).toBe(200);
  const other = await sessionOf(ravi.accountId);
  await contact({ ...ravi, sessionId: other });
  expect((await box.call(shipAboard.listCourses, before)).status).toBe(401);
  expect((await byPin('482913')).status).toBe(401);
  expect((await boarded(box, asha, code, '737373')).accountId).toBe(asha.accountId);
});

const sessionOf = async (accountId: string) =>
  (
    await box.db
      .selectFrom('session')
      .select('id')
      .where('accountId', '=', accountId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;

test('who is signed off is gone from the ship, and what was not sent is sent all the same', async () => {
  const here = { ...asha, sessionId: await sessionOf(asha.accountId) };
  await openTraining(box, course.id, here);
  wait(60);
  await reportWatched(box, filmIds[1], [[0, 60]], here, 60);
  await shore.call(ships.signOff, { params: { id: ship, person: asha.accountId } }, staff);
  await contact({ ...ravi, sessionId: await sessionOf(ravi.accountId) });
  expect(await ashore(asha)).toEqual([
    [60, true],
    [60, true],
  ]);
  expect((await state()).people.map(({ _id }) => _id)).toEqual([ravi.accountId]);
  const left = await box.db.selectFrom('account').select('id').execute();
  expect(left).toEqual([{ id: ravi.accountId }]);
  const records = await box.db.selectFrom('shipRecord').select(['enrolment', 'links']).execute();
  const enrolments = await box.db.selectFrom('enrolment').select('id').execute();
  expect(records).toEqual(enrolments.map(({ id }) => ({ enrolment: id, links: [] })));
});

test('packs by stick carry the same, in any order, and a pack of another ship, an old one and half of one change nothing', async () => {
  const here = { ...ravi, sessionId: await sessionOf(ravi.accountId) };
  const up = (await box.call(shipAboard.makePack, here)).body.data.pack;
  const carried = await shore.call(ships.uploadPack, { body: { pack: up } }, staff);
  expect(carried.status).toBe(200);
  const down = carried.body.data.pack;
  const load = async (pack: string) => {
    const { status, body } = await box.call(shipAboard.loadPack, { body: { pack } }, here);
    return [status, body.message];
  };
  expect(await load(down.slice(0, down.length / 2))).toEqual([
    400,
    'This pack is incomplete or damaged. Nothing of it was used. Please copy it again.',
  ]);
  expect(await load(up)).toEqual([400, 'The academy did not sign this pack. Nothing was changed.']);
  expect(await load(Buffer.from('a film').toString('base64url'))).toEqual([400, 'This is not a ship’s pack.']);
  expect(await load(down)).toEqual([200, 'The pack of the academy was taken.']);
  expect(await load(down)).toEqual([200, 'The pack of the academy was taken.']);
  wait(10);
  await contact(here);
  expect(await load(down)).toEqual([400, 'This pack is older than what this computer has. Nothing was changed.']);
});

test('a box that was restored takes a new identity by itself, and its twin is told so; nothing counts twice', async () => {
  const own = await shipAshore(shore, staff, { films: [60, 60], crew: 1 });
  const other = await shipOf(shore, link);
  await other.pair(own.pairingCode);
  const [person] = own.people;
  if (!person) throw new Error('nobody is signed on');
  const here = await boarded(other.box, person, own.codes.get(person.accountId));
  const later = (seconds: number) => {
    shore.wait(seconds);
    other.box.wait(seconds);
  };
  const report = (film: number, to: number) => reportWatched(other.box, own.filmIds[film], [[0, to]], here, to);
  await openTraining(other.box, own.course.id, here);
  later(20);
  await report(0, 20);
  await other.contact(here);
  const kept = {
    state: await other.box.db.selectFrom('shipBoxState').selectAll().executeTakeFirstOrThrow(),
    records: await other.box.db.selectFrom('shipRecord').selectAll().execute(),
    watching: await other.box.db.selectFrom('watching').selectAll().execute(),
  };
  const putBack = async () => {
    const { db } = other.box;
    await db
      .updateTable('shipBoxState')
      .set({ ...kept.state, manifest: '{}', academyKeys: JSON.stringify(kept.state.academyKeys) })
      .execute();
    await db.deleteFrom('shipRecord').execute();
    for (const { films, links, recorded, session, answers, ...record } of kept.records) {
      const texts = { films, links, recorded, session, answers };
      const values = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)]));
      await db
        .insertInto('shipRecord')
        .values({ ...record, ...(values as Record<keyof typeof texts, string>) })
        .execute();
    }
    for (const { enrolmentId, filmId, intervals, watchedSeconds } of kept.watching)
      await db
        .updateTable('watching')
        .set({ intervals: JSON.stringify(intervals), watchedSeconds })
        .where('enrolmentId', '=', enrolmentId)
        .where('filmId', '=', filmId)
        .execute();
  };
  later(20);
  await report(0, 40);
  await other.contact(here);
  const credited = async () =>
    (await openTraining(shore, own.course.id, person))?.trainingVideo.map(({ watchedSeconds }) =>
      Math.round(watchedSeconds),
    );
  expect(await credited()).toEqual([40, 0]);
  await putBack();
  other.restart();
  later(20);
  await report(0, 60);
  expect((await other.contact(here)).body).toEqual({ message: 'The academy has everything.' });
  expect(await credited()).toEqual([60, 0]);
  const desk = async () => (await shore.call(ships.get, { params: { id: own.ship } }, staff)).body.data;
  expect(await desk()).toMatchObject({ box: { renewals: 1 }, crew: [{ creditedSeconds: 60 }] });
  // the twin of the box, with the identity that was given up
  later(10);
  await putBack();
  const { status, body } = await other.contact(here);
  expect([status, body.message]).toEqual([
    409,
    'Another computer has taken the place of this one: it was replaced, restored or copied. What it had recorded is stored. Pair this one with a new code if it is to go on.',
  ]);
  expect(await desk()).toMatchObject({ box: { renewals: 1 }, crew: [{ creditedSeconds: 60 }] });
  // a stick of one ship in the computer of another
  const foreign = (await box.call(shipAboard.makePack, { ...ravi, sessionId: await sessionOf(ravi.accountId) })).body
    .data.pack;
  const down = (await shore.call(ships.uploadPack, { body: { pack: foreign } }, staff)).body.data.pack;
  const loaded = await other.box.call(shipAboard.loadPack, { body: { pack: down } }, here);
  expect([loaded.status, loaded.body.message]).toEqual([
    400,
    'This pack is for the computer of another ship. Nothing was changed.',
  ]);
});

test('answers to presence checks are judged ashore alone: the right one is not aboard', async () => {
  const own = await shipAshore(shore, staff, { films: [60], crew: 1 });
  const [person] = own.people;
  const filmId = own.filmIds[0] ?? '';
  if (!person) throw new Error('nobody is signed on');
  const question = { question: 'Which light?', options: JSON.stringify(['Red', 'Green']), answer: 1 };
  await shore.db
    .insertInto('filmCheck')
    .values({ filmId, atSeconds: 30, ...question, createdAt: shore.clock() })
    .execute();
  const other = await shipOf(shore, link);
  await other.pair(own.pairingCode);
  const here = await boarded(other.box, person, own.codes.get(person.accountId));
  const later = (seconds: number) => {
    shore.wait(seconds);
    other.box.wait(seconds);
  };
  expect(await other.box.db.selectFrom('filmCheck').select('answer').execute()).toEqual([{ answer: null }]);
  await openTraining(other.box, own.course.id, here);
  later(60);
  const report = async () => (await reportWatched(other.box, filmId, [[0, 60]], here, 60)).body.data;
  const { due } = await report();
  const answer = (choice: number) =>
    other.box.call(training.answerCheck, { params: { id: due ?? '' }, body: { choice } }, here);
  expect((await answer(0)).body.data.right).toBe(true);
  expect((await report()).completed).toBe(true);
  await other.contact(here);
  const credited = async () =>
    (await openTraining(shore, own.course.id, person))?.trainingVideo.map(({ watchedSeconds, completed }) => [
      Math.round(watchedSeconds),
      completed,
    ]);
  expect(await credited()).toEqual([[30, false]]);
  later(60);
  expect((await report()).due).toBe(due);
  expect((await answer(1)).body.data.right).toBe(true);
  await other.contact(here);
  expect(await credited()).toEqual([[60, true]]);
});

test('videos arrive over a link that breaks, and a file from a stick that is damaged shows nothing', async () => {
  const own = await shipAshore(shore, staff, { films: [60], crew: 1 });
  const [person] = own.people;
  const filmId = own.filmIds[0] ?? '';
  if (!person) throw new Error('nobody is signed on');
  const content = randomBytes(2_500_000);
  const kept = await shore.files.keep(await shore.files.receiveOwn(content, 'video/mp4', 'a drill'), 'trainingVideo');
  const { id: fileId } = await transaction(shore.db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
  await shore.db.updateTable('film').set({ fileId }).where('id', '=', filmId).execute();
  const other = await shipOf(shore, link);
  await other.pair(own.pairingCode);
  const here = await boarded(other.box, person, own.codes.get(person.accountId));
  const courses = async () => (await other.box.call(shipAboard.listCourses, here)).body.data;
  const half = Buffer.from('this is not the file of any course');
  const folder = courseFilesIn(other.box);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'drill.fairlead'), half);
  const everyHalfHour = async () => {
    other.box.wait(1800);
    for (const kind of ['ship.record', 'ship.contact']) await transaction(other.box.db, (tx) => enqueue(tx, kind, {}));
    await other.box.worker.drain();
  };
  link.parts = 1;
  await everyHalfHour();
  expect(await courses()).toMatchObject([{ isHere: false, films: 1 }]);
  expect((await other.state()).trouble).toBe(
    'drill.fairlead: This is not the file of a course. Nothing of it is shown.',
  );
  // of an older version, which was longer than the file is now
  const [part = ''] = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  await appendFile(join(folder, part), randomBytes(4_000_000));
  link.parts = 100;
  await everyHalfHour();
  expect(await courses()).toMatchObject([{ isHere: true }]);
  const set = await openTraining(other.box, own.course.id, here);
  const answer = await other.box.app.inject({ method: 'GET', url: set?.trainingVideo[0]?.url ?? '' });
  expect(answer.rawPayload.equals(content)).toBe(true);
  expect((await readdir(folder)).filter((name) => !name.endsWith('.refused'))).toEqual([]);
});

test('an IMO number has its check digit', () => {
  expect(['9074729', '9074728'].map(isImoNumber)).toEqual([true, false]);
});
