import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { contact } from '@fairlead/contract/contact/calls';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse, enrol } from '../../testing/factories.ts';
import { billOf, cash, switchFeesOn } from '../fees/testing/fees.ts';
import { crewDesk } from './testing/crew-desk.ts';

const program = await testApp();
const { call, db, person, mailsTo, wait, clock } = program;
const {
  registrar,
  course,
  crewOf,
  preview,
  rowsOf,
  importOf,
  confirm,
  undo,
  imported,
  undone,
  accountOf,
  enrolmentsOf,
  acceptOf,
  auditOf,
} = await crewDesk(program);

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

  test('takes back a fee of which nothing is recorded but the charge, and keeps the enrolment otherwise', async () => {
    await switchFeesOn(program);
    const online = await addCourse(program);
    const emails = ['charged@example.org', 'paid@example.org', 'billed@example.org', 'quoted@example.org'];
    const id = await imported(...emails.map((email) => `Asha Nair,${email},9876543210,,,,,,,${online.title},`));
    const [charged = '', paid = '', ...crew] = (await Promise.all(emails.map(enrolmentsOf))).map(
      ([one]) => one?.id ?? '',
    );
    await db.updateTable('fee').set({ recipientState: '32' }).where('enrolmentId', '=', paid).execute();
    const pay = { params: { id: paid }, body: cash({ amount: '100' }) };
    expect((await call(fees.recordPayment, pay, registrar)).status).toBe(200);
    // of one that is cancelled, too: its invoice and credit note are in the books
    const [billed = '', quoted = ''] = crew;
    const { body } = await call(bills.issue, { body: billOf([billed]) }, registrar);
    const cancelling = { params: { id: body.data._id }, body: { reason: 'Another payer' } };
    expect((await call(bills.cancel, cancelling, registrar)).status).toBe(200);
    expect((await call(bills.issue, { body: billOf([quoted], { kind: 'proforma' }) }, registrar)).status).toBe(200);
    await switchFeesOn(program, { isOn: false });
    const kept = ['kept', 'An invoice, a payment or another entry was recorded for the fee since.'];
    expect(await undone(id)).toEqual([['undone', null], kept, kept, kept]);
    const left = db
      .selectFrom('fee')
      .select('enrolmentId')
      .where('enrolmentId', 'in', [charged, paid, ...crew])
      .orderBy('enrolmentId');
    expect(await left.execute()).toEqual([paid, ...crew].sort().map((enrolmentId) => ({ enrolmentId })));
  });
});
