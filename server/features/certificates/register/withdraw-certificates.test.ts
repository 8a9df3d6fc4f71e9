import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { crowd } from '../../../testing/answers.ts';
import { type Person, testApp } from '../../../testing/app.ts';
import { testOnServer } from '../../../testing/database.ts';
import { enrol } from '../../../testing/factories.ts';
import { formOf, picture } from '../../../testing/forms.ts';
import { earned as earnedBy, openPaper, readyForTest, submitAnswers } from '../../../testing/journey.ts';
import { addCertificate } from '../../assessments/testing/assessments.ts';
import { listWithdrawals } from '../queries.ts';

const program = await testApp();
const { call, person, wait, db, clock, worker, mailsTo } = program;
const registrar = await person('registrar', { firstName: 'Rekha', lastName: 'Rao' });
const instructor = await person('instructor');
const nobody = '00000000-0000-4000-8000-000000000000';

const stored = (id: string) => db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const earned = () => earnedBy(program);
const verify = async (number: string) => (await call(certificates.verify, { params: { number } })).body.data;
const revoke = (id: string, as: Person = registrar, reason = 'The test was sat by somebody else.') =>
  call(register.revoke, { params: { id }, body: { reason } }, as);
const facts = {
  name: 'Asha K. Nair',
  dateOfBirth: '1990-05-17',
  passportNo: 'N1234567',
  cdcNo: 'MUM 123456',
  indosNo: '12GL3456',
  gradeNo: 'G-42',
};
const correct = (id: string, changed: Partial<typeof facts & { ownScriptName: string }> = {}, as: Person = registrar) =>
  call(register.correct, { params: { id }, body: { ...facts, ...changed, reason: 'Name as in the passport' } }, as);
const list = async (query: Record<string, string>, as = registrar) =>
  (await call(register.list, { query: query as object }, as)).body.data;
const actionsOn = async (id: string) =>
  (await db.selectFrom('auditEvent').selectAll().where('subjectId', '=', id).orderBy('at').execute()).map(
    ({ action, actorId }) => [action, actorId],
  );

describe('revocation', () => {
  test('is shown to everyone who checks the certificate, and to its holder with the reason', async () => {
    const { certificate, learner, course } = await earned();
    wait(3 * 24 * 3600);
    expect((await revoke(certificate.id)).status).toBe(200);
    const seen = await verify(certificate.number);
    expect(seen).toMatchObject({ status: 'revoked', revokedOn: '2026-11-23', replacedBy: null });
    expect(JSON.stringify(seen)).not.toContain('somebody else');
    const mail = (await mailsTo(learner.email)).at(-1);
    expect(mail?.subject).toBe(`Your certificate was revoked: ${course.title}`);
    expect(mail?.text).toContain('The test was sat by somebody else.');
    expect(await actionsOn(certificate.id)).toContainEqual(['certificate.revoke', registrar.accountId]);
  });

  test('is done once, with a reason, and only by permitted staff', async () => {
    const { certificate } = await earned();
    expect((await revoke(certificate.id, instructor)).status).toBe(403);
    expect((await revoke(certificate.id, registrar, '  ')).status).toBe(400);
    expect((await verify(certificate.number)).status).toBe('issued');
    expect((await revoke(certificate.id)).status).toBe(200);
    expect((await revoke(certificate.id)).status).toBe(409);
    expect((await correct(certificate.id)).status).toBe(409);
    expect((await revoke(nobody)).status).toBe(404);
  });

  test('lets the holder take the course again', async () => {
    const { certificate, course, learner } = await earned();
    const again = () => call(enrolments.request, { body: { courseId: course.id } }, learner);
    expect((await again()).status).toBe(409);
    await revoke(certificate.id);
    expect((await again()).status).toBe(201);
  });
});

