import { settings } from '@fairlead/contract/academy/settings';
import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { overview } from '@fairlead/contract/overview/calls';
import { home } from '@fairlead/contract/overview/home';
import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { testApp } from '../../testing/app.ts';
import { addCourse, addProfile } from '../../testing/factories.ts';
import { removeFee } from './charge-fee.ts';
import { listChargeable } from './queries.ts';
import { feeDesk } from './testing/fee-desk.ts';
import { cash, feeSettings, requestWithFee, sendProof, switchFeesOn } from './testing/fees.ts';

const program = await testApp();
const { call, person, db } = program;
const { admin, registrar, instructor, ledger, pay, kinds, said, actionsOf } = await feeDesk(program);

test('an academy that wants no fees sees none of them', async () => {
  const { id, learner } = await requestWithFee(program);
  expect((await call(ownFees.list, learner)).body.data).toEqual([]);
  expect((await call(ownFees.get, { params: { id } }, learner)).status).toBe(404);
  expect((await call(enrolments.listOwn, learner)).body[0]?.fee).toBeNull();
  expect((await call(enrolments.listPending, {}, registrar)).body[0]?.fee).toBeNull();
  expect((await call(overview.getOverview, admin)).body.data.paymentProofs).toBeNull();
  expect((await call(home.getHome, learner)).body.data.next.step).not.toBe('pay-fee');
  expect(await db.selectFrom('fee').selectAll().execute()).toEqual([]);
});

