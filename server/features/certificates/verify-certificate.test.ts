import { certificates, VerifiedCertificate } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import type { Reply } from '@fairlead/contract/platform/call';
import { describe, expect, test } from 'vitest';
import { visitorCalls } from '../../platform/http/calls.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { enrol } from '../../testing/factories.ts';
import { earned as earnedBy } from '../../testing/journey.ts';
import { certificateRoutes } from './routes.ts';

const program = await testApp();
const { call, person, wait, db, clock, worker } = program;
const registrar = await person('registrar');
const instructor = await person('instructor');

/** A learner who has just passed a course's assessment, with the certificate. */
const earned = ({ validityMonths = 24 } = {}) => earnedBy(program, { course: { validityMonths } });
const own = (courseId: string, as: Person) => call(certificates.getOwn, { params: { courseId } }, as);
const verify = (number: string, as?: Person) =>
  as ? call(certificates.verify, { params: { number } }, as) : call(certificates.verify, { params: { number } });

describe('its holder', () => {
  // shows: entities/certificate, entities/certificate-pdf, calls/certificate
  test('sees it completely, without a PDF until it is rendered', async () => {
    const { course, learner, certificate } = await earned();
    expect((await own(course.id, learner)).body.data).toMatchObject({
      certNo: certificate.number,
      status: 'issued',
      email: learner.email,
      passportNo: 'N1234567',
      dateOfBirth: '1990-05-17',
      dateOfIssue: '2026-11-20',
      dateOfExpiry: '2028-11-20',
      pdfPath: null,
      verifyUrl: `https://academy.example/verify/${certificate.number}`,
    });
    await worker.drain();
    const { pdfPath } = (await own(course.id, learner)).body.data;
    const pdf = await program.request('GET', pdfPath?.url ?? '');
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  // shows: roles/learner-own-data, calls/certificate, messages/report-no-certificate, threats/foreign-record
  test('is the only one who sees it: others find neither the certificate nor its file', async () => {
    const { course, learner } = await earned();
    await worker.drain();
    const other = await person();
    await enrol(program, other, course.id);
    expect(await own(course.id, other)).toMatchObject({ status: 404, body: { message: 'Certificate not found.' } });
    expect((await own('00000000-0000-4000-8000-000000000000', learner)).status).toBe(404);
    expect((await own(course.id, registrar)).status).toBe(403);
    const url = (await own(course.id, learner)).body.data.pdfPath?.url.split('?')[0] ?? '';
    expect((await program.request('GET', url, { as: other })).status).toBe(404);
    expect((await program.request('GET', url, { as: instructor })).status).toBe(404);
    expect((await program.request('GET', url)).status).toBe(401);
    expect((await program.request('GET', `${url}?expires=9999999999&signature=AAAA`)).status).toBe(401);
    expect((await program.request('GET', url, { as: learner })).status).toBe(200);
    expect((await program.request('GET', url, { as: registrar })).status).toBe(200);
  });

  test('keeps it when the enrolment is withdrawn', async () => {
    const { course, learner, enrolmentId } = await earned();
    await db.updateTable('enrolment').set({ status: 'rejected' }).where('id', '=', enrolmentId).execute();
    expect((await own(course.id, learner)).status).toBe(200);
  });
});

describe('verification', () => {
  // shows: entities/certificate, roles/visitor-reads, calls/verify, threats/certificates-as-list, asvs/8.2.3
  test('shows anyone the certificate, with email, passport and birth date partly masked', async () => {
    const { course, learner, certificate } = await earned();
    const whole = {
      certNo: certificate.number,
      status: 'issued',
      name: 'Asha Nair',
      ownScriptName: '',
      email: learner.email,
      dateOfBirth: '1990-05-17',
      passportNo: 'N1234567',
      cdcNo: 'MUM 123456',
      indosNo: '12GL3456',
      gradeNo: 'G-42',
      courseTitle: course.title,
      heldTo: '',
      approvedBy: '',
      approvalNumber: '',
      boundTo: '',
      dateOfIssue: '2026-11-20',
      dateOfExpiry: '2028-11-20',
      revokedOn: null,
      replacedBy: null,
      logProof: null,
      picture: null,
    };
    const masked = { ...whole, email: 'p••••', dateOfBirth: '1990-••-••', passportNo: 'N•••••67' };
    const other = await person();
    for (const who of [undefined, other, instructor]) {
      expect(await verify(certificate.number, who)).toMatchObject({ status: 200, body: { data: masked } });
    }
    for (const who of [learner, registrar]) {
      expect((await verify(certificate.number, who)).body.data).toEqual(whole);
    }
  });

  test('accepts a number as people type it', async () => {
    const { certificate } = await earned();
    const typed = certificate.number.toLowerCase().replaceAll('-', ' ');
    expect((await verify(` ${typed} `)).body.data.certNo).toBe(certificate.number);
    const misread = certificate.number.slice(9).replaceAll('0', 'O').replaceAll('1', 'l');
    expect((await verify(certificate.number.slice(0, 9) + misread)).body.data.certNo).toBe(certificate.number);
  });

  // shows: calls/verify, messages/verify-not-found
  test('finds nothing for a number that was never issued, or has another form', async () => {
    const { certificate } = await earned();
    const last = certificate.number.at(-1) === 'A' ? 'B' : 'A';
    for (const number of ['FMA-2026-000000000000', `${certificate.number.slice(0, -1)}${last}`, "' or 1=1 --", '%']) {
      expect(await verify(number)).toMatchObject({ status: 404, body: { message: 'Certificate not found' } });
    }
    expect(await verify('x'.repeat(90))).toMatchObject({ status: 404, body: { message: 'Certificate not found' } });
  });

  test('reports that one has expired, by the academy’s calendar, or was revoked', async () => {
    const { certificate } = await earned({ validityMonths: 1 });
    const state = async () => (await verify(certificate.number)).body.data.status;
    // In Kolkata the day ends at 18:30 UTC.
    const untilMidnight = (Date.parse(`${certificate.expiresOn}T18:30:00Z`) - clock().getTime()) / 1000;
    wait(untilMidnight - 1);
    expect(await state()).toBe('issued');
    wait(1);
    expect(await state()).toBe('expired');
    const body = { reason: 'Issued in error' };
    await call(register.revoke, { params: { id: certificate.id }, body }, registrar);
    expect(await state()).toBe('revoked');
  });

  // shows: threats/certificates-as-list, asvs/2.4.1
  test('has a generous limit per IP address, and none for the pages that all visitors share', async () => {
    wait(16 * 60);
    const { certificate } = await earned();
    expect((await verify(certificate.number)).status).toBe(200);
    await db.updateTable('rateLimit').set({ count: 595 }).where('key', 'like', 'verify:%').execute();
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(certificate.number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    const asPage = visitorCalls(certificateRoutes(program));
    const params = { number: certificate.number };
    const { reply } = await asPage('GET', '/verify/:number', { params });
    const { logProof, picture, ...data } = (reply as Reply<typeof certificates.verify>).data;
    expect([logProof, picture]).toEqual([null, null]);
    expect(data.passportNo).toBe('N•••••67');
    expect(Object.keys(data).sort()).toEqual(Object.keys(VerifiedCertificate.shape).sort());
    wait(15 * 60 + 1);
    expect((await verify(certificate.number)).status).toBe(200);
  });
});
