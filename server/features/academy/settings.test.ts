import { academy } from '@fairlead/contract/academy/calls';
import { settings } from '@fairlead/contract/academy/settings';
import { contact } from '@fairlead/contract/contact/calls';
import { describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../testing/app.ts';
import { filesInStore, filesWithRow, formOf, pdf, picture } from '../../testing/forms.ts';
import { openPaper, readyForTest, submitAnswers } from '../../testing/journey.ts';
import { answersTo } from '../assessments/testing/assessments.ts';
import { getAcademy } from './queries.ts';

const program = await testApp({
  BRAND_NAME: 'Harbour Academy',
  BRAND_EMAIL: 'office@harbour.example',
});
const { call, db, person } = program;
const admin = await person('admin');

const brand = {
  name: 'Lighthouse Academy',
  email: 'desk@lighthouse.example',
  phone: '+91 484 555 0100',
  city: 'Kochi, India',
  facebook: '',
  instagram: 'https://www.instagram.com/lighthouse',
  linkedin: '',
  recognition: '',
};
type Files = Parameters<typeof formOf>[1];
const saveBrand = (changes: Record<string, string> = {}, files: Files = {}, as: Person = admin) =>
  call(settings.saveBrand, { form: formOf({ ...brand, noRecognition: 'true', ...changes }, files) }, as);

const bearing = { certificatePrefix: 'LHA', signatoryName: 'Capt. Leela Das', signatoryTitle: 'Director' };
const saveCertificates = (changes: Record<string, string> = {}, files: Files = {}, as: Person = admin) =>
  call(settings.saveCertificates, { form: formOf({ ...bearing, ...changes }, files) }, as);

const auditActions = async (action: string) =>
  (
    await db
      .selectFrom('auditEvent')
      .select(['actorId', 'details'])
      .where('action', '=', action)
      .orderBy('at')
      .execute()
  ).map(({ actorId, details }) => ({ actorId, ...(details as object) }));

test('the configuration applies until settings are saved', async () => {
  const { body } = await call(settings.get, admin);
  expect(body.data.brand).toMatchObject({ name: 'Harbour Academy', email: 'office@harbour.example', logo: null });
  expect(body.data.certificates).toMatchObject({ certificatePrefix: 'FMA', signatoryName: 'Capt. R. Menon' });
  expect(body.data.mail).toEqual({
    delivery: 'files',
    from: '"Harbour Academy" <office@harbour.example>',
    operator: null,
    server: null,
  });
  expect((await call(academy.getBrand)).body.name).toBe('Harbour Academy');
});

describe('the brand', () => {
  test('applies at once in pages, mails and the API description, and is audited', async () => {
    const before = program.publicChanges();
    const { status, body } = await saveBrand();
    expect([status, body.message]).toEqual([200, 'Brand saved.']);
    expect(body.data.brand).toMatchObject(brand);
    expect(program.publicChanges()).toBe(before + 1);
    expect((await call(academy.getBrand)).body).toMatchObject(brand);
    expect((await program.request('GET', '/api/openapi.json')).body).toMatchObject({
      info: { title: 'Lighthouse Academy' },
    });
    await call(contact.send, { body: { name: 'Ravi', email: 'ravi@example.org', message: 'Hello' } });
    const [mail] = await program.mailsTo('desk@lighthouse.example');
    expect(mail?.from).toEqual({ name: 'Lighthouse Academy', address: 'desk@lighthouse.example' });
    expect(mail?.text).toContain('Lighthouse Academy · desk@lighthouse.example');
    expect(await auditActions('settings.brand')).toEqual([
      expect.objectContaining({
        actorId: admin.accountId,
        from: expect.objectContaining({ name: 'Harbour Academy', instagram: '' }),
        to: expect.objectContaining({ name: 'Lighthouse Academy', instagram: brand.instagram }),
      }),
    ]);
  });

  test('has a logo that is attached to mails as long as it exists', async () => {
    const write = () => call(contact.send, { body: { name: 'Ravi', email: 'ravi@example.org', message: 'Hello' } });
    const last = async () => (await program.mailsTo('desk@lighthouse.example')).at(-1);
    await saveBrand({}, { logo: { bytes: await picture('png', 1000), name: 'logo.png' } });
    await write();
    const mail = await last();
    expect(mail?.html).toContain('<img src="cid:logo" alt="" width="240" height="12"');
    expect(mail?.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }]);
    await saveBrand({ removeLogo: 'true' });
    await write();
    expect((await last())?.attachments).toEqual([]);
  });

  test('has a logo that everybody sees, which can be replaced and removed', async () => {
    await saveBrand({}, { logo: { bytes: await picture('png', 1000), name: 'logo.png' } });
    const first = (await call(academy.getBrand)).body.logo ?? '';
    const served = await program.app.inject({ url: first });
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
    // A change of other fields keeps the logo.
    await saveBrand({ city: 'Chennai, India' });
    expect((await call(academy.getBrand)).body).toMatchObject({ logo: first, city: 'Chennai, India' });
    await saveBrand({}, { logo: { bytes: await picture('jpeg'), name: 'logo.jpg' } });
    const second = (await call(academy.getBrand)).body.logo;
    expect(second).not.toBe(first);
    expect((await program.app.inject({ url: first })).statusCode).toBe(404);
    await saveBrand({ removeLogo: 'true' });
    expect((await call(academy.getBrand)).body.logo).toBeNull();
    expect((await auditActions('settings.brand')).at(-1)).toMatchObject({ logoId: null });
  });

  // shows: asvs/1.2.2
  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: 'office' }, 'email', expect.any(String)],
    [{ instagram: 'javascript:alert(1)' }, 'instagram', 'Enter an address that begins with https://'],
    [{ linkedin: 'www.linkedin.com/x' }, 'linkedin', 'Enter an address that begins with https://'],
    [{ recognition: 'x'.repeat(201) }, 'recognition', 'This text is too long'],
    [{ noRecognition: 'false' }, 'recognition', expect.stringMatching(/say that you have no recognition/)],
    [{ recognition: ' ', noRecognition: 'false' }, 'recognition', expect.stringMatching(/no recognition/)],
    [{ recognition: 'port authority' }, 'recognition', expect.stringMatching(/no recognition/)],
  ])('with %j is refused beside its field', async (fault, field, sentence) => {
    const before = await getAcademy(db, program.config);
    const { status, body } = await saveBrand(fault);
    expect([status, body]).toMatchObject([400, { fields: { [field]: sentence } }]);
    expect(await getAcademy(db, program.config)).toEqual(before);
  });

  test('with a logo that is not a picture is refused, and leaves no file behind', async () => {
    const before = await filesInStore(program);
    const { status, body } = await saveBrand({ name: 'Never' }, { logo: { bytes: await pdf(), name: 'logo.png' } });
    expect([status, body]).toMatchObject([400, { fields: { logo: 'Must be an image' } }]);
    expect(await filesInStore(program)).toEqual(before);
    expect((await filesWithRow(program)).sort()).toEqual(before);
    expect((await call(academy.getBrand)).body.name).not.toBe('Never');
  });
});

