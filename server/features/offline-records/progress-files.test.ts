import { offlineRecords } from '@fairlead/contract/offline-records';
import { training } from '@fairlead/contract/training';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import { aboardIn } from '../../testing/aboard.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { enrolledWithFilms, openTraining } from '../../testing/journey.ts';
import { deviceAboard } from '../../testing/offline-device.ts';
import { listRecordProofs } from './queries.ts';
import { takeEmail } from './take-email.ts';

const program = await testApp();
const { call, person, wait, db } = program;
const staff = await person('admin');
const aboard = aboardIn(program, staff);
const day = 86_400;
const upload = (file: string, as: Person) => call(offlineRecords.uploadProgress, { body: { file } }, as);

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
