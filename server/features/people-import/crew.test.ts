import { accounts } from '@fairlead/contract/accounts';
import { contact } from '@fairlead/contract/contact';
import { enrolments } from '@fairlead/contract/enrolments';
import { fees } from '@fairlead/contract/fees';
import { overview } from '@fairlead/contract/overview';
import { peopleImport } from '@fairlead/contract/people-import';
import { seafarers } from '@fairlead/contract/seafarers';
import { staffAccounts } from '@fairlead/contract/staff-accounts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../platform/personal-data/read-rows.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { cash, switchFeesOn } from '../../testing/fees.ts';
import { formOf, profileDocuments, profileFields } from '../../testing/forms.ts';
import { adoptEmail } from '../accounts/own/change-email.ts';
import { importData } from './personal-tables.ts';
import { usesOfEnrolment } from './undo-import.ts';

const program = await testApp();
const { call, db, person, mailsTo, wait, clock } = program;
const registrar = await person('registrar');
const course = await addCourse(program, { title: 'Personal Survival Techniques', format: 'classroom' });

const titles = 'Name,Email,Mobile,Date of birth,Rank,Passport number,Passport expiry,CDC number,INDOS,Course,Batch\n';
const crewOf = (...lines: string[]) => titles + lines.join('\n');
const preview = async (table: string) => {
  const form = formOf({}, { file: { bytes: Buffer.from(table), name: 'crew.csv' } });
  const { status, body } = await call(peopleImport.preview, { form }, registrar);
  expect(status).toBe(201);
  return body.data;
};
const rowsOf = async (id: string) => (await call(peopleImport.listRows, { params: { id } }, registrar)).body.data;
const saidOf = async (id: string) => (await rowsOf(id)).map(({ outcome, reason }) => [outcome, reason]);
const importOf = async (id: string) => (await call(peopleImport.get, { params: { id } }, registrar)).body.data;
const confirm = (id: string) => call(peopleImport.confirm, { params: { id } }, registrar);
const undo = (id: string) => call(peopleImport.undo, { params: { id } }, registrar);
/** Imports a table, and sends its emails. */
async function imported(...lines: string[]) {
  const { _id } = await preview(crewOf(...lines));
  expect((await confirm(_id)).status).toBe(200);
  await program.worker.drain();
  return _id;
}
const undone = async (id: string) => {
  expect((await undo(id)).status).toBe(200);
  await program.worker.drain();
  return saidOf(id);
};
const accountOf = (email: string) => db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
const enrolmentsOf = async (email: string) =>
  db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'accountId')
    .select(['status', 'courseId', 'batchId', 'seatedAt', 'enrolment.id'])
    .where('email', '=', email)
    .execute();