describe('what certificates show', () => {
  test('applies to the next one that is issued, and the signature opens only by its signed link', async () => {
    const signature = { signature: { bytes: await picture('png'), name: 'signature.png' } };
    const { status, body } = await saveCertificates({ certificatePrefix: 'lha' }, signature);
    expect([status, body.data.certificates]).toMatchObject([200, bearing]);
    const url = body.data.certificates.signature?.url ?? '';
    expect((await program.app.inject({ url })).statusCode).toBe(200);
    expect((await program.app.inject({ url: url.split('?')[0] ?? '' })).statusCode).toBe(401);
    const { course, sat, learner } = await readyForTest(program);
    await openPaper(program, course.id, learner);
    await submitAnswers(program, { courseId: course.id, sat, answers: answersTo(sat) }, learner);
    await program.worker.drain();
    const drawn = await db.selectFrom('certificate').select(['number', 'pdfFileId']).executeTakeFirstOrThrow();
    expect(drawn.number).toMatch(/^LHA-2026-/);
    expect(drawn.pdfFileId).not.toBeNull();
    expect(await auditActions('settings.certificates')).toHaveLength(1);
  });

  test.each([
    [{ certificatePrefix: 'A' }, 'certificatePrefix'],
    [{ certificatePrefix: 'FMA2' }, 'certificatePrefix'],
    [{ signatoryName: '' }, 'signatoryName'],
  ])('with %j is refused', async (fault, field) => {
    expect((await saveCertificates(fault)).body).toMatchObject({ fields: { [field]: expect.any(String) } });
  });
});

