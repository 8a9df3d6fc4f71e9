import type { RecipientSent } from '@fairlead/contract/academy/fee-fields';
import { bills } from '@fairlead/contract/fees/bills';
import { fees } from '@fairlead/contract/fees/calls';
import { mostAtOnce } from '@fairlead/contract/platform/decisions';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { inPortions } from '../../lib/calls/in-portions.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { type Ledger, ledgerOf } from './staff-wire.ts';

/** The fee of an enrolment with its ledger. */
export const ledgerQuery = (id: string) =>
  queryOptions({
    queryKey: ['fees', 'one', id],
    queryFn: async (): Promise<Ledger> => ledgerOf((await call(fees.get, { params: { id } })).data),
  });

/** What was received on a day, YYYY-MM-DD; today without one. */
export const takingsQuery = (day?: string) =>
  queryOptions({
    queryKey: ['fees', 'takings', day ?? 'today'],
    queryFn: async () => (await call(fees.getTakings, { query: { day } })).data,
  });

/** Reads every list that shows fees again, the counts of pending items, and the lists that show a balance. */
export async function refetchFees(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['fees'] });
  for (const key of ['overview', 'enrolments', 'people', 'training'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

/** The fields of a form as the API has them. */
const textsOf = (form: FormData) => Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

type Inputs<C extends 'recordPayment' | 'waive' | 'refund' | 'reverse' | 'confirmProof' | 'declineProof'> = NonNullable<
  Parameters<typeof call<(typeof fees)[C]>>[1]['body']
>;

// Each of these takes the fields of its dialog, and returns the server's message. `id` is the enrolment's, or that of
// the entry or the proof.

/** Charges enrolments that have no fee; returns what became of each. */
export const chargeEnrolments = (enrolments: readonly { id: string }[]) =>
  inPortions(
    enrolments,
    mostAtOnce,
    async (portion) => (await call(fees.charge, { body: { enrolments: portion.map(({ id }) => ({ id })) } })).data,
  );

/** The same for one; a refusal is an error, as in calls for one record. */
export async function chargeEnrolment(id: string): Promise<string> {
  const [outcome] = await chargeEnrolments([{ id }]);
  if (!outcome?.ok) throw new ApiError(409, { code: 'conflict', message: outcome?.message ?? '' });
  return 'Fee charged.';
}

export const recordPayment = async (id: string, form: FormData) =>
  (await call(fees.recordPayment, { params: { id }, body: textsOf(form) as Inputs<'recordPayment'> })).message;

export const waive = async (id: string, form: FormData) =>
  (await call(fees.waive, { params: { id }, body: textsOf(form) as Inputs<'waive'> })).message;

export const refund = async (entryId: string, form: FormData) =>
  (await call(fees.refund, { params: { id: entryId }, body: textsOf(form) as Inputs<'refund'> })).message;

export const reverse = async (entryId: string, form: FormData) =>
  (await call(fees.reverse, { params: { id: entryId }, body: textsOf(form) as Inputs<'reverse'> })).message;

export const confirmProof = async (proofId: string, form: FormData) =>
  (await call(fees.confirmProof, { params: { id: proofId }, body: textsOf(form) as Inputs<'confirmProof'> })).message;

export const declineProof = async (proofId: string, form: FormData) =>
  (await call(fees.declineProof, { params: { id: proofId }, body: textsOf(form) as Inputs<'declineProof'> })).message;

export const saveRecipient = async (id: string, body: RecipientSent) =>
  (await call(fees.saveRecipient, { params: { id }, body })).message;

/** Issues one bill for some fees; returns the server's reply. */
export const issueBill = (body: NonNullable<Parameters<typeof call<typeof bills.issue>>[1]['body']>) =>
  call(bills.issue, { body });

/** Mails the payer of a bill a reminder; returns the server's message. */
export const remindPayer = async (id: string) => (await call(bills.remind, { params: { id } })).message;

export const cancelBill = async (id: string, reason: string) =>
  (await call(bills.cancel, { params: { id }, body: { reason } })).message;
