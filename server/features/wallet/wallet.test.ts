import { ownCertificates } from '@fairlead/contract/own-certificates';
import { wallet } from '@fairlead/contract/wallet';
import { type KindInput, walletKinds } from '@fairlead/contract/wallet-kinds';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays, dayInWords } from '../../platform/calendar.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addCertificate } from '../../testing/assessments.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { filesInStore } from '../../testing/forms.ts';
import { addDocument, documentForm } from '../../testing/wallet.ts';
import { remindOfExpiry } from './remind-of-expiry.ts';

const program = await testApp();
const { call, person, wait, db, clock, mailsTo, app, worker } = program;
const registrar = await person('registrar');
const day = 24 * 3600;
const today = () => clock().toISOString().slice(0, 10);

const own = async (as: Person) => (await call(wallet.own, as)).body.data.documents;
const add = async (as: Person, fields: Record<string, string> = {}, file?: Uint8Array | null) =>
  call(wallet.add, { form: await documentForm(fields, file) }, as);
const edit = async (id: string, version: number, as: Person, fields: Record<string, string> = {}, file?: null) =>
  call(wallet.edit, { params: { id }, form: await documentForm({ ...fields, version: `${version}` }, file) }, as);
const check = (id: string, version: number, as = registrar) =>
  call(wallet.check, { params: { id }, body: { version } }, as);
const refuse = (id: string, version: number, as = registrar) =>
  call(wallet.refuse, { params: { id }, body: { version, reason: 'unreadable' as const } }, as);
const audited = async ({ accountId }: Person) =>
  (await db.selectFrom('auditEvent').select('action').where('subjectId', '=', accountId).orderBy('id').execute()).map(
    ({ action }) => action,
  );
/** A learner whose wallet has one document, with its id. */
async function withDocument(fields: Record<string, string> = {}) {
  const learner = await person();
  const { body } = await add(learner, fields);
  return { learner, id: body.data.documents[0]?._id ?? '' };
}
/** A certificate of a course, or of one with a title. */
async function certify(learner: Person, courseId: string, details: Parameters<typeof addCertificate>[2]) {
  const id = await addCertificate(program, await enrol(program, learner, courseId), details);
  await db.updateTable('assessment').set({ isPublished: false }).where('courseId', '=', courseId).execute();
  return id;
}

