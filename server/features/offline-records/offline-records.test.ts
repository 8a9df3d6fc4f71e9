import { base64url, makeDeviceKey, type Part, publicKeyOf, verifyPart } from '@fairlead/contract/offline-record-format';
import { type ContradictionKind, offlineRecords } from '@fairlead/contract/offline-records';
import { training } from '@fairlead/contract/training';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { readStatement } from '../../platform/keys/statement.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addFilms, enrol } from '../../testing/factories.ts';
import { enrolledWithFilms, openTraining, reportWatched } from '../../testing/journey.ts';
import { addPass, deviceAboard } from '../../testing/offline-device.ts';
import { listRecordProofs } from './queries.ts';
import { takeEmail } from './take-email.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const staff = await person('admin');
const day = 86_400;

async function aboard(durations: readonly number[], learner?: Person) {
  const enrolled = await enrolledWithFilms(program, durations, learner);
  const device = await deviceAboard(program, enrolled.course.id, enrolled.learner);
  /** Seconds credited to each film, and whether it is complete. */
  const films = async () => {
    const set = await openTraining(program, enrolled.course.id, enrolled.learner);
    return set?.trainingVideo.map(({ watchedSeconds, completed }) => [watchedSeconds, completed]);
  };
  const listed = async () => {
    const { body } = await call(offlineRecords.list, { query: { course: enrolled.course.id } }, staff);
    return body.data;
  };
  const contradictions = async (): Promise<ContradictionKind[]> =>
    (await listed()).flatMap((pass) => pass.contradictions.map(({ kind }) => kind)).sort();
  return { ...enrolled, filmIds: enrolled.films, device, films, listed, contradictions };
}

const withdraw = (passId: string, as = staff) => call(offlineRecords.withdraw, { params: { id: passId } }, as);
const upload = (file: string, as: Person) => call(offlineRecords.uploadProgress, { body: { file } }, as);

