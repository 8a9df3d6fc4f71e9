import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import {
  base64url,
  makeDeviceKey,
  type Part,
  publicKeyOf,
  verifyPart,
} from '@fairlead/contract/offline-records/offline-record-format';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { consume } from '../../platform/db/rate-limits.ts';
import { readStatement } from '../../platform/keys/statement.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { enrol } from '../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched } from '../../testing/journey.ts';
import { listRecordProofs } from './queries.ts';
import { aboardIn } from './testing/aboard.ts';
import { addPass, deviceAboard } from './testing/offline-device.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const staff = await person('admin');
const aboard = aboardIn(program, staff);
const day = 86_400;

const withdraw = (passId: string, as = staff) => call(offlineRecords.withdraw, { params: { id: passId } }, as);
const upload = (file: string, as: Person) => call(offlineRecords.uploadProgress, { body: { file } }, as);

describe('an offline pass', () => {
  test('is signed by the academy for person, course, films, key and time, and opens every film', async () => {
    const { device, learner, course, filmIds } = await aboard([600, 600]);
    const claims = await readStatement(await program.keys.published(), 'offline-pass', device.pass.statement);
    expect(claims).toMatchObject({
      pass: device.passId,
      person: learner.accountId,
      course: course.id,
      key: base64url.encode(await publicKeyOf(device.keys)),
      issuedAt: program.clock().toISOString(),
      films: filmIds.map((id) => ({ id, seconds: 600 })),
    });
    const opened = await db.selectFrom('watching').select('openedAt').where('filmId', 'in', filmIds).execute();
    expect(opened).toEqual([{ openedAt: program.clock() }, { openedAt: program.clock() }]);
  });

  test('is the same for two clicks of one device, and another for another device or other films', async () => {
    const { device, course, learner, setId } = await aboard([600]);
    const key = base64url.encode(await publicKeyOf(device.keys));
    const ask = async (of = key) =>
      (await call(offlineRecords.issuePass, { params: { id: course.id }, body: { key: of } }, learner)).body.data._id;
    expect(await Promise.all([ask(), ask()])).toEqual([device.passId, device.passId]);
    const fresh = base64url.encode(await publicKeyOf(await makeDeviceKey()));
    const [one, two] = await Promise.all([ask(fresh), ask(fresh)]);
    expect(one).toBe(two);
    expect(one).not.toBe(device.passId);
    await db.updateTable('film').set({ removedAt: program.clock() }).where('setId', '=', setId).execute();
    const answer = await call(offlineRecords.issuePass, { params: { id: course.id }, body: { key } }, learner);
    expect(answer).toMatchObject({ status: 404, body: { message: 'This course has no videos.' } });
  });

  test('is refused to those who are not approved, and for what is no key', async () => {
    const { course, learner, device } = await aboard([600]);
    const key = base64url.encode(await publicKeyOf(device.keys));
    const ask = (as: Person, of = key) =>
      call(offlineRecords.issuePass, { params: { id: course.id }, body: { key: of } }, as);
    const stranger = await person();
    expect((await ask(stranger)).status).toBe(403);
    await enrol(program, stranger, course.id, 'pending');
    expect((await ask(stranger)).status).toBe(403);
    // no point of the curve, and text that no bytes are written as
    for (const text of ['A'.repeat(87), `${key.slice(0, -1)}B`, '_'.repeat(87)]) {
      expect((await ask(learner, text)).body).toMatchObject({ message: 'This is not a key of a device.' });
    }
  });
});

