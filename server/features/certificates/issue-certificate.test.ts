import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { certificates } from '@fairlead/contract/certificates/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { testOnServer } from '../../testing/database.ts';
import { completeTraining, enrol } from '../../testing/factories.ts';
import { formOf, picture } from '../../testing/forms.ts';
import { earned as earnedBy, openPaper, readyForTest, submitAnswers } from '../../testing/journey.ts';
import { addTest } from '../assessments/testing/assessments.ts';
import { checkCertificates } from './check-certificates.ts';
import { issueCertificate } from './issue-certificate.ts';
import { statedRelease } from './jobs.ts';

const program = await testApp();
const { call, person, wait, db, clock, worker } = program;
const registrar = await person('registrar');

type Details = { validityMonths?: number | null; changed?: boolean; name?: string; learner?: Person };
/** A learner who has just passed a course's assessment, with the certificate. */
function earned({ validityMonths = 24, changed = false, name = 'Asha Nair', learner }: Details = {}) {
  const profile = { name, ...(changed && { identityChangedAt: clock() }) };
  return earnedBy(program, { course: { validityMonths }, profile, learner });
}
const stored = (enrolmentId: string) =>
  db.selectFrom('certificate').selectAll().where('enrolmentId', '=', enrolmentId).executeTakeFirstOrThrow();
const own = (courseId: string, as: Person) => call(certificates.getOwn, { params: { courseId } }, as);
const verify = (number: string, as?: Person) =>
  as ? call(certificates.verify, { params: { number } }, as) : call(certificates.verify, { params: { number } });
const confirm = (id: string) => call(seafarers.confirmIdentity, { params: { id } }, registrar);
const subjectsOf = program.subjectsTo;

