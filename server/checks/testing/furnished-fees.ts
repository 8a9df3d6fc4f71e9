import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { billOf, cash, requestWithFee, sendProof } from '../../features/fees/testing/fees.ts';
import type { Person, TestApp } from '../../testing/app.ts';

/** What a call has answered, unless it was refused. */
function done<Reply extends { status: number; body: unknown }>(reply: Reply, what: string): Reply {
  if (reply.status > 201) throw new Error(`no ${what}: ${JSON.stringify(reply.body)}`);
  return reply;
}

/**
 * Fees of a person: one with a proof of payment that waits, one that was paid in part and has an invoice, and one on
 * the proforma of a crew with that of somebody new.
 */
export async function furnishFees(program: TestApp, { owner, by }: Record<'owner' | 'by', Person>) {
  const { call } = program;
  const owing = await requestWithFee(program, { learner: owner });
  done(await sendProof(program, owing), 'proof');
  const paying = await requestWithFee(program, { learner: owner });
  done(await call(fees.recordPayment, { params: { id: paying.id }, body: cash({ amount: '500' }) }, by), 'payment');
  done(await call(bills.issue, { body: billOf([paying.id], { email: owner.email }) }, by), 'bill');
  const crew = [await requestWithFee(program, { learner: owner }), await requestWithFee(program)];
  const ids = crew.map(({ id }) => id);
  const body = billOf(ids, { kind: 'proforma', email: `crewing-${ids[0]}@example.org` });
  const shared = done(await call(bills.issue, { body }, by), 'bill for two').body.data._id;
  return { owing, paying, shared };
}
