import { enrolments } from '@fairlead/contract/enrolments/calls';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../platform/db/database.ts';
import { crowd } from '../../testing/answers.ts';
import { type Person, testApp } from '../../testing/app.ts';
import { onServer } from '../../testing/database.ts';
import { removeFee } from './charge-fee.ts';
import { billOf, cash, requestWithFee, sendProof, switchFeesOn } from './testing/fees.ts';

/** How many fees are paid at the same moment, in ten payments each. */
const owed = crowd / 4;

// the embedded engine has one connection, and nothing happens there at the same moment
describe.runIf(onServer())('at the same moment', async () => {
  const program = await testApp();
  const { call, person, db } = program;
  await switchFeesOn(program);
  const registrar = await person('registrar');

  /** Pays until the program has time for it. */
  const pay = async (id: string, body: ReturnType<typeof cash>, as: Person = registrar) => {
    for (;;) {
      const answer = await call(fees.recordPayment, { params: { id }, body }, as);
      if (answer.status !== 503) return answer;
    }
  };
  const fee = async (id: string) => (await call(fees.get, { params: { id } }, registrar)).body.data;
  const serialsOf = async (kind: 'invoice' | 'credit-note') => {
    const rows = db.selectFrom('feeDocument').select('serial').where('kind', '=', kind).orderBy('serial');
    return (await rows.execute()).map(({ serial }) => serial);
  };
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  test('many payments get numbers without gaps and doubles, although every tenth is refused', async () => {
    const owing = await Promise.all(Array.from({ length: owed }, () => requestWithFee(program)));
    // ten payments of a tenth for each fee, and one that is too much for it
    const parts = owing.flatMap(({ id }) => [
      ...Array.from({ length: 10 }, () => ({ id, amount: '450' })),
      { id, amount: '4500.01' },
    ]);
    const answers = await Promise.all(parts.map(({ id, amount }) => pay(id, cash({ amount }))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(owed * 10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(owed);
    expect(await serialsOf('invoice')).toEqual(upTo(owed * 10));
    for (const { id } of owing) expect(await fee(id)).toMatchObject({ state: 'paid', receivedPaise: 450_000 });
  }, 120_000);

  test('the same payment is recorded once, however often it is sent', async () => {
    const { id } = await requestWithFee(program);
    const body = cash({ amount: '100' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await fee(id)).toMatchObject({ receivedPaise: 10_000 });
  });

  test('of two payments of the whole rest one is refused', async () => {
    const { id } = await requestWithFee(program);
    const answers = await Promise.all([pay(id, cash()), pay(id, cash()), pay(id, cash())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await fee(id)).entries.filter(({ kind }) => kind === 'paid')).toHaveLength(1);
  });

  test('a proof that two confirm, and one with the request, is one payment', async () => {
    const { id, learner } = await requestWithFee(program);
    const proofId = (await sendProof(program, { id, learner })).body.data.proofs[0]?._id ?? '';
    const confirm = () => call(fees.confirmProof, { params: { id: proofId }, body: {} }, registrar);
    const accept = () => call(enrolments.accept, { params: { id }, query: { proofId } }, registrar);
    const answers = await Promise.all([confirm(), accept(), confirm()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await fee(id)).toMatchObject({ state: 'paid', receivedPaise: 450_000, proofs: [{ state: 'confirmed' }] });
  });

  test('one fee gets one invoice before payment, however many issue it, and the numbers have no gaps', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await requestWithFee(program), await requestWithFee(program)];
      const same = billOf([one.id, other.id]);
      const issue = (body: typeof same) => call(bills.issue, { body }, registrar);
      const answers = await Promise.all([
        ...[same, same, billOf([other.id, one.id]), billOf([other.id])].map(issue),
        pay(one.id, cash({ amount: '100' })),
      ]);
      const issued = answers.slice(0, 4).filter(({ status }) => status === 200);
      expect(issued.length).toBeGreaterThan(0);
      const open = (await fee(other.id)).bills.filter(({ restPaise }) => restPaise > 0);
      expect(open).toHaveLength(1);
      const asked = (await fee(one.id)).bills.reduce((sum, { fees, restPaise }) => sum + (fees > 1 ? restPaise : 0), 0);
      const left = (await fee(one.id)).balancePaise + (await fee(other.id)).balancePaise;
      expect(asked).toBeLessThanOrEqual(left);
    }
    const serials = await serialsOf('invoice');
    expect(serials).toEqual(upTo(serials.length));
  });

  test('one id of a request issues one bill, for whichever fee is first, and the others are told', async () => {
    const owing = await Promise.all(Array.from({ length: 5 }, () => requestWithFee(program)));
    const requestId = crypto.randomUUID();
    const issuing = owing.map(({ id }) => call(bills.issue, { body: billOf([id], { requestId }) }, registrar));
    const answers = await Promise.all(issuing);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    for (const { status, body } of answers) if (status === 409) expect(body).toMatchObject({ code: 'stale' });
    const serials = await serialsOf('invoice');
    expect(serials).toEqual(upTo(serials.length));
  });

  test('of two payments that settle an invoice as a whole one is refused, and a cancellation leaves no part twice', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await requestWithFee(program);
      const { _id: billId } = (await call(bills.issue, { body: billOf([id]) }, registrar)).body.data;
      const cancel = () => call(bills.cancel, { params: { id: billId }, body: { reason: 'Wrong' } }, registrar);
      const answers = await Promise.all([pay(id, cash()), cancel(), pay(id, cash()), cancel()]);
      expect([answers[0], answers[2]].map((answer) => answer?.status).sort()).toEqual([200, 409]);
      const { entries, bills: issued } = await fee(id);
      expect(entries.filter(({ kind }) => kind === 'paid')).toHaveLength(1);
      expect(issued).toMatchObject([{ restPaise: 0 }]);
      // either the invoice was settled, or it was credited and the payment has its own
      const paid = entries.find(({ kind }) => kind === 'paid');
      expect((paid?.settles === null) !== (paid?.document === null)).toBe(true);
    }
  });

  test('a refund and a reversal of one payment do not both happen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await requestWithFee(program);
      const entryId = (await pay(id, cash())).body.data.entries[1]?._id ?? '';
      const params = { id: entryId };
      const reason = 'Wrong';
      const answers = await Promise.all([
        call(fees.refund, { params, body: { ...cash(), reason } }, registrar),
        call(fees.reverse, { params, body: { reason } }, registrar),
        call(fees.refund, { params, body: { ...cash(), reason } }, registrar),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await fee(id)).toMatchObject({ receivedPaise: 0 });
    }
    const notes = await serialsOf('credit-note');
    expect(notes).toEqual(upTo(notes.length));
  });

  test('two who charge an enrolment at the same moment charge it once', async () => {
    const { id } = await requestWithFee(program);
    await transaction(db, (tx) => removeFee(tx, id));
    const charging = () => call(fees.charge, { body: { enrolments: [{ id }] } }, registrar);
    const outcomes = await Promise.all([charging(), charging(), charging()]);
    expect(outcomes.filter(({ body }) => body.data[0]?.ok)).toHaveLength(1);
    expect((await call(fees.get, { params: { id } }, registrar)).body.data.entries).toHaveLength(1);
  });

  test('a payment and a decline leave nothing to pay and nothing below zero', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await requestWithFee(program);
      const decline = () =>
        call(enrolments.reject, { params: { id }, body: { reason: 'fee-not-received' } }, registrar);
      const [paid] = await Promise.all([pay(id, cash({ amount: '1000' })), decline()]);
      const received = paid.status === 200 ? 100_000 : 0;
      expect(await fee(id)).toMatchObject({ chargedPaise: received, receivedPaise: received, balancePaise: 0 });
    }
  });

  test('the sums of every fee are those of its ledger', async () => {
    const { rows } = await sql`
      select fee.enrolment_id from fee join fee_entry using (enrolment_id)
      group by fee.enrolment_id having sum(charged_change_paise) <> min(charged_paise)
        or sum(waived_change_paise) <> min(waived_paise) or sum(received_change_paise) <> min(received_paise)`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });
});