describe('a certificate', () => {
  // shows: constants/unstated-limits
  test('states person and course as they are, from the day of issue in the academy’s time zone to the end of its validity', async () => {
    const { course, learner, certificate } = await earned();
    expect(certificate).toMatchObject({
      number: expect.stringMatching(/^FMA-2026-[0-9A-HJKMNP-TV-Z]{13}$/),
      status: 'issued',
      name: 'Asha Nair',
      email: learner.email,
      birthDate: '1990-05-17',
      passportNumber: 'N1234567',
      cdcNumber: 'MUM 123456',
      indosNumber: '12GL3456',
      gradeNumber: 'G-42',
      courseTitle: course.title,
      regulations: 'SOLAS XI-1/7',
      subjects: ['Hazards', 'Testing the air', 'Rescue'],
      percentage: 100,
      issuedOn: '2026-11-20',
      expiresOn: '2028-11-20',
      createdAt: clock(),
    });
  });

  // shows: threats/register-changed-directly
  test('states the name in the holder’s own script, which the log covers: changed or removed, it is found', async () => {
    const { course, learner, certificate } = await earnedBy(program, { profile: { ownScriptName: 'ആശ നായർ' } });
    expect((await own(course.id, learner)).body.data.ownScriptName).toBe('ആശ നായർ');
    expect((await verify(certificate.number)).body.data.ownScriptName).toBe('ആശ നായർ');
    const flaws = async () => (await checkCertificates(db, [certificate.id])).map(({ reason }) => reason);
    expect(await flaws()).toEqual([]);
    for (const ownScriptName of ['ആശാ നായർ', '']) {
      await db.updateTable('certificate').set({ ownScriptName }).where('id', '=', certificate.id).execute();
      expect(await flaws()).toEqual(['what it states is not what was logged']);
    }
  });

  test('is mailed with its link and audited, once', async () => {
    const { course, learner, certificate } = await earned();
    const [mail, ...more] = await program.mailsTo(learner.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(`Your certificate: ${course.title}`);
    expect(mail?.text).toContain(`https://academy.example/certificate-report?course=${course.id}`);
    expect(mail?.text).toContain(`https://academy.example/verify/${certificate.number}`);
    const auditActions = await db
      .selectFrom('auditEvent')
      .select('action')
      .where('subjectId', '=', certificate.id)
      .execute();
    expect(auditActions.map(({ action }) => action)).toEqual(['certificate.issue', 'certificate.draw']);
  });

  // shows: entities/certificate-without-expiry
  test('of a course without validity never expires', async () => {
    const { certificate } = await earned({ validityMonths: null });
    expect(certificate.expiresOn).toBeNull();
    expect((await verify(certificate.number)).body.data.dateOfExpiry).toBeNull();
  });

  test('does not change with a later edit of profile or course', async () => {
    const { course, learner, certificate } = await earned();
    await db
      .updateTable('seafarerProfile')
      .set({ name: 'Other Name' })
      .where('accountId', '=', learner.accountId)
      .execute();
    await db.updateTable('course').set({ title: 'Other title' }).where('id', '=', course.id).execute();
    expect((await own(course.id, learner)).body.data).toMatchObject({ name: 'Asha Nair', courseTitle: course.title });
    expect(await stored(certificate.enrolmentId)).toMatchObject({ name: 'Asha Nair', courseTitle: course.title });
  });
});

describe('a change by the learner after staff have checked the identity', () => {
  // shows: threats/changed-identity
  test.each([
    ['grade', () => formOf({ gradenumber: 'MASTER UNLIMITED' })],
    ['name in own script', () => formOf({ ownScriptName: 'ആശ നായർ' })],
    ['photograph', async () => formOf({}, { profilePicture: { bytes: await picture() } })],
  ])('holds the next certificate: the %s', async (_, form) => {
    const { course, sat, learner, enrolmentId } = await readyForTest(program);
    expect((await confirm(learner.accountId)).status).toBe(200);
    expect((await call(seafarers.updateProfile, { form: await form() }, learner)).status).toBe(200);
    await openPaper(program, course.id, learner);
    await submitAnswers(program, { courseId: course.id, sat }, learner);
    expect((await stored(enrolmentId)).status).toBe('held');
    expect((await confirm(learner.accountId)).status).toBe(200);
    await worker.drain();
    const profile = db.selectFrom('seafarerProfile').selectAll().where('accountId', '=', learner.accountId);
    const { gradeNumber, profilePictureId } = await profile.executeTakeFirstOrThrow();
    expect(await stored(enrolmentId)).toMatchObject({ status: 'issued', gradeNumber, portraitId: profilePictureId });
  });
});

describe('a certificate of a holder whose name is in another script', () => {
  test('is held with the reason until the name is in Latin letters, and is never public without it', async () => {
    const { course, learner, certificate } = await earned({ name: 'សុខ សុភា' });
    expect(certificate.status).toBe('held');
    expect(await subjectsOf(learner)).toEqual([`Your certificate is on hold: ${course.title}`]);
    expect((await own(course.id, learner)).body.data).toMatchObject({
      status: 'held',
      waitsFor: ['name'],
      pdfPath: null,
    });
    expect((await verify(certificate.number)).status).toBe(404);
    // the academy has stated all about itself, and a check of the identity alone does not issue it
    for (const [kind, payload] of [
      [statedRelease.kind, {}],
      ['release-held-certificates', { accountId: learner.accountId }],
    ] as const)
      await transaction(db, (tx) => enqueue(tx, kind, payload));
    await worker.drain();
    expect((await stored(certificate.enrolmentId)).status).toBe('held');
    const correction = { firstName: 'Sok', lastName: 'Sophea', note: 'Passport', nameSeen: 'សុខ សុភា' };
    const params = { id: learner.accountId };
    expect((await call(seafarers.correctName, { params, body: correction }, registrar)).status).toBe(200);
    await db
      .updateTable('seafarerProfile')
      .set({ ownScriptName: 'សុខ សុភា' })
      .where('accountId', '=', learner.accountId)
      .execute();
    await worker.drain();
    expect(await stored(certificate.enrolmentId)).toMatchObject({ status: 'issued', name: 'Sok Sophea' });
    expect((await verify(certificate.number)).body.data.name).toBe('Sok Sophea');
  });

  test('waits for what its release will state, and not for the name from before', async () => {
    const { course, learner } = await earned({ name: 'សុខ សុភា' });
    const rename = (name: string) =>
      db.updateTable('seafarerProfile').set({ name }).where('accountId', '=', learner.accountId).execute();
    await rename('Sok Sophea');
    expect((await own(course.id, learner)).body.data).toMatchObject({ status: 'held', waitsFor: [] });
    await rename('សុខ');
    expect((await own(course.id, learner)).body.data).toMatchObject({ status: 'held', waitsFor: ['name'] });
  });
});

describe('a certificate of a holder whose identity is to be checked', () => {
  // shows: threats/changed-identity
  test('is held: it is not rendered, the public does not find it, the holder and staff see that it is pending', async () => {
    const { course, learner, certificate } = await earned({ changed: true });
    expect(certificate.status).toBe('held');
    expect(await subjectsOf(learner)).toEqual([`Your certificate is on hold: ${course.title}`]);
    expect((await stored(certificate.enrolmentId)).pdfFileId).toBeNull();
    expect((await verify(certificate.number)).status).toBe(404);
    expect((await verify(certificate.number, await person())).status).toBe(404);
    expect((await verify(certificate.number, registrar)).body.data.status).toBe('held');
    expect((await own(course.id, learner)).body.data).toMatchObject({ status: 'held', pdfPath: null });
  });

  test('is issued once staff confirm, with the facts that they saw and that day, rendered and mailed once', async () => {
    const { course, learner, certificate } = await earned({ changed: true, name: 'Asha Nayar' });
    await db
      .updateTable('seafarerProfile')
      .set({ name: 'Asha Nair-Menon' })
      .where('accountId', '=', learner.accountId)
      .execute();
    wait(3 * 24 * 3600);
    expect((await confirm(learner.accountId)).status).toBe(200);
    expect((await confirm(learner.accountId)).status).toBe(200);
    await worker.drain();
    const issued = await stored(certificate.enrolmentId);
    const today = dayAt(clock(), 'Asia/Kolkata');
    expect(issued).toMatchObject({
      status: 'issued',
      number: certificate.number,
      name: 'Asha Nair-Menon',
      issuedOn: today,
    });
    expect(issued.pdfFileId).not.toBeNull();
    expect(await subjectsOf(learner)).toEqual([
      `Your certificate is on hold: ${course.title}`,
      `Your certificate: ${course.title}`,
    ]);
    expect((await verify(certificate.number)).body.data.status).toBe('issued');
  });

  test('stays held if the identity changes again before the release', async () => {
    const { learner, certificate } = await earned({ changed: true });
    await transaction(db, (tx) => enqueue(tx, 'release-held-certificates', { accountId: learner.accountId }));
    await worker.drain();
    expect((await stored(certificate.enrolmentId)).status).toBe('held');
    expect((await confirm(learner.accountId)).status).toBe(200);
    await worker.drain();
    expect((await stored(certificate.enrolmentId)).status).toBe('issued');
  });

  testOnServer('is never left behind by a check at the same moment', async () => {
    const { course, learner, attemptId, enrolmentId } = await opened();
    const enrolment = { id: enrolmentId, accountId: learner.accountId, courseId: course.id };
    // The check runs outside of the transaction in which the certificate is being issued.
    const outside = AsyncLocalStorage.snapshot();
    let checked: Promise<unknown> = Promise.resolve();
    await transaction(db, async (tx) => {
      await issueCertificate(tx, program, { enrolment, attemptId, percentage: 100 });
      let isOver = false;
      checked = outside(async () => {
        await confirm(learner.accountId);
        await worker.drain();
        isOver = true;
      });
      while (!isOver && !(await isSomebodyWaiting(tx))) await setImmediate();
    });
    await checked;
    expect((await stored(enrolmentId)).status).toBe('issued');
  });
});

/** A learner with a changed identity, who has opened a course's assessment. */
async function opened() {
  const ready = await readyForTest(program, { profile: { identityChangedAt: clock() } });
  await openPaper(program, ready.course.id, ready.learner);
  const attempt = db.selectFrom('attempt').select('id').where('enrolmentId', '=', ready.enrolmentId);
  return { ...ready, attemptId: (await attempt.executeTakeFirstOrThrow()).id };
}

/** Whether a connection of this database is waiting for a lock held by another. */
async function isSomebodyWaiting(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
  return (rows[0]?.waiting ?? 0) > 0;
}

describe('a renewal', () => {
  const renew = async (courseId: string, learner: Person, enrolmentId: string) => {
    await db.updateTable('enrolment').set({ supersededAt: clock() }).where('id', '=', enrolmentId).execute();
    await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', courseId).execute();
    const next = await enrol(program, learner, courseId);
    await completeTraining(program, next);
    const sat = await addTest(program, courseId);
    await openPaper(program, courseId, learner);
    await submitAnswers(program, { courseId, sat }, learner);
    return stored(next);
  };

  test('replaces the earlier certificate for the course, and no other', async () => {
    const { course, learner, enrolmentId, certificate } = await earned();
    const otherCourse = await earned({ learner });
    wait(700 * 24 * 3600);
    const renewed = await renew(course.id, learner, enrolmentId);
    expect(await stored(enrolmentId)).toMatchObject({ status: 'superseded', supersededBy: renewed.id });
    expect((await stored(otherCourse.enrolmentId)).status).toBe('issued');
    expect((await own(course.id, learner)).body.data).toMatchObject({ certNo: renewed.number, status: 'issued' });
    expect((await verify(certificate.number)).body.data.status).toBe('superseded');
  });

  test('that is held leaves the earlier one valid until it is released', async () => {
    const { course, learner, enrolmentId, certificate } = await earned();
    await db
      .updateTable('seafarerProfile')
      .set({ identityChangedAt: clock() })
      .where('accountId', '=', learner.accountId)
      .execute();
    const renewed = await renew(course.id, learner, enrolmentId);
    expect((await own(course.id, learner)).body.data.certNo).toBe(certificate.number);
    await confirm(learner.accountId);
    await worker.drain();
    expect((await own(course.id, learner)).body.data.certNo).toBe(renewed.number);
    expect((await stored(enrolmentId)).status).toBe('superseded');
  });
});

test('a validity that begins on the last day of a long month ends on the last day of a short one', async () => {
  wait((Date.parse('2030-01-31T06:30:00Z') - clock().getTime()) / 1000);
  const { certificate } = await earned({ validityMonths: 1 });
  expect(certificate).toMatchObject({ issuedOn: '2030-01-31', expiresOn: '2030-02-28' });
  expect(certificate.number).toMatch(/^FMA-2030-/);
});
