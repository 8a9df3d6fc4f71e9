import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import { settings } from '@fairlead/contract/academy/settings';
import type { bills } from '@fairlead/contract/fees/bills';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import type { z } from 'zod/mini';
import type { Person, TestApp } from '../../../testing/app.ts';
import { addCourse } from '../../../testing/factories.ts';
import { formOf, picture } from '../../../testing/forms.ts';

/** What the tests' academy says about fees; it is in Kerala. */
export const feeSettings: FeeSettings = {
  isOn: true,
  bank: { accountName: 'Fairlead Academy', accountNumber: '1234567890', ifsc: 'SBIN0001234', bankName: 'SBI Kochi' },
  upiId: 'fairlead@sbi',
  desk: 'At the front desk, Monday to Friday, 9:00 to 16:00.',
  legalName: 'Fairlead Maritime Training Private Limited',
  address: '12 Willingdon Island, Kochi, Kerala 682003',
  gstin: '32AAACF1234A1ZO',
  gstRate: 18,
  pricesIncludeTax: true,
  remindsOverdue: false,
  sac: '9992',
};

/** Switches fees on, as an administrator does. */
export async function switchFeesOn(program: TestApp, part: Partial<FeeSettings> = {}): Promise<void> {
  const admin = await program.person('admin');
  const { status, body } = await program.call(settings.saveFees, { body: { ...feeSettings, ...part } }, admin);
  if (status !== 200) throw new Error(`fees are not on: ${JSON.stringify(body)}`);
}

/**
 * A pending request for a course of 4,500 rupees, with its fee. Without a `learner` it is one of somebody new, for whom
 * Kerala was chosen as the place of supply.
 */
export async function requestWithFee(
  { request, ...program }: TestApp,
  {
    learner,
    course,
  }: { learner?: Person | undefined; course?: { title?: string; format?: 'online' | 'classroom' } } = {},
) {
  const as = learner ?? (await program.person());
  const { id: courseId } = await addCourse(program, course ?? {});
  const { status, body } = await request('POST', '/api/userCourses', { as, body: { courseId } });
  if (status !== 201) throw new Error(`no request: ${JSON.stringify(body)}`);
  const { _id: id } = (body as { data: { _id: string } }).data;
  if (!learner) {
    await program.db.updateTable('fee').set({ recipientState: '32' }).where('enrolmentId', '=', id).execute();
  }
  return { learner: as, courseId, id };
}

/** The body of a payment in cash, of the whole fee by default. */
export const cash = (part: Partial<{ amount: string; requestId: string; on: string; reference: string }> = {}) => ({
  requestId: crypto.randomUUID(),
  amount: '4500',
  method: 'cash' as const,
  on: '2026-11-20',
  reference: '',
  ...part,
});

/** A tax invoice for some fees to a company in another state, due on 20 December. */
export const billOf = (ids: readonly string[], part: Partial<z.input<typeof bills.issue.body>> = {}) => ({
  requestId: crypto.randomUUID(),
  enrolments: ids.map((id) => ({ id })),
  kind: 'invoice' as const,
  payer: { name: 'Bluewave Crewing', address: '3 Marine Drive, Mumbai', gstin: '27AAACS5678B1ZC', state: '' },
  email: '',
  purchaseOrder: 'PO 4711',
  dueOn: '2026-12-20',
  ...part,
});

/** Sends a proof of payment of the whole fee. */
export async function sendProof(
  { call }: Pick<TestApp, 'call'>,
  { id, learner }: { id: string; learner: Person },
  part: Partial<{ amount: string; method: string; reference: string; on: string }> = {},
) {
  const fields = { amount: '4500', method: 'upi', reference: 'UTR 42', on: '2026-11-19', ...part };
  return call(
    ownFees.sendProof,
    { params: { id }, form: formOf(fields, { file: { bytes: await picture() } }) },
    learner,
  );
}
