import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { eicar } from '../platform/files/clamd.ts';
import { scanLater } from '../platform/files/scan-later.ts';
import { clamdStandIn } from '../platform/files/testing/clamd-stand-in.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { filesInStore, formOf, pdf, profileDocuments, profileFields } from '../testing/forms.ts';

const clamd = await clamdStandIn();
const program = await testApp({ CLAMD: clamd.endpoint, OPEN_UNSCANNED: 'false' });
const lenient = await testApp({ CLAMD: clamd.endpoint });
const registrar = await program.person('registrar');

/** An identity document that is a valid PDF in every other respect. */
const infected = async () => Buffer.concat([await pdf(), Buffer.from(`\n% ${eicar}\n`)]);

async function create(where: TestApp, as: Person, idDocument?: Buffer) {
  const documents = await profileDocuments();
  if (idDocument) documents.IdDocument = { bytes: idDocument, name: 'aadhaar.pdf' };
  return where.call(seafarers.createProfile, { form: formOf(profileFields, documents) }, as);
}
const own = async (where: TestApp, as: Person) => (await where.call(seafarers.getOwnProfile, as)).body.data;
const open = async (where: TestApp, as: Person, reader: Person) => {
  const { IdDocument } = await own(where, as);
  return where.request('GET', `/api/uploads/id_documents/${IdDocument.filename}`, { as: reader });
};
const rowsOf = ({ db }: TestApp, { accountId }: Person) =>
  db.selectFrom('storedFile').select(['folder', 'scannedAt', 'malware']).where('ownerId', '=', accountId).execute();

/** A person whose documents were received while the scanner could not scan. */
async function unscanned(where: TestApp, idDocument?: Buffer): Promise<Person> {
  const me = await where.person();
  clamd.says = 'Can’t allocate memory ERROR';
  expect((await create(where, me, idDocument)).status).toBe(201);
  clamd.says = undefined;
  return me;
}

describe('an uploaded file', () => {
  test('is scanned completely before it is stored', async () => {
    const me = await program.person();
    const paper = await pdf();
    expect((await create(program, me, paper)).status).toBe(201);
    expect(clamd.scanned.some((content) => content.equals(paper))).toBe(true);
    expect((await own(program, me)).scan).toBe('clean');
    for (const row of await rowsOf(program, me))
      expect(row).toMatchObject({ scannedAt: program.clock(), malware: null });
    expect((await open(program, me, registrar)).status).toBe(200);
  });

  // shows: threats/malware-in-document, asvs/5.4.3
  test('is refused with the name of the malware, and leaves nothing', async () => {
    const me = await program.person();
    const before = await filesInStore(program);
    const answer = await create(program, me, await infected());
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad-file' } });
    expect(answer.body.message).toBe('aadhaar.pdf was not accepted: a virus scanner found Eicar-Test-Signature in it.');
    expect([await filesInStore(program), await rowsOf(program, me)]).toEqual([before, []]);
  });
});

describe('an unscanned file', () => {
  // shows: threats/malware-in-document
  test('is stored as unscanned, and opens only to its owner until it is scanned', async () => {
    const me = await unscanned(program);
    expect((await own(program, me)).scan).toBe('not-scanned');
    expect((await open(program, me, me)).status).toBe(200);
    expect(await open(program, me, registrar)).toMatchObject({
      status: 403,
      body: { message: 'This file has not been scanned for viruses yet.' },
    });
    const { data } = (await program.call(seafarers.listProfiles, {}, registrar)).body;
    const link = data.find(({ _id }) => _id === me.accountId)?.IdDocument.url ?? '';
    expect((await program.request('GET', link)).status).toBe(403);
    await scanLater(program.db, program.files);
    expect((await own(program, me)).scan).toBe('clean');
    expect((await open(program, me, registrar)).status).toBe(200);
  });

  test('opens to staff if the settings permit it, as without a scanner', async () => {
    const me = await unscanned(lenient);
    expect((await open(lenient, me, await lenient.person('registrar'))).status).toBe(200);
  });

  // shows: threats/malware-in-document, asvs/5.4.3, asvs/16.3.2
  test('that turns out to have malware opens to nobody, is shown to staff, and is audited', async () => {
    const me = await unscanned(lenient, await infected());
    await scanLater(lenient.db, lenient.files);
    expect((await own(lenient, me)).scan).toBe('infected');
    for (const reader of [me, await lenient.person('admin')])
      expect(await open(lenient, me, reader)).toMatchObject({
        status: 403,
        body: { message: 'A virus scanner found Eicar-Test-Signature in this file.' },
      });
    const auditActions = lenient.db
      .selectFrom('auditEvent')
      .select('details')
      .where('action', '=', 'file.malware-found');
    expect(await auditActions.execute()).toEqual([{ details: { malware: 'Eicar-Test-Signature' } }]);
  });

  // shows: threats/malware-in-document
  test('that the scanner cannot judge is retried at growing intervals, and delays no other', async () => {
    const apart = await testApp({ CLAMD: clamd.endpoint });
    const bad = Buffer.concat([await pdf(), Buffer.from('\n% another\n')]);
    const [first, later] = [await unscanned(apart, bad), await unscanned(apart)];
    clamd.says = (content) => (content.equals(bad) ? 'Can’t scan this one ERROR' : undefined);
    const tries = async () => {
      const before = clamd.scanned.length;
      await scanLater(apart.db, apart.files);
      return clamd.scanned.slice(before).filter((content) => content.equals(bad)).length;
    };
    expect(await tries()).toBe(1);
    expect([(await own(apart, first)).scan, (await own(apart, later)).scan]).toEqual(['not-scanned', 'clean']);
    expect(await tries()).toBe(0);
    apart.wait(15 * 60);
    expect(await tries()).toBe(1);
    apart.wait(15 * 60);
    expect(await tries()).toBe(0);
    clamd.says = undefined;
    apart.wait(15 * 60);
    expect(await tries()).toBe(1);
    expect((await own(apart, first)).scan).toBe('clean');
  });

  test('waits with all others if the scanner can judge none of them', async () => {
    const apart = await testApp({ CLAMD: clamd.endpoint });
    await unscanned(apart);
    await unscanned(apart);
    clamd.says = 'Can’t allocate memory ERROR';
    const before = clamd.scanned.length;
    await expect(scanLater(apart.db, apart.files)).rejects.toThrow('allocate memory');
    expect(clamd.scanned.length - before).toBe(3);
    clamd.says = undefined;
  });

  // shows: asvs/16.5.2
  test('waits if the scanner is away, and the job says why', async () => {
    const gone = await clamdStandIn();
    const alone = await testApp({ CLAMD: gone.endpoint });
    await gone.stop();
    const me = await alone.person();
    expect((await create(alone, me)).status).toBe(201);
    await expect(scanLater(alone.db, alone.files)).rejects.toThrow('ECONNREFUSED');
    expect((await own(alone, me)).scan).toBe('not-scanned');
  });
});

test('without a scanner nothing is scanned, and every file is marked so', async () => {
  const without = await testApp();
  const me = await without.person();
  await create(without, me);
  await scanLater(without.db, without.files);
  expect((await own(without, me)).scan).toBe('not-scanned');
  expect((await open(without, me, await without.person('registrar'))).status).toBe(200);
});