describe('the settings', () => {
  test.each([
    ['a GSTIN with a typing error', { gstin: '32AAACF1234A1ZZ' }, 'gstin'],
    ['a GSTIN without an address', { address: '' }, 'address'],
    ['a UPI ID without a bank', { upiId: 'fairlead' }, 'upiId'],
    ['an account without an IFSC', { bank: { ...feeSettings.bank, ifsc: '' } }, 'bank.ifsc'],
    ['a rate of three digits', { gstRate: 180 }, 'gstRate'],
    ['a word in place of yes or no', { remindsOverdue: 'weekly' as unknown as boolean }, 'remindsOverdue'],
  ])('refuse %s', async (_, part, field) => {
    const { status, body } = await call(settings.saveFees, { body: { ...feeSettings, ...part } }, admin);
    expect([status, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([400, [field]]);
  });

  test('are kept, with an entry in the audit that says what has changed', async () => {
    const { body } = await call(settings.saveFees, { body: feeSettings }, admin);
    expect(body.data.fees).toEqual(feeSettings);
    expect((await call(settings.get, admin)).body.data.fees).toEqual(feeSettings);
    // a client that does not know of reminders leaves them as they are
    await call(settings.saveFees, { body: { ...feeSettings, remindsOverdue: true } }, admin);
    const { remindsOverdue: _, ...older } = feeSettings;
    expect((await call(settings.saveFees, { body: older }, admin)).body.data.fees.remindsOverdue).toBe(true);
    await call(settings.saveFees, { body: feeSettings }, admin);
    expect((await call(settings.get, admin)).body.data.fees).toEqual(feeSettings);
    const written = db.selectFrom('auditEvent').select('details').where('action', '=', 'settings.fees');
    expect(await written.executeTakeFirst()).toMatchObject({ details: { from: { isOn: false }, to: { isOn: true } } });
  });
});

/** A learner's request from before fees were switched on. */
const earlier = await requestWithFee(program, { course: { title: 'Before Fees' } });

const charge = (ids: readonly string[], as = registrar) =>
  call(fees.charge, { body: { enrolments: ids.map((id) => ({ id })) } }, as);
const chargedOf = async (id: string) => (await charge([id])).body.data[0];

test('nothing is charged while fees are switched off', async () => {
  const message = 'This course has no price, or fees are switched off.';
  await db.updateTable('academySettings').set({ fees: null }).execute();
  expect(await chargedOf(earlier.id)).toEqual({ id: earlier.id, ok: false, message });
});

describe('where fees are on', () => {
  beforeAll(() => switchFeesOn(program));

  describe('an enrolment without a fee', () => {
    const chargeable = async (as = registrar) =>
      (await call(overview.getPerson, { params: { id: earlier.learner.accountId } }, as)).body.data.enrolments.map(
        ({ isChargeable }) => isChargeable,
      );

    test('is charged once by staff who may record fees, with an email and an entry in the audit', async () => {
      expect((await charge([earlier.id], instructor)).status).toBe(403);
      expect(await chargeable()).toEqual([true]);
      expect(await chargedOf(earlier.id)).toMatchObject({ ok: true });
      expect(await chargeable()).toEqual([false]);
      const message = 'This enrollment has a fee already.';
      expect(await chargedOf(earlier.id)).toEqual({ id: earlier.id, ok: false, message });
      const { entries } = await ledger(earlier.id);
      expect(entries).toMatchObject([{ kind: 'due', amountPaise: 450_000, by: expect.any(String) }]);
      expect(await actionsOf(earlier.id)).toEqual(['enrolment.request', 'fee.charge']);
      const [mail] = await program.mailsTo(earlier.learner.email);
      expect(mail?.text).toContain('The fee for Before Fees is ₹4,500.00.');
    });

    test('is not charged when it is declined or free, or its person erased, and does not keep others from it', async () => {
      const [free, declined, erased, paying] = [
        await requestWithFee(program),
        await requestWithFee(program),
        await requestWithFee(program),
        await requestWithFee(program),
      ];
      for (const { id } of [free, declined, erased, paying]) await transaction(db, (tx) => removeFee(tx, id));
      // such as somebody whose enrolment a certificate keeps
      const { accountId } = erased.learner;
      const gone = { erasedAt: program.clock(), approvedAt: null, emailVerifiedAt: null };
      await db.updateTable('account').set(gone).where('id', '=', accountId).execute();
      expect(await listChargeable(db, [erased.id, paying.id])).toEqual([paying.id]);
      await db.updateTable('course').set({ price: 0 }).where('id', '=', free.courseId).execute();
      await call(enrolments.reject, { params: { id: declined.id }, query: {}, body: {} }, registrar);
      const { data } = (await charge([free.id, declined.id, erased.id, crypto.randomUUID(), paying.id])).body;
      expect(data.map(({ ok, message }) => (ok ? 'charged' : message))).toEqual([
        'This course has no price, or fees are switched off.',
        'This enrollment is declined or was replaced by a renewal.',
        'This person was erased.',
        'There is no such enrollment.',
        'charged',
      ]);
    });
  });

  test('a request for a course with a price is charged, and the learner sees how to pay', async () => {
    const { id, learner, courseId } = await requestWithFee(program, { course: { title: 'Fire Fighting' } });
    await addProfile(program, learner);
    const { data } = (await call(ownFees.get, { params: { id } }, learner)).body;
    expect(data).toMatchObject({
      courseId,
      courseTitle: 'Fire Fighting',
      state: 'due',
      chargedPaise: 450_000,
      balancePaise: 450_000,
      ways: { bank: feeSettings.bank, desk: feeSettings.desk, upi: { upiId: 'fairlead@sbi' } },
      entries: [{ kind: 'due', amountPaise: 450_000, document: null }],
    });
    expect(data.ways?.upi?.link).toContain(`am=4500.00&cu=INR&tn=${data.reference}`);
    expect(data.ways?.upi?.qr.path).toMatch(/^M4 4h7v1/);
    expect((await call(enrolments.listOwn, learner)).body[0]?.fee).toMatchObject({ state: 'due' });
    expect((await call(home.getHome, learner)).body.data.next).toMatchObject({ step: 'pay-fee', enrolmentId: id });
  });

  test('a course without a price is free', async () => {
    const [{ id: courseId }, learner] = [await addCourse(program), await person()];
    await db.updateTable('course').set({ price: 0 }).where('id', '=', courseId).execute();
    await call(enrolments.request, { body: { courseId } }, learner);
    expect((await call(ownFees.list, learner)).body.data).toEqual([]);
  });

  // shows: threats/foreign-record
  test('another learner neither sees the fee nor sends a proof for it', async () => {
    const { id } = await requestWithFee(program);
    const other = await person();
    expect((await call(ownFees.get, { params: { id } }, other)).status).toBe(404);
    expect((await sendProof(program, { id, learner: other })).status).toBe(404);
    const body = { name: 'Sea Co', address: 'Kochi', gstin: '' };
    expect((await call(ownFees.saveRecipient, { params: { id }, body }, other)).status).toBe(404);
    expect(await db.selectFrom('feeProof').select('id').execute()).toEqual([]);
  });

  test('an instructor reads and records nothing', async () => {
    const { id } = await requestWithFee(program);
    expect((await call(fees.get, { params: { id } }, instructor)).status).toBe(403);
    expect((await call(fees.recordPayment, { params: { id }, body: cash() }, instructor)).status).toBe(403);
  });

  test('a payment is recorded once, with its invoice, an email, and an entry in the audit', async () => {
    const { id, learner } = await requestWithFee(program, { course: { title: 'Personal Survival' } });
    const requestId = crypto.randomUUID();
    const part = { requestId, amount: '1,500.50' };
    const first = await pay(id, part);
    expect(first.body.data).toMatchObject({ state: 'due', receivedPaise: 150_050, balancePaise: 299_950 });
    const again = await pay(id, part);
    expect(again.body.data.entries).toEqual(first.body.data.entries);
    const others = [{ amount: '1600' }, { method: 'bank' as const }, { reference: '7' }, { on: '2026-11-19' }];
    for (const other of others) expect((await pay(id, { ...part, ...other })).body).toMatchObject({ code: 'stale' });
    const [, paid] = first.body.data.entries;
    expect(paid).toMatchObject({ kind: 'paid', method: 'cash', on: '2026-11-20', refundablePaise: 150_050 });
    expect(paid?.document).toMatchObject({ kind: 'invoice', issuedOn: '2026-11-20', totalPaise: 150_050 });
    const [mail] = await program.mailsTo(learner.email);
    expect(mail?.subject).toBe('We received your payment: Personal Survival');
    expect(mail?.text).toContain(`We received ₹1,500.50 for Personal Survival. ₹2,999.50 is left to pay.`);
    expect(mail?.text).toContain(paid?.document?.number);
    expect(await actionsOf(id)).toEqual(['enrolment.request', 'fee.pay']);
  });

  test('no more is taken than is left to pay, and nothing of tomorrow', async () => {
    const { id } = await requestWithFee(program);
    expect(said(await pay(id, { amount: '4500.01' }))).toBe('Only ₹4,500.00 is left to pay.');
    expect((await pay(id, { on: '2026-11-21' })).body).toMatchObject({ fields: { on: 'This day is in the future' } });
    await pay(id);
    expect(said(await pay(id, { amount: '1' }))).toBe('Nothing is left to pay.');
    for (const amount of ['0', '-5', '1e3', '1.005', '', 'ten']) expect((await pay(id, { amount })).status).toBe(400);
    expect(await kinds(id)).toEqual([
      ['due', 450_000],
      ['paid', 450_000],
    ]);
  });

  test('the database itself refuses a balance below zero', async () => {
    const { id } = await requestWithFee(program);
    const taken = db.updateTable('fee').set({ receivedPaise: 450_001 }).where('enrolmentId', '=', id).execute();
    await expect(taken).rejects.toThrow(/fee_balance_paise_check|violates check/);
  });

  test('a waiver has a reason, and settles what is left', async () => {
    const { id } = await requestWithFee(program);
    await pay(id, { amount: '4000' });
    const waive = (reason: string, amount = '500', requestId: string = crypto.randomUUID()) =>
      call(fees.waive, { params: { id }, body: { requestId, amount, reason } }, registrar);
    expect((await waive('')).status).toBe(400);
    expect((await waive('Too much', '501')).status).toBe(409);
    const requestId = crypto.randomUUID();
    const { data } = (await waive('Son of a colleague', '500', requestId)).body;
    expect((await waive('Another reason', '500', requestId)).body).toMatchObject({ code: 'stale' });
    expect(data).toMatchObject({ state: 'paid', waivedPaise: 50_000, balancePaise: 0 });
    expect(data.entries.at(-1)).toMatchObject({ kind: 'waived', reason: 'Son of a colleague', document: null });
  });

  test('a refund pays a payment back in parts, with a credit note for each, and never more than was paid', async () => {
    const { id, learner } = await requestWithFee(program);
    const [, paid] = (await pay(id)).body.data.entries;
    const refund = (amount: string, requestId: string = crypto.randomUUID(), reason = 'Left the course') => {
      const body = { ...cash({ amount, requestId }), method: 'bank' as const, reason };
      return call(fees.refund, { params: { id: paid?._id ?? '' }, body }, registrar);
    };
    const requestId = crypto.randomUUID();
    const part = await refund('1000.01', requestId);
    expect(part.body.data).toMatchObject({ chargedPaise: 349_999, receivedPaise: 349_999, balancePaise: 0 });
    expect((await refund('1000.01', requestId)).body.data.entries).toEqual(part.body.data.entries);
    expect((await refund('1000.01', requestId, 'Sent twice')).body).toMatchObject({ code: 'stale' });
    expect(said(await refund('3500'))).toBe('Only ₹3,499.99 of it is left.');
    const { data } = (await refund('3499.99')).body;
    expect(data).toMatchObject({ state: 'cancelled', chargedPaise: 0, receivedPaise: 0, balancePaise: 0 });
    expect(said(await refund('1'))).toBe('Nothing of this payment is left.');
    const notes = (await call(fees.listDocuments, { query: { kind: 'credit-note' } }, registrar)).body.data;
    const ours = notes.filter(({ enrolmentId }) => enrolmentId === id);
    expect(ours.map(({ corrects }) => corrects)).toEqual([paid?.document?.number, paid?.document?.number]);
    const sum = (of: 'taxablePaise' | 'cgstPaise' | 'sgstPaise') => ours.reduce((all, one) => all + one[of], 0);
    expect([sum('taxablePaise'), sum('cgstPaise'), sum('sgstPaise')]).toEqual([381_356, 34_322, 34_322]);
    expect((await program.mailsTo(learner.email)).map(({ subject }) => subject)).toContain(
      `Your refund: ${data.courseTitle}`,
    );
  });

  test('a mistaken payment is reversed once, and is due again', async () => {
    const { id } = await requestWithFee(program);
    const [, paid] = (await pay(id, { amount: '4500' })).body.data.entries;
    const reverse = (entry = paid?._id ?? '') =>
      call(fees.reverse, { params: { id: entry }, body: { reason: 'The cheque bounced' } }, registrar);
    const { data } = (await reverse()).body;
    expect(data).toMatchObject({ state: 'due', receivedPaise: 0, balancePaise: 450_000 });
    expect(data.entries.map(({ kind, isReversed }) => [kind, isReversed])).toEqual([
      ['due', false],
      ['paid', true],
      ['reversed', false],
    ]);
    expect(data.entries.at(-1)?.document?.kind).toBe('credit-note');
    expect((await reverse()).body.data.entries).toEqual(data.entries);
    expect((await reverse(data.entries[0]?._id)).status).toBe(409);
    expect((await reverse(data.entries[2]?._id)).status).toBe(409);
    const refund = { ...cash({ amount: '1' }), reason: 'Again' };
    expect((await call(fees.refund, { params: { id: paid?._id ?? '' }, body: refund }, registrar)).status).toBe(409);
  });

  test('a payment of which a part was refunded is not reversed', async () => {
    const { id } = await requestWithFee(program);
    const entryId = (await pay(id)).body.data.entries[1]?._id ?? '';
    const body = { ...cash({ amount: '1' }), reason: 'Change' };
    await call(fees.refund, { params: { id: entryId }, body }, registrar);
    const reversed = await call(fees.reverse, { params: { id: entryId }, body: { reason: 'Wrong' } }, registrar);
    expect(reversed.status).toBe(409);
  });

  test('the day’s takings are the money of a day by method, less what went back', async () => {
    const [one, other] = [await requestWithFee(program), await requestWithFee(program)];
    const on = '2026-10-02';
    const [, paid] = (await pay(one.id, { on })).body.data.entries;
    await call(fees.recordPayment, { params: { id: other.id }, body: { ...cash({ on }), method: 'upi' } }, registrar);
    const refund = { ...cash({ amount: '500', on }), reason: 'Change' };
    await call(fees.refund, { params: { id: paid?._id ?? '' }, body: refund }, registrar);
    const { data } = (await call(fees.getTakings, { query: { day: on } }, registrar)).body;
    expect(data).toEqual({
      day: on,
      methods: [
        { method: 'cash', payments: 1, returns: 1, paidPaise: 450_000, returnedPaise: 50_000 },
        { method: 'upi', payments: 1, returns: 0, paidPaise: 450_000, returnedPaise: 0 },
      ],
      totalPaise: 850_000,
    });
    const listed = await call(fees.listPayments, { query: { from: on, to: on, method: 'cash' } }, registrar);
    expect(listed.body.data.map(({ kind, receivedPaise }) => [kind, receivedPaise])).toEqual([
      ['refunded', -50_000],
      ['paid', 450_000],
    ]);
  });

  test('payments are found by reference and by the number of their invoice, invoices too', async () => {
    const { id } = await requestWithFee(program);
    const [, paid] = (await pay(id, { reference: 'utr 998877' })).body.data.entries;
    const number = paid?.document?.number ?? '';
    const { reference } = await ledger(id);
    const found = async (q: string) => {
      const payments = (await call(fees.listPayments, { query: { q } }, registrar)).body.data;
      const documents = (await call(fees.listDocuments, { query: { q } }, registrar)).body.data;
      return [payments.map(({ _id }) => _id), documents.map((one) => one.number)];
    };
    for (const q of ['UTR 998877', number.toLowerCase(), reference])
      expect(await found(q)).toEqual([[paid?._id], [number]]);
    expect(await found('UTR 99887')).toEqual([[], []]);
    const fee = await call(fees.list, { query: { q: reference, state: 'settled' } }, registrar);
    expect(fee.body.data.map(({ _id }) => _id)).toEqual([id]);
  });
});
