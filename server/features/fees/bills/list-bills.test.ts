import { bills } from '@fairlead/contract/fees/bills';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, requestWithFee, switchFeesOn } from '../testing/fees.ts';

const program = await testApp();
const { call } = program;
const { registrar, instructor, pay } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

type Query = Parameters<typeof call<typeof bills.list>>[1]['query'];
const listed = async (query: Query = {}) =>
  (await call(bills.list, { query }, registrar)).body.data.map(({ number }) => number);

/** A bill for a person. */
async function billed(part: Parameters<typeof billOf>[1] = {}) {
  const request = await requestWithFee(program, { course: { format: 'classroom' } });
  const { data } = (await call(bills.issue, { body: billOf([request.id], part) }, registrar)).body;
  return { ...request, bill: data, number: data.number };
}

test('bills are listed while something is left to pay, by state and kind, for those who may read fees', async () => {
  const [paid, part, quoted] = [
    await billed(),
    await billed({ dueOn: '2026-11-20' }),
    await billed({ kind: 'proforma' }),
  ];
  await pay(paid.id);
  await pay(part.id, { amount: '1000' });
  program.wait(24 * 3600);
  const { body } = await call(bills.list, { query: {} }, registrar);
  expect(body.data).toMatchObject([
    { number: part.number, state: 'overdue', paidPaise: 100_000, restPaise: 350_000, enrolmentId: part.id, fees: 1 },
    { number: quoted.number, state: 'due', enrolmentId: quoted.id },
  ]);
  expect(await listed({ state: 'overdue' })).toEqual([part.number]);
  expect(await listed({ state: 'settled' })).toEqual([paid.number]);
  expect(await listed({ kind: 'proforma' })).toEqual([quoted.number]);
  expect(await listed({ kind: 'invoice', sort: 'newest' })).toEqual([part.number]);
  await call(bills.cancel, { params: { id: quoted.bill._id }, body: { reason: 'Wrong' } }, registrar);
  expect(await listed({ state: 'settled', sort: 'newest' })).toEqual([quoted.number, paid.number]);
  expect((await call(bills.list, { query: {} }, instructor)).status).toBe(403);
  expect((await call(bills.list, { query: {} }, paid.learner)).status).toBe(403);
});

test('a bill is found by payer, number, purchase order, or a person on it', async () => {
  const payer = { ...billOf([]).payer, name: 'Konkan Ship Management' };
  const { bill, number, learner } = await billed({ payer, purchaseOrder: 'KSM-2026-77' });
  await billed();
  for (const q of ['konkan', number.toLowerCase(), '2026-77', learner.email]) {
    expect([q, await listed({ q })]).toEqual([q, [number]]);
  }
  expect(bill.payerName).toBe(payer.name);
  expect(await listed({ q: 'nobody of this name' })).toEqual([]);
});
