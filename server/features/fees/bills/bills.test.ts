import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, testApp } from '../../../testing/app.ts';
import { feeDesk } from '../testing/fee-desk.ts';
import { billOf, cash, requestWithFee, switchFeesOn } from '../testing/fees.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, instructor, ledger, pay, said, registered, download, actionsOf } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

const company = billOf([]).payer;

/** Issues a bill to a company for some fees, a tax invoice by default. */
const issue = (ids: readonly string[], part: Parameters<typeof billOf>[1] = {}, as: Person = registrar) =>
  call(bills.issue, { body: billOf(ids, part) }, as);
const cancel = (id: string, as = registrar) =>
  call(bills.cancel, { params: { id }, body: { reason: 'Another payer' } }, as);

describe('a tax invoice before payment', () => {
  test('states payer, order and day, is in the sales register, and leaves what is to be paid as it was', async () => {
    const { id, learner } = await requestWithFee(program, { course: { title: 'Fire Fighting', format: 'classroom' } });
    const { data: bill } = (await issue([id])).body;
    expect(bill).toMatchObject({ kind: 'invoice', state: 'due', totalPaise: 450_000, restPaise: 450_000, fees: 1 });
    expect(bill.number).toBe('INV/26-27/00001');
    expect(await ledger(id)).toMatchObject({ balancePaise: 450_000, receivedPaise: 0, bills: [bill] });
    expect(await registered(learner)).toMatchObject([
      { kind: 'invoice', number: bill.number, recipientGstin: company.gstin, placeOfSupply: '27', igstPaise: 68_644 },
    ]);
    const { words } = await download(bill._id, registrar);
    for (const text of [
      ...['Tax invoice', bill.number, 'Bluewave Crewing 3 Marine Drive, Mumbai GSTIN 27AAACS5678B1ZC', 'PO 4711'],
      ...['20 December 2026', 'Course fee: Fire Fighting', 'IGST 18 %', 'To pay', '₹ 4,500.00', '1234567890'],
    ])
      expect(words.toLowerCase()).toContain(text.toLowerCase());
    expect(words).not.toMatch(/receipt of payment|Total paid|Paid by/);
    const [document] = await registered(learner);
    expect((await download(document?._id ?? '', registrar)).words).toBe(words);
    expect(await actionsOf(id)).toEqual([
      'enrolment.request',
      'fee.name-recipient',
      'fee.issue-bill',
      'fee.open-document',
      'fee.open-document',
    ]);
  });

  test('is settled by the payments that follow, and no second invoice is issued', async () => {
    const { id, learner } = await requestWithFee(program);
    const { data: bill } = (await issue([id])).body;
    const first = await pay(id, { amount: '1500' });
    expect(first.body.data).toMatchObject({ receivedPaise: 150_000, bills: [{ restPaise: 300_000, state: 'due' }] });
    expect(first.body.data.entries.at(-1)).toMatchObject({ document: null, settles: { number: bill.number } });
    await pay(id, { amount: '3000' });
    expect(await ledger(id)).toMatchObject({ state: 'paid', bills: [{ restPaise: 0, state: 'paid' }] });
    expect((await registered(learner)).map(({ number }) => number)).toEqual([bill.number]);
    expect((await program.mailsTo(learner.email)).at(-1)?.text).toContain(bill.number);
    const found = await call(fees.listPayments, { query: { q: bill.number } }, registrar);
    expect(found.body.data.map(({ enrolmentId }) => enrolmentId)).toEqual([id, id]);
    expect((await cancel(bill._id)).status).toBe(409);
  });

  test('is issued once by the same call, and refused while one is open, or where nothing is left to pay', async () => {
    const { id, learner } = await requestWithFee(program);
    const requestId = crypto.randomUUID();
    const first = await issue([id], { requestId });
    expect((await issue([id], { requestId })).body.data).toEqual(first.body.data);
    const others = [
      { kind: 'proforma' as const },
      { dueOn: '2026-12-21' },
      { purchaseOrder: 'PO 4712' },
      { email: 'other@x.example' },
      { payer: { ...company, name: 'Northstar Tankers' } },
      { payer: { ...company, address: '4 Marine Drive, Mumbai' } },
      { payer: { ...company, sez: 'with-tax' as const } },
    ];
    for (const values of others)
      expect((await issue([id], { requestId, ...values })).body).toMatchObject({ code: 'stale' });
    const other = await requestWithFee(program);
    expect((await issue([other.id], { requestId })).body).toMatchObject({ code: 'stale' });
    expect((await ledger(other.id)).bills).toEqual([]);
    expect(said(await issue([id]))).toContain(`${first.body.data.number} asks for the fee of`);
    expect((await issue([id], { kind: 'proforma' })).status).toBe(409);
    await pay(id);
    expect(said(await issue([id]))).toContain('Nothing is left to pay');
    expect(await registered(learner)).toHaveLength(1);
  });

  test('takes no day that is over, and nothing of a fee that does not exist', async () => {
    const { id } = await requestWithFee(program);
    expect((await issue([id], { dueOn: '2026-11-19' })).body).toMatchObject({ fields: { dueOn: 'This day is over' } });
    expect((await issue([id], { payer: { ...company, gstin: '27AAACS5678B1ZX' } })).status).toBe(400);
    expect((await issue([crypto.randomUUID()])).status).toBe(404);
    expect((await ledger(id)).bills).toEqual([]);
  });

  test('needs the GSTIN of the academy; a proforma does not', async () => {
    const { id } = await requestWithFee(program);
    await switchFeesOn(program, { gstin: '', address: '' });
    expect(said(await issue([id]))).toContain('or issue a proforma');
    expect((await issue([id], { kind: 'proforma' })).body.data).toMatchObject({ kind: 'proforma' });
    await switchFeesOn(program, { gstRate: 0 });
    expect((await issue([id])).body.data).toMatchObject({ kind: 'bill-of-supply' });
    await switchFeesOn(program);
  });

  test('is neither issued, cancelled nor read by others', async () => {
    const [{ id, learner }, other] = [await requestWithFee(program), await person()];
    expect((await issue([id], {}, instructor)).status).toBe(403);
    expect((await issue([id], {}, learner)).status).toBe(403);
    const { data: bill } = (await issue([id], { email: 'office@bluewave.example' })).body;
    const { email: _, ...own } = bill;
    expect((await cancel(bill._id, learner)).status).toBe(403);
    expect((await download(bill._id, other)).status).toBe(404);
    expect((await download(bill._id, learner)).status).toBe(200);
    expect((await call(ownFees.get, { params: { id } }, learner)).body.data.bills).toEqual([own]);
    expect((await call(ownFees.get, { params: { id } }, other)).status).toBe(404);
  });

  test('is mailed to the payer once, as PDF', async () => {
    const { id } = await requestWithFee(program);
    const { data: bill } = (await issue([id], { email: 'accounts@bluewave.example' })).body;
    const [mail, ...more] = await program.mailsTo('accounts@bluewave.example');
    expect(mail?.text).toContain(`${bill.number} over ₹4,500.00 is attached. Please pay it by 20 December 2026`);
    expect(mail?.text).toContain('PO 4711');
    expect(mail?.attachments).toMatchObject([
      { filename: `${bill.number.replaceAll('/', '-')}.pdf`, mimeType: 'application/pdf' },
    ]);
    expect(more).toEqual([]);
  });
});

