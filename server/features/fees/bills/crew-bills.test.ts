import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { personalData } from '@fairlead/contract/personal-data/calls';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, switchFeesOn } from '../testing/fees.ts';

const program = await testApp();
const { call, person, db } = program;
const { admin, registrar, ledger, pay, registered, download } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

const issue = (ids: readonly string[], part: Parameters<typeof billOf>[1] = {}) =>
  call(bills.issue, { body: billOf(ids, part) }, registrar);
const cancel = (id: string) => call(bills.cancel, { params: { id }, body: { reason: 'Another payer' } }, registrar);

const course = addCourse(program, { title: 'Tanker Safety', format: 'classroom' });

/** Somebody who owes the fee of this course. */
async function member() {
  const learner = await person();
  const courseId = (await course).id;
  const { body } = await program.request('POST', '/api/userCourses', { as: learner, body: { courseId } });
  return { learner, id: (body as { data: { _id: string } }).data._id };
}

test('has a line for each, is one invoice, and each payment settles its own line', async () => {
  const [one, two, three] = [await member(), await member(), await member()];
  const named = [
    [one, 'Étienne'],
    [two, 'anil'],
    [three, 'Bala'],
  ] as const;
  for (const [{ learner }, firstName] of named) {
    await db.updateTable('account').set({ firstName }).where('id', '=', learner.accountId).execute();
  }
  const ids = [one.id, two.id, three.id];
  const { data: bill } = (await issue(ids)).body;
  expect(bill).toMatchObject({ fees: 3, totalPaise: 1_350_000, restPaise: 1_350_000 });
  expect((await registered(one.learner)).map(({ number }) => number)).toEqual([bill.number]);
  const { words } = await download(bill._id, registrar);
  for (const id of ids) expect(words).toContain(`Reference ${(await ledger(id)).reference}`);
  expect(words).toContain('₹ 13,500.00');
  // in the order of names as lists have it
  expect(words.match(/anil|Bala|Étienne/g)).toEqual(['anil', 'Bala', 'Étienne']);
  await pay(one.id);
  expect((await ledger(two.id)).bills).toMatchObject([{ restPaise: 900_000, state: 'due' }]);
  // a learner reads neither the document with the names of the others, nor what they owe
  expect((await download(bill._id, one.learner)).status).toBe(404);
  expect((await call(ownFees.get, { params: { id: one.id } }, one.learner)).body.data.bills).toEqual([]);
  await cancel(bill._id);
  const notes = (await call(fees.listDocuments, { query: { kind: 'credit-note' } }, registrar)).body.data;
  expect(notes.filter(({ corrects }) => corrects === bill.number).map(({ totalPaise }) => totalPaise)).toEqual([
    450_000, 450_000,
  ]);
});

test('needs a payer, and all of it or nothing is issued', async () => {
  const ids = [(await member()).id, (await member()).id] as const;
  const nobody = { name: '', address: '', gstin: '' };
  expect((await issue(ids, { payer: nobody })).body).toMatchObject({ fields: { 'payer.name': 'Name is required' } });
  await pay(ids[1]);
  expect((await issue(ids)).status).toBe(409);
  expect((await ledger(ids[0])).bills).toEqual([]);
});

test('leaves nobody out who is erased: the others, the payer and the document stay as they were', async () => {
  const [gone, stays] = [await member(), await member()];
  const { data: bill } = (await issue([gone.id, stays.id], { email: 'crewing@bluewave.example' })).body;
  const { words } = await download(bill._id, registrar);
  const erasing = { params: { id: gone.learner.accountId }, body: { reason: 'Asked for by letter.' } };
  expect((await call(personalData.erase, erasing, admin)).status).toBe(200);
  const [kept] = (await ledger(stays.id)).bills;
  expect(kept).toMatchObject({ payerName: 'Bluewave Crewing', email: 'crewing@bluewave.example', restPaise: 900_000 });
  expect((await download(bill._id, registrar)).words).toBe(words);
  expect((await call(bills.remind, { params: { id: bill._id } }, registrar)).status).toBe(200);
});