describe('a script that sends without end', () => {
  test('gets twenty passes a day', async () => {
    const { course, learner } = await aboard([600]);
    const ask = async () => {
      const key = base64url.encode(await publicKeyOf(await makeDeviceKey()));
      return (await call(offlineRecords.issuePass, { params: { id: course.id }, body: { key } }, learner)).status;
    };
    const answers: number[] = [];
    for (let turn = 0; turn < 20; turn++) answers.push(await ask());
    expect(answers).toEqual([...Array(19).fill(200), 429]);
    wait(day);
    expect(await ask()).toBe(200);
  });

  test('gets no 51st valid pass, and is heard 600 times in a quarter of an hour', async () => {
    const { course, learner, device, enrolmentId } = await aboard([600]);
    const more: string[] = [];
    for (let turn = 0; turn < 49; turn++) more.push(await addPass(program, enrolmentId));
    const key = base64url.encode(await publicKeyOf(await makeDeviceKey()));
    const ask = () => call(offlineRecords.issuePass, { params: { id: course.id }, body: { key } }, learner);
    const says = expect.stringMatching(/^This course is on too many devices/);
    expect(await ask()).toMatchObject({ status: 409, body: { message: says } });
    await withdraw(more[0] ?? '');
    expect((await ask()).status).toBe(200);
    const used = { key: `offline-record:${learner.accountId}`, max: 600, seconds: 900, amount: 599 };
    await consume(db, used, program.clock());
    device.play(0, 0, 1);
    const send = async () => (await device.send(await device.part())).status;
    expect([await send(), await send()]).toEqual([200, 429]);
    // a contact that brings nothing and stores nothing is a read like any other
    expect((await device.send(null)).status).toBe(200);
    wait(900);
    expect(await send()).toBe(200);
  });

  test('has ten of its copies kept as a proof, and no film in a thousand parts', async () => {
    const { device, listed } = await aboard([6000, 6000]);
    device.play(0, 0, 1);
    await device.sync();
    for (let turn = 0; turn < 12; turn++) {
      device.play(0, turn, turn + 1);
      const copy = await device.part({ previous: new Uint8Array(32) });
      expect((await device.send(copy)).body.data).toMatchObject({ mustRenew: true });
    }
    const [pass] = await listed();
    expect(pass?.contradictions).toMatchObject([{ kind: 'two-copies', times: 12 }]);
    const kept = await db.selectFrom('offlinePart').selectAll().where('passId', '=', device.passId).execute();
    expect(kept.filter(({ continues }) => !continues)).toHaveLength(10);

    const { device: other, films } = await aboard([6000, 6000]);
    for (let turn = 0; turn < 1001; turn++) other.play(1, turn * 2, turn * 2 + 1);
    expect(await other.sync()).toMatchObject({
      status: 400,
      body: { message: 'Too many separate parts were watched.' },
    });
    expect(await films()).toEqual([
      [0, false],
      [0, false],
    ]);
  });
});