describe('a correction', () => {
  test('issues another certificate, which the old one names; only the holder’s facts are different', async () => {
    const { certificate, learner, course } = await earned();
    await worker.drain();
    wait(5 * 24 * 3600);
    const { status, body } = await correct(certificate.id);
    expect(status).toBe(200);
    const { certNo } = body.data;
    expect(await verify(certificate.number)).toMatchObject({
      status: 'superseded',
      replacedBy: certNo,
      name: 'Asha Nair',
    });
    expect(await verify(certNo)).toMatchObject({
      status: 'issued',
      name: 'Asha K. Nair',
      courseTitle: course.title,
      dateOfExpiry: certificate.expiresOn,
      replacedBy: null,
    });
    const own = await call(certificates.getOwn, { params: { courseId: course.id } }, learner);
    expect(own.body.data).toMatchObject({ certNo, status: 'issued' });
    expect((await mailsTo(learner.email)).at(-1)?.subject).toBe(`Your corrected certificate: ${course.title}`);
    expect(
      (await call(certificates.getOwn, { params: { courseId: course.id } }, learner)).body.data.pdfPath,
    ).not.toBeNull();
    expect((await stored(certificate.id)).name).toBe('Asha Nair');
    const profile = db.selectFrom('seafarerProfile').select('name').where('accountId', '=', learner.accountId);
    expect((await profile.executeTakeFirst())?.name).toBe('Asha Nair');
    const { supersededBy } = await stored(certificate.id);
    for (const id of [certificate.id, supersededBy ?? ''])
      expect(await actionsOn(id)).toContainEqual(['certificate.correct', registrar.accountId]);
  });

  test('can be corrected itself, and must change something', async () => {
    const { certificate } = await earned();
    expect((await correct(certificate.id, { name: 'Asha Nair' })).status).toBe(400);
    const first = (await correct(certificate.id)).body.data.certNo;
    expect((await correct(certificate.id, { name: 'Third Name' })).status).toBe(409);
    const [renewed] = await list({ q: first });
    const second = (await correct(renewed?._id ?? '', { name: 'Asha Kumari Nair' })).body.data.certNo;
    expect(await verify(first)).toMatchObject({ status: 'superseded', replacedBy: second });
    expect((await correct(certificate.id, {}, instructor)).status).toBe(403);
    expect((await correct(nobody)).status).toBe(404);
  });

  test('is written and checked as the profile is, and keeps what was stored before that', async () => {
    const { certificate } = await earned();
    await db.updateTable('certificate').set({ indosNumber: 'none' }).where('id', '=', certificate.id).execute();
    const send = (body: object) =>
      call(
        register.correct,
        { params: { id: certificate.id }, body: { ...body, reason: 'As on the documents' } },
        registrar,
      );
    expect(await send({ indosNo: 'none', gradeNo: '-' })).toMatchObject({
      status: 400,
      body: {
        fields: {
          indosNo: expect.stringContaining('choose "INDoS not issued"'),
          gradeNo: expect.stringContaining('choose "Grade not issued"'),
        },
      },
    });
    expect((await send({})).status).toBe(400);
    for (const [field, value, message] of [
      ['dateOfBirth', '2030-01-01', 'Date of birth must be in the past'],
      ['dateOfBirth', '0026-01-01', 'Date of birth is not a valid date'],
      ['name', '--', 'Please write the name in letters'],
    ] as const) {
      expect(await send({ [field]: value })).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
    }
    const { body } = await send({ passportNo: ' z 4839201', cdcNo: 'chn12 34 56', gradeNo: 'not issued' });
    const [stated] = await list({ q: body.data.certNo });
    expect(stated).toMatchObject({
      name: 'Asha Nair',
      passportNo: 'Z4839201',
      cdcNo: 'CHN 123456',
      indosNo: 'none',
      gradeNo: 'NOT ISSUED',
    });
  });

  test('of the name in the holder’s own script keeps it when it is left out, and removes it when it is empty', async () => {
    const { certificate } = await earned();
    const stating = async (changed: object, id = certificate.id) => {
      const { certNo } = (await correct(id, changed)).body.data;
      return (await list({ q: certNo }))[0];
    };
    const first = await stating({ name: 'Asha Nair', ownScriptName: ' ആശ\u202e  നായർ' });
    expect(first).toMatchObject({ name: 'Asha Nair', ownScriptName: 'ആശ നായർ' });
    const second = await stating({}, first?._id);
    expect(second).toMatchObject({ name: 'Asha K. Nair', ownScriptName: 'ആശ നായർ' });
    expect(await stating({ ownScriptName: '' }, second?._id)).toMatchObject({ ownScriptName: '' });
  });

  // shows: threats/changed-identity
  test('shows the profile’s photograph once staff have checked it, and the former one until then', async () => {
    const { certificate, learner } = await earned();
    const confirm = { params: { id: learner.accountId } };
    await call(seafarers.confirmIdentity, confirm, registrar);
    const form = formOf({}, { profilePicture: { bytes: await picture() } });
    await call(seafarers.updateProfile, { form }, learner);
    const portraitOf = async (number: string) => {
      const corrected = db.selectFrom('certificate').select(['id', 'portraitId']).where('number', '=', number);
      return corrected.executeTakeFirstOrThrow();
    };
    const first = await portraitOf((await correct(certificate.id)).body.data.certNo);
    expect(first.portraitId).toBe(certificate.portraitId);
    await call(seafarers.confirmIdentity, confirm, registrar);
    const second = await portraitOf((await correct(first.id, { name: 'Asha Kumari Nair' })).body.data.certNo);
    const profile = db.selectFrom('seafarerProfile').selectAll().where('accountId', '=', learner.accountId);
    expect(second.portraitId).toBe((await profile.executeTakeFirstOrThrow()).profilePictureId);
    expect(second.portraitId).not.toBe(first.portraitId);
  });

  test('leaves the learner’s result and course unchanged', async () => {
    const { certificate, course, learner } = await earned();
    await correct(certificate.id);
    const mine = (await call(enrolments.listOwn, learner)).body;
    expect(mine.filter(({ courseId }) => courseId?._id === course.id)).toHaveLength(1);
    expect((await call(enrolments.request, { body: { courseId: course.id } }, learner)).status).toBe(409);
  });

  testOnServer('and a revocation at the same time exclude each other', async () => {
    const { certificate } = await earned();
    const answers = await Promise.all([revoke(certificate.id), correct(certificate.id), correct(certificate.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const live = db.selectFrom('certificate').select('id').where('accountId', '=', certificate.accountId);
    expect((await live.where('status', '=', 'issued').execute()).length).toBeLessThanOrEqual(1);
  });
});

describe('one live certificate for person and course', () => {
  testOnServer('results from many simultaneous passing submissions', async () => {
    const { course, sat, learner } = await readyForTest(program);
    await openPaper(program, course.id, learner);
    const submissions = Array.from({ length: crowd / 4 }, () =>
      submitAnswers(program, { courseId: course.id, sat }, learner),
    );
    const statuses = (await Promise.all(submissions)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(crowd / 4 - 1);
    const issued = db.selectFrom('certificate').select('id').where('accountId', '=', learner.accountId);
    expect(await issued.execute()).toHaveLength(1);
    expect(
      (await mailsTo(learner.email)).filter(({ subject }) => subject?.startsWith('Your certificate:')),
    ).toHaveLength(1);
  });

  // shows: asvs/2.3.4
  test('is guaranteed by the database itself', async () => {
    const { course, learner } = await earned();
    await db
      .updateTable('enrolment')
      .set({ supersededAt: clock() })
      .where('accountId', '=', learner.accountId)
      .execute();
    await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', course.id).execute();
    const again = await enrol(program, learner, course.id);
    await expect(addCertificate(program, again)).rejects.toThrow('certificate_live');
  });
});

test('withdrawals are listed with kind and time, and nothing about persons', async () => {
  const [one, other, live] = [await earned(), await earned(), await earned()];
  await revoke(one.certificate.id);
  wait(1);
  await correct(other.certificate.id);
  const listed = await listWithdrawals(db);
  // neither drawn nor chained yet
  const unread = { codeDigest: null, entry: null };
  const of = (number: string) => listed.find((withdrawal) => withdrawal.number === number);
  expect(of(one.certificate.number)).toEqual({
    ...unread,
    number: one.certificate.number,
    at: expect.any(Date),
    kind: 'revoked',
  });
  expect(of(other.certificate.number)).toEqual({
    ...unread,
    number: other.certificate.number,
    at: clock(),
    kind: 'superseded',
  });
  expect(of(live.certificate.number)).toBeUndefined();
});
