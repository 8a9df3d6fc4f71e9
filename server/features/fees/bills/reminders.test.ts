import { settings } from '@fairlead/contract/academy/settings';
import { bills } from '@fairlead/contract/fees/bills';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, feeSettings, requestWithFee, switchFeesOn } from '../testing/fees.ts';
import { remindOfOverdue } from './remind-payer.ts';

const program = await testApp();
const { call, person } = program;
const { registrar, instructor, pay, said, actionsOf } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

/** A bill to an address, which has got it, with its fee. */
async function billed(email: string, part: Parameters<typeof billOf>[1] = {}) {
  const { id } = await requestWithFee(program);
  const { data } = (await call(bills.issue, { body: billOf([id], { email, ...part }) }, registrar)).body;
  await program.mailsTo(email);
  return { id, bill: data };
}
const remind = (id: string, as = registrar) => call(bills.remind, { params: { id } }, as);
const reminders = async (email: string) =>
  (await program.mailsTo(email)).filter(({ subject }) => subject?.startsWith('Reminder: '));
const day = 24 * 3600;

test('a payer is reminded once a day, with what is left and the PDF, and nobody else is', async () => {
  const email = 'once@bluewave.example';
  const [{ id, bill }, other] = [await billed(email), await billed(email)];
  const elsewhere = await billed('elsewhere@bluewave.example');
  await pay(id, { amount: '1000' });
  expect((await remind(bill._id, instructor)).status).toBe(403);
  expect((await remind(bill._id)).body.data).toMatchObject({ remindedOn: '2026-11-20' });
  expect(said(await remind(bill._id))).toBe('This payer was sent a reminder today.');
  expect((await remind(other.bill._id)).status).toBe(409);
  const [mail, ...more] = await reminders(email);
  expect(mail?.text).toContain(`₹3,500.00 of the tax invoice ${bill.number} is left to pay`);
  expect(mail?.attachments).toMatchObject([{ mimeType: 'application/pdf' }]);
  expect(more).toEqual([]);
  expect(await reminders('elsewhere@bluewave.example')).toEqual([]);
  expect(await actionsOf(id)).toContain('fee.remind-payer');
  expect(await actionsOf(elsewhere.id)).not.toContain('fee.remind-payer');
});

test('nobody is reminded of what is paid or cancelled, or has no address', async () => {
  const [paid, cancelled, silent] = [await billed('paid@x.example'), await billed('gone@x.example'), await billed('')];
  await pay(paid.id);
  await call(bills.cancel, { params: { id: cancelled.bill._id }, body: { reason: 'Wrong' } }, registrar);
  for (const { bill } of [paid, cancelled, silent]) expect((await remind(bill._id)).status).toBe(409);
  expect(await reminders('paid@x.example')).toEqual([]);
});

test('the program reminds of what is overdue once a week, where the academy has switched that on', async () => {
  const [late, soon] = ['late@x.example', 'soon@x.example'];
  await billed(late, { dueOn: '2026-11-20' });
  await billed(late, { dueOn: '2026-11-20' });
  await billed(soon, { dueOn: '2027-03-01' });
  const sent = async () => [(await reminders(late)).length, (await reminders(soon)).length];
  program.wait(day);
  await remindOfOverdue(program);
  expect(await sent()).toEqual([0, 0]);
  const body = { ...feeSettings, remindsOverdue: true };
  await call(settings.saveFees, { body }, await person('admin'));
  await remindOfOverdue(program);
  await remindOfOverdue(program);
  expect(await sent()).toEqual([1, 0]);
  // the other bill of the address has its turn on the next day, and each again after a week
  program.wait(day);
  await remindOfOverdue(program);
  expect(await sent()).toEqual([2, 0]);
  program.wait(5 * day);
  await remindOfOverdue(program);
  expect(await sent()).toEqual([2, 0]);
  program.wait(day);
  await remindOfOverdue(program);
  expect(await sent()).toEqual([3, 0]);
});

test('no bill of an address is kept back by the others: each has its turn before one has a second', async () => {
  const email = 'many@x.example';
  const numbers: string[] = [];
  for (let nth = 0; nth < 9; nth += 1) {
    numbers.push((await billed(email, { dueOn: `2027-01-${10 + nth}` })).bill.number);
  }
  await call(settings.saveFees, { body: { ...feeSettings, remindsOverdue: true } }, await person('admin'));
  program.wait(120 * day);
  for (let nth = 0; nth < 9; nth += 1) {
    await remindOfOverdue(program);
    program.wait(day);
  }
  const reminded = (await reminders(email)).map(({ subject }) => numbers.find((number) => subject?.includes(number)));
  expect(reminded.sort()).toEqual(numbers);
});
