import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { addProfile } from '../../../testing/factories.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, requestWithFee, switchFeesOn } from '../testing/fees.ts';

const program = await testApp();
const { call, person } = program;
const { registrar, ledger, pay, said } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

const company = billOf([]).payer;
const another = { ...company, name: 'Tradewind Ship Management', gstin: '29AAACS5678B1Z8' };
const nobody = { name: '', address: '', gstin: '' };

const issue = (ids: readonly string[], part: Parameters<typeof billOf>[1] = {}) =>
  call(bills.issue, { body: billOf(ids, { kind: 'proforma', ...part }) }, registrar);
const cancel = (id: string) => call(bills.cancel, { params: { id }, body: { reason: 'Another payer' } }, registrar);
const remind = (id: string) => call(bills.remind, { params: { id } }, registrar);
const reverse = (id: string) => call(fees.reverse, { params: { id }, body: { reason: 'Wrong' } }, registrar);
const name = (id: string, recipient: typeof company) =>
  call(fees.saveRecipient, { params: { id }, body: recipient }, registrar);

/** The sales register of a person, the oldest first. */
const registered = async (email: string) =>
  (await call(fees.listDocuments, { query: { q: email, sort: 'oldest' } }, registrar)).body.data;
const states = async (id: string) =>
  (await ledger(id)).bills.map(({ kind, state, paidPaise, restPaise }) => [kind, state, paidPaise, restPaise]);
/** Issues a proforma for a fee, mailed to the payer. */
async function quoted(part: Parameters<typeof billOf>[1] = {}) {
  const request = await requestWithFee(program, { course: { format: 'classroom' } });
  const { data: bill } = (await issue([request.id], { email: 'accounts@bluewave.example', ...part })).body;
  return { ...request, bill };
}

test('it has a series of its own and is not in the sales register; its payment gets the tax invoice', async () => {
  const { id, learner, bill } = await quoted();
  expect(bill.number).toMatch(/^PRO\/26-27\/\d{5}$/);
  expect(await registered(learner.email)).toEqual([]);
  const { data } = (await pay(id, { amount: '1000' })).body;
  expect(data.entries.at(-1)).toMatchObject({ settles: { number: bill.number }, document: { kind: 'invoice' } });
  expect(await states(id)).toEqual([['proforma', 'due', 100_000, 350_000]]);
  await pay(id, { amount: '3500' });
  expect(await states(id)).toEqual([['proforma', 'paid', 450_000, 0]]);
  expect((await registered(learner.email)).map(({ kind, totalPaise }) => [kind, totalPaise])).toEqual([
    ['invoice', 100_000],
    ['invoice', 350_000],
  ]);
});

test('to a person has the name and address of their profile, and no credit note when it is cancelled', async () => {
  const learner = await person();
  await addProfile(program, learner, { name: 'Asha Nair' });
  const { id } = await requestWithFee(program, { learner });
  const { data: bill } = (await issue([id], { payer: nobody, dueOn: '2026-11-20' })).body;
  expect(bill).toMatchObject({ payerName: 'Asha Nair', state: 'due' });
  expect((await cancel(bill._id)).body.data).toMatchObject({ state: 'cancelled', restPaise: 0 });
  expect(await registered(learner.email)).toEqual([]);
  // nobody else was named, so that details which are entered later stand on the invoice
  await issue([id], { payer: nobody });
  await name(id, another);
  await pay(id);
  expect(await registered(learner.email)).toMatchObject([{ recipientName: another.name }]);
});

test('the payer of its tax invoice is the one that it names, whatever the fee names since', async () => {
  const { id, learner, bill } = await quoted();
  await name(id, another);
  expect((await ledger(id)).billedTo).toEqual({ kind: 'proforma', number: bill.number, payerName: company.name });
  expect((await call(ownFees.get, { params: { id } }, learner)).body.data.billedTo?.payerName).toBe(company.name);
  await pay(id, { amount: '1000' });
  await cancel(bill._id);
  expect(await ledger(id)).toMatchObject({ billedTo: null, recipient: { name: another.name } });
  await pay(id, { amount: '3500' });
  expect(await registered(learner.email)).toMatchObject([
    { recipientName: company.name, recipientGstin: company.gstin, placeOfSupply: '27', totalPaise: 100_000 },
    { recipientName: another.name, recipientGstin: another.gstin, placeOfSupply: '29', totalPaise: 350_000 },
  ]);
});

test('it is not issued twice, and a tax invoice takes its place', async () => {
  const { id, learner, bill } = await quoted();
  expect(said(await issue([id]))).toContain(`${bill.number} asks for the fee of`);
  const invoice = (await issue([id], { kind: 'invoice', payer: another })).body.data;
  expect(await states(id)).toEqual([
    ['invoice', 'due', 0, 450_000],
    ['proforma', 'cancelled', 0, 0],
  ]);
  expect((await remind(bill._id)).status).toBe(409);
  expect((await cancel(bill._id)).status).toBe(409);
  await pay(id);
  expect((await registered(learner.email)).map(({ number }) => number)).toEqual([invoice.number]);
});

test('a payment that is undone opens it again, unless it was replaced or cancelled', async () => {
  const { id } = await quoted();
  const paid = async (amount: string) => (await pay(id, { amount })).body.data.entries.at(-1)?._id ?? '';
  await reverse(await paid('4500'));
  expect(await states(id)).toEqual([['proforma', 'due', 0, 450_000]]);
  const part = await paid('1000');
  await issue([id], { kind: 'invoice' });
  await reverse(part);
  expect(await states(id)).toEqual([
    ['invoice', 'due', 0, 350_000],
    ['proforma', 'cancelled', 0, 0],
  ]);
  const other = await quoted();
  const first = (await pay(other.id, { amount: '1000' })).body.data.entries.at(-1)?._id ?? '';
  await cancel(other.bill._id);
  await reverse(first);
  expect(await states(other.id)).toEqual([['proforma', 'cancelled', 0, 0]]);
});

test('what a waiver or a decline takes back closes it, without a credit note, and nobody is reminded of it', async () => {
  const { id, learner, bill } = await quoted();
  const waiver = { requestId: crypto.randomUUID(), amount: '500', reason: 'Agreed' };
  await call(fees.waive, { params: { id }, body: waiver }, registrar);
  expect(await states(id)).toEqual([['proforma', 'due', 0, 400_000]]);
  await call(enrolments.reject, { params: { id }, query: {}, body: {} }, registrar);
  expect(await states(id)).toEqual([['proforma', 'cancelled', 0, 0]]);
  expect((await remind(bill._id)).status).toBe(409);
  expect(await registered(learner.email)).toEqual([]);
});

test('of a crew, what is paid or invoiced for one of them leaves the others open', async () => {
  const [one, two, three] = [
    await requestWithFee(program, { course: { format: 'classroom' } }),
    await requestWithFee(program, { course: { format: 'classroom' } }),
    await requestWithFee(program, { course: { format: 'classroom' } }),
  ];
  const { data: bill } = (await issue([one.id, two.id, three.id])).body;
  await pay(one.id);
  await issue([two.id], { kind: 'invoice', payer: nobody });
  expect((await ledger(three.id)).bills).toMatchObject([
    { number: bill.number, state: 'due', paidPaise: 450_000, restPaise: 450_000 },
  ]);
  await cancel(bill._id);
  expect((await ledger(three.id)).bills).toMatchObject([{ state: 'cancelled', paidPaise: 450_000, restPaise: 0 }]);
  expect((await ledger(two.id)).bills[0]).toMatchObject({ kind: 'invoice', state: 'due', restPaise: 450_000 });
});
