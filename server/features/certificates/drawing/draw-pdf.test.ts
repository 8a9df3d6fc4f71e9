import { mkdir, readdir, readFile, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCredential } from '@fairlead/contract/credential';
import { seafarers } from '@fairlead/contract/seafarers';
import { afterAll, describe, expect, test } from 'vitest';
import type { Files } from '../../../platform/files/files.ts';
import { sweepFiles } from '../../../platform/files/sweep.ts';
import { NoTimeStamp } from '../../../platform/time-stamps/token.ts';
import { testApp } from '../../../testing/app.ts';
import { formOf, picture } from '../../../testing/forms.ts';
import { passed } from '../../../testing/journey.ts';
import { checkCertificates } from '../check-certificates.ts';
import { certificateJobs } from '../jobs.ts';
import { type CertificateFacts, type CertificatePress, createCertificatePress } from './draw-certificate.ts';
import { drawPdf } from './draw-pdf.ts';
import { renewTimeStamps } from './renew-time-stamps.ts';

const program = await testApp();
const { wait, db, files, worker } = program;
const press = createCertificatePress();
afterAll(() => press.close());
const pressThat = (draw: CertificatePress['draw']) => ({ draw });

const folder = join(program.config.dataDir, 'files', 'certificates');
const rowsIn = async () =>
  (await db.selectFrom('storedFile').selectAll().where('folder', '=', 'certificates').execute()).map(
    (row) => row.filename,
  );
/** A certificate that was issued but not rendered. */
async function issued(name = 'Asha Nair') {
  const { learner, enrolmentId } = await passed(program, { profile: { name } });
  return { learner, ...(await find(enrolmentId)) };
}
const find = (enrolmentId: string) =>
  db.selectFrom('certificate').selectAll().where('enrolmentId', '=', enrolmentId).executeTakeFirstOrThrow();
/** The file of a certificate, and all files added to the folder since `before`. */
async function outcome({ enrolmentId, before }: { enrolmentId: string; before: string[] }) {
  const { pdfFileId } = await find(enrolmentId);
  const file = await db.selectFrom('storedFile').selectAll().where('id', '=', pdfFileId).executeTakeFirst();
  return { file, added: (await readdir(folder)).filter((name) => !before.includes(name)) };
}
const leftBehind = () => readdir(join(program.config.dataDir, 'files', '.incoming'));

