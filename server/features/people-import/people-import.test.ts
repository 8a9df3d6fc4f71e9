import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { peopleImport } from '@fairlead/contract/people-import/calls';
import { allows, roles } from '@fairlead/contract/platform/permissions';
import { describe, expect, test } from 'vitest';
import { xlsxOf } from '../../platform/tables/xlsx.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { filesInStore, formOf } from '../../testing/forms.ts';
import { sweepInvitations } from '../accounts/staff/invitations.ts';
import { mailImport } from './mail-import.ts';
import { sweepImports } from './preview-import.ts';

const program = await testApp();
const { call, db, person, mailsTo, request, wait, clock } = program;
const registrar = await person('registrar');

const titles = 'Title,First name,Last name,Email,Mobile\n';
const send = (table: Uint8Array | string, as: Person | undefined = registrar) => {
  const form = formOf({}, { file: { bytes: Buffer.from(table), name: 'crew.csv' } });
  return call(peopleImport.preview, { form }, as);
};
const preview = async (...lines: string[]) => {
  const { status, body } = await send(titles + lines.join('\n'));
  expect([status, body]).toMatchObject([201, { data: { filename: 'crew.csv', confirmedAt: null } }]);
  return body.data;
};
const rowsOf = async (id: string, query = {}) =>
  (await call(peopleImport.listRows, { params: { id }, query }, registrar)).body.data;
const confirm = (id: string, as = registrar) => call(peopleImport.confirm, { params: { id } }, as);
const undo = (id: string, as = registrar) => call(peopleImport.undo, { params: { id } }, as);
const importOf = async (id: string) => (await call(peopleImport.get, { params: { id } }, registrar)).body.data;
const accountOf = (email: string) => db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
const linkTo = async (email: string) => {
  const mail = (await mailsTo(email)).findLast(({ subject }) => subject?.includes('Your account'));
  return /https:\/\/academy\.example\/set-password#([\w-]{43})\s/.exec(mail?.text ?? '')?.[1] ?? '';
};
const accept = (token: string, newPassword = 'steady as she goes') =>
  call(accounts.acceptInvitation, { body: { token, newPassword } });
const logIn = (email: string, password = 'steady as she goes') => call(accounts.login, { body: { email, password } });