describe('a record', () => {
  test('is credited as it was played, after weeks, in one call', async () => {
    const { device, films, contradictions, listed } = await aboard([600, 300]);
    for (const [from, to] of [
      [0, 250],
      [250, 600],
    ] as const) {
      wait(5 * day);
      device.start();
      device.play(0, from, to);
    }
    device.play(1, 0, 200);
    expect((await device.sync()).body.data).toMatchObject({
      mustRenew: false,
      withdrawnAt: null,
      creditedSeconds: 800,
    });
    expect(await films()).toEqual([
      [600, true],
      [200, false],
    ]);
    expect(await contradictions()).toEqual([]);
    expect(await listed()).toMatchObject([{ creditedSeconds: 800, films: 2, syncedAt: program.clock().toISOString() }]);
  });

  test('counts once, however often it arrives, and goes on where the academy has it', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 100);
    const first = await device.part();
    await device.send(first);
    device.play(0, 100, 150);
    // the answer to the first was lost: everything is sent again
    const { head } = (await device.send(await device.part())).body.data;
    expect(head.number).toBe(3);
    expect((await device.send(first)).body.data).toMatchObject({ head, creditedSeconds: 0, mustRenew: false });
    device.acknowledge(head);
    expect(device.unsent).toEqual([]);
    device.play(0, 150, 160);
    expect((await device.sync()).body.data).toMatchObject({ head: { number: 4 }, creditedSeconds: 10 });
    expect(await films()).toEqual([[160, false]]);
    expect(await contradictions()).toEqual([]);
  });

  test('arrives piece by piece', async () => {
    const { device, films } = await aboard([600]);
    for (let at = 0; at < 600; at += 50) device.play(0, at, at + 50);
    while (device.unsent.length > 0) expect((await device.sync({}, 5)).status).toBe(200);
    expect(await films()).toEqual([[600, true]]);
  });

  test('and reports of the same seconds count once, in either order', async () => {
    const { device, films, filmIds, learner } = await aboard([600]);
    device.play(0, 0, 100);
    await reportWatched(program, filmIds[0], [[0, 60]], learner);
    expect((await device.sync()).body.data.creditedSeconds).toBe(40);
    await reportWatched(program, filmIds[0], [[0, 100]], learner);
    expect(await films()).toEqual([[100, false]]);
  });

  test('of a film behind one that is incomplete waits, and counts when that is complete', async () => {
    const { device, films, filmIds, learner } = await aboard([100, 100]);
    device.play(0, 0, 50);
    device.play(1, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(50);
    expect(await films()).toEqual([
      [50, false],
      [0, false],
    ]);
    wait(50);
    await reportWatched(program, filmIds[0], [[50, 100]], learner);
    expect((await device.sync()).body.data.creditedSeconds).toBe(100);
    expect(await films()).toEqual([
      [100, true],
      [100, true],
    ]);
  });

  test('counts up to a presence check, and beyond it with the kept answer; a wrong one goes back', async () => {
    const { course, films, learner } = await enrolledWithFilms(program, [600]);
    const question = { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'], answer: 1 };
    const checks = [
      { at: 100, every: null, question },
      { at: 300, every: null, question: null },
    ];
    await call(training.saveChecks, { params: { id: films[0] ?? '' }, body: { checks } }, staff);
    const device = await deviceAboard(program, course.id, learner);
    const set = await openTraining(program, course.id, learner);
    const [asks = '', isThere = ''] = (set?.trainingVideo[0]?.checks ?? []).map(({ _id }) => _id);
    const credited = async () => (await openTraining(program, course.id, learner))?.trainingVideo[0]?.watchedSeconds;
    device.play(0, 0, 600);
    const wrong = await device.sync({ [asks]: 0, [isThere]: null });
    expect(wrong.body.data).toMatchObject({ creditedSeconds: 100, refused: [{ check: asks, againFrom: 0 }] });
    wait(95);
    // the answer to the second check has waited, and what was watched too
    expect((await device.sync({ [asks]: 1 })).body.data).toMatchObject({ creditedSeconds: 500, refused: [] });
    expect(await credited()).toBe(600);
  });

  test('of another person is not there, and neither is that person’s for staff outside their courses', async () => {
    const { device } = await aboard([600]);
    device.play(0, 0, 100);
    const other = await aboard([600]);
    expect((await device.send(await device.part(), {}, other.learner)).status).toBe(404);
    const instructor = await person('instructor');
    expect((await withdraw(device.passId, instructor)).status).toBe(404);
    expect((await upload(await device.file(), instructor)).status).toBe(404);
    expect((await call(offlineRecords.list, {}, instructor)).body.data).toEqual([]);
    expect((await call(offlineRecords.list, {}, device.learner)).status).toBe(403);
  });

  test('is refused after the enrollment is over, and stays on the device', async () => {
    const { device, enrolmentId } = await aboard([600]);
    device.play(0, 0, 100);
    await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', enrolmentId).execute();
    expect((await device.sync()).status).toBe(403);
    await db
      .updateTable('enrolment')
      .set({ status: 'approved', supersededAt: program.clock() })
      .where('id', '=', enrolmentId)
      .execute();
    expect((await device.sync()).status).toBe(409);
    expect(device.unsent).toHaveLength(2);
  });

  test('of a film that staff have removed is kept, and takes nothing from the others', async () => {
    const { device, films, filmIds } = await aboard([100, 100, 100]);
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    await db
      .updateTable('film')
      .set({ removedAt: program.clock() })
      .where('id', '=', filmIds[1] ?? '')
      .execute();
    expect((await device.sync()).body.data.creditedSeconds).toBe(200);
    expect(await films()).toEqual([
      [100, true],
      [100, true],
    ]);
  });
});