describe('a document in a wallet', () => {
  test('is added with its scan, as the document prints its number, and waits for a check', async () => {
    const { learner, id } = await withDocument({ number: 'm–4711  a' });
    const [document] = await own(learner);
    expect(document).toMatchObject({
      ...{ _id: id, source: 'wallet', kind: 'MED', title: 'Medical certificate', number: 'M-4711 A' },
      ...{ lastDay: '2028-01-09', check: 'waiting', renewalDays: 60, version: 1, renewal: null, decidedBy: null },
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
    expect((await edit(id, 1, learner, { number: 'M 2' })).body).toMatchObject({ code: 'conflict' });
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
      db.updateTable('courseRule').set(values).where('courseId', '=', courseId).execute();
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

test.each<[string, object, object, boolean]>([
  ['the same kind', { kind: 'MED' }, { kind: 'MED' }, true],
  ['the same that nobody has checked', { kind: 'MED' }, { kind: 'MED', status: 'waiting' }, false],
  ['less than it proves', { kind: 'MED', codes: ['MED', 'MED-LR'] }, { kind: 'MED' }, false],
  ['another title', { kind: 'OTHER', title: 'Crane' }, { kind: 'OTHER', title: 'Welding' }, false],
  ['another country', { kind: 'II/1', country: 'IN' }, { kind: 'II/1', country: 'GB' }, false],
])('a document is replaced by a later one: %s', async (_, first, later, isReplaced) => {
  const learner = await person();
  await addDocument(program, learner, { ...first, number: 'FIRST', expiresOn: '2027-02-01' });
  await addDocument(program, learner, { ...later, number: 'LATER', expiresOn: '2029-02-01' });
  expect((await own(learner)).find(({ number }) => number === 'FIRST')?.isReplaced).toBe(isReplaced);
});

describe('the list of what ends', () => {
  const ending = async (query: NonNullable<Parameters<typeof call<typeof wallet.listEnding>>[1]>['query']) =>
    (await call(wallet.listEnding, { query }, registrar)).body.data;

  test('has all people, in the order of the last days, page by page, without what is replaced, refused or of the disabled', async () => {
    const learner = await person('learner', { lastName: 'Endinger' });
    await addProfile(program, learner, { passportExpiresOn: '2026-12-03' });
    await db
      .updateTable('seafarerProfile')
      .set({ cdcExpiresOn: '2026-12-03' })
      .where('accountId', '=', learner.accountId)
      .execute();
    await certify(learner, (await addCourse(program)).id, { expiresOn: '2026-12-01', number: 'E-1' });
    await addDocument(program, learner, { expiresOn: '2026-12-02', number: 'E-2' });
    await addDocument(program, learner, { kind: 'DAT', expiresOn: '2026-12-04', number: 'E-3' });
    await addDocument(program, learner, { kind: 'DAT', expiresOn: '2026-11-25', number: 'REPLACED' });
    const later = await addDocument(program, learner, { kind: 'SCHENGEN', expiresOn: '2027-02-18', number: 'E-4' });
    await addDocument(program, learner, {
      kind: 'VISA',
      codes: ['VISA-US'],
      expiresOn: '2027-02-19',
      number: 'TOO LATE',
    });
    await addDocument(program, learner, { kind: 'SID', expiresOn: '2026-11-19', number: 'ENDED' });
    const q = 'Endinger';
    const all = await ending({ q, within: '90' });
    const numbers = all.map(({ number }) => number);
    expect(numbers.toSpliced(2, 2, ...numbers.slice(2, 4).toSorted())).toEqual([
      ...['E-1', 'E-2', 'MUM 123456', 'N1234567', 'E-3', 'E-4'],
    ]);
    const paged: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await ending({ q, within: '90', limit: 1, ...(after && { after }) });
      paged.push(...page.map(({ number }) => number));
      after = page.at(-1)?._id;
      if (after === undefined) break;
    }
    expect(paged).toEqual(numbers);
    expect((await ending({ q, kind: 'DAT' })).map(({ number }) => number)).toEqual(['E-3']);
    expect((await ending({ q, within: '7' })).map(({ number }) => number)).toEqual([]);
    expect((await ending({ q, within: 'ended' })).map(({ number }) => number)).toEqual(['ENDED']);
    const whole = (await ending({ q })).map(({ number }) => number);
    expect([whole[0], whole.at(-1)]).toEqual(['ENDED', 'TOO LATE']);
    expect((await ending({ q: 'E-4' })).map(({ _id }) => _id)).toContain(later);
    await db
      .updateTable('walletDocument')
      .set({ status: 'waiting', decidedAt: null })
      .where('id', '=', later)
      .execute();
    await refuse(later, 1);
    expect((await ending({ q })).map(({ number }) => number)).not.toContain('E-4');
    await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', learner.accountId).execute();
    expect(await ending({ q })).toEqual([]);
  });
});

describe('reminders', () => {
  const reminders = async ({ email }: Person) =>
    (await mailsTo(email)).map(({ subject }) => /in (\d+) days/.exec(subject ?? '')?.[1]);

  test('are sent 180, 90, 60, 30 and 7 days before the last day, once each, and not of a revoked certificate', async () => {
    const course = await addCourse(program, { title: 'Radar' });
    const expiresOn = addDays(today(), 190);
    const [held, revoked, papers] = [await person(), await person(), await person()];
    await certify(held, course.id, { expiresOn });
    await certify(revoked, course.id, { expiresOn, status: 'revoked' });
    await addDocument(program, papers, { expiresOn });
    // ten days before the first notice; from the day before each to the day after it; and on the day after the last
    for (const days of [10, 1, 88, 1, 1, 29, 1, 29, 1, 22, 1, 1, 7]) {
      await Promise.all([remindOfExpiry(program), remindOfExpiry(program)]);
      wait(days * day);
    }
    expect(await reminders(held)).toEqual(['180', '90', '60', '30', '7']);
    expect(await reminders(papers)).toEqual(['180', '90', '60', '30', '7']);
    expect(await reminders(revoked)).toEqual([]);
  });

  test('are one email for several documents, without their numbers, and start again after a change of date', async () => {
    const learner = await person();
    await addProfile(program, learner, { passportExpiresOn: addDays(today(), 100) });
    const id = await addDocument(program, learner, { expiresOn: addDays(today(), 20) });
    await certify(learner, (await addCourse(program)).id, { expiresOn: addDays(today(), 50) });
    await remindOfExpiry(program);
    await remindOfExpiry(program);
    const [mail, ...more] = await mailsTo(learner.email);
    expect([mail?.subject, more]).toEqual(['Expires in 20 days: 3 documents', []]);
    expect(mail?.text).toContain(`Medical certificate: valid until ${dayInWords(addDays(today(), 20))}, in 20 days.`);
    expect(mail?.text).toContain('Enclosed Space Entry: valid until');
    expect(mail?.text).not.toContain('N1234567');
    const change = (expiresOn: string) =>
      db.updateTable('walletDocument').set({ expiresOn }).where('id', '=', id).execute();
    await change(addDays(today(), 25));
    await remindOfExpiry(program);
    expect((await mailsTo(learner.email)).map(({ subject }) => subject)).toEqual([
      'Expires in 20 days: 3 documents',
      'Expires in 25 days: Medical certificate',
    ]);
    // the newer one ends the reminders of the older
    await addDocument(program, learner, { expiresOn: addDays(today(), 700), number: 'NEW' });
    await change(addDays(today(), 6));
    await remindOfExpiry(program);
    expect(await mailsTo(learner.email)).toHaveLength(2);
  });

  test('of a certificate that does not expire name the refresher, with its next batch; so does the calendar', async () => {
    const [course, refresher] = [
      await addCourse(program, { title: 'Rafts' }),
      await addCourse(program, { title: 'Rafts again' }),
    ];
    const rule = (courseId: string, values: object) =>
      db.updateTable('courseRule').set(values).where('courseId', '=', courseId).execute();
    await rule(course.id, { qualification: 'PST' });
    await rule(refresher.id, { kind: 'refresher', kindOf: 'PST' });
    await addBatch(program, refresher.id, { firstDay: addDays(today(), 20), lastDay: addDays(today(), 21) });
    const learner = await person();
    const id = await certify(learner, course.id, { expiresOn: null });
    const refresherDue = addDays(today(), 29);
    await db.updateTable('certificate').set({ refresherDue }).where('id', '=', id).execute();
    await remindOfExpiry(program);
    const [mail, ...more] = await mailsTo(learner.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your refresher course is due in 29 days: Enclosed Space Entry');
    expect(mail?.text).toContain(
      `The refresher course is Rafts again. The next batch begins on ${dayInWords(addDays(today(), 20))}.`,
    );
    expect(mail?.text).toContain(`/courses/${refresher.id}`);
    await addDocument(program, learner, { expiresOn: addDays(today(), 40), number: 'SECRET 9' });
    const { url } = (await call(ownCertificates.renewCalendar, learner)).body.data;
    const feed = (await app.inject({ url: new URL(url).pathname })).body.replaceAll('\r\n ', '');
    expect(feed).toContain(`DTSTART;VALUE=DATE:${refresherDue.replaceAll('-', '')}`);
    expect(feed).toContain('SUMMARY:Refresher due: Enclosed Space Entry');
    expect(feed).toContain('SUMMARY:Document expires: Medical certificate');
    expect(feed).not.toContain('SECRET 9');
    expect(feed.match(/BEGIN:VALARM/g)).toHaveLength(10);
  });
});

describe('kinds of documents', () => {
  const listed = async (code: string) =>
    (await call(walletKinds.list, registrar)).body.data.find((kind) => kind.code === code);
  const save = (input: Partial<KindInput>, as: Person) => {
    const facts: KindInput = {
      ...{
        code: 'CREW-ID',
        title: 'Crew pass of the port',
        group: 'travel',
        numberFormats: ['99-AA'],
        country: 'none',
      },
      ...{ countryInCode: 'no', validity: 'months', validityMonths: 12, renewalDays: 30 },
      ...{ source: 'Circular 4 of the port', sourceDate: '2026-11-20', isRetired: false, seen: null },
    };
    return call(walletKinds.save, { body: { ...facts, ...input } }, as);
  };

  test('are changed in editions by administrators; documents that are there stay', async () => {
    const admin = await person('admin');
    expect((await save({}, registrar)).status).toBe(403);
    expect((await save({}, admin)).status).toBe(201);
    expect((await save({}, admin)).body).toMatchObject({ code: 'conflict' });
    const { learner } = await withDocument({ kind: 'CREW-ID', number: '12ab', expiresOn: '2026-12-31' });
    const editions = await Promise.all([6, 7].map((validityMonths) => save({ seen: 1, validityMonths }, admin)));
    expect(editions.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await listed('CREW-ID')).toMatchObject({ edition: 2, former: [{ edition: 1, validityMonths: 12 }] });
    expect(await own(learner)).toMatchObject([{ title: 'Crew pass of the port', lastDay: '2026-12-31' }]);
    expect((await add(learner, { kind: 'CREW-ID', number: '13AB', expiresOn: '2026-12-31' })).status).toBe(400);
    await save({ seen: 2, isRetired: true }, admin);
    expect((await call(wallet.own, learner)).body.data.kinds.map(({ code }) => code)).not.toContain('CREW-ID');
    expect((await add(learner, { kind: 'CREW-ID', number: '14AB', expiresOn: '2026-05-31' })).status).toBe(400);
  });

  test('of the program apply until the academy has an edition of its own, which keeps what the country does', async () => {
    const admin = await person('admin');
    expect(await listed('VISA')).toMatchObject({ edition: 0, createdBy: null, countryInCode: 'instead' });
    const input = { code: 'VISA', title: 'Visa', group: 'visa', country: 'required', validity: 'stated' } as const;
    await save({ ...input, countryInCode: 'no', numberFormats: [], validityMonths: null, seen: 0 }, admin);
    expect(await listed('VISA')).toMatchObject({ edition: 1, countryInCode: 'instead', former: [{ edition: 0 }] });
    await worker.drain();
  });
});
