import { createHash } from 'node:crypto';
import { attempts } from '@fairlead/contract/assessments/attempts';
import { assessments } from '@fairlead/contract/assessments/calls';
import { register } from '@fairlead/contract/certificates/register';
import { base64url, verifyPart } from '@fairlead/contract/offline-records/offline-record-format';
import { evidence } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { unzip } from '../../../platform/archives/testing/unzip.ts';
import { readStatement } from '../../../platform/keys/statement.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { enrol } from '../../../testing/factories.ts';
import {
  earned,
  enrolledWithFilms,
  openTraining,
  passed,
  readyForTest,
  reportWatched,
} from '../../../testing/journey.ts';
import { signAccessToken } from '../../accounts/sign-in/tokens.ts';
import { deviceAboard } from '../../offline-records/testing/offline-device.ts';

const program = await testApp();
const { db, call, person, worker, keys, app, config, clock } = program;
const admin = await person('admin');

async function download(enrolmentId: string, as: Person) {
  const token = await signAccessToken(as, config.secrets.token, clock());
  const url = `/api${evidence.path.replace(':id', enrolmentId)}`;
  return app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
}
const bytes = (text: string) => base64url.decode(text);
const digest = (content: Buffer | undefined) =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex');

test('a pack contains the test paper with its answers and the certificate, and its signature covers them', async () => {
  const { course, learner, enrolmentId } = await passed(program);
  await worker.drain();
  const answer = await download(enrolmentId, admin);
  expect(answer.headers['content-type']).toBe('application/zip');
  const files = await unzip(answer.rawPayload);
  expect(Object.keys(files).sort()).toEqual([
    ...['HOW-TO-CHECK.txt', 'certificate.pdf', 'evidence.json', 'report.html', 'signature.jws'],
  ]);
  expect(files['certificate.pdf']?.subarray(0, 5).toString()).toBe('%PDF-');
  const said = JSON.parse(String(files['evidence.json']));
  expect(said).toMatchObject({
    learner: { email: learner.email, passportNumber: 'N1234567', indosNumber: '12GL3456' },
    training: { courseTitle: course.title, completion: { kind: 'films' } },
    tests: [{ passed: true, score: 3, questions: [{ correct: 'Red', answered: 'Red' }, {}, {}] }],
    certificate: { status: 'issued', courseTitle: course.title },
  });
  expect(JSON.stringify(said)).not.toContain('Dock Road');
  const statement = await readStatement(await keys.published(), 'evidence', String(files['signature.jws']));
  expect(statement).toMatchObject({
    enrolment: enrolmentId,
    files: Object.fromEntries(
      ['evidence.json', 'report.html', 'certificate.pdf'].map((name) => [name, digest(files[name])]),
    ),
  });
  expect(String(files['HOW-TO-CHECK.txt'])).toContain('https://academy.example/api/verify/keys');
  const [event] = await db.selectFrom('auditEvent').selectAll().where('action', '=', 'evidence.download').execute();
  expect(event).toMatchObject({ actorId: admin.accountId, subjectId: enrolmentId });
});

test('a pack shows what was watched without a link, and proves it', async () => {
  const { course, learner, enrolmentId } = await enrolledWithFilms(program, [600]);
  const device = await deviceAboard(program, course.id, learner);
  program.wait(86_400);
  device.start(-400 * 86_400);
  device.play(0, 0, 100);
  await device.sync();
  const files = await unzip((await download(enrolmentId, admin)).rawPayload);
  const report = String(files['report.html']);
  for (const words of [
    'Records of devices without a link',
    device.passId,
    'Watched without a link from',
    'it played before it got its pass',
    'from the learner',
  ])
    expect(report).toContain(words);
  const { offlineRecords, training } = JSON.parse(String(files['evidence.json']));
  expect(training.films[0].offline).toMatchObject([{ seconds: 100 }]);
  const [{ id: passId, deviceKey, parts, contradictions }] = offlineRecords;
  expect(contradictions).toMatchObject([{ kind: 'clock-before-pass' }]);
  const [{ firstNumber: first, previous, links, signature }] = parts;
  const part = { passId, first, previous: bytes(previous), links: bytes(links), signature: bytes(signature) };
  await expect(verifyPart(bytes(deviceKey), part)).resolves.toMatchObject({ last: 2 });
});

