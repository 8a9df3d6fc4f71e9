import { enrolments } from '@fairlead/contract/enrolments/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse } from '../../testing/factories.ts';
import { reinstate } from '../enrolments/decide-enrolment.ts';
import { feeDesk } from './testing/fee-desk.ts';
import { cash, requestWithFee, sendProof, switchFeesOn } from './testing/fees.ts';

const program = await testApp();
const { call, person, db } = program;
const { registrar, ledger, pay, kinds } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

describe('a decision', () => {
  const decline = (id: string, reason: 'fee-not-received' | 'batch-full' = 'fee-not-received') =>
    call(enrolments.reject, { params: { id }, body: { reason } }, registrar);

  test('against a request cancels what is left to pay, and a second request charges it again, once', async () => {
    const { id, learner, courseId } = await requestWithFee(program);
    await pay(id, { amount: '1000' });
    await decline(id);
    expect(await ledger(id)).toMatchObject({ chargedPaise: 100_000, receivedPaise: 100_000, balancePaise: 0 });
    await call(enrolments.request, { body: { courseId } }, learner);
    expect(await ledger(id)).toMatchObject({ chargedPaise: 450_000, balancePaise: 350_000, state: 'due' });
    expect(await kinds(id)).toEqual([
      ['due', 450_000],
      ['paid', 100_000],
      ['cancelled', 350_000],
      ['due', 350_000],
    ]);
  });

  test('against an unpaid request leaves nothing to pay', async () => {
    const { id } = await requestWithFee(program);
    await decline(id);
    expect(await ledger(id)).toMatchObject({ state: 'cancelled', chargedPaise: 0, balancePaise: 0 });
  });

  test('against a request after which its money arrives: it is recorded up to the fee, refunded, or counts again', async () => {
    const { id, learner, courseId } = await requestWithFee(program);
    await decline(id);
    expect((await pay(id, { amount: '4500.01' })).status).toBe(409);
    const { data } = (await pay(id, { amount: '4000' })).body;
    expect(data).toMatchObject({ status: 'rejected', chargedPaise: 400_000, receivedPaise: 400_000 });
    expect((await pay(id, { amount: '501' })).status).toBe(409);
    const paid = data.entries.at(-1);
    expect(paid).toMatchObject({ kind: 'paid', document: { kind: 'invoice' } });
    const body = { ...cash({ amount: '3000' }), reason: 'Batch full' };
    expect((await call(fees.refund, { params: { id: paid?._id ?? '' }, body }, registrar)).status).toBe(200);
    await call(enrolments.request, { body: { courseId } }, learner);
    expect(await ledger(id)).toMatchObject({ chargedPaise: 450_000, receivedPaise: 100_000, balancePaise: 350_000 });
  });

  test('that was a mistake leaves the fee as it was, whatever the price is now', async () => {
    const [{ id, courseId }, free] = [await requestWithFee(program), await addCourse(program)];
    const learner = await person();
    await switchFeesOn(program, { isOn: false });
    await call(enrolments.request, { body: { courseId: free.id } }, learner);
    await switchFeesOn(program);
    const [own] = (await call(enrolments.listOwn, learner)).body;
    const paid = (await pay(id, { amount: '1000' })).body.data.entries.at(-1);
    program.wait(1);
    for (const one of [id, own?._id ?? '']) {
      await call(enrolments.accept, { params: { id: one } }, registrar);
      await decline(one);
    }
    const refund = { ...cash({ amount: '1000' }), reason: 'Dropped' };
    await call(fees.refund, { params: { id: paid?._id ?? '' }, body: refund }, registrar);
    await db.updateTable('course').set({ price: 9000 }).where('id', 'in', [courseId, free.id]).execute();
    for (const [enrolmentId, of] of [
      [id, courseId],
      [own?._id ?? '', free.id],
    ] as const) {
      const batchId = await addBatch(program, of);
      await db
        .updateTable('enrolment')
        .set({ batchId, batchAskedAt: program.clock() })
        .where('id', '=', enrolmentId)
        .execute();
      await transaction(db, (tx) => reinstate(tx, program, { enrolmentId, actorId: registrar.accountId }));
    }
    expect(await ledger(id)).toMatchObject({ status: 'approved', chargedPaise: 450_000, balancePaise: 450_000 });
    expect((await call(ownFees.list, learner)).body.data).toEqual([]);
  });

  test('after which a payment is reversed makes nothing due', async () => {
    const { id } = await requestWithFee(program);
    const entryId = (await pay(id)).body.data.entries[1]?._id ?? '';
    await decline(id);
    await call(fees.reverse, { params: { id: entryId }, body: { reason: 'Bounced' } }, registrar);
    expect(await ledger(id)).toMatchObject({
      state: 'cancelled',
      chargedPaise: 0,
      receivedPaise: 0,
      balancePaise: 0,
    });
  });

  test('that enrols somebody charges them', async () => {
    const [learner, { id: courseId }] = [await person(), await addCourse(program)];
    await call(enrolments.enrolPeople, { body: { courseId, people: [{ id: learner.accountId }] } }, registrar);
    expect((await call(ownFees.list, learner)).body.data).toMatchObject([{ courseId, balancePaise: 450_000 }]);
  });

  test('for a request confirms its proof of payment with it', async () => {
    const { id, learner } = await requestWithFee(program);
    await sendProof(program, { id, learner });
    const [asked] = (await call(enrolments.listPending, { query: { q: learner.email } }, registrar)).body;
    expect(asked?.fee).toMatchObject({ state: 'checking', proof: { amountPaise: 450_000, reference: 'UTR 42' } });
    const proofId = asked?.fee?.proof?._id ?? '';
    const accepted = await call(enrolments.accept, { params: { id }, query: { proofId } }, registrar);
    expect(accepted.status).toBe(200);
    const { proofs, ...fee } = await ledger(id);
    expect(fee).toMatchObject({ state: 'paid', status: 'approved' });
    expect(proofs).toMatchObject([{ _id: proofId, state: 'confirmed' }]);
    expect(fee.entries.at(-1)).toMatchObject({ kind: 'paid', method: 'upi', reference: 'UTR 42', on: '2026-11-19' });
  });

  test('for several requests confirms the proof of each that has one', async () => {
    const [one, other] = [await requestWithFee(program), await requestWithFee(program)];
    const proofId = (await sendProof(program, one)).body.data.proofs[0]?._id ?? '';
    const requests = [{ id: one.id, proofId }, { id: other.id }];
    const { data } = (await call(enrolments.acceptMany, { body: { requests } }, registrar)).body;
    expect(data.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await ledger(one.id)).toMatchObject({ state: 'paid', status: 'approved' });
    expect(await ledger(other.id)).toMatchObject({ state: 'due', status: 'approved' });
  });

  test('decides nothing with a proof of another request, or one that does not wait any more', async () => {
    const [one, other] = [await requestWithFee(program), await requestWithFee(program)];
    const sent = await sendProof(program, other);
    const proofId = sent.body.data.proofs[0]?._id ?? '';
    const accept = (id: string) => call(enrolments.accept, { params: { id }, query: { proofId } }, registrar);
    expect((await accept(one.id)).status).toBe(404);
    expect((await ledger(one.id)).status).toBe('pending');
    await call(fees.declineProof, { params: { id: proofId }, body: { reason: 'Unreadable' } }, registrar);
    expect((await accept(other.id)).status).toBe(409);
    expect((await ledger(other.id)).status).toBe('pending');
  });

  test('against a request for another reason leaves its proof to be checked, since its money may have arrived', async () => {
    const { id, learner } = await requestWithFee(program);
    const proofId = (await sendProof(program, { id, learner })).body.data.proofs[0]?._id ?? '';
    await decline(id, 'batch-full');
    expect(await ledger(id)).toMatchObject({ state: 'cancelled', proofs: [{ state: 'waiting' }] });
    const confirmed = await call(fees.confirmProof, { params: { id: proofId }, body: {} }, registrar);
    expect(confirmed.body.data).toMatchObject({ status: 'rejected', state: 'paid', receivedPaise: 450_000 });
    expect(confirmed.body.data.entries.at(-1)).toMatchObject({ kind: 'paid', refundablePaise: 450_000 });
  });

  test('against a request whose fee was not received declines its proof', async () => {
    const { id, learner } = await requestWithFee(program);
    await sendProof(program, { id, learner });
    await decline(id);
    const { proofs } = await ledger(id);
    expect(proofs).toMatchObject([{ state: 'declined', reason: 'We have not received the course fee.' }]);
  });
});
