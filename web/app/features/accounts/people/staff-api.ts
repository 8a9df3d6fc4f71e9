import { accounts } from '@fairlead/contract/accounts/calls';
import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { mostAtOnce } from '@fairlead/contract/platform/decisions';
import { ApiError, call } from '../../../lib/calls/api-client.ts';
import { inPortions } from '../../../lib/calls/in-portions.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

// Each of these returns the server's message; `refetchPeople` invalidates the lists of people.

/** Allows a person to log in. */
export const approveUser = (id: string) => saidBy(call(accounts.approve, { params: { id } }));

/** Refuses a registration; the reason is sent by email. */
export const refuseUser = (id: string, reason: string) =>
  saidBy(call(staffAccounts.refuse, { params: { id }, body: { reason } }));

/** Disables an account at once; the note is visible to staff only. */
export const disableUser = (id: string, note: string) =>
  saidBy(call(staffAccounts.disable, { params: { id }, body: { note } }));

export const enableUser = (id: string) => saidBy(call(staffAccounts.enable, { params: { id } }));

/** Writes a note on a person, for colleagues. */
export const addNote = (id: string, text: string) =>
  saidBy(call(staffAccounts.addNote, { params: { id }, body: { text } }));

/** Removes a note of one's own. */
export const removeNote = (id: string, noteId: string) =>
  saidBy(call(staffAccounts.removeNote, { params: { id, noteId } }));

/** Emails a message to a person. */
export const sendMessage = (id: string, body: { subject: string; text: string }) =>
  saidBy(call(staffAccounts.sendMessage, { params: { id }, body }));

/** Approves many people; returns the outcome for each. */
export const approveUsers = (people: readonly { id: string }[]) =>
  inPortions(people, mostAtOnce, async (portion) => {
    const users = portion.map(({ id }) => ({ id }));
    return (await call(staffAccounts.approveMany, { body: { users } })).data;
  });

/** Sends the invitation again to people who have not chosen a password; returns the outcome for each. */
export const invitePeopleAgain = (people: readonly { id: string }[]) =>
  inPortions(people, mostAtOnce, async (portion) => {
    const users = portion.map(({ id }) => ({ id }));
    return (await call(staffAccounts.inviteAgain, { body: { users } })).data;
  });

/** The same for one person; a refusal is an error, as in calls for one record. */
export async function invitePersonAgain(id: string): Promise<string> {
  const [outcome] = await invitePeopleAgain([{ id }]);
  if (!outcome?.ok) throw new ApiError(409, { code: 'conflict', message: outcome?.message ?? '' });
  return outcome.message;
}

export async function refetchPeople(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['people'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
}

const saidBy = async (answer: Promise<{ message: string }>): Promise<string> => (await answer).message;