describe('the PDF', () => {
  test('is rendered by the job, belongs to the holder, and shows what the certificate states', async () => {
    const before = await readdir(folder);
    const { enrolmentId, learner, number } = await issued();
    await worker.drain();
    const { file, added } = await outcome({ enrolmentId, before });
    expect(file).toMatchObject({
      folder: 'certificates',
      ownerId: learner.accountId,
      contentType: 'application/pdf',
      originalName: `${number}.pdf`,
    });
    expect(added).toEqual([file?.filename]);
    const pdf = await files.read('certificates', file?.filename ?? '');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(file?.sizeBytes).toBe(pdf.length);
    expect(await leftBehind()).toEqual([]);
  });

  test('contains the facts of the certificate, the portrait, and the URL that verifies it', async () => {
    const { id, number } = await issued();
    let drawn: CertificateFacts | undefined;
    let signer: string | undefined;
    const watched = pressThat((facts, signing) => {
      drawn = facts;
      signer = signing?.signer;
      return press.draw(facts, signing);
    });
    await drawPdf(program, watched, id);
    expect(drawn).toMatchObject({
      number,
      name: 'Asha Nair',
      issuedOn: '2026-11-20',
      subjects: ['Hazards', 'Testing the air', 'Rescue'],
      signatory: { name: 'Capt. R. Menon', title: 'Principal' },
      academy: { recognition: 'Recognised by the national shipping directorate' },
    });
    expect(drawn?.photo?.length).toBeGreaterThan(100);
    expect(signer).toBe(program.config.academyDefaults.name);
    const [url, code = ''] = (drawn?.verifyUrl ?? '').split('#');
    expect(url).toBe('https://academy.example/C');
    const credential = readCredential(code);
    expect(credential?.facts).toEqual({
      number,
      name: 'Asha Nair',
      courseTitle: drawn?.courseTitle,
      issuedOn: '2026-11-20',
      expiresOn: drawn?.expiresOn,
      cdcNumber: drawn?.cdcNumber,
      indosNumber: drawn?.indosNumber,
      gradeNumber: drawn?.gradeNumber,
      signedAt: Math.floor(program.clock().getTime() / 1000),
    });
    expect(credential?.keyId).toBe((await program.keys.facts()).id);
  });

  // shows: threats/changed-identity
  test('shows the photograph of the day of issue, even if it is replaced before the rendering', async () => {
    const { id, accountId, learner } = await issued();
    const { filename: before } = await portraitFileOf(accountId);
    const registrar = await program.person('registrar');
    await program.call(seafarers.confirmIdentity, { params: { id: accountId } }, registrar);
    const form = formOf({}, { profilePicture: { bytes: await picture() } });
    expect((await program.call(seafarers.updateProfile, { form }, learner)).status).toBe(200);
    let drawn: CertificateFacts | undefined;
    const watched = pressThat((facts, signing) => {
      drawn = facts;
      return press.draw(facts, signing);
    });
    await drawPdf(program, watched, id);
    expect((await portraitFileOf(accountId)).filename).not.toBe(before);
    expect(drawn?.photo).toEqual(await files.read('profile_pictures', before));
  });

  test('notifies staff if no font has the characters of a name', async () => {
    const { id } = await issued('Asha 𓀀 Nair');
    await drawPdf(program, press, id);
    const auditActions = await db.selectFrom('auditEvent').selectAll().where('subjectId', '=', id).execute();
    expect(auditActions.at(-1)).toMatchObject({ action: 'certificate.draw', details: { missingGlyphs: true } });
    expect(await tellsAcademyOf(id)).toEqual([
      expect.stringContaining('a script that the fonts of the program do not'),
    ]);
  });

  test('without flaws notifies nobody', async () => {
    const { id } = await issued();
    await drawPdf(program, press, id);
    expect(await tellsAcademyOf(id)).toEqual([]);
  });

  test.each([
    ['gone', (path: string) => rm(path)],
    ['damaged', (path: string) => writeFile(path, 'not a picture any more')],
    ['tampered with', (path: string) => truncate(path, 500)],
  ])('is rendered without a photograph that is %s, and staff are notified', async (_, spoil) => {
    const { id, accountId, enrolmentId } = await issued();
    await spoil(await portraitOf(accountId));
    await worker.drain();
    expect((await find(enrolmentId)).pdfFileId).not.toBeNull();
    expect(await tellsAcademyOf(id)).toEqual([expect.stringContaining('It has no photograph')]);
  });

  test('waits for a photograph that cannot be read at the moment', async () => {
    const { id, accountId, enrolmentId } = await issued();
    const path = await portraitOf(accountId);
    const picture = await readFile(path);
    await rm(path);
    await mkdir(path);
    await expect(drawPdf(program, press, id)).rejects.toThrow('EISDIR');
    expect((await find(enrolmentId)).pdfFileId).toBeNull();
    await rmdir(path);
    await writeFile(path, picture);
    await drawPdf(program, press, id);
    expect((await find(enrolmentId)).pdfFileId).not.toBeNull();
    expect(await tellsAcademyOf(id)).toEqual([]);
  });
});

const portraitFileOf = (accountId: string) =>
  db
    .selectFrom('seafarerProfile')
    .innerJoin('storedFile', 'storedFile.id', 'seafarerProfile.profilePictureId')
    .select('storedFile.filename')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
const portraitOf = async (accountId: string) =>
  files.path('profile_pictures', (await portraitFileOf(accountId)).filename);

/** The texts of the emails to the academy's own address about a certificate. */
async function tellsAcademyOf(certificateId: string): Promise<(string | undefined)[]> {
  const certificate = db.selectFrom('certificate').select('number').where('id', '=', certificateId);
  const { number } = await certificate.executeTakeFirstOrThrow();
  const mails = await program.mailsTo(program.config.academyDefaults.email);
  return mails.filter(({ subject }) => subject === `Please look at certificate ${number}`).map(({ text }) => text);
}

