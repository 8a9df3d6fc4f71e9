import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import type * as wire from '@fairlead/contract/wallet/calls';
import { type Refusal, wallet } from '@fairlead/contract/wallet/calls';
import { type KindInput, walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { type HeldDocument, heldOf } from './wire.ts';

export type EndingDocument = FromWire<typeof idNames, wire.EndingDocument>;
export type WaitingDocument = FromWire<typeof idNames, wire.WaitingDocument>;
export const endingOf = (document: wire.EndingDocument): EndingDocument => fromWire(idNames, document);
export const waitingOf = (document: wire.WaitingDocument): WaitingDocument => fromWire(idNames, document);

/** The documents of a person. */
export const walletOfQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['wallet', 'of', accountId],
    queryFn: async () => (await call(wallet.ofPerson, { params: { id: accountId } })).data.map(heldOf),
  });

/** Reads again what shows documents of people. */
export const refetchWallets = async () => {
  await queryClient.invalidateQueries({ queryKey: ['wallet'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
};

type Seen = Pick<HeldDocument, 'id' | 'version'>;

/** Records that a document was compared with its scan; returns the server's message. */
export const checkDocument = async ({ id, version }: Seen) =>
  (await call(wallet.check, { params: { id }, body: { version } })).message;

/** Refuses a document with a reason; returns the server's message. */
export const refuseDocument = async ({ id, version }: Seen, body: Omit<Refusal, 'version'>) =>
  (await call(wallet.refuse, { params: { id }, body: { ...body, version } })).message;

/** The kinds of documents, each with its former editions. */
export const kindsQuery = queryOptions({
  queryKey: ['wallet', 'kinds'],
  queryFn: async () => (await call(walletKinds.list)).data,
});

/** Adds a kind, or an edition to one; returns the server's message. */
export async function saveKind(body: KindInput): Promise<string> {
  const { message, data } = await call(walletKinds.save, { body });
  queryClient.setQueryData(kindsQuery.queryKey, data);
  return message;
}
