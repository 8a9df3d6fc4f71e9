import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, cash, requestWithFee, switchFeesOn } from '../testing/fees.ts';

const program = await testApp();
const { call } = program;
const { registrar, ledger, pay } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

const company = billOf([]).payer;
const reason = 'Left the course';
let companies = 0;

/** A bill to a company for as many people, and its emails after that with the bill. */
async function billed(people = 1, part: Parameters<typeof billOf>[1] = {}) {
  const email = `accounts-${++companies}@bluewave.example`;
  const crew = [];
  for (let nth = 0; nth < people; nth += 1)
    crew.push(await requestWithFee(program, { course: { format: 'classroom' } }));
  const body = billOf(
    crew.map(({ id }) => id),
    { email, ...part },
  );
  const { data: bill } = (await call(bills.issue, { body }, registrar)).body;
  const before = (await program.mailsTo(email)).length;
  const mails = async () => (await program.mailsTo(email)).slice(before);
  return { crew, id: crew[0]?.id ?? '', learner: crew[0]?.learner ?? registrar, bill, mails };
}
const cancel = (id: string) => call(bills.cancel, { params: { id }, body: { reason } }, registrar);
const lastMailTo = async (email: string) => (await program.mailsTo(email)).at(-1)?.text;

test('who got an invoice by email gets a receipt of its payment, and the learner their own email', async () => {
  const { id, learner, bill, mails } = await billed();
  await pay(id, { amount: '1500', reference: 'UTR 7' });
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.text).toContain(
    `We received ₹1,500.00 for the tax invoice ${bill.number} on 20 November 2026 (Cash, UTR 7)`,
  );
  expect(mail?.text).toContain('₹3,000.00 of it is left to pay.');
  expect(mail?.text).toContain('This email is your receipt');
  expect(mail?.attachments).toEqual([]);
  expect(await lastMailTo(learner.email)).toContain(`Your document ${bill.number} is on the page of the fee`);
});

test('the payer of a proforma gets the tax invoice of its payment', async () => {
  const { id, bill, mails } = await billed(1, { kind: 'proforma' });
  const number = (await pay(id)).body.data.entries.at(-1)?.document?.number ?? '';
  const [mail] = await mails();
  expect(mail?.text).toContain(`for the proforma invoice ${bill.number}`);
  expect(mail?.text).toContain(`The invoice ${number} for this payment is attached.`);
  expect(mail?.attachments).toMatchObject([{ filename: `${number.replaceAll('/', '-')}.pdf` }]);
});

test('the payer of a proforma gets the credit notes to the invoices of its payments', async () => {
  const { id, bill, mails } = await billed(1, { kind: 'proforma' });
  const paid = (await pay(id, { amount: '3000' })).body.data.entries.at(-1);
  await call(
    fees.refund,
    { params: { id: paid?._id ?? '' }, body: { ...cash({ amount: '1000' }), reason } },
    registrar,
  );
  const wrong = (await pay(id, { amount: '500' })).body.data.entries.at(-1);
  await call(fees.reverse, { params: { id: wrong?._id ?? '' }, body: { reason } }, registrar);
  const texts = (await mails()).flatMap(({ subject, text }) => (subject?.startsWith('Credit note') ? [text] : []));
  expect(texts.sort()).toEqual([
    expect.stringContaining(
      `₹1,000.00 of the tax invoice ${paid?.document?.number} is credited. ₹1,500.00 of ${bill.number} is left to pay.`,
    ),
    expect.stringContaining(
      `₹500.00 of the tax invoice ${wrong?.document?.number} is credited. ₹1,500.00 of ${bill.number} is left to pay.`,
    ),
  ]);
});

test('a learner who is on the invoice of a crew is told whose it is, and not to look for it', async () => {
  const { crew, bill, mails } = await billed(2);
  const [one, two] = crew;
  await pay(one?.id ?? '');
  const text = await lastMailTo(one?.learner.email ?? '');
  expect(text).toContain(`It is for the invoice ${bill.number} to ${company.name}.`);
  expect(text).not.toContain('is on the page of the fee');
  expect((await mails())[0]?.text).toContain('₹4,500.00 of it is left to pay.');
  expect(await program.mailsTo(two?.learner.email ?? '')).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining(bill.number) }),
  );
});

test('nobody is mailed twice who is both learner and payer, and nobody without an address', async () => {
  const { learner, id } = await requestWithFee(program);
  await call(bills.issue, { body: billOf([id], { email: learner.email.toUpperCase() }) }, registrar);
  await program.mailsTo(learner.email);
  const before = (await program.mailsTo(learner.email)).length;
  await pay(id);
  expect(await program.mailsTo(learner.email)).toHaveLength(before + 1);
  const silent = await billed(1, { email: '' });
  await pay(silent.id, { amount: '100' });
  await cancel(silent.bill._id);
  expect(await silent.mails()).toEqual([]);
});

test('a cancelled invoice of a crew is credited in one email, with a credit note for each', async () => {
  const { crew, bill, mails } = await billed(2);
  await cancel(bill._id);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe(`Credit note to ${bill.number} from Fairlead Maritime Academy`);
  expect(mail?.text).toContain(
    `₹9,000.00 of the tax invoice ${bill.number} is credited. Nothing of it is left to pay.`,
  );
  expect(mail?.text).toContain(reason);
  const numbers = await Promise.all(crew.map(async ({ id }) => (await ledger(id)).creditNotes[0]?.number ?? 'none'));
  expect(mail?.attachments.map(({ filename }) => filename).sort()).toEqual(
    numbers.map((number) => `${number.replaceAll('/', '-')}.pdf`).sort(),
  );
});

test('a credit note without an entry is listed with its fee, for its learner too, and for nobody else', async () => {
  const { crew, bill } = await billed(2);
  const [one, two] = crew;
  await call(enrolments.reject, { params: { id: one?.id ?? '' }, query: {}, body: {} }, registrar);
  const { creditNotes } = await ledger(one?.id ?? '');
  expect(creditNotes).toMatchObject([{ kind: 'credit-note', corrects: bill.number, totalPaise: 450_000 }]);
  const own = (of: typeof one) => call(ownFees.get, { params: { id: of?.id ?? '' } }, of?.learner);
  expect((await own(one)).body.data.creditNotes).toEqual(creditNotes);
  expect((await own(two)).body.data.creditNotes).toEqual([]);
  expect((await ledger(two?.id ?? '')).creditNotes).toEqual([]);
});

test('what is waived or paid back is credited by email, and is listed with its entry alone', async () => {
  const { id, bill, mails } = await billed();
  const waiver = { requestId: crypto.randomUUID(), amount: '500', reason: 'Agreed' };
  await call(fees.waive, { params: { id }, body: waiver }, registrar);
  const paid = (await pay(id, { amount: '4000' })).body.data.entries.at(-1)?._id ?? '';
  await call(fees.refund, { params: { id: paid }, body: { ...cash({ amount: '1000' }), reason } }, registrar);
  const { entries, creditNotes } = await ledger(id);
  expect(creditNotes).toEqual([]);
  const [first, second] = entries.flatMap(({ document }) => (document ? [document.number] : []));
  const credited = (await mails()).filter(({ subject }) => subject?.startsWith(`Credit note to ${bill.number}`));
  // two emails that are sent at the same time
  const named = credited.map(({ text }) => [text?.includes(first ?? '-'), text?.includes(second ?? '-')].join());
  expect(named.sort()).toEqual(['false,true', 'true,false']);
});