test('the watch record shows what was watched without a link, by the device’s clock and ours', async () => {
  const { device, enrolmentId } = await aboard([600]);
  wait(day);
  device.start();
  device.play(0, 0, 100);
  const playedTo = program.clock();
  wait(day);
  await device.sync();
  const { body } = await call(training.getWatchRecord, { params: { id: enrolmentId } }, staff);
  expect(body.data.films[0]).toMatchObject({
    watchedSeconds: 100,
    sittings: [],
    offline: [
      {
        watchedFrom: new Date(playedTo.getTime() - 100_000).toISOString(),
        watchedTo: playedTo.toISOString(),
        creditedAt: program.clock().toISOString(),
        seconds: 100,
        intervals: [[0, 100]],
      },
    ],
  });
  const [proof] = await listRecordProofs(db, enrolmentId);
  const part = proof?.parts[0];
  if (!part) throw new Error('there is no proof');
  // enough for anybody to verify it again
  const [previous, links, signature] = [part.previous, part.links, part.signature].map((one) => base64url.decode(one));
  await expect(
    verifyPart(base64url.decode(proof.deviceKey), {
      passId: device.passId,
      first: part.firstNumber,
      previous,
      links,
      signature,
    } as Part),
  ).resolves.toMatchObject({ last: 2 });
});

describe('a withdrawn pass', () => {
  test('counts what was watched before, tells the device, and is not issued again', async () => {
    const { device, films, listed, course, learner } = await aboard([600]);
    device.play(0, 0, 100);
    expect((await withdraw(device.passId)).status).toBe(200);
    const withdrawnAt = program.clock().toISOString();
    expect((await withdraw(device.passId)).status).toBe(200);
    device.play(0, 100, 600);
    // a file from another device tells this one nothing
    expect((await upload(await device.file(), learner)).status).toBe(200);
    expect(await listed()).toMatchObject([{ withdrawnAt, toldAt: null }]);
    expect((await device.sync()).body.data).toMatchObject({ withdrawnAt });
    // a hundred seconds at the course's highest speed, and the tolerance
    expect(await films()).toEqual([[205, false]]);
    expect(await listed()).toMatchObject([{ withdrawnAt, toldAt: program.clock().toISOString() }]);
    const key = base64url.encode(await publicKeyOf(device.keys));
    const again = await call(offlineRecords.issuePass, { params: { id: course.id }, body: { key } }, learner);
    expect(again.status).toBe(409);
    const entries = await db
      .selectFrom('auditEvent')
      .select(['action', 'details'])
      .where('action', 'like', 'offline-pass.%')
      .orderBy('id')
      .execute();
    const audit = entries.filter(({ details }) => (details as { passId?: string }).passId === device.passId);
    expect(audit.map(({ action }) => action)).toEqual(['offline-pass.issue', 'offline-pass.withdraw']);
  });
});

test('the same part, sent ten times at once, counts once', async () => {
  const { device, films, enrolmentId } = await aboard([600]);
  device.play(0, 0, 100);
  const part = await device.part();
  const answers = await Promise.all(Array.from({ length: 10 }, () => device.send(part)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const credited = answers.map(({ body }) => body.data.creditedSeconds).sort((a, b) => b - a);
  expect(credited).toEqual([100, ...Array(9).fill(0)]);
  expect(await films()).toEqual([[100, false]]);
  const rows = await db
    .selectFrom('offlinePart')
    .innerJoin('offlinePass', 'offlinePass.id', 'offlinePart.passId')
    .select('offlinePart.id')
    .where('enrolmentId', '=', enrolmentId)
    .execute();
  expect(rows).toHaveLength(1);
});
