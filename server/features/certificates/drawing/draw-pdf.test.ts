import { mkdir, readdir, readFile, rm, rmdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificates } from '@fairlead/contract/certificates/calls';
import { register } from '@fairlead/contract/certificates/register';
import { parseProof } from '@fairlead/contract/proofs/checkpoint';
import { readCredential } from '@fairlead/contract/proofs/credential';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Files } from '../../../platform/files/files.ts';
import { sweepFiles } from '../../../platform/files/sweep.ts';
import { storedPath } from '../../../platform/files/testing/stored-path.ts';
import { testApp } from '../../../testing/app.ts';
import { formOf, picture } from '../../../testing/forms.ts';
import { pressesOfPrograms } from '../testing/shared-presses.ts';
import { undrawnCertificates } from '../testing/undrawn.ts';
import type { CertificateFacts, CertificatePress } from './draw-certificate.ts';
import { drawPdf } from './draw-pdf.ts';

const program = await testApp();
const { wait, db, files, worker, clock } = program;
const { press } = pressesOfPrograms;
const { folder, find, issued, outcome, emailsToAcademy } = undrawnCertificates(program);
const pressThat = (draw: CertificatePress['draw']) => ({ draw });

const rowsIn = async () =>
  (await db.selectFrom('storedFile').selectAll().where('folder', '=', 'certificates').execute()).map(
    (row) => row.filename,
  );
const registrar = await program.person('registrar');
const revoke = (id: string) =>
  program.call(register.revoke, { params: { id }, body: { reason: 'Issued in error' } }, registrar);
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
    let proof = '';
    const watched = pressThat((facts, signing) => {
      drawn = facts;
      signer = signing?.signer;
      proof = `${signing?.attachments?.find(({ name }) => name === 'certificate.tlog-proof')?.content}`;
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
    // the printed entry is that of the attached proof
    const { entry } = JSON.parse(Buffer.from(parseProof(proof).extra ?? []).toString());
    expect(drawn?.logEntry).toBe(JSON.parse(entry)[0]);
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
    const { id } = await issued({ ownScriptName: 'អាសា' });
    await drawPdf(program, press, id);
    const auditActions = await db.selectFrom('auditEvent').selectAll().where('subjectId', '=', id).execute();
    expect(auditActions.at(-1)).toMatchObject({ action: 'certificate.draw', details: { missingGlyphs: true } });
    expect(await emailsToAcademy(id)).toEqual([expect.stringContaining('a script for which the program has no font')]);
  });

  test('without flaws notifies nobody', async () => {
    const { id } = await issued();
    await drawPdf(program, press, id);
    expect(await emailsToAcademy(id)).toEqual([]);
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
    expect(await emailsToAcademy(id)).toEqual([expect.stringContaining('It has no photograph')]);
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
    expect(await emailsToAcademy(id)).toEqual([]);
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
  storedPath(files, 'profile_pictures', (await portraitFileOf(accountId)).filename);

describe('rendering more than once', () => {
  test('results in one file: the second run finds it done', async () => {
    const before = await readdir(folder);
    const { id, enrolmentId } = await issued();
    await drawPdf(program, press, id);
    const first = await outcome({ enrolmentId, before });
    await drawPdf(program, press, id);
    await worker.drain();
    expect(await outcome({ enrolmentId, before })).toEqual(first);
    expect(first.added).toEqual([first.file?.filename]);
  });

  test('at the same time keeps one file and nothing else (races on the server engine)', async () => {
    const before = await readdir(folder);
    const { id, enrolmentId } = await issued();
    await Promise.all([1, 2, 3, 4].map(() => drawPdf(program, press, id)));
    const { file, added } = await outcome({ enrolmentId, before });
    expect(added).toEqual([file?.filename]);
    expect((await rowsIn()).filter((name) => !before.includes(name)).sort()).toEqual(added);
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
    // the files have the time of this machine
    wait((Date.now() - clock().getTime()) / 1000 + 24 * 3600);
    for (let days = 0; days <= 31; days += 1) {
      wait(24 * 3600);
      await sweepFiles(db, files);
    }
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

  test.each([
    ['in force', async () => undefined],
    ['revoked', (id: string) => revoke(id)],
  ])(
    'is not done for a certificate %s that was changed in the register, and holder and staff see why',
    async (_, act) => {
      const { id, enrolmentId, courseId, learner } = await issued();
      const own = () => program.call(certificates.getOwn, { params: { courseId } }, learner);
      await act(id);
      await db.updateTable('certificate').set({ name: 'Somebody Else' }).where('id', '=', id).execute();
      const unused = pressThat(() => Promise.reject(new Error('it was drawn')));
      const reason = 'The register and its log do not match for this certificate';
      await expect(drawPdf(program, unused, id)).rejects.toThrow(reason);
      await worker.drain();
      expect((await find(enrolmentId)).pdfFileId).toBeNull();
      const job = db.selectFrom('job').select('lastError').where(sql`payload ->> 'certificateId'`, '=', id);
      expect((await job.executeTakeFirstOrThrow()).lastError).toContain(reason);
      expect(await own()).toMatchObject({ status: 409, body: { message: expect.stringContaining(reason) } });
      await db.updateTable('certificate').set({ name: 'Asha Nair' }).where('id', '=', id).execute();
      expect((await own()).status).toBe(200);
      await drawPdf(program, press, id);
      expect((await find(enrolmentId)).pdfFileId).not.toBeNull();
    },
  );

  test('creates nothing for an unknown certificate', async () => {
    const before = await readdir(folder);
    await drawPdf(program, press, '00000000-0000-4000-8000-000000000000');
    expect(await readdir(folder)).toEqual(before);
  });
});
