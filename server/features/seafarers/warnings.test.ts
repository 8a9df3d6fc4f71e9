import { readFile } from 'node:fs/promises';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { mailJob, queueMail } from '../../platform/mail/queue-mail.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { filesInStore, formOf, pdf, profileDocuments, profileFields } from '../../testing/forms.ts';
import { findWarnings } from './find-warnings.ts';
import { getProfile } from './queries.ts';
import { enqueueReading, readDocument } from './read-document.ts';

const program = await testApp();
const { call, person, db, worker } = program;
const registrar = await person('registrar');

const warningsAbout = async ({ accountId }: Person) =>
  (await call(overview.getPerson, { params: { id: accountId } }, registrar)).body.data.warnings;

/** A picture of this width, in which nothing is sharp. */
const fog = async (width: number) => ({
  bytes: await sharp({ create: { width, height: 500, channels: 3, background: '#aaa' } })
    .jpeg()
    .toBuffer(),
});

test('the account of somebody else with the same passport or INDoS number is named, however it was written', async () => {
  const [one, other, third] = [await person(), await person(), await person()];
  await addProfile(program, one, { name: 'Asha Nair', passportNumber: 'P7770001', indosNumber: '11AB1111' });
  await addProfile(program, other, { name: 'Ravi Kumar', passportNumber: 'p 777-0001', indosNumber: '22AB2222' });
  await addProfile(program, third, { passportNumber: 'P7770003', indosNumber: '22AB2222' });
  expect(await warningsAbout(one)).toEqual([
    { kind: 'same-number', paper: 'passport', other: { id: other.accountId, name: 'Ravi Kumar' } },
  ]);
  expect((await warningsAbout(other)).filter(({ kind }) => kind === 'same-number')).toMatchObject([
    { paper: 'passport', other: { id: one.accountId } },
    { paper: 'indos', other: { id: third.accountId } },
  ]);
});

test('what was not issued to two people is not the same number', async () => {
  const people = [await person(), await person()];
  for (const [i, one] of people.entries())
    await addProfile(program, one, { passportNumber: `P555000${i}`, indosNumber: 'NOT ISSUED' });
  for (const one of people) expect(await warningsAbout(one)).toEqual([]);
});

test('another account is not named to a reader who may not read people', async () => {
  const [one, other] = [await person(), await person()];
  for (const each of [one, other]) await addProfile(program, each, { passportNumber: 'P4440001' });
  const profile = await getProfile(db, one.accountId);
  const warnings = await findWarnings(program, [profile], { may: () => false });
  expect(warnings(profile, null)).toContainEqual({ kind: 'same-number', paper: 'passport', other: null });
});

test('uploaded pictures are measured in the background, and the learner is shown no warning', async () => {
  const learner = await person();
  const files = { ...(await profileDocuments()), IdDocument: await fog(1000) };
  const fields = { ...profileFields, passportNumber: 'P3330001', indosNumber: '33AB3333' };
  await call(seafarers.createProfile, { form: formOf(fields, files) }, learner);
  await enrol(program, learner, (await addCourse(program)).id, 'pending');
  await worker.drain();
  const warnings = [
    { kind: 'blurred-picture', document: 'idDocument' },
    { kind: 'tiny-picture', document: 'profilePicture' },
    { kind: 'tiny-picture', document: 'signature' },
  ];
  const [request] = (await call(enrolments.listPending, { query: { q: learner.email } }, registrar)).body;
  expect(request?.warnings).toEqual(warnings);
  expect(await warningsAbout(learner)).toEqual(warnings);
  expect(JSON.stringify((await call(seafarers.getOwnProfile, learner)).body)).not.toContain('tiny-picture');

  // a reading of the picture before says nothing about the new one
  await call(seafarers.updateProfile, { form: formOf({}, { IdDocument: await fog(300) }) }, learner);
  expect(await warningsAbout(learner)).toEqual(warnings.slice(1));
  await worker.drain();
  expect((await warningsAbout(learner))[0]).toEqual({ kind: 'tiny-picture', document: 'idDocument' });
});

test('the readable zone of a passport is read in the background, and compared with the profile as it is', async () => {
  const learner = await person();
  await addProfile(program, learner, { name: 'Maria Eriksson', passportNumber: 'L898902C4' });
  const passportDocument = {
    bytes: await readFile(new URL('../../platform/readable-zone/fixtures/specimen.jpg', import.meta.url)),
  };
  const update = async (fields: Parameters<typeof formOf>[0], files = {}) =>
    (await call(seafarers.updateProfile, { form: formOf(fields, files) }, learner)).body.data.readableZone;
  const dates = { DateofBirth: '1974-08-13', passportExpiryDate: '2012-04-15' };
  expect(await update(dates, { passportDocument })).toEqual([]);
  await worker.drain();
  const doubts = async () =>
    (await warningsAbout(learner)).flatMap((one) => (one.kind === 'readable-zone' ? [[one.field, one.read]] : []));
  const own = async () => (await call(seafarers.getOwnProfile, learner)).body.data.readableZone;
  expect(await doubts()).toEqual([
    ['passportNumber', 'L898902C3'],
    ['birthDate', '1974-08-12'],
  ]);
  expect(await own()).toEqual([
    { field: 'passportNumber', read: 'L898902C3' },
    { field: 'DateofBirth', read: '1974-08-12' },
  ]);
  // what was read is kept, so that a correction settles it without another reading
  expect(await update({ passportNumber: 'L898902C3', DateofBirth: '1974-08-12' })).toEqual([]);
  expect(await update({ name: 'Erika Mustermann' })).toEqual([{ field: 'name', read: 'ANNA MARIA ERIKSSON' }]);

  // what was read in a passport says nothing about the next one, and is not kept
  expect(await update({}, { passportDocument: { bytes: await pdf() } })).toEqual([]);
  await worker.drain();
  const readings = db.selectFrom('documentReading').select('document').where('accountId', '=', learner.accountId);
  expect(await readings.where('document', '=', 'passportDocument').execute()).toEqual([]);
});