describe('the payer that is entered', () => {
  const nobody = { name: '', address: '', gstin: '', state: '', sez: '' as const };

  test('is who the fee names from then on, which the audit has, unless the fee names them already', async () => {
    const { id } = await requestWithFee(program);
    const { data: bill } = (await issue([id])).body;
    expect(await ledger(id)).toMatchObject({ recipient: { ...nobody, ...company } });
    await cancel(bill._id);
    await issue([id]);
    const named = (await actionsOf(id)).filter((action) => action === 'fee.name-recipient');
    expect(named).toHaveLength(1);
    const [listed] = (await call(fees.list, { query: { q: (await ledger(id)).reference } }, registrar)).body.data;
    expect(listed?.recipient).toEqual({ ...nobody, ...company });
  });

  test('has an email in lower case, as all have', async () => {
    const { id } = await requestWithFee(program);
    await issue([id], { email: 'Accounts@BlueWave.example' });
    expect(await program.mailsTo('accounts@bluewave.example')).not.toEqual([]);
    const stored = db.selectFrom('feeBill').select('payerEmail').where('enrolmentId', '=', id);
    expect(await stored.executeTakeFirst()).toEqual({ payerEmail: 'accounts@bluewave.example' });
    const other = await requestWithFee(program);
    expect((await issue([other.id], { email: 'no email' })).status).toBe(400);
  });
});

