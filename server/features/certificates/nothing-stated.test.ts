import { readFile } from 'node:fs/promises';
import { academy } from '@fairlead/contract/academy/calls';
import { settings } from '@fairlead/contract/academy/settings';
import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { fees } from '@fairlead/contract/fees/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { testApp } from '../../testing/app.ts';
import { formOf } from '../../testing/forms.ts';
import { earned } from '../../testing/journey.ts';
import { nothingStated } from '../../testing/stated-academy.ts';
import { cash, requestWithFee, switchFeesOn } from '../fees/testing/fees.ts';
import { drawCertificateJob } from './issue-certificate.ts';
import { statedRelease } from './jobs.ts';
import { listWithdrawals } from './queries.ts';

const program = await testApp(nothingStated);
const { call, person, db, worker, subjectsTo, mailsTo } = program;
const admin = await person('admin');

const links = { facebook: '', instagram: '', linkedin: '' };
const brand = { name: 'Kochi Nautical College', email: 'desk@kochi.example', phone: '+91 484 555 0100', city: 'Kochi' };
const stateBrand = () =>
  call(settings.saveBrand, { form: formOf({ ...brand, ...links, recognition: '', noRecognition: 'true' }) }, admin);
const stateSigner = () => {
  const signer = { certificatePrefix: 'KNC', signatoryName: 'Capt. Leela Das', signatoryTitle: 'Director' };
  return call(settings.saveCertificates, { form: formOf(signer) }, admin);
};
const stored = (id: string) => db.selectFrom('certificate').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const statusOf = async (id: string) => (await stored(id)).status;
const publicBrand = async () => (await call(academy.getBrand)).body;

beforeEach(async () => {
  await db.deleteFrom('academySettings').execute();
});

describe('an academy that has stated nothing', () => {
  test('has only the starting texts of the public pages, and is called by its host in emails', async () => {
    expect(await publicBrand()).toMatchObject({
      ...{ email: '', phone: '', ...links, logo: null },
      ...{ name: 'Maritime Academy', city: 'Mumbai, India', recognition: 'national shipping directorate' },
    });
    const { brand: form, certificates: signing, mail } = (await call(settings.get, admin)).body.data;
    expect(new Set(Object.values(form))).toEqual(new Set(['', false, null]));
    expect(new Set(Object.values(signing))).toEqual(new Set(['', null]));
    expect(mail.from).toBe('"academy.example" <no-reply@academy.example>');
  });

  test('writes emails that state nothing else, and what is written to it goes to its first administrator', async () => {
    const { learner } = await earned(program);
    const [mail] = await mailsTo(learner.email);
    expect(mail?.text?.trimEnd()).toMatch(/\n--\nacademy\.example$/);
    const message = { name: 'Ravi Kumar', email: 'ravi@example.org', message: 'When does the next course begin?' };
    expect((await program.request('POST', '/api/contact', { body: message })).status).toBe(200);
    expect(await subjectsTo(admin)).toContain('Message from the contact page');
  });

  test('issues no receipt before it has a name', async () => {
    await switchFeesOn(program, { legalName: '', gstin: '' });
    const { id } = await requestWithFee(program);
    const pay = () => call(fees.recordPayment, { params: { id }, body: cash() }, admin);
    expect(await pay()).toMatchObject({ status: 409, body: { code: 'not-yet' } });
    expect(await db.selectFrom('feeDocument').selectAll().execute()).toEqual([]);
    await stateBrand();
    expect((await pay()).status).toBe(200);
  });
});

