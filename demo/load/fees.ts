import { randomUUID } from 'node:crypto';
import { fees } from '@fairlead/contract/fees/calls';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { toRupees } from '@fairlead/contract/values/money';
import { saveFeeSettings } from '../../server/features/academy/save-settings.ts';
import { dayAt } from '../../server/platform/calendar.ts';
import { chance } from '../drawing/chance.ts';
import { demoFeeSettings, feesSinceDaysAgo } from '../fees.ts';
import { drawPaymentSlip } from '../portraits.ts';
import { byAdmin } from './account-of.ts';
import type { Action } from './action.ts';
import { formOf } from './forms.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';

/** The administrator switches fees on. */
export function feeSettingsAction(past: Past, at: Moments): Action {
  return {
    at: at(feesSinceDaysAgo, 8, 'fees'),
    what: 'an administrator switches fees on',
    carryOut: async () => {
      await saveFeeSettings(past.platform, { fees: demoFeeSettings, ...(await byAdmin(past.platform)) });
    },
  };
}

const today = ({ platform: { clock, config } }: Past) => dayAt(clock(), config.timeZone);

/** A learner sends the screenshot of a transfer. */
export async function sendProof(past: Past, email: string, enrolmentId: string): Promise<void> {
  const call = await past.as(email);
  const params = { id: enrolmentId };
  const { balancePaise } = (await call(ownFees.get, { params })).data;
  const amount = String(toRupees(balancePaise));
  const reference = String(Math.floor(1e11 + chance(enrolmentId)() * 9e11));
  const day = today(past);
  const slip = await drawPaymentSlip({ amount, payee: demoFeeSettings.upiId, reference, day });
  const file = { part: 'file', bytes: new Uint8Array(slip), name: 'payment.png' };
  const form = formOf({ amount, method: 'upi', reference, on: day }, [file]);
  await call(ownFees.sendProof, { params, form });
}

/** The registrar sends a proof back. */
export async function declineProof(past: Past, registrar: string, enrolmentId: string, reason: string): Promise<void> {
  const call = await past.as(registrar);
  const proof = (await call(fees.get, { params: { id: enrolmentId } })).data.proofs[0];
  if (!proof) throw new Error('There is no proof of payment to decline');
  await call(fees.declineProof, { params: { id: proof._id }, body: { reason } });
}

/** The registrar takes money at the desk, or waives the fee for a reason. */
export async function settle(past: Past, registrar: string, enrolmentId: string, waived?: string): Promise<void> {
  const call = await past.as(registrar);
  const params = { id: enrolmentId };
  const { balancePaise } = (await call(fees.get, { params })).data;
  const entry = { requestId: randomUUID(), amount: String(toRupees(balancePaise)) };
  if (waived) await call(fees.waive, { params, body: { ...entry, reason: waived } });
  else await call(fees.recordPayment, { params, body: { ...entry, method: 'cash', on: today(past) } });
}