describe('an offline pass', () => {
  test('is signed by the academy for person, course, films, key and time, and opens every film', async () => {
    const { device, learner, course, filmIds } = await aboard([600, 600]);
    const claims = await readStatement(await program.keys.published(), 'offline-pass', device.pass.statement);
    expect(claims).toMatchObject({
      ...{ pass: device.passId, person: learner.accountId, course: course.id },
      key: base64url.encode(await publicKeyOf(device.keys)),
      ...{ issuedAt: program.clock().toISOString(), films: filmIds.map((id) => ({ id, seconds: 600 })) },
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
    expect([(await device.send(null)).status, (await device.send(null)).status]).toEqual([200, 429]);
    wait(900);
    expect((await device.send(null)).status).toBe(200);
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

describe('a video that staff replaced after it was taken aboard', () => {
  const remove = (id: string, successorId: string | null = null) =>
    db.updateTable('film').set({ removedAt: program.clock(), successorId }).where('id', '=', id).execute();
  /** Replaces the second film by one of some seconds; returns the new one. */
  async function replaceFilm(courseId: string, old: string, seconds: number) {
    const { films } = await addFilms(program, courseId, [seconds]);
    const [newer = ''] = films;
    await remove(old, newer);
    await db.updateTable('film').set({ serial: 2, title: 'Newer' }).where('id', '=', newer).execute();
    return newer;
  }
  /** Three films of 100 s aboard, of which staff have replaced the second; the course counts the old one, or not. */
  async function replaced(rule: 'not' | 'counts', seconds = 105) {
    const at = await aboard([100, 100, 100]);
    const { course, filmIds } = at;
    const [old = ''] = filmIds.slice(1);
    const newer = await replaceFilm(course.id, old, seconds);
    const decide = (replacedAboard: 'not' | 'counts') =>
      db.updateTable('course').set({ replacedAboard }).where('id', '=', course.id).execute();
    await decide(rule);
    return { ...at, old, newer, decide };
  }
  const record = async (enrolmentId: string) =>
    (await call(training.getWatchRecord, { params: { id: enrolmentId } }, staff)).body.data.films;

  test('counts for the new one where the course says so, and opens what is behind it', async () => {
    const { device, films, listed, enrolmentId } = await replaced('counts');
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(300);
    expect(await films()).toEqual([
      [100, true],
      [0, true],
      [100, true],
    ]);
    expect(await listed()).toMatchObject([{ replaced: { films: 1, counts: true, shorter: 0 } }]);
    expect(await record(enrolmentId)).toMatchObject([
      { serial: 1, replaced: false, byOlderVersion: false },
      { title: 'Newer', watchedSeconds: 0, byOlderVersion: true, completedAt: program.clock().toISOString() },
      { serial: 3, byOlderVersion: false },
      { removed: true, replaced: true, watchedSeconds: 100, offline: [{ seconds: 100 }] },
    ]);
  });

  test('is named as what completed the new one, of which some was watched as well', async () => {
    const { device, films, course, learner, enrolmentId } = await replaced('counts');
    const second = await deviceAboard(program, course.id, learner);
    second.play(1, 0, 50);
    // waits, since the first film is not complete
    await second.sync();
    for (const film of [0, 1]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(250);
    expect((await films())?.[1]).toEqual([50, true]);
    expect((await record(enrolmentId))[1]).toMatchObject({ title: 'Newer', byOlderVersion: true });
  });

  test('is credited as what it is where it does not count, and counts when staff change their mind', async () => {
    const { device, films, decide, listed } = await replaced('not');
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(200);
    const withoutSecond = [
      [100, true],
      [0, false],
      [0, false],
    ];
    expect(await films()).toEqual(withoutSecond);
    expect(await listed()).toMatchObject([{ replaced: { films: 1, counts: false, shorter: 0 } }]);
    await decide('counts');
    expect(await films()).toEqual(withoutSecond);
    // the next contact; what waited behind it counts too
    expect((await device.sync()).body.data.creditedSeconds).toBe(100);
    expect(await films()).toEqual([
      [100, true],
      [0, true],
      [100, true],
    ]);
  });

  test.each([
    ['counts', 106, 'shorter'],
    ['not', 105, 'not'],
  ] as const)(
    'where the course says “%s” does not count for one of %i s, and the learner reads why',
    async (...row) => {
      const [rule, seconds, why] = row;
      const { device, films, course, learner, listed } = await replaced(rule, seconds);
      for (const film of [0, 1, 2]) device.play(film, 0, 100);
      await device.sync();
      expect((await films())?.map(([, completed]) => completed)).toEqual([true, false, false]);
      const set = await openTraining(program, course.id, learner);
      expect(set?.trainingVideo.map(({ olderVersion }) => olderVersion)).toEqual([null, why, null]);
      expect(await listed()).toMatchObject([{ replaced: { shorter: why === 'shorter' ? 1 : 0 } }]);
    },
  );

  test('counts nothing for who watched it with a link: no record says that it was watched aboard', async () => {
    const { device, films, course, learner, filmIds } = await aboard([100, 100]);
    for (const film of filmIds) {
      wait(100);
      await reportWatched(program, film, [[0, 100]], learner, 100);
    }
    await replaceFilm(course.id, filmIds[1] ?? '', 100);
    await db.updateTable('course').set({ replacedAboard: 'counts' }).where('id', '=', course.id).execute();
    expect((await device.sync()).status).toBe(200);
    expect(await films()).toEqual([
      [100, true],
      [0, false],
    ]);
    const set = await openTraining(program, course.id, learner);
    expect(set?.trainingVideo[1]?.olderVersion).toBe(null);
  });

  test('gives nobody more: not in part, not before time has passed, not without it aboard, not by a report', async () => {
    const { device, films, old, course, learner } = await replaced('counts');
    device.play(0, 0, 100);
    device.play(1, 0, 50);
    await device.sync();
    expect((await films())?.slice(0, 2)).toEqual([
      [100, true],
      [0, false],
    ]);
    const early = await replaced('counts');
    early.device.play(0, 0, 100, { wait: 20 });
    early.device.play(1, 0, 100, { wait: 0 });
    await early.device.sync();
    // twenty seconds at twice the speed, and the tolerance
    expect((await early.films())?.slice(0, 2)).toEqual([
      [45, false],
      [0, false],
    ]);
    expect(await early.contradictions()).toContain('more-than-clock');
    const other = await person();
    await enrol(program, other, course.id);
    await openTraining(program, course.id, other);
    for (const as of [other, learner]) {
      const answer = await call(
        training.reportProgress,
        { params: { id: old }, body: { watched: [[0, 100]], position: 100 } },
        as,
      );
      expect(answer.status).toBe(404);
    }
  });

  test('counts nothing when the new one was removed, and counts when that was replaced too', async () => {
    const { device, films, filmIds, newer, course } = await replaced('counts');
    await remove(newer);
    await db
      .updateTable('film')
      .set({ serial: 2 })
      .where('id', '=', filmIds[2] ?? '')
      .execute();
    for (const film of [0, 1, 2]) device.play(film, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(200);
    // the last film, in the place of one that replaced the old one
    const { films: last } = await addFilms(program, course.id, [90]);
    await remove(newer, last[0]);
    device.play(1, 0, 100);
    expect((await device.sync()).body.data.creditedSeconds).toBe(100);
    expect(await films()).toEqual([
      [100, true],
      [100, true],
      [0, true],
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
    ...{ watchedSeconds: 100, sittings: [] },
    offline: [
      {
        watchedFrom: new Date(playedTo.getTime() - 100_000).toISOString(),
        ...{ watchedTo: playedTo.toISOString(), creditedAt: program.clock().toISOString() },
        ...{ seconds: 100, intervals: [[0, 100]] },
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
      ...{ passId: device.passId, first: part.firstNumber },
      ...{ previous, links, signature },
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

describe('progress as a file', () => {
  test('counts once and for its person alone, whoever uploads it', async () => {
    const { device, films, listed, course } = await aboard([600]);
    wait(day);
    device.start();
    device.play(0, 0, 100);
    const file = await device.file();
    const seenAt = (await listed())[0]?.seenAt;
    const other = await aboard([600]);
    expect(await upload(file, other.learner)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('the progress of somebody else') },
    });
    const uploaded = await upload(file, staff);
    expect(uploaded.body.data).toMatchObject({ courseTitle: course.title, creditedSeconds: 100 });
    expect((await upload(file, device.learner)).body.data.creditedSeconds).toBe(0);
    expect(await listed()).toMatchObject([{ seenAt }]);
    expect((await device.sync()).body.data.creditedSeconds).toBe(0);
    expect(device.unsent).toEqual([]);
    expect(await films()).toEqual([[100, false]]);
    expect((await other.films())?.[0]).toEqual([0, false]);
    expect(seenAt).not.toBe(program.clock().toISOString());
  });

  test('is refused with answers that the device did not sign: who carries it harms nobody', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 100);
    const check = device.passId;
    const file = JSON.parse(await device.file({ [check]: 1 }));
    device.play(0, 100, 101);
    const { answersSignature } = JSON.parse(await device.file({ [check]: 1 }));
    const changes = [
      { answers: [{ check, choice: 0 }] },
      { answers: [] },
      { answersSignature },
      { answersSignature: '' },
    ];
    for (const change of changes) {
      expect(await upload(JSON.stringify({ ...file, ...change }), staff)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('was not signed by the device') },
      });
    }
    expect(await films()).toEqual([[0, false]]);
    expect(await contradictions()).toEqual(['bad-signature']);
    expect((await upload(JSON.stringify(file), staff)).body.data.creditedSeconds).toBe(100);
  });

  test('that arrives again brings no answer again, and none in the place of one that came later', async () => {
    const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [600]);
    const question = { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'], answer: 1 };
    const checks = [100, 300].map((at) => ({ at, every: null, question }));
    await call(training.saveChecks, { params: { id: films[0] ?? '' }, body: { checks } }, staff);
    const device = await deviceAboard(program, course.id, learner);
    const film = async () => (await openTraining(program, course.id, learner))?.trainingVideo[0];
    const [first = '', second = ''] = ((await film())?.checks ?? []).map(({ _id }) => _id);
    device.play(0, 0, 600);
    const file = await device.file({ [first]: 0, [second]: 0 });
    expect((await upload(file, staff)).body.data.creditedSeconds).toBe(100);
    // the second answer waits; at its next contact the device sends a better one
    await device.sync({ [second]: 1 });
    wait(day);
    expect((await upload(file, staff)).body.data.creditedSeconds).toBe(0);
    expect((await device.sync({ [first]: 1 })).body.data).toMatchObject({ creditedSeconds: 500, refused: [] });
    const { body } = await call(training.getWatchRecord, { params: { id: enrolmentId } }, staff);
    expect(body.data.films[0]?.checks.map(({ wrongAnswers }) => wrongAnswers)).toEqual([1, 0]);
  });

  test('of a disabled account counts when staff upload it; the person cannot', async () => {
    const { device, films, learner } = await aboard([600]);
    device.play(0, 0, 100);
    const file = await device.file();
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', learner.accountId).execute();
    expect((await upload(file, learner)).status).toBe(401);
    expect((await device.sync()).status).toBe(401);
    expect((await upload(file, staff)).body.data.creditedSeconds).toBe(100);
    await db.updateTable('account').set({ disabledAt: null }).where('id', '=', learner.accountId).execute();
    expect(await films()).toEqual([[100, false]]);
  });

  test.each([
    ['', 'not a file with progress'],
    ['{}', 'not a file with progress'],
    ['{"format":"fairlead-progress","version":2}', 'not a file with progress'],
  ])('is refused as %j', async (file, sentence) => {
    expect(await upload(file, staff)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(sentence) },
    });
  });

  test('is refused with a pass that the academy did not sign', async () => {
    const { device } = await aboard([600]);
    device.play(0, 0, 100);
    const file = JSON.parse(await device.file());
    const [head, , signature] = file.pass.split('.');
    const { device: other } = await aboard([600]);
    for (const pass of [`${head}.${other.pass.statement.split('.')[1]}.${signature}`, 'a.b.c']) {
      const answer = await upload(JSON.stringify({ ...file, pass }), device.learner);
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'The academy did not sign the pass in this file.' },
      });
    }
  });
});

/** An email from anybody to the academy's mailbox, with these files attached. */
function emailWith(files: readonly string[], header = 'X-Mailer: ship'): Uint8Array {
  const parts = files.map(
    (file) =>
      `--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="a.fairlead-progress"\r\n\r\n${Buffer.from(file).toString('base64')}\r\n`,
  );
  const head = `From: stranger@elsewhere.example\r\n${header}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n`;
  return Buffer.from(`${head}${parts.join('')}--b--\r\n`);
}

describe('progress by email', () => {
  const logged: string[] = [];
  const log = { error: (_: object, text: string) => logged.push(text) };
  const take = (files: readonly string[], header?: string) => takeEmail(program, emailWith(files, header), log);
  const subjectsTo = async ({ email }: Person) => (await program.mailsTo(email)).map(({ subject }) => subject);

  test('counts once, for the persons of its files alone, who are told; staff see how it came', async () => {
    const [one, two] = [await aboard([600]), await aboard([600])];
    for (const { device } of [one, two]) device.play(0, 0, 100);
    const files = [await one.device.file(), await two.device.file()];
    // twice at once, as after a crash between counting and moving, and once more
    expect(await Promise.all([take(files), take(files)])).toEqual(['taken', 'taken']);
    expect(await take([...files, ...files])).toBe('taken');
    expect([await one.films(), await two.films()]).toEqual([[[100, false]], [[100, false]]]);
    expect(await one.listed()).toMatchObject([{ emailedAt: program.clock().toISOString(), creditedSeconds: 100 }]);
    for (const { learner, course } of [one, two]) {
      const arrived = (await subjectsTo(learner)).filter((subject) => subject?.includes('arrived'));
      expect(arrived).toEqual([`Your progress in ${course.title} has arrived`]);
    }
    expect(await program.mailsTo('stranger@elsewhere.example')).toEqual([]);
    const [proof] = await listRecordProofs(db, one.enrolmentId);
    expect(proof?.parts.map(({ origin }) => origin)).toEqual(['email']);
    const noted = await db
      .selectFrom('auditEvent')
      .select('actorId')
      .where('action', '=', 'offline-record.email')
      .where('subjectId', '=', one.enrolmentId)
      .execute();
    expect(noted).toEqual([{ actorId: null }]);
  });

  test('that is refused for a reason is told to its person once a day, and left for staff', async () => {
    const { device, learner, course, enrolmentId } = await aboard([600]);
    device.play(0, 0, 100);
    const file = await device.file();
    const status = (to: 'approved' | 'rejected') =>
      db.updateTable('enrolment').set({ status: to }).where('id', '=', enrolmentId).execute();
    await status('rejected');
    expect([await take([file]), await take([file])]).toEqual(['left', 'left']);
    const refused = async () => (await subjectsTo(learner)).filter((subject) => subject?.includes('not be counted'));
    expect(await refused()).toEqual([`Your progress in ${course.title} could not be counted`]);
    wait(day);
    expect(await take([file])).toBe('left');
    expect(await refused()).toHaveLength(2);
    await status('approved');
    // the others of an email count, whatever else is in it
    expect(await take(['{}', file, 'damaged'])).toBe('left');
    expect((await subjectsTo(learner)).at(-1)).toContain('has arrived');
    expect(logged).toEqual([]);
  });

  test('writes to nobody about an email of a program, about a forged file, or to a disabled account', async () => {
    const { device, learner, films } = await aboard([600]);
    const before = await subjectsTo(learner);
    device.play(0, 0, 100);
    const file = await device.file();
    expect(await take([JSON.stringify({ ...JSON.parse(file), pass: 'a.b.c' })])).toBe('left');
    expect(
      await take(
        [file.replace('"answers":[]', `"answers":[{"check":"${device.passId}","choice":0}]`)],
        'Precedence: list',
      ),
    ).toBe('left');
    const held = db.selectFrom('offlineContradiction').select('kind').where('passId', '=', device.passId);
    expect(await held.execute()).toEqual([]);
    expect(await take([file], 'Auto-Submitted: auto-replied')).toBe('taken');
    expect(await films()).toEqual([[100, false]]);
    device.play(0, 100, 200);
    await db.updateTable('account').set({ disabledAt: program.clock() }).where('id', '=', learner.accountId).execute();
    expect(await take([await device.file()])).toBe('taken');
    expect(await subjectsTo(learner)).toEqual(before);
  });

  test('without a file, or too large to be read, is left for staff', async () => {
    expect([await take([]), await takeEmail(program, undefined, log)]).toEqual(['left', 'left']);
  });

  test('that the program was too slow to count is read again later', async () => {
    const { device, films } = await aboard([600]);
    device.play(0, 0, 100);
    const email = emailWith([await device.file()]);
    // as a statement that is cancelled by its time limit
    const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    const keys = { ...program.keys, published: () => Promise.reject(slow) };
    expect(await takeEmail({ ...program, keys }, email, log)).toBe('later');
    const busy = { ...keys, published: () => Promise.reject(new AppError('unavailable', 'Busy.', { retryAfter: 60 })) };
    expect(await takeEmail({ ...program, keys: busy }, email, log)).toBe('later');
    expect([await films(), logged]).toEqual([[[0, false]], []]);
    expect(await takeEmail(program, email, log)).toBe('taken');
    expect(await films()).toEqual([[100, false]]);
  });

  test('that came too often is read again later, and the device itself is not kept out', async () => {
    const { device, learner, films } = await aboard([600]);
    device.play(0, 0, 100);
    const used = { key: `offline-record-email:${learner.accountId}`, max: 600, seconds: 900, amount: 600 };
    await consume(db, used, program.clock());
    const file = await device.file();
    expect(await take([file])).toBe('later');
    await upload(file, learner);
    expect(await films()).toEqual([[100, false]]);
    wait(900);
    expect(await take([file])).toBe('taken');
  });
});

// shows: threats/false-progress
describe('a forger with the whole source gets no more than the academy’s clock allows', () => {
  test('by a record that a script has made up', async () => {
    const { device, films, contradictions } = await aboard([600, 600]);
    wait(60);
    device.play(0, 0, 600, { wait: 0 });
    device.play(1, 0, 600, { wait: 0 });
    expect((await device.sync()).body.data.creditedSeconds).toBe(125);
    expect(await films()).toEqual([
      [125, false],
      [0, false],
    ]);
    expect(await contradictions()).toContain('more-than-clock');
  });

  test.each([
    ['ahead by a year', 365 * day, 'clock-ahead'],
    ['back by a year', -365 * day, 'clock-before-pass'],
  ])('by a clock that is set %s', async (_, shift, kind) => {
    const { device, films, contradictions } = await aboard([600]);
    wait(day);
    device.start(shift);
    device.play(0, 0, 100);
    device.play(0, 100, 600, { wait: 0, took: 50_000 });
    // a day has passed: what could have been watched counts, whatever the clock says
    expect((await device.sync()).body.data.creditedSeconds).toBe(600);
    expect(await contradictions()).toContain(kind);
    const { device: early, films: seen } = await aboard([600]);
    early.start(shift);
    early.play(0, 0, 600, { wait: 10 });
    await early.sync();
    expect(await seen()).toEqual([[25, false]]);
    expect(await films()).toEqual([[600, true]]);
  });

  test('by a chain whose beginning is cut off, and what is left counts as far as time has passed', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 100);
    const cut = await device.part({ first: 2, previous: new Uint8Array(32), links: device.unsent.slice(1) });
    expect((await device.send(cut)).body.data).toMatchObject({ mustRenew: false, creditedSeconds: 100 });
    expect(await contradictions()).toEqual(['links-missing']);
    expect(await films()).toEqual([[100, false]]);
  });

  test('by a copy of the device: both play at once, and the second begins a new record', async () => {
    const { device, films, contradictions } = await aboard([600, 600]);
    device.play(0, 0, 100);
    await device.sync();
    const copy = device.copied();
    device.play(0, 100, 300);
    expect((await device.sync()).body.data).toMatchObject({ creditedSeconds: 200, mustRenew: false });
    copy.restore();
    device.play(0, 300, 600, { wait: 0 });
    const second = await device.send(await device.part());
    // 300 seconds have passed, at twice the speed, and the tolerance
    expect(second.body.data).toMatchObject({ mustRenew: true, creditedSeconds: 300 });
    expect((await device.send(await device.part())).body.data).toMatchObject({ mustRenew: true, creditedSeconds: 0 });
    expect(await films()).toEqual([
      [600, true],
      [0, false],
    ]);
    expect(await contradictions()).toContain('two-copies');
  });

  test('by links of another person, of another pass, or of no device', async () => {
    const { device, films, contradictions } = await aboard([600]);
    const other = await aboard([600]);
    other.device.play(0, 0, 600);
    device.play(0, 0, 10, { wait: 0 });
    const [foreign, own] = [await other.device.part(), await device.part()];
    const refused = [
      foreign,
      await device.part({ passId: other.device.passId }),
      { ...own, links: foreign.links },
      { ...own, previous: foreign.previous },
      { ...own, first: 2 },
      { ...own, signature: foreign.signature },
      { ...own, links: '' },
    ];
    for (const part of refused)
      expect(await device.send(part)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    expect(await films()).toEqual([[0, false]]);
    expect(await contradictions()).toEqual(['bad-signature']);
  });

  test('by sending again what is acknowledged, or the same links under new numbers', async () => {
    const { device, films, contradictions } = await aboard([600]);
    device.play(0, 0, 300);
    const first = await device.part();
    const links = [...device.unsent];
    await device.sync();
    expect((await device.send(first)).body.data.creditedSeconds).toBe(0);
    // the chain goes on with its own beginning
    const { body } = await device.send(await device.part({ links }));
    expect(body.data).toMatchObject({ creditedSeconds: 0, mustRenew: false });
    expect(await films()).toEqual([[300, false]]);
    expect(await contradictions()).toEqual(expect.arrayContaining(['two-copies']));
  });

  test('by what another person has played, written into a chain of one’s own', async () => {
    const { device, films, contradictions } = await aboard([600]);
    const other = await aboard([600]);
    other.device.play(0, 0, 600);
    device.play(0, 0, 10, { wait: 0 });
    // signed by the own key, so that the chain is right: it is a claim like any other
    await device.send(await device.part({ links: [...device.unsent, ...other.device.unsent] }));
    // the clock allows as much as could be watched since the own pass
    expect((await films())?.[0]?.[0]).toBeLessThanOrEqual(600);
    expect(await contradictions()).toContain('two-copies');
    await other.device.sync();
    expect((await other.films())?.[0]).toEqual([600, true]);
  });

  test('by two devices, two passes and reports side by side', async () => {
    const { device, films, course, learner, filmIds } = await aboard([600]);
    const second = await deviceAboard(program, course.id, learner);
    wait(100);
    device.play(0, 0, 300, { wait: 0 });
    second.play(0, 300, 600, { wait: 0 });
    await Promise.all([device.sync(), second.sync(), reportWatched(program, filmIds[0], [[0, 600]], learner)]);
    expect((await films())?.[0]?.[0]).toBe(205);
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