test('a photograph of a passport is read for the form, and neither it nor what it says is kept', async () => {
  const learner = await person();
  const specimen = await readFile(new URL('../../platform/readable-zone/fixtures/specimen.jpg', import.meta.url));
  const before = await filesInStore(program);
  const read = (files: Parameters<typeof formOf>[1], who = learner) =>
    call(seafarers.readPassport, { form: formOf({}, files) }, who);
  expect((await read({ passport: { bytes: specimen } })).body).toEqual({
    data: { passportNumber: 'L898902C3', DateofBirth: '1974-08-12', passportExpiryDate: '2012-04-15' },
  });
  expect((await read({ passport: await fog(1000) })).body).toEqual({ data: null });
  expect((await read({ passport: { bytes: await pdf() } })).status).toBe(400);
  expect((await read({})).body).toMatchObject({ fields: { passport: 'Choose a picture of your passport' } });
  expect((await read({ passport: await fog(1000) }, registrar)).status).toBe(403);
  expect(await filesInStore(program)).toEqual(before);
  const readings = db.selectFrom('documentReading').select('document').where('accountId', '=', learner.accountId);
  expect(await readings.execute()).toEqual([]);
  // what costs seconds of a processor has an end
  await db
    .updateTable('rateLimit')
    .set({ count: 20 })
    .where('key', '=', `read-passport:${learner.accountId}`)
    .execute();
  expect((await read({ passport: await fog(1000) })).status).toBe(429);
});

test('an ID document is read again when its type changes, since only a passport has a readable zone', async () => {
  const learner = await person();
  const specimen = await readFile(new URL('../../platform/readable-zone/fixtures/specimen.jpg', import.meta.url));
  const files = { ...(await profileDocuments()), IdDocument: { bytes: specimen } };
  await call(seafarers.createProfile, { form: formOf(profileFields, files) }, learner);
  const readOf = async (IDType?: string) => {
    if (IDType) await call(seafarers.updateProfile, { form: formOf({ IDType }) }, learner);
    await worker.drain();
    const { readableZone } = (await call(seafarers.getOwnProfile, learner)).body.data;
    return readableZone.map(({ read }) => read);
  };
  expect(await readOf()).toEqual([]);
  expect(await readOf('Passport')).toContain('L898902C3');
  expect(await readOf('PAN')).toEqual([]);
});

test('documents that wait to be read leave emails their place', async () => {
  const learner = await person();
  await addProfile(program, learner);
  const reading = Promise.withResolvers<Buffer>();
  const begun = Promise.withResolvers<void>();
  const read = vi.spyOn(program.files, 'read').mockImplementation(() => {
    begun.resolve();
    return reading.promise;
  });
  const documents = ['profilePicture', 'idDocument', 'signature', 'idDocument', 'profilePicture'] as const;
  await transaction(db, async (tx) => {
    for (const document of documents) await enqueueReading(tx, learner.accountId, document);
    await queueMail(tx, { to: 'crew@example.org', subject: 'Your code', text: '123456', html: '<p>123456</p>' });
  });
  onTestFinished(async () => {
    reading.reject(new Error('the disk is away'));
    await worker.stop();
    read.mockRestore();
  });
  worker.start();
  const mails = db.selectFrom('job').select('id').where('kind', '=', mailJob).where('doneAt', 'is', null);
  await begun.promise;
  await expect.poll(() => mails.execute()).toEqual([]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('nothing is kept of a document that was taken back while it was read', async () => {
  const learner = await person();
  await addProfile(program, learner);
  const reading = readDocument(
    {
      ...program,
      files: {
        ...program.files,
        read: async (folder, filename) => {
          const bytes = await program.files.read(folder, filename);
          await db.deleteFrom('seafarerProfile').where('accountId', '=', learner.accountId).execute();
          return bytes;
        },
      },
    },
    { accountId: learner.accountId, document: 'profilePicture' },
  );
  await reading;
  const rows = db.selectFrom('documentReading').select('document').where('accountId', '=', learner.accountId);
  expect(await rows.execute()).toEqual([]);
});
