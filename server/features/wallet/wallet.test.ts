import { wallet } from '@fairlead/contract/wallet/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile } from '../../testing/factories.ts';
import { filesInStore } from '../../testing/forms.ts';
import { addDocument } from './testing/wallet.ts';
import { walletDesk } from './testing/wallet-desk.ts';

const program = await testApp();
const { call, person, db, clock, mailsTo } = program;
const { registrar, own, add, edit, check, refuse, audited, withDocument, certify } = await walletDesk(program);

describe('a document in a wallet', () => {
  test('is added with its scan, as the document prints its number, and waits for a check', async () => {
    const { learner, id } = await withDocument({ number: 'm–4711  a' });
    const [document] = await own(learner);
    expect(document).toMatchObject({
      _id: id,
      source: 'wallet',
      kind: 'MED',
      title: 'Medical certificate',
      number: 'M-4711 A',
      lastDay: '2028-01-09',
      check: 'waiting',
      renewalDays: 60,
      version: 1,
      renewal: null,
      decidedBy: null,
    });
    expect((await program.request('GET', document?.file?.url ?? '')).headers['content-type']).toBe('image/jpeg');
    expect(await audited(learner)).toEqual(['wallet.add']);
  });

  test('is stored once, whichever button is clicked twice', async () => {
    const learner = await person();
    const before = (await filesInStore(program)).length;
    const added = await Promise.all([add(learner), add(learner)]);
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await own(learner)).toHaveLength(1);
    expect(await filesInStore(program)).toHaveLength(before + 1);
  });

  test.each<[string, Record<string, string>, string]>([
    ['an unknown kind', { kind: 'KEYS' }, 'kind'],
    ['a passport, which is in the profile', { kind: 'PASSPORT' }, 'kind'],
    ['no country for a visa', { kind: 'VISA' }, 'country'],
    ['a country that is none', { country: 'XX' }, 'country'],
    ['a validity longer than its kind allows', { expiresOn: '2029-01-09' }, 'expiresOn'],
    ['an issue in the future', { issuedOn: '2026-11-21' }, 'issuedOn'],
    ['no number', { number: ' ' }, 'number'],
  ])('is refused with %s', async (_, fields, field) => {
    const { status, body } = await add(await person(), fields);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, [field]]);
  });

  test('is refused without a scan, and with a file that is not what it says', async () => {
    const learner = await person();
    expect((await add(learner, {}, null)).body).toMatchObject({ code: 'invalid', fields: { file: expect.anything() } });
    expect((await add(learner, {}, Buffer.from('<script>alert(1)</script>'))).body).toMatchObject({ code: 'bad-file' });
    expect(await own(learner)).toEqual([]);
  });

  test('proves another code where its flag does', async () => {
    const learner = await person();
    await add(learner, { country: 'LR' });
    await add(learner, { kind: 'CDC', country: 'PA', number: 'P 1', expiresOn: '' });
    await add(learner, { kind: 'OTHER', title: 'Letter', expiresOn: '', number: 'L 1' });
    expect((await own(learner)).map(({ title }) => title).toSorted()).toEqual([
      'Letter',
      'Medical certificate, Liberia',
      'Seaman’s book, Panama',
    ]);
    const { rows } = await heldBy(learner);
    expect(rows).toEqual(['CDC-PA', 'MED', 'MED-LR', 'OTHER']);
  });

  test('is changed and removed by its owner alone', async () => {
    const { learner, id } = await withDocument();
    const other = await person();
    expect((await edit(id, 1, other)).status).toBe(404);
    expect((await call(wallet.remove, { params: { id } }, other)).status).toBe(404);
    const changed = await edit(id, 1, learner, { expiresOn: '2027-06-01' }, null);
    expect(changed.body.data.documents).toMatchObject([{ lastDay: '2027-06-01', version: 2 }]);
    expect((await call(wallet.remove, { params: { id } }, learner)).body.data.documents).toEqual([]);
    expect((await call(wallet.remove, { params: { id } }, learner)).status).toBe(404);
    const gone = db.selectFrom('storedFile').select('deletedAt').where('ownerId', '=', learner.accountId);
    expect((await gone.execute()).every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    expect(await audited(learner)).toEqual(['wallet.add', 'wallet.edit', 'wallet.remove']);
  });

  test('is changed by one of two edits at the same moment', async () => {
    const { learner, id } = await withDocument();
    const edits = await Promise.all(
      ['2027-06-01', '2027-07-01'].map((expiresOn) => edit(id, 1, learner, { expiresOn })),
    );
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await own(learner)).toMatchObject([{ version: 2 }]);
    expect((await edit(id, 1, learner)).body).toMatchObject({ code: 'stale' });
  });

  test('cannot become the same as another one', async () => {
    const { learner, id } = await withDocument();
    await add(learner, { number: 'M 2' });
    expect((await edit(id, 1, learner, { number: 'M 2' })).body).toMatchObject({ code: 'exists' });
  });
});

/** The codes that somebody holds. */
async function heldBy({ accountId }: Person) {
  const { rows } = await sql<{ code: string }>`
    select code from held_document where account_id = ${accountId} order by code`.execute(db);
  return { rows: rows.map(({ code }) => code) };
}