test('a pack contains the corrected certificate, not the one that it replaced', async () => {
  const { enrolmentId, certificate } = await earned(program);
  await worker.drain();
  const facts = { name: 'Asha K. Nair', passportNo: certificate.passportNumber, cdcNo: certificate.cdcNumber };
  const others = { indosNo: certificate.indosNumber, gradeNo: certificate.gradeNumber };
  const body = { ...facts, ...others, dateOfBirth: certificate.birthDate, reason: 'Name as in the passport' };
  const { data } = (await call(register.correct, { params: { id: certificate.id }, body }, admin)).body;
  await worker.drain();
  const files = await unzip((await download(enrolmentId, admin)).rawPayload);
  const said = JSON.parse(String(files['evidence.json'])).certificate;
  expect(said).toMatchObject({ number: data.certNo, status: 'issued', name: 'Asha K. Nair' });
});

test('a pack of a training that has just begun contains what exists so far', async () => {
  const { enrolmentId } = await enrolledWithFilms(program, [60]);
  const files = await unzip((await download(enrolmentId, admin)).rawPayload);
  expect(JSON.parse(String(files['evidence.json']))).toMatchObject({ tests: [], certificate: null });
  expect(files['certificate.pdf']).toBeUndefined();
  const report = String(files['report.html']);
  for (const words of ['No test was submitted.', 'None was issued.', 'Watched: nothing'])
    expect(report).toContain(words);
});

test('a pack contains a drawn test paper as it was given, in its order', async () => {
  const { learner, course, sat, enrolmentId } = await readyForTest(program, {
    test: {
      count: 4,
      topics: ['Lights', 'Lights', 'Lights', 'Fog'],
      settings: { draws: [{ topic: 'Lights', count: 1 }], shuffleQuestions: true, shuffleOptions: true },
    },
  });
  const { body } = await call(attempts.start, { params: { courseId: course.id } }, learner);
  const shown = body.data.questions;
  expect(shown).toHaveLength(2);
  const answers = shown.map(({ _id, options }) => ({ questionId: _id, selectedAnswer: options[2] ?? '' }));
  const handedIn = { testId: sat.id, courseId: course.id, attemptId: body.data.attempt?._id, answers };
  await call(assessments.submit, { body: handedIn }, learner);
  const files = await unzip((await download(enrolmentId, admin)).rawPayload);
  expect(JSON.parse(String(files['evidence.json'])).tests).toMatchObject([
    {
      totalQuestions: 2,
      questions: shown.map(({ questionText: text, options }) => ({ text, options, answered: options[2] })),
    },
  ]);
  expect(String(files['report.html']).match(/\(answered/g)).toHaveLength(2);
});

// shows: asvs/1.2.1
test('the report shows what was watched as a chart, and everything typed as text', async () => {
  const hostile = `"><script>alert('1')</script><img src=x onerror=alert(2)>`;
  const { course, films, learner, enrolmentId } = await enrolledWithFilms(program, [60, 60]);
  await db.updateTable('course').set({ title: hostile }).where('id', '=', course.id).execute();
  await db.updateTable('film').set({ title: hostile }).where('id', 'in', films).execute();
  await db.updateTable('account').set({ firstName: hostile }).where('id', '=', learner.accountId).execute();
  await openTraining(program, course.id, learner);
  program.wait(30);
  const stretches: [number, number][] = [
    [0, 15],
    [30, 45],
  ];
  await reportWatched(program, films[0], stretches, learner);
  const report = String((await unzip((await download(enrolmentId, admin)).rawPayload))['report.html']);
  expect(report).toContain('aria-label="Watched: 0:00 to 0:15, 0:30 to 0:45"');
  expect(report).toContain('<rect x="0" width="250" height="24"/><rect x="500" width="250" height="24"/>');
  expect(report).toContain('0:30, 50 %');
  expect(report).not.toMatch(/<(script|img)|javascript:|https?:\/\//);
  expect(report).toContain("default-src 'none'");
});

test('a pack is only for people who may read both people and results', async () => {
  const { course, learner } = await enrolledWithFilms(program, [60]);
  const other = await enrol(program, await person(), course.id);
  expect((await download(other, learner)).statusCode).toBe(403);
  expect((await download(other, await person('registrar'))).statusCode).toBe(403);
  expect((await download(other, await person('instructor'))).statusCode).toBe(403);
  expect((await download(crypto.randomUUID(), admin)).statusCode).toBe(404);
  // A person without the permission does not learn whether the enrolment exists.
  expect((await download(crypto.randomUUID(), await person('registrar'))).statusCode).toBe(403);
});