const acceptOf = async (email: string) => {
  const mail = (await mailsTo(email)).findLast(({ text }) => text?.includes('/set-password#'));
  const token = /set-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  return call(accounts.acceptInvitation, { body: { token, newPassword: 'steady as she goes' } });
};
const signedIn = async (email: string) => {
  expect((await acceptOf(email)).status).toBe(200);
  const { id: accountId = '' } = (await accountOf(email)) ?? {};
  const session = { accountId, createdAt: clock(), lastUsedAt: clock(), expiresAt: new Date(clock().getTime() + 1e9) };
  const { id } = await db.insertInto('session').values(session).returning('id').executeTakeFirstOrThrow();
  return { accountId, sessionId: id, role: 'learner', email } satisfies Person;
};
const auditOf = async (id: string) =>
  (await db.selectFrom('auditEvent').select('action').where('subjectId', '=', id).orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('a crew', () => {
  test('gets accounts, particulars, enrolments and seats, and one email each', async () => {
    const batchId = await addBatch(program, course.id, { code: 'PST 1', seats: 3 });
    const known = await person('learner', { email: 'known@example.org', firstName: 'Ravi', lastName: 'Menon' });
    const {
      _id,
      counts,
      enrolments: planned,
    } = await preview(
      crewOf(
        'Asha Nair,asha@example.org,9876543210,21/03/1994,Second Officer,z 483 9201,01-May-2031,mum123456,21gl4839,personal survival  techniques,pst 1',
        'Menon Ravi,known@example.org,9876543211,,,,,,,Personal Survival Techniques,27/11/2026',
        'José Müller,jose@example.org,+63 917 123 4567,,,,,,,,',
      ),
    );
    expect([counts, planned]).toEqual([{ new: 2, matched: 1, unchanged: 0, refused: 0, undone: 0, kept: 0 }, 2]);
    expect(await rowsOf(_id)).toMatchObject([
      {
        personId: null,
        course: course.title,
        batch: 'PST 1',
        particulars: { passportNumber: 'Z4839201', DateofBirth: '1994-03-21', CDCexpiryDate: null },
      },
      { outcome: 'matched', personId: known.accountId },
      { course: '', batch: '' },
    ]);
    expect((await confirm(_id)).status).toBe(200);
    const asha = await accountOf('asha@example.org');
    expect(asha).toMatchObject({ firstName: 'Asha', lastName: 'Nair', invitedAt: clock(), approvedAt: null });
    for (const email of ['asha@example.org', 'known@example.org']) {
      expect(await enrolmentsOf(email)).toMatchObject([
        { status: 'approved', courseId: course.id, batchId, seatedAt: clock() },
      ]);
    }
    expect(await enrolmentsOf('jose@example.org')).toEqual([]);
    const mails = async (email: string) => (await mailsTo(email)).map(({ subject, text }) => [subject, text]);
    expect(await mails('asha@example.org')).toEqual([
      [
        expect.stringContaining('and your course: Personal Survival Techniques (27 November 2026 to 29 November 2026)'),
        expect.stringContaining('/set-password#'),
      ],
    ]);
    expect(await mails('known@example.org')).toEqual([
      [expect.stringContaining('You are enrolled: Personal Survival Techniques'), expect.any(String)],
    ]);
    expect(await mails('jose@example.org')).toEqual([
      [expect.stringMatching(/^Your account at/), expect.stringContaining('/set-password#')],
    ]);
    expect(await auditOf(_id)).toEqual(['people.import']);
    expect(await auditOf(asha?.id ?? '')).toEqual(['account.invite']);
    expect(await auditOf((await enrolmentsOf('asha@example.org'))[0]?.id ?? '')).toEqual(['enrolment.enrol']);
  });

  test('finds its particulars in the profile form, and they end with the profile', async () => {
    await imported('Meera Pillai,meera@example.org,9876543210,21/03/1994,,P1234567,,,,,');
    const { id = '' } = (await accountOf('meera@example.org')) ?? {};
    const seen = await call(overview.getPerson, { params: { id } }, registrar);
    expect(seen.body.data).toMatchObject({
      account: { state: 'invited', invitation: { at: expect.any(String), againAt: null } },
      profile: null,
      entered: { passportNumber: 'P1234567', indosNo: null },
    });
    const meera = await signedIn('meera@example.org');
    const entered = async (as: Person) => (await call(seafarers.getEnteredParticulars, as)).body.data;
    expect(await entered(meera)).toMatchObject({ DateofBirth: '1994-03-21', passportNumber: 'P1234567' });
    expect(await entered(await person())).toBeNull();
    const form = formOf({ ...profileFields, passportNumber: 'P1234567' }, await profileDocuments());
    expect((await call(seafarers.createProfile, { form }, meera)).status).toBe(201);
    expect(await entered(meera)).toBeNull();
  });

  test('begins the course at the first login', async () => {
    const online = await addCourse(program);
    await imported(`Irfan Khan,irfan@example.org,9876543210,,,,,,,${online.title},`);
    const irfan = await signedIn('irfan@example.org');
    expect((await call(enrolments.listOwn, irfan)).body).toMatchObject([{ state: 'training' }]);
  });
});

describe('a row is refused', () => {
  test('for the email of staff, of another person, or of an account that is closed or waits', async () => {
    await person('instructor', { email: 'staff@example.org' });
    const [closed, waiting, refused] = [await person(), await person(), await person()];
    const change = (one: Person, set: object) =>
      db.updateTable('account').set(set).where('id', '=', one.accountId).execute();
    await change(closed, { disabledAt: clock() });
    await change(waiting, { approvedAt: null });
    const by = { refusedBy: registrar.accountId, refusalReason: 'Not one of ours.' };
    await change(refused, { approvedAt: null, refusedAt: clock(), ...by });
    const { _id } = await preview(
      crewOf(
        'Asha Nair,staff@example.org,9876543210',
        `Asha Nair,${closed.email},9876543210`,
        `Asha Nair,${waiting.email},9876543210`,
        `Asha Nair,${refused.email},9876543210`,
        `Ravi Menon,${(await person()).email},9876543210`,
      ),
    );
    expect(await saidOf(_id)).toEqual([
      ['refused', 'This email address belongs to a member of staff.'],
      ['refused', 'The account with this email address is disabled.'],
      ['refused', 'The registration with this email address waits for approval. Approve it first.'],
      ['refused', 'The registration with this email address was refused.'],
      ['refused', expect.stringMatching(/^This email address belongs to Asha Nair/)],
    ]);
  });

  test('for a passport or INDOS number of another person, in a profile or entered before', async () => {
    const owner = await person('learner', { firstName: 'Asha', lastName: 'Iyer' });
    await addProfile(program, owner, { passportNumber: 'K7777777', indosNumber: '09NL7777' });
    await imported('Latha Rao,latha@example.org,9876543210,,,L8888888,,,,,');
    const { _id } = await preview(
      crewOf(
        'Somebody Else,else-1@example.org,9876543210,,,k7777777,,,,,',
        'Somebody Else,else-2@example.org,9876543210,,,,,,09NL7777,,',
        'Somebody Else,else-3@example.org,9876543210,,,L8888888,,,,,',
        'Somebody Else,else-4@example.org,9876543210,,,,,,not issued,,',
      ),
    );
    expect(await saidOf(_id)).toEqual([
      ['refused', 'This passport belongs to Asha Iyer.'],
      ['refused', 'This INDOS number belongs to Asha Iyer.'],
      ['refused', 'This passport belongs to Latha Rao.'],
      ['new', null],
    ]);
    const other = await preview(crewOf('Asha Iyer,asha.iyer@example.org,9876543210,,,K7777777,,,,,'));
    expect(await saidOf(other._id)).toEqual([
      ['refused', 'Asha Iyer has this passport under another email address. Use that one to enroll them.'],
    ]);
    const own = await preview(crewOf(`Asha Iyer,${owner.email},9876543210,,,K7777777,,,,,`));
    expect(await saidOf(own._id)).toEqual([['unchanged', 'This email address already has an account.']]);
  });

  test('and tells nothing about somebody else in the copy of a person whose email address it states', async () => {
    const owner = await person();
    await preview(crewOf(`Ravi Menon,${owner.email},9876543210,21/03/1994,,R9999999`));
    const rows = await readRows(db, { ...owner, now: clock() }, importData);
    expect(rows).toEqual([{ email: owner.email, outcome: 'refused' }]);
  });

  test('for a course or a batch that is not there, not active, cancelled, over or online', async () => {
    await addCourse(program, { title: 'Closed Course', isActive: false });
    await addCourse(program, { title: 'Twice' });
    await addCourse(program, { title: 'twice' });
    const online = await addCourse(program, { title: 'Online Only' });
    await addBatch(program, online.id, { code: 'ON 1' });
    await addBatch(program, course.id, { code: 'OVER', firstDay: '2026-10-01', lastDay: '2026-10-03' });
    await addBatch(program, course.id, {
      code: 'OFF',
      state: 'cancelled',
      firstDay: '2026-12-24',
      lastDay: '2026-12-25',
    });
    await addBatch(program, course.id, { code: 'D1', firstDay: '2026-12-01', lastDay: '2026-12-02' });
    await addBatch(program, course.id, { code: 'D2', firstDay: '2026-12-01', lastDay: '2026-12-02' });
    const places = [
      'No Such Course,',
      'Closed Course,',
      'Twice,',
      ',PST 9',
      'Online Only,ON 1',
      `${course.title},PST 9`,
      `${course.title},OVER`,
      `${course.title},OFF`,
      `${course.title},01/12/2026`,
    ];
    const lines = places.map((place, n) => `Asha Nair,place-${n}@example.org,9876543210,,,,,,,${place}`);
    const { _id } = await preview(crewOf(...lines));
    expect((await saidOf(_id)).map(([, reason]) => reason)).toEqual([
      'There is no course called No Such Course.',
      'Closed Course is not active.',
      'Several courses are called Twice.',
      'Name the course of the batch.',
      'Online Only is held online only, and has no batches to join.',
      'The course has no batch PST 9.',
      'Batch OVER is over.',
      'Batch OFF is cancelled.',
      'Several batches of the course fit 01/12/2026. Write the batch number.',
    ]);
  });

  test('when the batch is full: the first rows take the seats that are free', async () => {
    await addBatch(program, course.id, { code: 'TWO', seats: 2 });
    const rows = [1, 2, 3].map((n) => `Asha Nair,seat-${n}@example.org,9876543210,,,,,,,${course.title},TWO`);
    const { _id } = await preview(crewOf(...rows));
    expect(await saidOf(_id)).toEqual([
      ['new', null],
      ['new', null],
      ['refused', 'Batch TWO has no seat left for this row.'],
    ]);
  });
});

describe('somebody who has an account', () => {
  const row = (one: Person, rest: string) => `Asha Nair,${one.email},9876543210,${rest}`;

  test('keeps the profile, is enrolled once, and has a pending request accepted', async () => {
    const online = await addCourse(program);
    const [inIt, asked, settled] = [await person(), await person(), await person()];
    await enrol(program, inIt, online.id, 'approved');
    const request = await enrol(program, asked, online.id, 'pending');
    await addProfile(program, settled, { passportNumber: 'OLD12345' });
    const lines = [
      row(inIt, `,,,,,,${online.title},`),
      row(asked, `,,,,,,${online.title},`),
      row(settled, `,,NEW12345,,,,${online.title},`),
    ];
    const { _id } = await preview(crewOf(...lines));
    expect(await saidOf(_id)).toEqual([
      ['unchanged', 'Already enrolled in this course.'],
      ['matched', 'Their request is accepted.'],
      ['matched', 'The profile is not changed.'],
    ]);
    await confirm(_id);
    expect(await enrolmentsOf(asked.email)).toMatchObject([{ id: request, status: 'approved' }]);
    expect(await auditOf(request)).toEqual(['enrolment.accept']);
    expect(await mailsTo(asked.email)).toHaveLength(1);
    expect(await mailsTo(inIt.email)).toEqual([]);
    const profile = db
      .selectFrom('seafarerProfile')
      .select('passportNumber')
      .where('accountId', '=', settled.accountId);
    expect(await profile.execute()).toEqual([{ passportNumber: 'OLD12345' }]);
    expect(await db.selectFrom('enteredParticulars').where('accountId', '=', settled.accountId).execute()).toEqual([]);
  });

  test('is not enrolled where a colleague has declined the request since the preview, until staff confirm that', async () => {
    const online = await addCourse(program);
    const asked = await person();
    const request = await enrol(program, asked, online.id, 'pending');
    const { _id } = await preview(crewOf(row(asked, `,,,,,,${online.title},`)));
    await call(enrolments.reject, { params: { id: request }, body: { reason: 'batch-full' } }, registrar);
    expect(await confirm(_id)).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await enrolmentsOf(asked.email)).toMatchObject([{ status: 'rejected' }]);
    expect(await saidOf(_id)).toEqual([
      ['matched', 'Their enrollment was declined or withdrawn, and is opened again.'],
    ]);
    expect((await confirm(_id)).status).toBe(200);
    expect(await enrolmentsOf(asked.email)).toMatchObject([{ id: request, status: 'approved' }]);
  });

  test('keeps the seat of a pending request in the same batch', async () => {
    const batchId = await addBatch(program, course.id, { code: 'LAST', seats: 1 });
    const learner = await person();
    await call(enrolments.request, { body: { courseId: course.id, batchId } }, learner);
    await imported(row(learner, `,,,,,,${course.title},LAST`));
    expect(await enrolmentsOf(learner.email)).toMatchObject([{ status: 'approved', batchId, seatedAt: clock() }]);
  });
});

