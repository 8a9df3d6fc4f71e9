import { fees } from '@fairlead/contract/fees/calls';
import { mostProofs, ownFees } from '@fairlead/contract/fees/own-fees';
import { overview } from '@fairlead/contract/overview/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepFiles } from '../../platform/files/sweep.ts';
import { testApp } from '../../testing/app.ts';
import { feeDesk } from './testing/fee-desk.ts';
import { requestWithFee, sendProof, switchFeesOn } from './testing/fees.ts';

const program = await testApp();
const { call, person, db, request } = program;
const { registrar, instructor, ledger, pay, kinds, said } = await feeDesk(program);

beforeAll(() => switchFeesOn(program));

describe('a proof of payment', () => {
  test('waits for staff, and a later one replaces it', async () => {
    const { id, learner } = await requestWithFee(program);
    const first = await sendProof(program, { id, learner });
    expect(first.body.data).toMatchObject({ state: 'checking', proofs: [{ state: 'waiting', scan: 'not-scanned' }] });
    const second = await sendProof(program, { id, learner }, { reference: 'UTR 43', amount: '4,400' });
    expect(second.body.data.proofs).toMatchObject([{ state: 'waiting', reference: 'UTR 43', amountPaise: 440_000 }]);
    expect((await ledger(id)).proofs).toMatchObject([{ reference: 'UTR 43' }]);
    const { data } = (await call(fees.listProofs, { query: { q: learner.email } }, registrar)).body;
    expect(data).toMatchObject([{ enrolmentId: id, reference: 'UTR 43', balancePaise: 450_000 }]);
    const waiting = (await call(overview.getOverview, registrar)).body.data.paymentProofs;
    expect(waiting?.longest.at(-1)).toMatchObject({ searchText: learner.email });
    expect((await call(overview.getOverview, instructor)).body.data.paymentProofs).toBeNull();
  });

  test('is a document that only its learner and staff open, and the opening is in the audit', async () => {
    const { id, learner } = await requestWithFee(program);
    const { url } = (await sendProof(program, { id, learner })).body.data.proofs[0]?.file ?? { url: '' };
    const [path = ''] = url.split('?');
    expect((await request('GET', path, { as: learner })).status).toBe(200);
    expect((await request('GET', path, { as: registrar })).status).toBe(200);
    expect((await request('GET', path, { as: instructor })).status).toBe(404);
    expect((await request('GET', path, { as: await person() })).status).toBe(404);
    expect((await request('GET', path)).status).toBe(401);
    const opened = db.selectFrom('auditEvent').select('actorId').where('action', '=', 'document.open');
    expect(await opened.where(sql`details ->> 'folder'`, '=', 'fee_proofs').execute()).toEqual([
      { actorId: registrar.accountId },
    ]);
  });

  test('is confirmed as staff correct it, once', async () => {
    const { id, learner } = await requestWithFee(program);
    const proofId = (await sendProof(program, { id, learner })).body.data.proofs[0]?._id ?? '';
    const confirm = () =>
      call(fees.confirmProof, { params: { id: proofId }, body: { amount: '4000', method: 'bank' } }, registrar);
    expect((await confirm()).body.data).toMatchObject({ state: 'due', receivedPaise: 400_000, balancePaise: 50_000 });
    expect(said(await confirm())).toBe('This proof of payment is already confirmed.');
    expect(await kinds(id)).toHaveLength(2);
  });

  test('is declined with a reason, which the learner reads, and can send another one', async () => {
    const { id, learner } = await requestWithFee(program);
    const proofId = (await sendProof(program, { id, learner })).body.data.proofs[0]?._id ?? '';
    const decline = (reason: string) =>
      call(fees.declineProof, { params: { id: proofId }, body: { reason } }, registrar);
    expect((await decline(' ')).status).toBe(400);
    expect((await decline('The picture shows another amount.')).status).toBe(200);
    expect((await decline('Again')).status).toBe(409);
    const [mail] = await program.mailsTo(learner.email);
    expect(mail?.text).toContain('The picture shows another amount.');
    expect((await sendProof(program, { id, learner })).status).toBe(201);
  });

  test('is replaced so often, until staff check one; replaced ones go with their files', async () => {
    const { id, learner } = await requestWithFee(program);
    const send = () => sendProof(program, { id, learner });
    for (const _ of [1, 2]) expect((await send()).status).toBe(201);
    // like the first of them, up to the limit
    await sql`insert into fee_proof (enrolment_id, file_id, amount_paise, method, reference, paid_on, sent_at, state)
      select enrolment_id, file_id, amount_paise, method, reference, paid_on, sent_at, state
      from fee_proof, generate_series(3, ${mostProofs}::int)
      where enrolment_id = ${id} and state = 'replaced'`.execute(db);
    const refused = await send();
    const tooMany = 'You have sent 10 proofs of payment. Please wait until the academy has checked the last one.';
    expect([refused.status, said(refused)]).toEqual([409, tooMany]);
    const [{ _id: proofId } = { _id: '' }, ...others] = (await ledger(id)).proofs;
    expect(others).toEqual([]);
    await call(fees.declineProof, { params: { id: proofId }, body: { reason: 'Not readable' } }, registrar);
    expect((await send()).status).toBe(201);
    const monthAgo = new Date(program.clock().getTime() - 31 * 24 * 3600 * 1000);
    await db.updateTable('storedFile').set({ deletedAt: monthAgo }).where('deletedAt', 'is not', null).execute();
    await sweepFiles(db, program.files);
    const left = db.selectFrom('feeProof').select('state').where('enrolmentId', '=', id).orderBy('id');
    expect((await left.execute()).map(({ state }) => state)).toEqual(['declined', 'waiting']);
  });

  test('says when its reference was used before, by anybody', async () => {
    const [one, other] = [await requestWithFee(program), await requestWithFee(program)];
    await pay(one.id, { reference: 'UTR-SAME' });
    await sendProof(program, other, { reference: 'utr-same' });
    expect((await ledger(other.id)).proofs).toMatchObject([{ isReferenceUsed: true }]);
    await sendProof(program, other, { reference: 'UTR-OTHER' });
    expect((await ledger(other.id)).proofs[0]).toMatchObject({ isReferenceUsed: false });
  });

  test('is refused without a file, for a payment of tomorrow, and where nothing is due', async () => {
    const { id, learner } = await requestWithFee(program);
    const form = new FormData();
    for (const [name, value] of Object.entries({ amount: '1', method: 'upi', on: '2026-11-20' }))
      form.append(name, value);
    const without = await call(ownFees.sendProof, { params: { id }, form }, learner);
    expect(without.body).toMatchObject({ fields: { file: 'Choose a picture or PDF of your payment' } });
    expect((await sendProof(program, { id, learner }, { on: '2026-11-21' })).status).toBe(400);
    expect((await sendProof(program, { id, learner }, { method: 'cash' })).status).toBe(400);
    await pay(id);
    expect((await sendProof(program, { id, learner })).status).toBe(409);
  });
});
