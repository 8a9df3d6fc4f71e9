import type { RecipientSent } from '@fairlead/contract/academy/fee-fields';
import { feeDocument } from '@fairlead/contract/fees/fee-entries';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call, downloadFile, upload } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { type FeeDocument, type ListedFee, type OwnFee, ownFeeOf } from './wire.ts';

/** The polling interval while a payment is being checked by the academy, in milliseconds. */
const checkedAfter = 60_000;

/** The learner's fees, the newest first. */
export const ownFeesQuery = queryOptions({
  queryKey: ['fees', 'own'],
  meta: seenAboard,
  queryFn: async (): Promise<ListedFee[]> => fromWire(idNames, (await call(ownFees.list)).data),
});

/** The fee of one of the learner's enrolments. */
export const ownFeeQuery = (id: string) =>
  queryOptions({
    queryKey: ['fees', 'own', id],
    queryFn: async (): Promise<OwnFee> => ownFeeOf((await call(ownFees.get, { params: { id } })).data),
    refetchInterval: ({ state: { data } }) => (data?.state === 'checking' ? checkedAfter : false),
  });

type Saved = { message: string; data: Parameters<typeof ownFeeOf>[0] };

/** Stores the fee of a reply, reads again what else shows it, and returns the server's message. */
function keep({ message, data }: Saved): string {
  const fee = ownFeeOf(data);
  queryClient.setQueryData(ownFeeQuery(fee.id).queryKey, fee);
  void queryClient.invalidateQueries({ queryKey: ownFeesQuery.queryKey, exact: true });
  void queryClient.invalidateQueries({ queryKey: ['enrolments'] });
  return message;
}

/** Sends a proof of payment; the form's fields have the names of the API. */
export const sendProof = async (id: string, form: FormData, onProgress: (progress: Progress) => void) =>
  keep(await upload(ownFees.sendProof, { params: { id }, form }, { onProgress }));

/** Says who is named on the next invoice. */
export const saveOwnRecipient = async (id: string, body: RecipientSent) =>
  keep(await call(ownFees.saveRecipient, { params: { id }, body }));

/** The PDF of a receipt, invoice or credit note. */
export const fetchDocument = ({ id, number }: Pick<FeeDocument, 'id' | 'number'>) =>
  downloadFile(feeDocument, { params: { id } }, `${number.replaceAll('/', '-')}.pdf`);
