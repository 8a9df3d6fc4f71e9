import { enrolments } from '@fairlead/contract/enrolments/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { describe, expect, test } from 'vitest';
import { readRows } from '../../platform/personal-data/read-rows.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { addBatch, addCourse, addProfile, enrol } from '../../testing/factories.ts';
import { formOf, profileDocuments, profileFields } from '../../testing/forms.ts';
import { importData } from './personal-tables.ts';
import { crewDesk } from './testing/crew-desk.ts';

const program = await testApp();
const { call, db, person, mailsTo, clock } = program;
const {
  registrar,
  course,
  crewOf,
  preview,
  rowsOf,
  saidOf,
  importOf,
  confirm,
  imported,
  accountOf,
  enrolmentsOf,
  signedIn,
  auditOf,
} = await crewDesk(program);

describe('a crew', () => {
  test('leaves out those who lack what the course requires', async () => {
    const boats = await addCourse(program, { title: 'Survival Craft' });
    const certificates = [{ qualification: 'PST', evenExpired: false }];
    const requirements = JSON.stringify({ certificates, minimumAge: null, seaMonths: null, medical: false });
    await db.updateTable('courseRule').set({ requirements }).where('courseId', '=', boats.id).execute();
    const { _id } = await preview(crewOf('New Hand,hand@example.org,9876543299,,,,,,,Survival Craft,'));
    const lack = 'Missing for this course: A valid certificate of Personal Survival Techniques.';
    const reason = `${lack} Import them without the course, then enroll them with a reason.`;
    expect(await rowsOf(_id)).toMatchObject([{ outcome: 'refused', reason }]);
  });

  test('is imported with what a course asks staff to check only once they have checked it', async () => {
    const fires = await addCourse(program, { title: 'Fire Fighting' });
    const requirements = JSON.stringify({ certificates: [], minimumAge: 18, seaMonths: 6, medical: false });
    await db.updateTable('courseRule').set({ requirements }).where('courseId', '=', fires.id).execute();
    const row = (email: string, born: string) => `New Hand,${email},9876543288,${born},,,,,,Fire Fighting,`;
    const { _id, toCheck } = await preview(crewOf(row('one@example.org', '1990-05-17'), row('two@example.org', '')));
    const [sea, age] = ['Sea service of 6 months or more', 'An age of 18 years or more'];
    expect(toCheck).toBe(2);
    expect(await rowsOf(_id)).toMatchObject([{ toCheck: [sea] }, { toCheck: [age, sea] }]);
    expect((await confirm(_id)).body).toMatchObject({ code: 'not-eligible' });
    expect(await accountOf('one@example.org')).toBeUndefined();
    expect((await confirm(_id, { checked: true })).status).toBe(200);
    const noted = db.selectFrom('auditEvent').select('details').where('action', '=', 'enrolment.enrol').orderBy('id');
    const made = noted.where(
      'subjectId',
      'in',
      (await enrolmentsOf('two@example.org')).map(({ id }) => id),
    );
    expect(await made.execute()).toEqual([{ details: { outcome: 'open', checked: [age, sea] } }]);
  });

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

  test('is told before it is confirmed which titles are not held', async () => {
    const { _id } = await preview(crewOf('Capt. Dr. Arun Mehta,arun.mehta@example.org,9876543210,,,,,,,,'));
    expect(await saidOf(_id)).toEqual([['new', '‘Dr.’ is left out.']]);
    expect((await confirm(_id)).status).toBe(200);
    expect(await accountOf('arun.mehta@example.org')).toMatchObject({ prefix: 'Capt.', lastName: 'Mehta' });
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

  test('but not for the accents, apostrophes and order of a name', async () => {
    const jose = await person('learner', { firstName: 'José', lastName: 'García' });
    const maria = await person('learner', { firstName: 'Maria', lastName: 'D’Souza' });
    const uwe = await person('learner', { firstName: 'Jürgen', lastName: 'Müller' });
    const { _id } = await preview(
      crewOf(
        `Jose Garcia,${jose.email},9876543210`,
        `"D SOUZA, MARIA",${maria.email},9876543210`,
        `Juergen Mueller,${uwe.email},9876543210`,
        `Jose Garza,${jose.email.replace('@', '+b@')},9876543210`,
      ),
    );
    expect(await saidOf(_id)).toEqual([
      ...Array.from({ length: 3 }, () => ['unchanged', 'This email address already has an account.']),
      ['new', null],
    ]);
  });

  test('for a passport or INDoS number of another person, in a profile or entered before', async () => {
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
      ['refused', 'This INDoS number belongs to Asha Iyer.'],
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
    const addresses = [{ email: owner.email, since: null, until: null }];
    const rows = await readRows(db, { accountId: owner.accountId, addresses, now: clock() }, importData);
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

  test('has a pending request accepted by the birth date of the row where there is no profile', async () => {
    const online = await addCourse(program);
    const requirements = JSON.stringify({ certificates: [], minimumAge: 18, seaMonths: null, medical: false });
    await db.updateTable('courseRule').set({ requirements }).where('courseId', '=', online.id).execute();
    const asked = await person();
    const request = await enrol(program, asked, online.id, 'pending');
    const { _id, toCheck } = await preview(
      crewOf(`Asha Nair,${asked.email},9876543210,1990-05-17,,,,,,${online.title},`),
    );
    expect([toCheck, (await confirm(_id)).status]).toEqual([0, 200]);
    expect(await enrolmentsOf(asked.email)).toMatchObject([{ id: request, status: 'approved' }]);
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

test('no email about a course goes to an account that was disabled before the emails were written', async () => {
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