describe('a table of people', () => {
  test('is reported row by row, and creates no account and no mail', async () => {
    const here = { email: 'here@example.org', firstName: 'Ravi', lastName: 'Menon', name: 'Ravi Menon' };
    await person('learner', { email: here.email, firstName: here.firstName, lastName: here.lastName });
    const { _id, counts } = await preview(
      'Mr,Asha,Nair,Asha.Nair@Example.org,9876543210',
      'MR.,Ravi,Menon,ravi@example.org,+91 98765-43211',
      'Dr,Asha,Again,asha.nair@example.org,09876543212',
      'Mrs,Here,Already,here@example.org,9876543213',
      'Mr,Bad,Mail,not an address,9876543214',
      'Mr,,Nameless,nameless@example.org,9876543215',
      'Sergeant,Short,Number,short@example.org,12345',
      '',
      'Prof,=HYPERLINK("x"),Evil,evil@example.org,9876543216',
      'Mr,Jose,Reyes,jose@example.org,+63 917 123 4567',
      'Mr,Long,Number,long@example.org,98200 12345 ext 7',
    );
    expect(counts).toEqual({ new: 3, matched: 0, unchanged: 0, refused: 7, undone: 0, kept: 0 });
    const rows = await rowsOf(_id);
    expect(rows.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [2, 'new', null],
      [3, 'new', null],
      [4, 'refused', 'Row 2 has the same email address.'],
      [5, 'refused', `This email address belongs to ${here.name}.`],
      [6, 'refused', 'Email must contain "@" symbol.'],
      [7, 'refused', 'First name is required.'],
      [
        8,
        'refused',
        'The title must be Mr, Mrs, Ms, Miss, Dr, Prof, Capt. or none. Please enter a valid 10-digit mobile number.',
      ],
      [10, 'refused', 'The cell for First name begins like a formula.'],
      [11, 'new', null],
      [12, 'refused', 'Please enter a valid 10-digit mobile number.'],
    ]);
    expect(rows.map(({ mobile }) => mobile)).toEqual([
      ...['9876543210', '9876543211', '9876543212', '9876543213', '9876543214', '9876543215', '12345', '9876543216'],
      ...['+639171234567', '98200 12345 ext 7'],
    ]);
    expect((await rowsOf(_id, { outcome: 'refused', q: 'nameless' })).map(({ row }) => row)).toEqual([7]);
    await program.worker.drain();
    expect(await accountOf('asha.nair@example.org')).toBeUndefined();
    expect(await db.selectFrom('job').select('kind').where('kind', 'in', ['mail', 'mail-import']).execute()).toEqual(
      [],
    );
    expect(await filesInStore(program)).toEqual([]);
  });

  test('can be a workbook, and its report is exported as a table', async () => {
    const people = [['Mrs', 'Meera', 'Pillai', 'meera@example.org', 9876500001]];
    const columns = ['Title', 'First name', 'Last name', 'E-mail ID', 'Contact No.'];
    const { body } = await send(await buffer(xlsxOf(columns, Readable.from([people]), 'Asia/Kolkata')));
    expect(body.data.counts.new).toBe(1);
    const report = await request('GET', `/api/export/user/imports/${body.data._id}/rows`, { as: registrar });
    expect(report.body).toBe(
      '\ufeffTitle,First name,Last name,E-mail ID,Contact No.,Row,Outcome,Reason,Remarks,To check in the documents\r\n' +
        'Mrs,Meera,Pillai,meera@example.org,9876500001,2,new,,,\r\n',
    );
  });

  test.each<[string, string, string]>([
    ['without titles', 'Mr,Asha,Nair,a@b.c,9876543210\n', 'there is none called Email, Mobile'],
    ['without names', 'Email,Mobile\na@b.co,9876543210\n', 'there is none called Name'],
    ['of nobody', titles, 'no rows below the column names'],
    ['of more than 10,000 people', titles + 'Mr,A,B,a@b.co,9876543210\n'.repeat(10_001), 'At most 10,000 people'],
    ['that is none', '%PDF-1.7', 'not a table'],
  ])('%s is refused with a sentence', async (_, table, sentence) => {
    const { status, body } = await send(table);
    expect([status, body]).toMatchObject([400, { fields: { file: expect.stringContaining(sentence) } }]);
    expect(await filesInStore(program)).toEqual([]);
  });

  test('that is too large is refused while it arrives, and a missing one at its field', async () => {
    const huge = await send('x'.repeat(8 * 2 ** 20 + 1));
    expect([huge.status, huge.body]).toMatchObject([413, { message: expect.stringContaining('The limit is 8 MB') }]);
    const none = await call(peopleImport.preview, { form: formOf({ note: 'nothing' }) }, registrar);
    expect([none.status, none.body]).toMatchObject([400, { fields: { file: 'Please choose a CSV or XLSX file.' } }]);
  });

  test('is only for staff who approve people', async () => {
    const { _id } = await preview('Mr,Not,Yours,not-yours@example.org,9876543210');
    for (const as of [await person('instructor'), await person()]) {
      expect((await send(titles, as)).status).toBe(403);
      expect((await confirm(_id, as)).status).toBe(403);
      expect((await call(peopleImport.get, { params: { id: _id } }, as)).status).toBe(403);
      expect((await undo(_id, as)).status).toBe(403);
    }
    const importing = roles.filter((role) => allows(role, 'people:approve'));
    expect(importing.filter((role) => !allows(role, 'enrolments:decide'))).toEqual([]);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await confirm(nowhere)).status).toBe(404);
    expect((await undo(nowhere)).status).toBe(404);
    expect((await call(peopleImport.get, { params: { id: nowhere } }, registrar)).status).toBe(404);
    expect((await call(peopleImport.listRows, { params: { id: nowhere } }, registrar)).status).toBe(404);
  });
});

