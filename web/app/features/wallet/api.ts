import { type DocumentInput, wallet } from '@fairlead/contract/wallet/calls';
import type { DocumentKind } from '@fairlead/contract/wallet/wallet-kinds';
import { queryOptions } from '@tanstack/react-query';
import { call, upload } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { seenAboard } from '../../lib/device/aboard/seen-aboard.ts';
import { type HeldDocument, heldOf } from './wire.ts';

export type Wallet = { documents: HeldDocument[]; kinds: DocumentKind[] };
type Reply = Awaited<ReturnType<typeof call<typeof wallet.own>>>['data'];
const walletOf = ({ documents, kinds }: Reply): Wallet => ({ documents: documents.map(heldOf), kinds });

/** The learner's documents, and the kinds of which they can add one. */
export const walletQuery = queryOptions({
  queryKey: ['wallet', 'own'],
  meta: seenAboard,
  queryFn: async () => walletOf((await call(wallet.own)).data),
});

/** Stores the wallet of a reply, and returns the server's message. */
function keep({ message, data }: { message: string; data: Reply }): string {
  queryClient.setQueryData(walletQuery.queryKey, walletOf(data));
  return message;
}

type OnProgress = (progress: Progress) => void;

/** Adds a document; the form's fields have the names of the API. */
export const addDocument = async (form: FormData, onProgress: OnProgress) =>
  keep(await upload(wallet.add, { form }, { onProgress }));

/** Changes a document as it was seen; without a chosen file its scan stays. */
export async function editDocument({ id, version }: HeldDocument, form: FormData, onProgress: OnProgress) {
  form.set('version', String(version));
  return keep(await upload(wallet.edit, { params: { id }, form }, { onProgress }));
}

export const removeDocument = async (id: string) => keep(await call(wallet.remove, { params: { id } }));

/** The texts of the form, as the contract has them. */
export const textsOf = (form: FormData): Partial<DocumentInput> =>
  Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