describe('rendering more than once', () => {
  test('results in one file: the second run finds it done', async () => {
    const before = await readdir(folder);
    const { id, enrolmentId } = await issued();
    await drawPdf(program, press, id);
    const first = await outcome({ enrolmentId, before });
    await drawPdf(program, press, id);
    await worker.drain();
    expect(await outcome({ enrolmentId, before })).toEqual(first);
    expect(first.added).toHaveLength(1);
  });

  test('at the same time keeps one file and nothing else (races on the server engine)', async () => {
    const before = await readdir(folder);
    const { id, enrolmentId } = await issued();
    await Promise.all([1, 2, 3, 4].map(() => drawPdf(program, press, id)));
    const { file, added } = await outcome({ enrolmentId, before });
    expect(added).toEqual([file?.filename]);
    expect((await rowsIn()).filter((name) => !before.includes(name))).toEqual(added);
    expect(await leftBehind()).toEqual([]);
  });

  // shows: threats/kill-or-power-cut
  test('after a kill between the file and its row renders again, and the sweep deletes the orphan', async () => {
    const before = await readdir(folder);
    const { id, enrolmentId } = await issued();
    // The state that a killed process leaves: the file is stored, and nothing after that happened.
    const dying: Files = {
      ...files,
      keep: async (prepared, into) => {
        await files.keep(prepared, into);
        throw new Error('killed');
      },
    };
    await expect(drawPdf({ ...program, files: dying }, press, id)).rejects.toThrow('killed');
    const stray = await outcome({ enrolmentId, before });
    expect(stray.file).toBeUndefined();
    expect(stray.added).toHaveLength(1);
    await worker.drain();
    const { file, added } = await outcome({ enrolmentId, before });
    expect(added).toHaveLength(2);
    wait(10 * 24 * 3600);
    await sweepFiles(db, files);
    expect((await readdir(folder)).sort()).toEqual((await rowsIn()).sort());
    expect(await readdir(folder)).toContain(file?.filename);
  });

  test('is tried again later after a failure of the renderer', async () => {
    const { id, enrolmentId } = await issued();
    const broken = pressThat(() => Promise.reject(new Error('no ink')));
    await expect(drawPdf(program, broken, id)).rejects.toThrow('no ink');
    expect((await find(enrolmentId)).pdfFileId).toBeNull();
    await worker.drain();
    expect((await find(enrolmentId)).pdfFileId).not.toBeNull();
  });

  test('is not drawn and signed, nor its badge, if the register was changed since the issue', async () => {
    const { id, enrolmentId } = await issued();
    await db.updateTable('certificate').set({ name: 'Somebody Else' }).where('id', '=', id).execute();
    const unused = pressThat(() => Promise.reject(new Error('it was drawn')));
    await expect(drawPdf(program, unused, id)).rejects.toThrow('The register and its log disagree');
    expect((await find(enrolmentId)).pdfFileId).toBeNull();
    await db.updateTable('certificate').set({ name: 'Asha Nair' }).where('id', '=', id).execute();
    await worker.drain();
    expect((await find(enrolmentId)).pdfFileId).not.toBeNull();
  });

  test('creates nothing for an unknown certificate', async () => {
    const before = await readdir(folder);
    await drawPdf(program, press, '00000000-0000-4000-8000-000000000000');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe('the time stamp', () => {
  const until = (year: number) => new Date(`${year}-01-01T00:00:00Z`);
  const stamper = (year: number) => async (pdf: Buffer) => ({
    pdf: Buffer.concat([pdf, Buffer.from(`% until ${year}`)]),
    until: until(year),
  });
  const contentOf = async (enrolmentId: string) => {
    const { file } = await outcome({ enrolmentId, before: [] });
    return { file, text: (await files.read('certificates', file?.filename ?? '')).toString('latin1') };
  };
  const lastAudit = async (id: string) =>
    (await db.selectFrom('auditEvent').select(['action', 'details']).where('subjectId', '=', id).execute()).at(-1);

  test('is part of the stored file, its end is recorded, and one that ends no later does not replace it', async () => {
    const { id, enrolmentId } = await issued();
    await drawPdf(program, press, id, { stamp: stamper(2027), tries: 1 });
    const drawn = await contentOf(enrolmentId);
    expect(drawn.text).toMatch(/% until 2027$/);
    expect((await find(enrolmentId)).timeStampedUntil).toEqual(until(2027));
    expect(await lastAudit(id)).toMatchObject({ details: { timeStampMissing: false } });
    expect(await tellsAcademyOf(id)).toEqual([]);
    await renewTimeStamps(program, stamper(2027));
    expect(await contentOf(enrolmentId)).toEqual(drawn);
  });

  // shows: threats/signature-outlived
  test('is waited for eight times; then the certificate is drawn without it, and staff are notified', async () => {
    const { id, enrolmentId } = await issued();
    const timeStamps = { url: 'http://127.0.0.1:9', authorization: undefined, trusted: [] };
    const jobs = certificateJobs({ ...program, config: { ...program.config, timeStamps } }, press);
    const attempt = async (tries: number) =>
      jobs['draw-certificate']?.({ id: '', payload: { certificateId: id }, tries });
    for (const tries of [1, 8]) await expect(attempt(tries)).rejects.toThrow(NoTimeStamp);
    expect((await find(enrolmentId)).pdfFileId).toBeNull();
    await attempt(9);
    expect(await lastAudit(id)).toMatchObject({ action: 'certificate.draw', details: { timeStampMissing: true } });
    expect(await tellsAcademyOf(id)).toEqual([expect.stringContaining('Its signature has no time stamp')]);
    expect((await find(enrolmentId)).timeStampedUntil).toEqual(program.clock());
  });

  test('is added where it is missing, although another one cannot be renewed yet', async () => {
    const [ending, missing, alike] = [await issued(), await issued(), await issued()];
    for (const { id } of [ending, alike]) await drawPdf(program, press, id, { stamp: stamper(2027), tries: 1 });
    await drawPdf(program, press, missing.id, {
      stamp: () => Promise.reject(new NoTimeStamp('nobody answers')),
      tries: 9,
    });
    const before = await contentOf(ending.enrolmentId);
    const asked: string[] = [];
    await renewTimeStamps(program, (pdf) => {
      asked.push(pdf.toString('latin1'));
      return stamper(2027)(pdf);
    });
    expect((await contentOf(missing.enrolmentId)).text).toMatch(/% until 2027$/);
    expect(await contentOf(ending.enrolmentId)).toEqual(before);
    // the first one shows what the authority offers
    expect(asked).not.toContain((await contentOf(alike.enrolmentId)).text);
  });

  test('is added later where it is missing, and renewed before it ends, in a file that replaces the old one', async () => {
    const [missing, ending, lasting, never] = [await issued(), await issued(), await issued(), await issued()];
    const failing = () => Promise.reject(new NoTimeStamp('nobody answers'));
    await drawPdf(program, press, missing.id, { stamp: failing, tries: 9 });
    await drawPdf(program, press, ending.id, { stamp: stamper(2027), tries: 1 });
    await drawPdf(program, press, lasting.id, { stamp: stamper(2050), tries: 1 });
    await drawPdf(program, press, never.id);
    const before = await contentOf(ending.enrolmentId);
    const untouched = await Promise.all([lasting, never].map(({ enrolmentId }) => contentOf(enrolmentId)));
    let count = 0;
    const failsOnce = (pdf: Buffer) => (count++ === 0 ? failing() : stamper(2036)(pdf));
    await expect(renewTimeStamps(program, failsOnce)).rejects.toThrow('nobody answers');
    await renewTimeStamps(program, stamper(2036));
    const after = await contentOf(ending.enrolmentId);
    expect(after.text).toBe(`${before.text}% until 2036`);
    expect((await contentOf(missing.enrolmentId)).text).toMatch(/% until 2036$/);
    expect(await Promise.all([lasting, never].map(({ enrolmentId }) => contentOf(enrolmentId)))).toEqual(untouched);
    expect(await lastAudit(ending.id)).toMatchObject({ action: 'certificate.time-stamp' });
    expect(await checkCertificates(db, [missing.id, ending.id, lasting.id, never.id])).toEqual([]);
    expect(after.file).toMatchObject({ ownerId: ending.accountId, originalName: `${ending.number}.pdf` });
    const old = db
      .selectFrom('storedFile')
      .select('deletedAt')
      .where('id', '=', before.file?.id ?? '');
    expect(await old.executeTakeFirst()).toEqual({ deletedAt: program.clock() });
    await renewTimeStamps(program, () => Promise.reject(new Error('nothing is due')));
  });
});
