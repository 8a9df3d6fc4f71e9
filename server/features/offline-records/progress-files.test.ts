import { offlineRecords } from '@fairlead/contract/offline-records/calls';
import { training } from '@fairlead/contract/training/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining } from '../../testing/journey.ts';
import { aboardIn } from './testing/aboard.ts';
import { deviceAboard } from './testing/offline-device.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const staff = await person('admin');
const aboard = aboardIn(program, staff);
const day = 86_400;
const upload = (file: string, as: Person) => call(offlineRecords.uploadProgress, { body: { file } }, as);

describe('progress as a file', () => {
  test('counts once and for its person alone, no matter who uploads it', async () => {
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
    const { device, films, contradictions, learner } = await aboard([600]);
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
    const forged = { ...file, part: { ...file.part, links: `${file.part.links.slice(0, -1)}A` } };
    for (const who of [staff, learner])
      expect((await upload(JSON.stringify(forged), who)).body.message).toContain('was not signed by the device');
    expect(await films()).toEqual([[0, false]]);
    // nothing is noted about the learner, who may not know of it; what their device sends itself would be
    expect(await contradictions()).toEqual([]);
    expect((await device.send(forged.part)).status).toBe(400);
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
