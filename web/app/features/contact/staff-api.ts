import {
  contact,
  type ContactMessage as WireMessage,
  type ContactThread as WireThread,
} from '@fairlead/contract/contact/calls';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

/** A message in the inbox. */
export type ContactMessage = FromWire<typeof idNames, WireMessage>;

export const messageOf = (message: WireMessage): ContactMessage => fromWire(idNames, message);

/** A message with its answers. */
export type ContactThread = FromWire<typeof idNames, WireThread>;

/** Reads a message with its answers. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', 'one', id],
    queryFn: async () => fromWire(idNames, (await call(contact.get, { params: { id } })).data),
  });

type Seen = Pick<ContactMessage, 'id' | 'version'>;

/** What a call needs of the message that was on the screen. */
const seen = ({ id, version }: Seen) => ({ params: { id }, query: { version } });

export const answerMessage = async (message: Seen, text: string): Promise<string> =>
  (await call(contact.answer, { ...seen(message), body: { text } })).message;

export const closeMessage = async (message: Seen): Promise<string> =>
  (await call(contact.close, seen(message))).message;

export const reopenMessage = async (message: Seen): Promise<string> =>
  (await call(contact.reopen, seen(message))).message;

/** Reloads the messages, and the number of those that nobody has answered. */
export async function refetchMessages(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['messages'] }),
    queryClient.invalidateQueries({ queryKey: ['overview'] }),
  ]);
}