describe('retention', () => {
  const months = {
    unverifiedRegistrations: 2,
    refusedRegistrations: null,
    identityDocuments: 120,
    dormantAccounts: 60,
    contactMessages: 12,
    networkAddresses: 12,
  };
  const save = (changes: object = {}) => call(settings.saveRetention, { body: { ...months, ...changes } }, admin);

  test('is stored as entered, with the change in the audit', async () => {
    expect((await call(settings.get, admin)).body.data.retention).toMatchObject({ unverifiedRegistrations: 1 });
    expect((await save()).body.data.retention).toEqual(months);
    expect(await auditActions('settings.retention')).toEqual([
      expect.objectContaining({ from: expect.objectContaining({ refusedRegistrations: 6 }) }),
    ]);
  });

  test.each([0, -1, 601, 1.5, '12'])('of %j months is refused', async (value) => {
    expect((await save({ dormantAccounts: value })).status).toBe(400);
    expect((await call(settings.get, admin)).body.data.retention).toMatchObject({ dormantAccounts: 60 });
  });
});

describe('the hour of the daily mail', () => {
  const save = (hour: unknown, as = admin) => call(settings.saveDigest, { body: { hour } as never }, as);

  test('is seven until another is saved, which the audit records with the former one', async () => {
    expect((await call(settings.get, admin)).body.data.digest).toEqual({ hour: 7 });
    expect((await save(18)).body).toMatchObject({ message: 'Daily email saved.', data: { digest: { hour: 18 } } });
    expect(await auditActions('settings.digest')).toEqual([
      { actorId: admin.accountId, from: { hour: 7 }, to: { hour: 18 } },
    ]);
  });

  test.each([-1, 24, 7.5, '7', null])('of %j is refused', async (hour) => {
    expect((await save(hour)).status).toBe(400);
  });

  test('is only for administrators', async () => {
    for (const as of [await person(), await person('registrar')]) expect((await save(6, as)).status).toBe(403);
  });
});

test('of several who save at once each is in the audit, with the value that it replaced', async () => {
  await saveBrand({ city: 'Kochi' });
  const cities = ['Vizag', 'Goa', 'Chennai', 'Kandla', 'Mumbai', 'Haldia'];
  await Promise.all(cities.map((city) => saveBrand({ city })));
  const all = (await auditActions('settings.brand')) as unknown as Record<'from' | 'to', { city?: string }>[];
  const replaced = all.flatMap(({ from, to }) => (to.city && cities.includes(to.city) ? (from.city ?? '') : []));
  const { city: last } = (await call(academy.getBrand)).body;
  expect([...replaced, last].toSorted()).toEqual(['Kochi', ...cities].toSorted());
});

test('only administrators have access', async () => {
  for (const as of [await person(), await person('registrar'), await person('instructor')]) {
    expect((await call(settings.get, as)).status).toBe(403);
    expect((await saveBrand({}, {}, as)).status).toBe(403);
    expect((await saveCertificates({}, {}, as)).status).toBe(403);
  }
});