describe('a certificate that such an academy owes', () => {
  test('is held, with the reason for holder and staff, and nothing of it is public', async () => {
    const { course, learner, certificate } = await earned(program);
    expect(certificate.status).toBe('held');
    expect(certificate.pdfFileId).toBeNull();
    expect(await subjectsTo(learner)).toEqual([`Your certificate is on hold: ${course.title}`]);
    expect((await mailsTo(learner.email))[0]?.text).toContain('You do not have to do anything');
    const own = await call(certificates.getOwn, { params: { courseId: course.id } }, learner);
    expect(own.body.data).toMatchObject({ status: 'held', waitsFor: ['academy'], pdfPath: null });
    const [listed] = (await call(register.list, { query: { courseId: course.id } }, admin)).body.data;
    expect(listed?.held).toMatchObject({ waitsFor: ['academy'] });
    const number = { params: { number: certificate.number } };
    expect((await call(certificates.verify, number)).status).toBe(404);
    expect(
      await db.selectFrom('certificateEvent').select('id').where('subject', '=', certificate.logId).execute(),
    ).toEqual([]);
  });

  test('is issued once, with its own number, when the last detail is stated, and drawn with these details', async () => {
    const { course, learner, certificate } = await earned(program);
    await stateSigner();
    await worker.drain();
    expect(await statusOf(certificate.id)).toBe('held');
    await stateBrand();
    await worker.drain();
    await worker.drain();
    const issued = await stored(certificate.id);
    expect(issued.status).toBe('issued');
    expect(issued.number).toMatch(/^KNC-2026-/);
    expect(issued.pdfFileId).not.toBeNull();
    expect(await subjectsTo(learner)).toEqual([
      `Your certificate is on hold: ${course.title}`,
      `Your certificate: ${course.title}`,
    ]);
    expect((await call(certificates.verify, { params: { number: issued.number } })).status).toBe(200);
    expect((await call(certificates.verify, { params: { number: certificate.number } })).status).toBe(404);
  });

  test('still waits for a changed identity, after which it is issued', async () => {
    const { learner, certificate } = await earned(program, { profile: { identityChangedAt: program.clock() } });
    await stateBrand();
    await stateSigner();
    await worker.drain();
    expect(await statusOf(certificate.id)).toBe('held');
    await call(seafarers.confirmIdentity, { params: { id: learner.accountId } }, admin);
    await worker.drain();
    expect(await stored(certificate.id)).toMatchObject({ status: 'issued', number: expect.stringMatching(/^KNC-/) });
  });

  test('is not issued by a confirmed identity alone', async () => {
    const { learner, certificate } = await earned(program, { profile: { identityChangedAt: program.clock() } });
    await call(seafarers.confirmIdentity, { params: { id: learner.accountId } }, admin);
    await worker.drain();
    expect(await statusOf(certificate.id)).toBe('held');
  });

  test('is issued without a change to any other certificate', async () => {
    await stateBrand();
    await stateSigner();
    const [issued, revoked] = [await earned(program), await earned(program)];
    const revocation = { params: { id: revoked.certificate.id }, body: { reason: 'Issued in error' } };
    await call(register.revoke, revocation, admin);
    const checked = await earned(program, { profile: { identityChangedAt: program.clock() } });
    await worker.drain();
    await db.updateTable('academySettings').set({ signatoryName: null }).execute();
    const { certificate } = await earned(program);
    const others = () => Promise.all([issued, revoked, checked].map(({ certificate: { id } }) => stored(id)));
    const events = () =>
      db.selectFrom('certificateEvent').selectAll().where('subject', '!=', certificate.logId).orderBy('id').execute();
    const before = [await others(), await events()];
    await stateSigner();
    await worker.drain();
    await worker.drain();
    expect(await statusOf(certificate.id)).toBe('issued');
    expect([await others(), await events()]).toEqual(before);
  });

  test('leaves no trace in public when it is revoked', async () => {
    const { certificate } = await earned(program);
    const revocation = { params: { id: certificate.id }, body: { reason: 'Issued in error' } };
    expect((await call(register.revoke, revocation, admin)).status).toBe(200);
    const events = db.selectFrom('certificateEvent').select('id').where('subject', '=', certificate.logId);
    expect(await events.execute()).toEqual([]);
    expect((await listWithdrawals(db)).map(({ number }) => number)).not.toContain(certificate.number);
  });

  test('is issued within minutes after the operator has stated the details', async () => {
    const { certificate } = await earned(program);
    const { academyDefaults } = program.config;
    const before = { ...academyDefaults };
    const signer = { certificatePrefix: 'KNC', signatoryName: 'Capt. Leela Das', signatoryTitle: 'Director' };
    Object.assign(academyDefaults, { name: brand.name, city: brand.city, ...signer });
    try {
      expect(worker.recurringKinds).toContain(statedRelease.kind);
      await transaction(db, (tx) => enqueue(tx, statedRelease.kind, {}));
      await worker.drain();
      expect(await statusOf(certificate.id)).toBe('issued');
    } finally {
      Object.assign(academyDefaults, before);
    }
  });
});

describe('after an update, an academy that had relied on details of the program', () => {
  test('keeps what it has issued; a correction, and a PDF that was not drawn, wait for its own details', async () => {
    await stateBrand();
    await stateSigner();
    const { certificate } = await earned(program);
    await db.updateTable('academySettings').set({ signatoryName: null, signatoryTitle: null }).execute();
    const correction = { name: 'Asha K. Nair', reason: 'As in the passport' };
    const correct = () => call(register.correct, { params: { id: certificate.id }, body: correction }, admin);
    expect(await correct()).toMatchObject({
      status: 409,
      body: { code: 'not-yet', message: expect.stringContaining('signatory, title of the signatory') },
    });
    await worker.drain();
    expect(await stored(certificate.id)).toMatchObject({
      status: 'issued',
      number: certificate.number,
      pdfFileId: null,
    });
    expect((await call(certificates.verify, { params: { number: certificate.number } })).status).toBe(200);
    await stateSigner();
    program.wait(60);
    await worker.drain();
    expect((await stored(certificate.id)).pdfFileId).not.toBeNull();
    expect((await correct()).status).toBe(200);
  });

  test('has a PDF drawn that was given up while its details were missing', async () => {
    await stateBrand();
    await stateSigner();
    const { certificate } = await earned(program);
    await db.updateTable('academySettings').set({ signatoryName: null }).execute();
    await worker.drain();
    const drawing = db.updateTable('job').set({ gaveUpAt: program.clock() }).where('kind', '=', drawCertificateJob);
    await drawing.where('lastError', 'is not', null).execute();
    await stateSigner();
    await worker.drain();
    await worker.drain();
    expect((await stored(certificate.id)).pdfFileId).not.toBeNull();
  });

  test('has not stated what the program had filled in', async () => {
    await stateBrand();
    await stateSigner();
    const filledIn = { signatoryName: 'Capt. R. Menon', signatoryTitle: 'Principal', phone: '+91 22 5550 0142' };
    await db.updateTable('academySettings').set(filledIn).execute();
    const migration = new URL('../../platform/db/migrations/0679-forget-unstated-details.sql', import.meta.url);
    await sql.raw(await readFile(migration, 'utf8')).execute(db);
    const { brand: form, certificates: signing } = (await call(settings.get, admin)).body.data;
    expect(signing).toMatchObject({ signatoryName: '', signatoryTitle: '', certificatePrefix: 'KNC' });
    expect(form).toMatchObject({ ...brand, phone: '' });
  });
});
