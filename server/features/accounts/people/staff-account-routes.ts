import { staffAccounts } from '@fairlead/contract/accounts/staff-accounts';
import { decideEach } from '../../../platform/http/decide-each.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { approveAccount } from './approve-account.ts';
import { disableAccount, enableAccount } from './disable-account.ts';
import { inviteAgain } from './invite-again.ts';
import { messagePerson } from './message-person.ts';
import { addNote, removeNote } from './person-notes.ts';
import { refuseAccount } from './refuse-account.ts';

/** Routes for the decisions of staff about other people's accounts. */
export const staffAccountRoutes = (platform: Platform) =>
  serve(staffAccounts, {
    approveMany: async ({ actor, body, ip }) => ({
      data: await decideEach(body.users, 'User approved successfully!', ({ id }) =>
        approveAccount(platform, { accountId: id, actorId: actor.accountId, ip }),
      ),
    }),
    inviteAgain: async ({ actor, body, ip }) => ({
      data: await decideEach(body.users, 'Invited again.', ({ id }) =>
        inviteAgain(platform, { accountId: id, actorId: actor.accountId, ip }),
      ),
    }),
    refuse: async ({ actor, params, body, ip }) => {
      const refusal = { accountId: params.id, reason: body.reason, actorId: actor.accountId, ip };
      await refuseAccount(platform, refusal);
      return { message: 'Registration rejected.' };
    },
    disable: async ({ actor, params, body, ip }) => {
      await disableAccount(platform, { accountId: params.id, actor, note: body.note, ip });
      return { message: 'Account disabled.' };
    },
    enable: async ({ actor, params, ip }) => {
      await enableAccount(platform, { accountId: params.id, actor, ip });
      return { message: 'Account enabled.' };
    },
    addNote: async ({ actor, params, body, ip }) => {
      await addNote(platform, { accountId: params.id, text: body.text, actorId: actor.accountId, ip });
      return { message: 'Note added.' };
    },
    removeNote: async ({ actor, params: { id, noteId }, ip }) => {
      await removeNote(platform, { accountId: id, noteId, actor, ip });
      return { message: 'Note removed.' };
    },
    sendMessage: async ({ actor, params, body, ip }) => {
      await messagePerson(platform, { accountId: params.id, ...body, actorId: actor.accountId, ip });
      return { message: 'Message sent.' };
    },
  });