describe('what follows for an open invoice', () => {
  test('cancelled, it gets a credit note for what is not paid, and another may be issued', async () => {
    const { id, learner } = await requestWithFee(program);
    const { data: bill } = (await issue([id])).body;
    await pay(id, { amount: '500' });
    const cancelled = await cancel(bill._id);
    expect(cancelled.body.data).toMatchObject({ restPaise: 0, paidPaise: 50_000, state: 'cancelled' });
    expect((await cancel(bill._id)).body.data).toEqual(cancelled.body.data);
    const [, note, ...none] = await registered(learner);
    expect(note).toMatchObject({ kind: 'credit-note', corrects: bill.number, totalPaise: 400_000, igstPaise: 61_017 });
    expect(none).toEqual([]);
    expect((await download(note?._id ?? '', registrar)).words).toContain('Another payer');
    expect(await ledger(id)).toMatchObject({ balancePaise: 400_000, state: 'due' });
    expect((await issue([id])).body.data).toMatchObject({ totalPaise: 400_000 });
  });

  test('a waiver and a decline credit what is no longer asked for', async () => {
    const { id, learner } = await requestWithFee(program);
    const { data: bill } = (await issue([id])).body;
    const waiver = { requestId: crypto.randomUUID(), amount: '500', reason: 'Agreed' };
    await call(fees.waive, { params: { id }, body: waiver }, registrar);
    expect((await ledger(id)).bills).toMatchObject([{ restPaise: 400_000 }]);
    await call(enrolments.reject, { params: { id }, query: {}, body: {} }, registrar);
    expect((await ledger(id)).bills).toMatchObject([{ restPaise: 0, state: 'cancelled' }]);
    const notes = (await registered(learner)).filter(({ kind }) => kind === 'credit-note');
    expect(notes.map(({ totalPaise, corrects }) => [totalPaise, corrects])).toEqual([
      [50_000, bill.number],
      [400_000, bill.number],
    ]);
    const sum = notes.reduce((all, { igstPaise }) => all + igstPaise, 0);
    expect(sum).toBe(68_644);
  });

  test('a payment that is undone opens it again without a credit note; one paid back credits it', async () => {
    const { id, learner } = await requestWithFee(program);
    await issue([id]);
    const mistaken = (await pay(id)).body.data.entries.at(-1)?._id ?? '';
    await call(fees.reverse, { params: { id: mistaken }, body: { reason: 'The cheque bounced' } }, registrar);
    expect(await ledger(id)).toMatchObject({ balancePaise: 450_000, bills: [{ restPaise: 450_000 }] });
    expect(await registered(learner)).toHaveLength(1);
    const paid = (await pay(id)).body.data.entries.at(-1)?._id ?? '';
    const back = { ...cash({ amount: '1000' }), reason: 'Left the course' };
    await call(fees.refund, { params: { id: paid }, body: back }, registrar);
    expect(await ledger(id)).toMatchObject({ balancePaise: 0, bills: [{ restPaise: 0, state: 'paid' }] });
    expect((await registered(learner)).at(-1)).toMatchObject({ kind: 'credit-note', totalPaise: 100_000 });
  });

  test('cancelled, it stays so when a payment that it got before is undone: that is credited as well', async () => {
    const { id, learner } = await requestWithFee(program);
    const { data: bill } = (await issue([id])).body;
    const paid = (await pay(id, { amount: '500' })).body.data.entries.at(-1)?._id ?? '';
    await cancel(bill._id);
    const undone = await call(
      fees.reverse,
      { params: { id: paid }, body: { reason: 'The cheque bounced' } },
      registrar,
    );
    const [, , note, ...none] = await registered(learner);
    expect(none).toEqual([]);
    expect(note).toMatchObject({ kind: 'credit-note', corrects: bill.number, totalPaise: 50_000 });
    expect(undone.body.data).toMatchObject({ balancePaise: 450_000, bills: [{ restPaise: 0, state: 'cancelled' }] });
    expect(undone.body.data.entries.at(-1)).toMatchObject({ kind: 'reversed', document: { number: note?.number } });
    const again = (await issue([id])).body.data;
    expect(again).toMatchObject({ totalPaise: 450_000, state: 'due' });
    expect((await pay(id)).body.data.bills).toMatchObject([{ number: again.number, state: 'paid' }, { restPaise: 0 }]);
  });

  test('a payment of more than it asks for is refused', async () => {
    const { id } = await requestWithFee(program);
    const early = (await pay(id, { amount: '1000' })).body.data.entries.at(-1)?._id ?? '';
    const { data: bill } = (await issue([id])).body;
    expect(bill.totalPaise).toBe(350_000);
    await call(fees.reverse, { params: { id: early }, body: { reason: 'Wrong' } }, registrar);
    expect(said(await pay(id))).toBe(
      `Only ₹3,500.00 of it is on ${bill.number}. Record this first, and the rest by itself.`,
    );
    expect((await pay(id, { amount: '3500' })).status).toBe(200);
    expect((await pay(id, { amount: '1000' })).body.data.entries.at(-1)?.document).toMatchObject({ kind: 'invoice' });
  });
});

test('the numbers of invoices, proformas and credit notes have no gaps, whatever was refused', async () => {
  const rows = await db
    .selectFrom('feeDocument')
    .select(['kind', 'serial'])
    .orderBy('kind')
    .orderBy('serial')
    .execute();
  for (const kind of ['invoice', 'credit-note', 'bill-of-supply']) {
    const serials = rows.filter((row) => row.kind === kind).map(({ serial }) => serial);
    expect(serials).toEqual(serials.map((_, index) => index + 1));
  }
  const proformas = await db
    .selectFrom('feeBill')
    .select('number')
    .where('kind', '=', 'proforma')
    .orderBy('number')
    .execute();
  expect(proformas.map(({ number }) => Number(number.slice(-5)))).toEqual(proformas.map((_, index) => index + 1));
});
