import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { owed } from '@fairlead/contract/fees/owed';
import { personalData } from '@fairlead/contract/personal-data/calls';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { feeDesk } from './testing/fee-desk.ts';
import { billOf, requestWithFee, switchFeesOn } from './testing/fees.ts';

const program = await testApp();
const { call, db, clock } = program;
const { admin, registrar, instructor, pay } = await feeDesk(program);
const company = billOf([]).payer;

beforeAll(() => switchFeesOn(program));

const listed = async (q?: string) => (await call(owed.list, { query: { ...(q && { q }) } }, registrar)).body.data;
const daysAgo = (days: number) => new Date(clock().getTime() - days * 24 * 3600 * 1000);

/** A fee that was charged so many days ago. */
async function chargedAgo(days: number) {
  const request = await requestWithFee(program);
  await db
    .updateTable('fee')
    .set({ chargedAt: daysAgo(days) })
    .where('enrolmentId', '=', request.id)
    .execute();
  return request;
}

/** Bills a fee to the company, due so many days ago. */
async function dueAgo(id: string, days: number) {
  const { _id } = (await call(bills.issue, { body: billOf([id]) }, registrar)).body.data;
  const dueOn = daysAgo(days).toISOString().slice(0, 10);
  await db.updateTable('feeBill').set({ dueOn }).where('id', '=', _id).execute();
  return _id;
}

test.each([
  [0, 'to30Paise'],
  [30, 'to30Paise'],
  [31, 'to60Paise'],
  [60, 'to60Paise'],
  [61, 'to90Paise'],
  [90, 'to90Paise'],
  [91, 'over90Paise'],
] as const)('what was charged %i days ago is in %s', async (days, column) => {
  const { learner } = await chargedAgo(days);
  const [row, ...more] = await listed(learner.email);
  const none = { notDuePaise: 0, to30Paise: 0, to60Paise: 0, to90Paise: 0, over90Paise: 0 };
  expect(row).toMatchObject({ ...none, [column]: 450_000, totalPaise: 450_000, fees: 1, gstin: '' });
  expect(more).toEqual([]);
});

test('a payer has one row for all their fees, by the day of the invoice, and what is paid or cancelled leaves it', async () => {
  const [one, two, three] = [await chargedAgo(100), await chargedAgo(100), await chargedAgo(100)];
  await dueAgo(one.id, -10);
  await dueAgo(two.id, 45);
  const cancelled = await dueAgo(three.id, 5);
  const ofCompany = async () => (await listed(company.gstin)).find(({ gstin }) => gstin === company.gstin);
  expect(await ofCompany()).toMatchObject({
    payer: company.name,
    ...{ fees: 3, notDuePaise: 450_000, to30Paise: 450_000, to60Paise: 450_000, over90Paise: 0, totalPaise: 1_350_000 },
  });
  const older = async (age: 'over30' | 'over60') =>
    (await call(owed.list, { query: { age, q: company.gstin } }, registrar)).body.data.length;
  expect([await older('over30'), await older('over60')]).toEqual([1, 0]);
  await pay(two.id, { amount: '4000' });
  await pay(one.id);
  await call(bills.cancel, { params: { id: cancelled }, body: { reason: 'Wrong' } }, registrar);
  expect(await ofCompany()).toMatchObject({
    ...{ fees: 2, notDuePaise: 0, to30Paise: 0, to60Paise: 50_000, over90Paise: 450_000, totalPaise: 500_000 },
  });
});

test('an open bill says who owes a fee, also after another payer is entered for the fee, or a person is erased', async () => {
  const payer = { ...company, name: 'Northstar Tankers', gstin: '29AAACS5678B1Z8' };
  const crew = [await chargedAgo(3), await chargedAgo(3), await chargedAgo(3)];
  const proforma = billOf(
    crew.map(({ id }) => id),
    { payer, kind: 'proforma' },
  );
  const { data: bill } = (await call(bills.issue, { body: proforma }, registrar)).body;
  const [one, two] = crew as [(typeof crew)[0], (typeof crew)[0]];
  const another = { name: 'Elsewhere', address: 'Kochi', gstin: '' };
  await call(fees.saveRecipient, { params: { id: one.id }, body: another }, registrar);
  const erasing = { params: { id: two.learner.accountId }, body: { reason: 'Asked for by letter.' } };
  expect((await call(personalData.erase, erasing, admin)).status).toBe(200);
  const rows = await listed(payer.gstin);
  expect(rows).toMatchObject([{ payer: payer.name, gstin: payer.gstin, fees: 3, totalPaise: 1_350_000 }]);
  // the payment for the person who was erased has its invoice, to the same payer
  expect((await pay(two.id)).status).toBe(200);
  const documents = (await call(fees.listDocuments, { query: { kind: 'invoice' } }, registrar)).body.data;
  expect(documents[0]).toMatchObject({ enrolmentId: two.id, recipientName: payer.name, recipientGstin: payer.gstin });
  await call(bills.cancel, { params: { id: bill._id }, body: { reason: 'Wrong' } }, registrar);
  expect((await listed(payer.gstin)).map(({ fees: count }) => count)).toEqual([1]);
  expect((await listed(one.learner.email)).map(({ payer: name }) => name)).toEqual([another.name]);
});

test('a payer is found by a part of their name, on a bill or entered for a fee, with all that they owe', async () => {
  const payer = { ...company, name: 'Konkan Ship Management', gstin: '27AAPFU0939F1ZV' };
  const [billed, named, other] = [await chargedAgo(3), await chargedAgo(3), await chargedAgo(3)];
  await call(bills.issue, { body: billOf([billed.id], { payer }) }, registrar);
  await call(fees.saveRecipient, { params: { id: named.id }, body: payer }, registrar);
  // what a fee names counts for nothing while a bill names somebody else
  const { data: bill } = (await call(bills.issue, { body: billOf([other.id]) }, registrar)).body;
  await call(fees.saveRecipient, { params: { id: other.id }, body: payer }, registrar);
  expect(await listed('konkan ship')).toMatchObject([{ payer: payer.name, fees: 2, totalPaise: 900_000 }]);
  expect((await listed('bluewave')).map(({ payer: name }) => name)).toEqual([company.name]);
  expect((await listed(bill.number)).map(({ payer: name }) => name)).toEqual([company.name]);
  expect(await listed('nobody of this name')).toEqual([]);
});

test('two learners of one name are two payers, with and without a bill', async () => {
  const same = [await chargedAgo(3), await chargedAgo(3), await chargedAgo(3)];
  for (const { learner } of same) {
    await db
      .updateTable('account')
      .set({ firstName: 'Zafar', lastName: 'Qureshi' })
      .where('id', '=', learner.accountId)
      .execute();
  }
  const payer = { name: '', address: '', gstin: '' };
  await call(bills.issue, { body: billOf([same[0]?.id ?? ''], { payer }) }, registrar);
  const rows = await listed('Zafar Qureshi');
  expect(rows.map(({ payer: name, fees: count }) => [name, count])).toEqual(Array(3).fill(['Zafar Qureshi', 1]));
});

test('it is for those who may read fees', async () => {
  expect((await call(owed.list, { query: {} }, instructor)).status).toBe(403);
});