test('nobody is told of a course whose account was disabled before the emails were written', async () => {
  const learner = await person('learner', { firstName: 'Asha', lastName: 'Nair' });
  const { _id } = await preview(
    crewOf(`Asha Nair,${learner.email},9876543210,,,,,,,${(await addCourse(program)).title},`),
  );
  await confirm(_id);
  await db.updateTable('account').set({ disabledAt: clock() }).where('id', '=', learner.accountId).execute();
  expect(await mailsTo(learner.email)).toEqual([]);
  expect(await importOf(_id)).toMatchObject({ counts: { matched: 1 }, mailsLeft: 0 });
});

test('nothing is made when the last seat is taken between the preview and the confirmation', async () => {
  const batchId = await addBatch(program, course.id, { code: 'RACE', seats: 2 });
  const rows = [1, 2].map((n) => `Asha Nair,race-${n}@example.org,9876543210,,,,,,,${course.title},RACE`);
  const { _id } = await preview(crewOf(...rows));
  await call(enrolments.request, { body: { courseId: course.id, batchId } }, await person());
  expect(await confirm(_id)).toMatchObject({ status: 409, body: { code: 'stale' } });
  expect([await accountOf('race-1@example.org'), await accountOf('race-2@example.org')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await saidOf(_id)).toEqual([
    ['new', null],
    ['refused', 'Batch RACE has no seat left for this row.'],
  ]);
});

test('two imports of the same people at the same moment make each of them once', async () => {
  const lines = [1, 2, 3].map((n) => `Asha Nair,twin-${n}@example.org,9876543210,,,T${n}0000000,,,,${course.title},`);
  const [one, two] = [await preview(crewOf(...lines)), await preview(crewOf(...lines.toReversed()))];
  const answers = await Promise.all([confirm(one._id), confirm(two._id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await enrolmentsOf('twin-1@example.org')).toHaveLength(1);
});

test('two imports at the same moment give the same passport number to one person', async () => {
  const tables = ['asha', 'ravi'].map((name) => crewOf(`${name} Nair,${name}-same@example.org,9876543210,,,Q7654321`));
  const [one, two] = [await preview(tables[0] ?? ''), await preview(tables[1] ?? '')];
  const answers = await Promise.all([confirm(one._id), confirm(two._id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers[0].status === 409 ? one : two;
  expect(await saidOf(refused._id)).toEqual([
    ['refused', expect.stringMatching(/^This passport belongs to (asha|ravi) Nair\.$/i)],
  ]);
  const entered = db.selectFrom('enteredParticulars').select('accountId').where('passportNumber', '=', 'Q7654321');
  expect(await entered.execute()).toHaveLength(1);
});

describe('an undo', () => {
  test('leaves nothing behind of what nobody has used, passes the seat on, and says so by email', async () => {
    const batchId = await addBatch(program, course.id, { code: 'UNDO', seats: 2 });
    const known = await person();
    const id = await imported(
      `Lila Das,lila@example.org,9876543210,,,U1234567,,,,${course.title},UNDO`,
      `Asha Nair,${known.email},9876543210,,,U7654321,,,,${course.title},UNDO`,
    );
    const { id: accountId = '' } = (await accountOf('lila@example.org')) ?? {};
    const waiting = await person();
    await call(enrolments.request, { body: { courseId: course.id, batchId } }, waiting);
    expect(await undone(id)).toEqual([
      ['undone', null],
      ['undone', null],
    ]);
    expect(await importOf(id)).toMatchObject({ undoneAt: clock().toISOString(), undoUntil: null, enrolments: 0 });
    expect(await accountOf('lila@example.org')).toBeUndefined();
    expect(await accountOf(known.email)).toMatchObject({ approvedAt: expect.any(Date) });
    expect(await enrolmentsOf(known.email)).toEqual([]);
    expect(
      await db.selectFrom('enteredParticulars').select('accountId').where('passportNumber', 'like', 'U%').execute(),
    ).toEqual([]);
    expect(await enrolmentsOf(waiting.email)).toMatchObject([{ batchId, seatedAt: clock() }]);
    expect((await mailsTo('lila@example.org')).at(-1)?.text).toContain('sent to you by mistake');
    expect((await mailsTo(known.email)).at(-1)?.text).toContain(`your enrollment in ${course.title}`);
    expect(await auditOf(id)).toEqual(['people.import', 'people.undo-import']);
    expect(await auditOf(accountId)).toEqual(['account.invite', 'account.undo-invite']);
    // the second click
    expect((await undo(id)).status).toBe(200);
    await program.worker.drain();
    expect(await auditOf(id)).toHaveLength(2);
  });

  test('keeps what was used or changed since, and says why', async () => {
    const online = await addCourse(program);
    const [asked, began] = [await person(), await person()];
    await enrol(program, asked, online.id, 'pending');
    const emails = ['used@example.org', 'noted@example.org', 'moved@example.org', 'further@example.org'];
    const id = await imported(
      ...emails.map((email) => `Asha Nair,${email},9876543210,,,,,,,${online.title},`),
      `Asha Nair,${asked.email},9876543210,,,,,,,${online.title},`,
      `Asha Nair,${began.email},9876543210,,,,,,,${online.title},`,
    );
    const idOf = async (email: string) => (await accountOf(email))?.id ?? '';
    await acceptOf('used@example.org');
    const note = { params: { id: await idOf('noted@example.org') }, body: { text: 'Rang the office.' } };
    await call(staffAccounts.addNote, note, registrar);
    const [moved] = await enrolmentsOf('moved@example.org');
    await call(enrolments.reject, { params: { id: moved?.id ?? '' }, body: { reason: 'batch-full' } }, registrar);
    const further = { courseId: (await addCourse(program)).id, people: [{ id: await idOf('further@example.org') }] };
    expect((await call(enrolments.enrolPeople, { body: further }, registrar)).body.data).toMatchObject([{ ok: true }]);
    const [begun] = await enrolmentsOf(began.email);
    await db
      .insertInto('trainingCompletion')
      .values({ enrolmentId: begun?.id ?? '', kind: 'films', completedAt: clock() })
      .execute();
    expect(await undone(id)).toEqual([
      ['kept', 'The account was used since.'],
      ['kept', 'A colleague wrote a note on the person since.'],
      ['kept', 'The enrollment was changed since.'],
      ['kept', 'The person was enrolled in another course since.'],
      ['kept', 'An enrollment that was there before was continued. Withdraw it on the page of the person.'],
      ['kept', 'The training has begun since.'],
    ]);
    for (const email of [...emails, asked.email, began.email]) expect(await accountOf(email)).toBeDefined();
  });

  test('keeps what the person wrote to the academy under the same email address', async () => {
    const message = { name: 'Vani Rao', email: 'vani@example.org', message: 'Is there a hostel?' };
    expect((await call(contact.send, { body: message })).status).toBe(200);
    const id = await imported('Vani Rao,vani@example.org,9876543210');
    expect(await undone(id)).toEqual([['undone', null]]);
    const kept = db.selectFrom('contactMessage').select('message').where('email', '=', message.email);
    expect(await kept.execute()).toEqual([{ message: message.message }]);
  });

  test('keeps an account whose particulars were imported by a later list', async () => {
    const first = await imported('Usha Rao,usha@example.org,9876543210');
    wait(60);
    await imported('Usha Rao,usha@example.org,9876543210,,,E1234567');
    expect(await undone(first)).toEqual([['kept', 'Particulars of the person were imported since.']]);
  });

  test('and a first login at the same moment leave a whole account or none', async () => {
    const emails = [1, 2, 3, 4].map((n) => `both-${n}@example.org`);
    const id = await imported(...emails.map((email) => `Kiran Rao,${email},9876543210`));
    await undo(id);
    const [accepted] = await Promise.all([Promise.all(emails.map(acceptOf)), program.worker.drain()]);
    const rows = await rowsOf(id);
    for (const [n, email] of emails.entries()) {
      const isIn = accepted[n]?.status === 200;
      expect([rows[n]?.outcome, (await accountOf(email))?.approvedAt]).toEqual(
        isIn ? ['kept', clock()] : ['undone', undefined],
      );
    }
  });

  test('is possible within a day, of a confirmed import, and stops the emails that are not sent', async () => {
    const open = await preview(crewOf('Asha Nair,open@example.org,9876543210'));
    expect(await undo(open._id)).toMatchObject({ status: 409, body: { message: 'This import is not confirmed yet.' } });
    const early = await preview(crewOf('Asha Nair,early@example.org,9876543210'));
    await confirm(early._id);
    await undo(early._id);
    await program.worker.drain();
    expect(await mailsTo('early@example.org')).toEqual([]);
    expect(await accountOf('early@example.org')).toBeUndefined();
    const id = await imported('Asha Nair,late-undo@example.org,9876543210');
    wait(24 * 3600 + 1);
    expect(await undo(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('within a day') } });
    expect(await accountOf('late-undo@example.org')).toBeDefined();
  });

  test('knows every table in which an enrolment is used', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'enrolment'::regclass and conrelid <> 'people_import_row'::regclass`.execute(
      db,
    );
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    expect(rows.map(({ name }) => name).sort()).toEqual([...usesOfEnrolment, 'fee'].map(snake).sort());
  });

  test('takes back a fee of which nothing is recorded but the charge, and keeps the enrolment otherwise', async () => {
    await switchFeesOn(program);
    const online = await addCourse(program);
    const emails = ['charged@example.org', 'paid@example.org'];
    const id = await imported(...emails.map((email) => `Asha Nair,${email},9876543210,,,,,,,${online.title},`));
    await switchFeesOn(program, { isOn: false });
    const [charged, paid] = (await Promise.all(emails.map(enrolmentsOf))).map(([one]) => one?.id ?? '');
    const pay = { params: { id: paid ?? '' }, body: cash({ amount: '100' }) };
    expect((await call(fees.recordPayment, pay, registrar)).status).toBe(200);
    expect(await undone(id)).toEqual([
      ['undone', null],
      ['kept', 'A payment or another entry was recorded for the fee since.'],
    ]);
    const left = db
      .selectFrom('fee')
      .select('enrolmentId')
      .where('enrolmentId', 'in', [charged ?? '', paid ?? '']);
    expect(await left.execute()).toEqual([{ enrolmentId: paid }]);
  });
});

describe('invited people', () => {
  test('are listed with their state, and invited again with a new link', async () => {
    await imported('Nisha Rao,nisha@example.org,9876543210');
    const { id = '' } = (await accountOf('nisha@example.org')) ?? {};
    const listed = async (query = {}) =>
      (await call(accounts.listApproved, { query: { q: 'nisha@', ...query } }, registrar)).body;
    const invitedAt = clock().toISOString();
    expect(await listed()).toMatchObject([{ _id: id, state: 'invited', invitation: { at: invitedAt, againAt: null } }]);
    expect(await listed({ state: 'active' })).toEqual([]);
    const again = async (as = registrar, users = [{ id }]) =>
      (await call(staffAccounts.inviteAgain, { body: { users } }, as)).body.data;
    expect(await again()).toEqual([{ id, ok: false, message: 'This person was invited a few minutes ago.' }]);
    wait(600);
    const old = (await mailsTo('nisha@example.org')).at(-1);
    const active = (await person()).accountId;
    expect(await again(registrar, [{ id }, { id: active }])).toEqual([
      { id, ok: true, message: 'Invited again.' },
      { id: active, ok: false, message: 'This person has no open invitation.' },
    ]);
    expect(await listed({ state: 'invited' })).toMatchObject([
      { invitation: { at: invitedAt, againAt: clock().toISOString() } },
    ]);
    expect(await auditOf(id)).toEqual(['account.invite', 'account.invite-again']);
    const token = /set-password#([\w-]{43})/.exec(old?.text ?? '')?.[1] ?? '';
    const stale = await call(accounts.acceptInvitation, { body: { token, newPassword: 'steady as she goes' } });
    expect(stale.status).toBe(400);
    expect((await acceptOf('nisha@example.org')).status).toBe(200);
    expect(await listed({ state: 'active' })).toMatchObject([{ state: 'approved', invitation: null }]);
    expect(await again()).toMatchObject([{ ok: false }]);
  });

  test('get a new link when they are enrolled, by hand or by a list, since the first one may have expired', async () => {
    const online = await addCourse(program, { title: 'Enclosed Space Entry' });
    await imported('Leela Rao,leela@example.org,9876543210');
    const { id = '' } = (await accountOf('leela@example.org')) ?? {};
    const enrolIn = async (courseId: string) => {
      const body = { courseId, people: [{ id }] };
      expect((await call(enrolments.enrolPeople, { body }, registrar)).body.data).toMatchObject([{ ok: true }]);
    };
    const latest = async () => (await mailsTo('leela@example.org')).at(-1);
    // the first email is a minute old
    await enrolIn((await addCourse(program)).id);
    expect((await latest())?.text).not.toContain('/set-password#');
    wait(31 * 24 * 3600);
    expect((await acceptOf('leela@example.org')).status).toBe(400);
    await enrolIn(online.id);
    expect(await latest()).toMatchObject({
      subject: expect.stringContaining('and your course: Enclosed Space Entry'),
      text: expect.stringContaining('/set-password#'),
    });
    expect(await auditOf(id)).toEqual(['account.invite', 'account.invite-again']);
    wait(31 * 24 * 3600);
    await imported(`Leela Rao,leela@example.org,9876543210,,,,,,,${course.title},`);
    expect((await latest())?.text).toContain('/set-password#');
    const leela = await signedIn('leela@example.org');
    expect((await call(enrolments.listOwn, leela)).body).toHaveLength(3);
  });

  test('keep an email address that another account asks for', async () => {
    await imported('Tara Das,tara@example.org,9876543210');
    const learner = await person();
    const code = { accountId: learner.accountId, purpose: 'change-email', newEmail: 'tara@example.org' } as const;
    await db
      .insertInto('oneTimeCode')
      .values({ ...code, codeHash: '-', sentAt: clock(), expiresAt: clock() })
      .execute();
    const asked = adoptEmail(program, { accountId: learner.accountId, newEmail: 'tara@example.org', ip: '::1' });
    await expect(asked).rejects.toMatchObject({ code: 'conflict' });
  });
});