describe('a check by staff', () => {
  test('is recorded once, with who and when, and an edit asks for another', async () => {
    const { learner, id } = await withDocument();
    const results = await Promise.all([check(id, 1), check(id, 1)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const seen = (await call(wallet.ofPerson, { params: { id: learner.accountId } }, registrar)).body.data;
    expect(seen).toMatchObject([{ check: 'checked', decidedAt: clock().toISOString(), decidedBy: expect.any(String) }]);
    expect(await own(learner)).toMatchObject([{ check: 'checked', decidedBy: null }]);
    await edit(id, 1, learner, {}, null);
    expect(await own(learner)).toMatchObject([{ check: 'waiting', decidedAt: null }]);
    expect((await check(id, 1)).body).toMatchObject({ code: 'stale' });
    expect(await audited(learner)).toEqual(['wallet.add', 'wallet.check', 'wallet.edit']);
  });

  test('that refuses it tells its owner why, and it counts for nothing until it is corrected', async () => {
    const { learner, id } = await withDocument();
    expect((await refuse(id, 1)).status).toBe(200);
    const mail = (await mailsTo(learner.email)).at(-1);
    expect(mail?.subject).toBe('Please correct your document: Medical certificate');
    expect(mail?.text).toContain('We could not read it.');
    expect(mail?.text).not.toContain('M-4711');
    expect(await own(learner)).toMatchObject([{ check: 'refused', refusal: { reason: 'unreadable', note: null } }]);
    expect((await heldBy(learner)).rows).toEqual([]);
    expect((await check(id, 1)).status).toBe(409);
    await edit(id, 1, learner);
    expect((await heldBy(learner)).rows).toEqual(['MED']);
  });

  test('takes staff who may approve people; learners and instructors see nothing of others', async () => {
    const { learner, id } = await withDocument();
    for (const stranger of [learner, await person('instructor')]) {
      expect((await check(id, 1, stranger)).status).toBe(403);
      expect((await refuse(id, 1, stranger)).status).toBe(403);
      expect((await call(wallet.ofPerson, { params: { id: learner.accountId } }, stranger)).status).toBe(403);
      expect((await call(wallet.listEnding, {}, stranger)).status).toBe(403);
    }
  });

  test('is asked for in a list, the oldest first', async () => {
    const { learner, id } = await withDocument({ number: 'WAITS 1' });
    const later = await add(learner, { number: 'WAITS 2' });
    const waiting = async () =>
      (await call(wallet.listWaiting, { query: { q: 'waits' } }, registrar)).body.data.map(({ number }) => number);
    expect(later.status).toBe(201);
    expect(await waiting()).toEqual(['WAITS 1', 'WAITS 2']);
    await check(id, 1);
    expect(await waiting()).toEqual(['WAITS 2']);
  });
});

describe('the documents of a person', () => {
  test('are those of the wallet, the profile and the academy, what ends first being first', async () => {
    const learner = await person();
    await addProfile(program, learner, { passportExpiresOn: '2027-02-01', indosNumber: 'NOT ISSUED' });
    const course = await addCourse(program, { title: 'Fire Fighting' });
    const number = 'of-the-academy';
    await certify(learner, course.id, { expiresOn: '2028-05-01', number });
    await addDocument(program, learner, {
      kind: 'VISA',
      codes: ['VISA-US'],
      expiresOn: '2029-01-01',
      status: 'waiting',
    });
    await addDocument(program, learner, { expiresOn: '2026-11-30', number: 'OLD' });
    await addDocument(program, learner, { expiresOn: '2028-11-30', number: 'NEW' });
    const shown = (await own(learner)).map(({ title, number, isReplaced, source }) => [
      title,
      number,
      isReplaced,
      source,
    ]);
    expect(shown).toEqual([
      ['Passport', 'N1234567', false, 'profile'],
      ['Enclosed Space Entry', number, false, 'certificate'],
      ['Medical certificate', 'NEW', false, 'wallet'],
      ['Visa', 'VISA 1', false, 'wallet'],
      ['Seaman’s book (CDC)', 'MUM 123456', false, 'profile'],
      ['Medical certificate', 'OLD', true, 'wallet'],
    ]);
  });

  test('are renewed by the refresher of what they prove, or by the course that gives it', async () => {
    const [giver, refresher] = [
      await addCourse(program, { title: 'Boats' }),
      await addCourse(program, { title: 'Boats again' }),
    ];
    const rule = (courseId: string, values: object) =>
      transaction(db, async (tx) => {
        await tx.updateTable('courseRule').set(values).where('courseId', '=', courseId).execute();
        await program.changes.record(tx, 'public-pages');
      });
    await rule(giver.id, { qualification: 'FRB' });
    await addBatch(program, giver.id, { firstDay: '2027-01-04', lastDay: '2027-01-05' });
    const learner = await person();
    await addDocument(program, learner, { kind: 'FRB' });
    const renewal = async () => (await own(learner))[0]?.renewal;
    expect(await renewal()).toEqual({ courseId: giver.id, title: 'Boats', isRefresher: false, firstDay: '2027-01-04' });
    await rule(refresher.id, { kind: 'refresher', kindOf: 'FRB' });
    expect(await renewal()).toMatchObject({ courseId: refresher.id, isRefresher: true, firstDay: null });
    await rule(giver.id, { qualification: '' });
    await rule(refresher.id, { kind: 'first', kindOf: '' });
  });
});