describe('a confirmed import', () => {
  test('creates and invites the valid rows once, however often it is confirmed and run', async () => {
    const { _id } = await preview(
      'Mr,Once,Only,once@example.org,9876543210',
      'Mr,Two,Hands,two@example.org,9876543210',
    );
    const answers = await Promise.all([confirm(_id), confirm(_id), confirm(_id, await person('admin'))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await program.worker.drain();
    await Promise.all([mailImport(program, _id), mailImport(program, _id)]);
    expect(await importOf(_id)).toMatchObject({ counts: { new: 2 }, mailsLeft: 0, confirmedAt: expect.any(String) });
    expect(await mailsTo('once@example.org')).toHaveLength(1);
    const account = await accountOf('once@example.org');
    expect(account).toMatchObject({ firstName: 'Once', emailVerifiedAt: null, approvedAt: null, role: 'learner' });
    const events = db
      .selectFrom('auditEvent')
      .select('action')
      .where('subjectId', 'in', [_id, account?.id ?? '']);
    expect(await events.orderBy('id').execute()).toEqual([{ action: 'account.invite' }, { action: 'people.import' }]);
  });

  test('makes nothing where somebody in it signed up meanwhile, and shows the rows as they are now', async () => {
    const { _id } = await preview(
      'Mr,Late,Comer,late@example.org,9876543210',
      'Mr,Other,Person,other-row@example.org,9876543210',
    );
    const { accountId } = await person('learner', { email: 'late@example.org', firstName: 'Own' });
    expect(await confirm(_id)).toMatchObject({
      status: 409,
      body: { code: 'stale', message: expect.stringContaining('1 row has changed since you checked the list.') },
    });
    expect(await importOf(_id)).toMatchObject({ confirmedAt: null, counts: { new: 1, refused: 1 } });
    expect(await accountOf('other-row@example.org')).toBeUndefined();
    expect((await confirm(_id)).status).toBe(200);
    expect(await mailsTo('late@example.org')).toEqual([]);
    expect(await accountOf('late@example.org')).toMatchObject({ id: accountId, firstName: 'Own' });
    expect(await accountOf('other-row@example.org')).toMatchObject({ firstName: 'Other' });
  });
});

describe('an invitation', () => {
  const invited = async (email: string) => {
    const { _id } = await preview(`Mr,Irfan,Khan,${email},9876543210`);
    await confirm(_id);
    return linkTo(email);
  };
  /**
   * Signs up with an email under another name, and returns the email, the code mailed to it and the
   * registration's id.
   */
  const registered = async (email: string) => {
    const stranger = { tittle: 'Mrs', firstName: 'Somebody', lastName: 'Else', mobile: '9000000000' } as const;
    const body = { ...stranger, email, password: 'a stranger at the door' };
    const answer = await call(accounts.register, { body });
    expect(answer.status).toBe(201);
    const otp = /^ {4}(\d{6})$/m.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '';
    return { email, otp, registration: answer.body.registration };
  };
  const named = { prefix: 'Mr', firstName: 'Irfan', lastName: 'Khan', mobile: '9876543210' };

  // shows: threats/registration-by-stranger
  test('keeps the name that staff entered when anyone registers the email, and verifies the mailbox too', async () => {
    const email = 'named@example.org';
    await invited(email);
    const before = await accountOf(email);
    const code = await registered(email);
    expect(await accountOf(email)).toEqual(before);
    expect((await call(accounts.verifyEmail, { body: code })).status).toBe(200);
    expect(await accountOf(email)).toMatchObject({ ...named, emailVerifiedAt: clock(), approvedAt: null });
    expect((await logIn(email, 'a stranger at the door')).body).toMatchObject({ code: 'not-approved' });
  });

  // shows: threats/registration-by-stranger
  test('voids what a stranger registered with the email before', async () => {
    const email = 'late-invited@example.org';
    const code = await registered(email);
    const token = await invited(email);
    expect(await accountOf(email)).toMatchObject(named);
    expect((await call(accounts.verifyEmail, { body: code })).status).toBe(400);
    expect((await logIn(email, 'a stranger at the door')).status).toBe(401);
    expect((await accept(token)).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });

  // shows: threats/registration-by-stranger
  test('does not override a later refusal', async () => {
    const email = 'refused-later@example.org';
    const token = await invited(email);
    await call(accounts.verifyEmail, { body: await registered(email) });
    const { id = '' } = (await accountOf(email)) ?? {};
    await call(staffAccounts.refuse, { params: { id }, body: { reason: 'Not one of ours after all.' } }, registrar);
    expect((await accept(token)).status).toBe(400);
    expect(await accountOf(email)).toMatchObject({ approvedAt: null, refusedAt: clock() });
    expect((await logIn(email)).status).toBe(401);
  });

  // shows: asvs/6.4.1
  test('sets the first password, verifies and approves, and works once', async () => {
    const email = 'invited@example.org';
    const token = await invited(email);
    expect((await logIn(email)).status).toBe(401);
    expect((await accept(token, 'password1')).body).toMatchObject({ fields: { newPassword: expect.any(String) } });
    expect((await accept(token)).status).toBe(200);
    expect(await accountOf(email)).toMatchObject({
      emailVerifiedAt: clock(),
      approvedAt: clock(),
      approvedBy: registrar.accountId,
    });
    expect((await logIn(email)).status).toBe(200);
    expect((await accept(token, 'another pass phrase')).status).toBe(400);
    expect((await logIn(email)).status).toBe(200);
  });

  test('is used once by two requests at the same moment', async () => {
    const token = await invited('both@example.org');
    const answers = await Promise.all([accept(token), accept(token, 'the other one came first')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is refused if guessed, truncated or expired, and is then deleted', async () => {
    const token = await invited('slow@example.org');
    for (const wrong of ['', 'x', token.slice(0, -1), `${token}x`, 'x'.repeat(101)]) {
      expect((await accept(wrong)).status).toBe(400);
    }
    wait(30 * 24 * 3600);
    expect((await accept(token)).body).toMatchObject({ code: 'bad-code' });
    await sweepInvitations(db, new Date(clock().getTime() + 1000));
    expect(await db.selectFrom('invitation').select('accountId').execute()).toEqual([]);
    expect(await accountOf('slow@example.org')).toMatchObject({ approvedAt: null });
  });

  test('is not stored as it was mailed', async () => {
    const token = await invited('hashed@example.org');
    const stored = JSON.stringify([
      await db.selectFrom('invitation').selectAll().execute(),
      await db.selectFrom('job').selectAll().execute(),
      await db.selectFrom('auditEvent').selectAll().execute(),
    ]);
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
  });
});

test('the latest imports are listed for those who may import, the newest first', async () => {
  const { _id: open } = await preview('Mr,Never,Confirmed,listed@example.org,9876543210');
  const { _id: done } = await preview('Mr,Was,Confirmed,listed-too@example.org,9876543210', ',,,nobody,');
  await confirm(done);
  const listed = (await call(peopleImport.list, registrar)).body.data;
  expect(listed.slice(0, 2)).toMatchObject([
    { _id: done, confirmedAt: clock().toISOString(), counts: { new: 1, refused: 1 }, mailsLeft: 1 },
    { _id: open, confirmedAt: null, undoUntil: null, counts: { new: 1, refused: 0 }, mailsLeft: 0 },
  ]);
  expect((await call(peopleImport.list, await person('instructor'))).status).toBe(403);
});

test('an unconfirmed table is deleted after a day, and a report after a week', async () => {
  const open = await preview('Mr,Never,Confirmed,never@example.org,9876543210');
  const done = await preview('Mr,Was,Confirmed,was@example.org,9876543210');
  await confirm(done._id);
  const kept = async () => {
    await sweepImports(db, clock());
    const ids = (await db.selectFrom('peopleImport').select('id').execute()).map(({ id }) => id);
    return [open, done].map(({ _id }) => ids.includes(_id));
  };
  expect(await kept()).toEqual([true, true]);
  wait(24 * 3600 + 1);
  expect(await kept()).toEqual([false, true]);
  wait(6 * 24 * 3600);
  expect(await kept()).toEqual([false, false]);
});

// Must be the last test: a later test that looks for an email would read all of these.
test('a confirmed import continues after a crash with the remaining emails', async () => {
  const lines = Array.from({ length: 110 }, (_, n) => `Mr,Many,Hands,many-${n}@example.org,9876543210`);
  const { _id } = await preview(...lines);
  await confirm(_id);
  const broken = {
    ...program,
    config: {
      ...program.config,
      get publicUrl(): string {
        if (++looks > 105) throw new Error('the program ended');
        return program.config.publicUrl;
      },
    },
  };
  let looks = 0;
  await expect(mailImport(broken, _id)).rejects.toThrow('the program ended');
  expect(await importOf(_id)).toMatchObject({ counts: { new: 110 }, mailsLeft: 10 });
  await program.worker.drain();
  expect(await importOf(_id)).toMatchObject({ counts: { new: 110 }, mailsLeft: 0 });
  for (const n of [0, 99, 100, 109]) expect(await mailsTo(`many-${n}@example.org`)).toHaveLength(1);
});
